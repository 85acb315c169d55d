"""The official onnx package as the judge of what a message says."""

import struct
from collections.abc import Iterator
from typing import Any

from google.protobuf.message import DecodeError, Message
from google.protobuf.unknown_fields import UnknownFieldSet
from onnx import onnx_data_pb2, onnx_ml_pb2, onnx_operators_ml_pb2

from onnxlens.tree.field import Field
from onnxlens.tree.merged import Merged
from onnxlens.wire.kinds import EGROUP, LEN, SGROUP, VARINT
from onnxlens.wire.scalars import read_varint

_FILES = (onnx_ml_pb2, onnx_operators_ml_pb2, onnx_data_pb2)


def parsed(kind: str, data: bytes) -> Message | None:
    """Return what the package reads; None where it refuses."""
    outer, _, inner = kind.partition(".")
    found = next(getattr(file, outer) for file in _FILES if hasattr(file, outer))
    message: Message = (getattr(found, inner) if inner else found)()
    try:
        message.ParseFromString(data)
    except DecodeError:
        return None
    return message


def compare(view: Merged, message: Message) -> int:
    """Assert that both say the same in all their messages; return how many fields were compared."""
    pairs, fields = [(view, message)], 0
    while pairs:
        mine, theirs = pairs.pop()
        assert mine.spec.name == theirs.DESCRIPTOR.full_name.removeprefix("onnx.")
        pairs.extend(_compare_one(mine, theirs))
        fields += len(theirs.DESCRIPTOR.fields)
    return fields


def _compare_one(mine: Merged, theirs: Message) -> Iterator[tuple[Merged, Message]]:
    """Compare two messages; yield the messages in them, paired."""
    listed = theirs.ListFields()
    assert [spec.name for spec, _ in mine.present()] == [each.name for each, _ in listed], mine
    assert _unknown(mine.unknown()) == _unknown_of(UnknownFieldSet(theirs)), mine
    for descriptor in theirs.DESCRIPTOR.fields:
        name = descriptor.name
        ours, other = mine[name], getattr(theirs, name)
        if descriptor.has_presence:
            assert mine.has(name) == theirs.HasField(name), (mine, name)
        else:
            assert mine.has(name) == (len(other) > 0), (mine, name)
        if descriptor.message_type is None:
            assert _exact(ours) == _exact(other), (mine, name)
        elif descriptor.has_presence:
            assert (ours is not None) == theirs.HasField(name)
            if ours is not None:
                yield ours, other
        else:
            yield from zip(ours, other, strict=True)
    for oneof in theirs.DESCRIPTOR.oneofs:
        member = mine.which(oneof.name)
        assert (member.name if member else None) == theirs.WhichOneof(oneof.name), mine


def _exact(value: Any) -> Any:
    """Return a value with its type: floats by their bits, strings that are not UTF-8 as bytes."""
    if isinstance(value, (int, bytes)):
        return type(value).__name__, value
    if isinstance(value, float):
        return "float", struct.pack("<d", value)
    if isinstance(value, str):
        data = value.encode("utf-8", "surrogateescape")
        try:
            return "str", data.decode()
        except UnicodeDecodeError:
            return "bytes", data
    return [_exact(each) for each in value]


def _unknown(fields: list[Field]) -> list[Any]:
    return [(field.number, field.wire_type, _content(field)) for field in fields]


def _content(field: Field) -> Any:
    if field.wire_type == LEN:
        return field.raw()
    if field.wire_type != SGROUP:
        return _bits(field)
    return _unknown([child for child in field.children if child.wire_type != EGROUP])


def _bits(field: Field) -> int:
    """Return the number as it stands: of a closed enum's unknown one the package keeps all bits."""
    data = field.raw()
    return read_varint(data)[0] if field.wire_type == VARINT else int.from_bytes(data, "little")


def _unknown_of(fields: UnknownFieldSet) -> list[Any]:
    return [(field.field_number, field.wire_type, _content_of(field)) for field in fields]


def _content_of(field: Any) -> Any:
    return field.data if field.wire_type != SGROUP else _unknown_of(field.data)
