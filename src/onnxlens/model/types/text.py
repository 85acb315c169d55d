"""Prints a value type in the notation of onnxlens (its grammar is in ARCHITECTURE.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...tree.names import quote
from ..words import data_type, word
from .value_type import CONTAINERS, Dim, Level

_OPENING = {"sequence": "sequence(", "optional": "optional("}


def value_text(name: str | None, levels: Iterable[Level] | None) -> str:
    """Return ``x: FLOAT [1, "N"]``; ``x`` without a type, ``?: FLOAT`` without a name."""
    if name is None:
        return "?:" if levels is None else f"?: {type_text(levels)}"
    return word(name) if levels is None else f"{word(name)}: {type_text(levels)}"


def type_text(levels: Iterable[Level]) -> str:
    """Return the text of a type, such as ``sequence(FLOAT [1, "N"]) as TEXT``."""
    before: list[str] = []
    after: list[str] = []  # the innermost last
    for level in levels:
        before.append(_opening(level))
        closing = ")" if level.kind in CONTAINERS else ""
        denoted = "" if level.denotation is None else f" as {word(level.denotation)}"
        after.append(closing + denoted)
    return "".join(before) + "".join(reversed(after))


def _opening(level: Level) -> str:
    if level.kind == "tensor":
        return tensor_text(level)
    if level.kind == "sparse_tensor":
        return f"sparse_tensor({tensor_text(level)})"
    if level.kind == "map":
        return f"map({_data_type(level.data_type)}, "
    if level.kind == "opaque":
        return f"opaque({_opaque(level)})"
    return _OPENING.get(level.kind, level.kind)


def _data_type(number: int | None) -> str:
    return "?" if number is None else data_type(number)


def tensor_text(level: Level) -> str:
    """Return data type and shape of a tensor: ``FLOAT [1, "N"]``."""
    element = _data_type(level.data_type)
    return element if level.dims is None else f"{element} {shape_text(level.dims, level.more)}"


def shape_text(dims: Sequence[Dim], more: int = 0) -> str:
    """Return ``[1, "N"]``; ``[]`` is a scalar. ``more`` counts dims that a sketch leaves out."""
    texts = [dim_text(dim) for dim in dims]
    if more:
        texts.append(f"… {len(dims) + more:,} dims")
    return f"[{', '.join(texts)}]"


def dim_text(dim: Dim) -> str:
    """Return ``1``, ``"N"`` or ``?`` (neither member set), with the denotation after ``:``."""
    if dim.size is not None:
        text = str(dim.size)
    else:
        text = "?" if dim.symbol is None else quote(dim.symbol)
    return text if dim.denotation is None else f"{text}:{word(dim.denotation)}"


def _opaque(level: Level) -> str:
    domain = "" if level.domain is None else f"{word(level.domain)}, "
    return domain + ("" if level.name is None else word(level.name))
