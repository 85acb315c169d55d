"""Rules about records that fit no field of their message."""

from __future__ import annotations

from collections.abc import Iterator

from ...schema import FieldSpec
from ...tree.field import Field
from ...tree.slots import SPECS
from ...wire.index import FIELD_BITS
from ...wire.kinds import EGROUP, I32, NAMES, SGROUP
from ..context import Context
from ..rule import Found, rule
from .words import counted, owner


@rule("W020", "error")
def wrong_wire_type(context: Context) -> Iterator[Found]:
    """
    Finds:
    A record with the number of a known field and a wire type that this field cannot have.

    Why:
    The .proto files of ONNX are its definition, and the type of a field there fixes the wire type.
    Parsers set such a record aside as unknown, without a word, and the field counts as absent.
    Often the file holds another message than the one that it is read as.

    Fix:
    Write the field in its own type. If many fields are like that, look at the file as another
    message: onnxlens FILE tells which one fits.
    """
    for field in _misfits(context, known=True):
        spec = field.message.by_number[field.number] if field.message else None
        if spec is not None:
            needed = f"{NAMES[spec.wire_type]} for {spec.name}, {_type(spec)}"
            message = f"wire type {NAMES[field.wire_type]}; needed {needed}"
            yield Found(field, message, span=field.tag)


@rule("W021", "info")
def unknown_field(context: Context) -> Iterator[Found]:
    """
    Finds:
    Records with a number that their message has no field for; all of one number are told at once.

    Why:
    Protobuf allows them: a field newer than the reader looks like this. Standard parsers keep them,
    but tools that rebuild a model from what they know lose them, and no runtime uses them. A group
    is an old form of record that ONNX does not use.

    Fix:
    Nothing, if the field belongs to a newer ONNX or to the writer. Else remove it.
    """
    for fields in _numbers(context, reserved=False):
        first = fields[0]
        message = f"field {first.number} is none of {owner(first)}: {_sizes(fields)}"
        yield Found(first, message)


@rule("W022", "warning")
def reserved_number(context: Context) -> Iterator[Found]:
    """
    Finds:
    Records with a number that the .proto file reserves; all of one number are told at once.

    Why:
    A number is reserved where a field was taken out of ONNX, so that nothing else may use it. What
    stands there has no meaning any more, and parsers ignore it. Very old writers left since_version
    and status in functions.

    Fix:
    Remove the record, or write the model again with a newer tool.
    """
    for fields in _numbers(context, reserved=True):
        first = fields[0]
        message = f"field {first.number} is reserved in {owner(first)}: {_sizes(fields)}"
        yield Found(first, message)


def _type(spec: FieldSpec) -> str:
    return spec.ref if spec.is_message else spec.type


def _misfits(context: Context, known: bool) -> Iterator[Field]:
    """Yield the records in messages whose number is known, or is not, but which fit no field."""
    document = context.document
    heads, index = document.index.head, document.index
    kinds = (kind for kind in context.structures.kinds if kind[1] <= I32 and kind[1] != EGROUP)
    for slot, wire_type in sorted(kinds):
        spec = SPECS[slot]
        if (spec is not None) != known or (spec is not None and spec.fits(wire_type)):
            continue
        for row in index.rows_with(slot):
            if row and heads[row] & 7 == wire_type and slot >> FIELD_BITS:
                yield Field(document, row)


def _numbers(context: Context, reserved: bool) -> Iterator[list[Field]]:
    """Yield the unknown records of each message and number, in file order."""
    found: dict[tuple[str, int], list[Field]] = {}
    for field in _misfits(context, known=False):
        message = field.message
        if message is not None:
            is_reserved = any(low <= field.number <= high for low, high in message.reserved)
            if is_reserved == reserved:
                found.setdefault((message.name, field.number), []).append(field)
    for fields in found.values():
        yield sorted(fields, key=lambda field: field.row)


def _sizes(fields: list[Field]) -> str:
    size = counted(sum(field.span.size for field in fields), "byte")
    what = "group" if all(field.wire_type == SGROUP for field in fields) else "record"
    return f"{counted(len(fields), what)}, {size}"
