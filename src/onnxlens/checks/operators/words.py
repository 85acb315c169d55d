"""Words about nodes that the rules of this layer share."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ...model.words import NAME_LIMIT, word
from ...tree.field import Field
from ...tree.names import quote
from .calls import Call


def title(call: Call) -> str:
    """Return what a shape calls: ``Relu``, ``the function my.domain.Foo``."""
    return call.signature.title if call.signature else word(cut(call.name))


def cut(text: str) -> str:
    """Return a name of the model, ``…`` for what is beyond NAME_LIMIT."""
    return text if len(text) <= NAME_LIMIT else text[:NAME_LIMIT] + "…"


def quoted(text: str) -> str:
    """Return a name of the model in quotes."""
    return quote(cut(text))


def text_of(field: Field) -> str:
    """Return the text in a record in quotes."""
    return quoted(str(field.preview(4 * NAME_LIMIT)))


def domain_name(domain: str) -> str:
    """Return a domain of the standard as a name."""
    return domain or "ai.onnx"


def opset(call: Call, version: int) -> str:
    """Return an opset version of the domain of a call: ``opset 13``, ``ai.onnx.ml opset 3``."""
    return f"{call.domain} opset {version}" if call.domain else f"opset {version}"


def importer(call: Call) -> str:
    """Return who imports the opset that holds at a call."""
    return "the function" if call.function else "the model"


def count(number: int, noun: str) -> str:
    """Return a number with its noun: ``no input``, ``1 input``, ``2 inputs``."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def listed(names: Iterable[str], limit: int = 8) -> str:
    """Return names with commas; ``…`` stands for those beyond the limit."""
    shown = list(names)
    return ", ".join(shown[:limit]) + (", …" if len(shown) > limit else "")


class Nearest:
    """Finds what a misspelt name may stand for; only for the first of many, as it takes long."""

    def __init__(self, limit: int = 50) -> None:
        self._found: dict[str, str] = {}
        self._limit = limit

    def of(self, name: str, known: Iterable[str]) -> str:
        """Return ``; nearest is X``, empty where nothing is near or after ``limit`` names."""
        from difflib import get_close_matches

        if name not in self._found and len(self._found) < self._limit:
            found = get_close_matches(name[:NAME_LIMIT], list(islice(known, 1000)), 1)
            self._found[name] = f"; nearest is {word(cut(found[0]))}" if found else ""
        return self._found.get(name, "")
