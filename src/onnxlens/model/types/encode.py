"""Writes value types as the bytes of TypeProto and ValueInfoProto."""

from __future__ import annotations

from ... import schema
from ...wire.kinds import VARINT
from ...wire.scalars import encode_record, encode_tag, encode_varint
from .value_type import CONTAINERS, Dim, Level, ValueInfo


def value_bytes(value: ValueInfo) -> bytes:
    """Return a ValueInfoProto with name and type, as far as they are there."""
    name = b"" if value.name is None else _string("ValueInfoProto", "name", value.name)
    if value.type is None:
        return name
    return name + encode_record(_number("ValueInfoProto", "type"), value.type.to_bytes())


def type_bytes(levels: tuple[Level, ...]) -> bytes:
    """Return a TypeProto. The cost grows with its size, however deep it is."""
    before: list[bytes] = []  # of each level, the innermost first
    after: list[bytes] = []
    inner = 0  # bytes of the level inside
    for depth, level in enumerate(reversed(levels)):
        head, tail = _around(level, inner if depth else None)
        before.append(head)
        after.append(tail)
        inner += len(head) + len(tail)
    return b"".join([*reversed(before), *after])


def _around(level: Level, inner: int | None) -> tuple[bytes, bytes]:
    """Return the bytes of a level that stand before and after the type of ``inner`` bytes in it."""
    denotation = b""
    if level.denotation is not None:
        denotation = _string("TypeProto", "denotation", level.denotation)
    if level.kind == "untyped":
        return denotation, b""
    number = _number("TypeProto", f"{level.kind}_type")
    content = _content(level)
    if inner is not None and level.kind in CONTAINERS:
        field = schema.message(_message(level.kind)).by_name[CONTAINERS[level.kind]]
        content += encode_tag(field.number, field.wire_type) + encode_varint(inner)
    size = len(content) + (inner or 0)
    head = encode_record(number, b"")[:-1] + encode_varint(size) + content
    if number > _number("TypeProto", "denotation"):
        return denotation + head, b""
    return head, denotation


def _message(kind: str) -> str:
    return schema.message("TypeProto").by_name[f"{kind}_type"].ref


def _content(level: Level) -> bytes:
    """Return what a kind's message holds beside a further type."""
    owner = _message(level.kind)
    if level.kind == "map":
        return _data_type(owner, "key_type", level.data_type)
    if level.kind == "opaque":
        parts = (("domain", level.domain), ("name", level.name))
        return b"".join(_string(owner, name, text) for name, text in parts if text is not None)
    if level.kind in CONTAINERS:
        return b""
    shape = b"" if level.dims is None else encode_record(_number(owner, "shape"), _dims(level.dims))
    return _data_type(owner, "elem_type", level.data_type) + shape


def _dims(dims: tuple[Dim, ...]) -> bytes:
    number = _number("TensorShapeProto", "dim")
    return b"".join(encode_record(number, _dim(dim)) for dim in dims)


def _dim(dim: Dim) -> bytes:
    owner, out = "TensorShapeProto.Dimension", b""
    if dim.size is not None:
        out = _varint(owner, "dim_value", dim.size)
    elif dim.symbol is not None:
        out = _string(owner, "dim_param", dim.symbol)
    if dim.denotation is not None:
        out += _string(owner, "denotation", dim.denotation)
    return out


def _data_type(owner: str, name: str, number: int | None) -> bytes:
    return b"" if number is None else _varint(owner, name, number)


def _varint(owner: str, name: str, value: int) -> bytes:
    return encode_tag(_number(owner, name), VARINT) + encode_varint(value)


def _string(owner: str, name: str, text: str) -> bytes:
    return encode_record(_number(owner, name), text.encode("utf-8", "surrogateescape"))


def _number(owner: str, name: str) -> int:
    return schema.message(owner).by_name[name].number
