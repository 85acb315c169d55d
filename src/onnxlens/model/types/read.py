"""Reads value types off the merged view."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...tree.merged import Merged
from .value_type import CONTAINERS, Dim, Level, ValueInfo, ValueType

_NUMBER = {"tensor": "elem_type", "sparse_tensor": "elem_type", "map": "key_type"}
Text = Callable[[Merged, str], str]  # returns a string field that is present


def read_type(type_: Merged) -> ValueType:
    """Return the type that a TypeProto says, as a standard parser reads it."""
    levels = tuple(levels_of(type_, _whole))
    return ValueType(levels, _same(type_, ValueType(levels)))


def read_value(value: Merged) -> ValueInfo:
    """Return name and type of a ValueInfoProto, as a standard parser reads them."""
    type_ = value.message("type")
    info = ValueInfo(optional(value, "name", _whole), read_type(type_) if type_ else None)
    info.lossless = _same(value, info)
    return info


def levels_of(type_: Merged, text: Text, dims: int | None = None) -> Iterator[Level]:
    """Yield the levels of a TypeProto, the outermost first.

    ``text`` reads a string field, ``dims`` is the greatest number of dims to read.
    """
    inner: Merged | None = type_
    while inner is not None:
        spec = inner.which("value")
        kind = spec.name.removesuffix("_type") if spec else "untyped"
        content = inner.message(spec.name) if spec else None
        level = Level(kind, denotation=optional(inner, "denotation", text))
        if content is not None:
            fill(level, content, text, dims)
        yield level
        inner = content.message(CONTAINERS[kind]) if content and kind in CONTAINERS else None


def fill(level: Level, content: Merged, text: Text, dims: int | None) -> None:
    """Read into a level what the message of its kind holds, but for a further type."""
    number = _NUMBER.get(level.kind)
    if number is not None and content.has(number):
        level.data_type = content.number(number)
    if level.kind in ("tensor", "sparse_tensor"):
        shape = content.message("shape")
        if shape is not None:
            level.dims = dims_of(shape, text, dims)
            level.more = shape.count("dim") - len(level.dims)
    elif level.kind == "opaque":
        level.domain = optional(content, "domain", text)
        level.name = optional(content, "name", text)


def dims_of(shape: Merged, text: Text, limit: int | None = None) -> tuple[Dim, ...]:
    """Return the dims of a TensorShapeProto, at most ``limit``."""
    from itertools import islice

    return tuple(dim_of(dim, text) for dim in islice(shape.each("dim"), limit))


def dim_of(dim: Merged, text: Text) -> Dim:
    """Return what a Dimension says."""
    kind = dim.which("value")
    size = dim.number("dim_value") if kind and kind.name == "dim_value" else None
    symbol = text(dim, "dim_param") if kind and kind.name == "dim_param" else None
    return Dim(size, symbol, optional(dim, "denotation", text))


def optional(message: Merged, name: str, text: Text) -> str | None:
    """Return a string field, None where it is absent."""
    return text(message, name) if message.has(name) else None


def _whole(message: Merged, name: str) -> str:
    return message.text(name)


def _same(message: Merged, made: ValueType | ValueInfo) -> bool:
    """Tell whether the bytes of a message are those that what was read of it would give."""
    fields = message.fields
    if len(fields) > 1:
        return False
    return fields[0].raw() == made.to_bytes()
