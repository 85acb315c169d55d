"""Rules about numbers that their field cannot hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ... import schema
from ...model.graph.names import slot
from ...tree.field import Field
from ...tree.slots import SPECS
from ...wire.kinds import LEN, VARINT
from ...wire.scalars import read_varint, varint_value
from ..context import Context
from ..rule import Found, rule
from ..slots import INT32, slots_of

_CLOSED = slots_of(lambda spec: spec.type == "enum")
_TYPE = slot("AttributeProto", "type")
_INT32_DATA = slot("TensorProto", "int32_data")
_DEEP_ONLY = 1 << 12  # bytes of int32_data above which they are read only when asked
_BITS, _NEGATIVE = 1 << 32, 1 << 31
_MINUS = (1 << 32) - 1  # what stands above the low 32 bits of a negative number
_SHORT = 5  # bytes of a varint that has 32 bits
_Test = Callable[[int], bool]


@rule("S010", "error")
def unknown_enum_value(context: Context) -> Iterator[Found]:
    """
    Finds:
    A number that its enum does not have: the type of an attribute, the data_location of a tensor,
    the status of an operator.

    Why:
    These fields are declared with a closed enum. The protobuf language guide has parsers set such a
    number aside as unknown, and the field reads as absent, so that data_location 9 means DEFAULT.
    The comments in onnx.proto say that the type MUST be set, and what data_location MUST be.

    Fix:
    Write a number of the enum. It may be one that came with a newer ONNX.
    """
    for field in _closed(context):
        spec, value = field.spec, field.value
        if spec is None or not isinstance(value, int):
            continue
        enum = schema.enum(spec.ref)
        if enum.name_of(value) is None:
            highest = max(each.number for each in enum.values)
            says = f"{spec.name} is {value}, no {enum.name}, and reads as absent"
            yield Found(field, f"{says}; needed 0 to {highest}")


@rule("S011", "warning")
def bits_above_32(context: Context) -> Iterator[Found]:
    """
    Finds:
    A number in a field of 32 bits that needs more; in int32_data all of one record at once.

    Why:
    By the protobuf encoding guide parsers keep the low 32 bits, so that 4294967297 reads as 1. A
    reader that keeps 64 sees another number. Long int32_data is read only when asked for.

    Fix:
    Write the number that is meant.
    """
    yield from _odd(context, _is_over, "parsers keep 32 bits and read")


@rule("S012", "warning")
def short_negative_number(context: Context) -> Iterator[Found]:
    """
    Finds:
    A negative number of 32 bits in 5 bytes instead of 10; in int32_data all of one record at once.

    Why:
    The protobuf encoding guide stores a negative int32 as 64 bits, in 10 bytes. Standard parsers
    keep 32 bits and read the short form too, but a reader that keeps 64 sees a number above
    2,147,483,647. Long int32_data is read only when asked for.

    Fix:
    Write the number in 10 bytes; the onnx package does so when it saves the model.
    """
    yield from _odd(context, _is_short, "64 bits are needed for")


def _odd(context: Context, is_odd: _Test, says: str) -> Iterator[Found]:
    slots = INT32 & {kind[0] for kind in context.structures.kinds}
    document = context.document
    for row in context.suspects.varints(_SHORT, range(128), slots) if slots else ():
        field = Field(document, row)
        raw = read_varint(field.raw())[0]
        if is_odd(raw):
            yield Found(field, f"{field.name} is {raw}; {says} {_value(field, raw)}")
    for row in _runs(context) if _INT32_DATA in slots else ():
        yield from _odd_elements(Field(document, row), is_odd, says)


def _odd_elements(field: Field, is_odd: _Test, says: str) -> Iterator[Found]:
    """Yield the first element of a run that is odd, with how many more there are."""
    first, count, raw = None, 0, 0
    for element in field.children:
        if element.span.size >= _SHORT and element.spec is not None:
            value = read_varint(element.document.read(*element.span))[0]
            if is_odd(value):
                first, raw = (element, value) if first is None else (first, raw)
                count += 1
    if first is not None:
        more = f"; {count - 1:,} more in this record" if count > 1 else ""
        yield Found(first, f"{field.name} has {raw}; {says} {_value(field, raw)}{more}")


def _runs(context: Context) -> Iterator[int]:
    index = context.document.index
    for row in index.rows_with(_INT32_DATA):
        is_short = index.end(row) - index.payload(row) <= _DEEP_ONLY
        if index.head[row] & 7 == LEN and (is_short or context.deep):
            yield row


def _closed(context: Context) -> Iterator[Field]:
    """Yield the records of closed enums; of the types of attributes those that are unknown."""
    document, index = context.document, context.document.index
    for attribute in context.odd_attributes:
        yield from (Field(document, row) for row in attribute.unknown)
    for own, wire_type in sorted(context.structures.kinds):
        if own in _CLOSED and own != _TYPE and wire_type == VARINT:
            rows = (row for row in index.rows_with(own) if index.head[row] & 7 == VARINT)
            yield from (Field(document, row) for row in rows)


def _is_over(raw: int) -> bool:
    high, low = divmod(raw, _BITS)
    return high > 0 and not (high == _MINUS and low >= _NEGATIVE)


def _is_short(raw: int) -> bool:
    return _NEGATIVE <= raw < _BITS


def _value(field: Field, raw: int) -> str:
    """Return the number that parsers read, with its name where it is one of an enum."""
    spec, value = SPECS[field.document.index.slot[field.row]], varint_value("int32", raw)
    assert isinstance(value, int)
    name = schema.enum(spec.ref).name_of(value) if spec is not None and spec.ref else None
    return f"{value}, {name}" if name else str(value)
