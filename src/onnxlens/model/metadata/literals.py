"""Values written as JSON or as Python literals, read safely and told in short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..words import word

PARSED = 1 << 16  # characters; a longer value is not read
_DEEPEST = 32  # brackets inside each other
_SHOWN = 3  # entries or items
_ITEM = 40  # characters of one

# What literals are made of. Group 1 is a value, 2 opens, 3 closes; the rest separates.
_TOKEN = (
    r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"""
    r"""|(?:None|True|False|null|true|false|NaN|-?Infinity)\b)|([\[({])|([\])}])|[\s,:]"""
)


# a backslash with what it escapes in Python, or alone
_ESCAPE = r"""\\(?:['"\\abfnrtvxuUN\n]|[0-3][0-7]{2}|[0-7]{1,2}(?![0-7]))?"""


class NotLiteralError(Exception):
    """A text does not read as JSON nor as a Python literal; the text says why."""


def parse(text: str) -> object:
    """Return what a text means as JSON or else as a Python literal. Raises NotLiteralError.

    Only texts of at most 65,536 characters that consist of strings, numbers and brackets not more
    than 32 deep are handed to a parser: no operators, which nest without brackets.
    """
    if len(text) > PARSED:
        raise NotLiteralError(f"longer than {PARSED:,} characters")
    _check(text)
    import json

    for read in (json.loads, _python):
        try:
            return read(text)
        except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
            continue
    raise NotLiteralError("neither JSON nor a Python literal")


def _python(text: str) -> object:
    """Return a Python literal; a backslash that escapes nothing stands for itself, unwarned."""
    import re
    from ast import literal_eval

    return literal_eval(re.sub(_ESCAPE, lambda found: found[0] if found[0][1:] else r"\\", text))


def _check(text: str) -> None:
    """Raise NotLiteralError unless a text is made of tokens, with values apart from each other."""
    import re

    depth, after_value, at = 0, False, 0
    next_token = re.compile(_TOKEN, re.DOTALL).match
    while token := next_token(text, at):
        if after_value and (token[1] or token[2]):
            break
        at = token.end()
        depth += bool(token[2]) - bool(token[3])
        if depth > _DEEPEST:
            raise NotLiteralError(f"nested more than {_DEEPEST} deep")
        if not token[0].isspace():
            after_value = bool(token[1] or token[3])
    if at < len(text):
        raise NotLiteralError("neither JSON nor a Python literal")


def summary(value: object) -> str:
    """Return a parsed value in short: ``80 entries: 0 person, 1 bicycle, 2 car, …``."""
    if isinstance(value, dict):
        pairs = (f"{_item(key)} {_item(item)}" for key, item in value.items())
        return _counted(len(value), "entry", "entries", pairs)
    if isinstance(value, (list, tuple, set)):
        items = sorted(value, key=repr) if isinstance(value, set) else value
        return _counted(len(value), "item", "items", map(_item, items))
    return _item(value)


def _counted(count: int, one: str, many: str, parts: Iterable[str]) -> str:
    return f"{count:,} {one if count == 1 else many}{_first(parts, count)}"


def _first(parts: Iterable[str], count: int) -> str:
    shown: Iterator[str] = islice(parts, _SHOWN)
    return f": {', '.join([*shown, *(['…'] if count > _SHOWN else [])])}" if count else ""


def _item(value: object) -> str:
    """Return one value: a word, a number, or brackets with … in the place of what they hold."""
    if isinstance(value, str):
        return word(value if len(value) <= _ITEM else value[:_ITEM] + "…")
    for kind, opening, closing in ((dict, "{", "}"), (list, "[", "]"), (tuple, "(", ")")):
        if isinstance(value, kind):
            return f"{opening}{'…' if value else ''}{closing}"
    text = repr(value)
    return text if len(text) <= _ITEM else text[:_ITEM] + "…"
