"""Rules about numbers and lengths in an unusual form."""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.field import Field
from ...tree.slots import SPECS
from ...wire.kinds import EGROUP, LEN, MAX_TAG, MAX_VARINT
from ...wire.scalars import encode_varint, read_varint
from ..context import Context
from ..rule import Found, rule
from .words import counted, hexadecimal, owner, value_words


@rule("W007", "error")
def length_too_long(context: Context) -> Iterator[Found]:
    """
    Finds:
    A length of 6 to 10 bytes.

    Why:
    A length below 2 GiB needs 5 bytes at most. Protobuf does not forbid to pad it further, but
    standard parsers read no more than 5 and call the file corrupt.

    Fix:
    Write the length in as few bytes as it needs.
    """
    for field, part, size in _long_heads(context):
        if part == "length" and field.length.size > MAX_TAG:
            says = f"length {field.declared or 0:,} takes {field.length.size} bytes"
            yield Found(
                field, f"{says}; parsers read {MAX_TAG}, {size} would do", span=field.length
            )


@rule("W040", "info")
def overlong_varint(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tag, length or number in more bytes than it needs; all of one field are told at once.

    Why:
    Protobuf allows it, and parsers read it. Some writers leave room so that they can fill in a
    length later. Two files with the same content then differ in their bytes, and their hashes.

    Fix:
    Nothing has to be done. Loading and saving the model with the onnx package gives the short form.
    """
    seen: dict[object, list[tuple[Field, str, int]]] = {}
    for field, part, size in _overlong(context):
        key = field.message.name if field.message else "", field.number, part
        seen.setdefault(key, []).append((field, part, size))
    for places in seen.values():
        field, part, size = places[0]
        span = {"tag": field.tag, "length": field.length}.get(part, field.payload)
        data = field.document.read(*span)
        more = f"; {len(places) - 1:,} more in {owner(field)}" if len(places) > 1 else ""
        message = f"{part} {hexadecimal(data)} takes {span.size} bytes; {size} would do{more}"
        yield Found(field, message, span=span)


@rule("W041", "warning")
def varint_over_64_bits(context: Context) -> Iterator[Found]:
    """
    Finds:
    A number of 10 bytes with bits set above the 64 that it can have.

    Why:
    The tenth byte of a varint has room for one bit. Standard parsers drop the others, but a reader
    that checks them refuses the file, and no writer makes such a number on purpose.

    Fix:
    Write the number that is meant, or fetch the file again.
    """
    for row in context.suspects.varints(MAX_VARINT, range(2, 128)):
        field = Field(context.document, row)
        says = f"the tenth byte is {field.raw()[-1]:02X}; 64 bits leave 00 or 01"
        yield Found(field, f"{says}, and parsers read {value_words(field)}", span=field.payload)


@rule("W042", "info")
def packed_against_schema(context: Context) -> Iterator[Found]:
    """
    Finds:
    Numbers in packed form in a field that the .proto file does not declare packed.

    Why:
    Both forms are legal, and protobuf asks every parser to read both. Writers of the newer syntax
    pack by default. A reader made by hand may know only the declared form: one record a number.

    Fix:
    Nothing has to be done.
    """
    for field, count in _forms(context, packed=True):
        says = f"packed in {counted(count, 'record')}; declared as one record a number"
        yield Found(field, f"{field.name} is {says}")


@rule("W043", "info")
def unpacked_against_schema(context: Context) -> Iterator[Found]:
    """
    Finds:
    Numbers one by one in a field that the .proto file declares packed.

    Why:
    Both forms are legal, and protobuf asks every parser to read both. One record a number takes
    more room, and a reader made by hand may know only the packed form.

    Fix:
    Nothing has to be done. Reading and writing the model with the onnx package packs the numbers.
    """
    for field, count in _forms(context, packed=False):
        says = f"not packed: {counted(count, 'record')} of one number; declared packed"
        yield Found(field, f"{field.name} is {says}")


def _forms(context: Context, packed: bool) -> Iterator[tuple[Field, int]]:
    """Yield the first record of each field in another form than declared, and their number."""
    index = context.document.index
    for slot, wire_type in sorted(context.structures.kinds):
        spec = SPECS[slot]
        if spec is None or not spec.packable or not spec.fits(wire_type) or spec.packed == packed:
            continue
        if (wire_type == LEN) == packed:
            rows = [row for row in index.rows_with(slot) if index.head[row] & 7 == wire_type]
            yield Field(context.document, rows[0]), len(rows)


def _overlong(context: Context) -> Iterator[tuple[Field, str, int]]:
    """Yield record, part and how many bytes would do, of what parsers read all the same."""
    for field, part, size in _long_heads(context):
        if part == "tag" or field.length.size <= MAX_TAG:
            yield field, part, size
    for row in context.suspects.varints(2, range(1)):
        field = Field(context.document, row)
        yield field, "number", _size(read_varint(field.raw())[0])


def _long_heads(context: Context) -> Iterator[tuple[Field, str, int]]:
    """Yield record, ``tag`` or ``length``, and how many bytes would do, where it takes more."""
    document = context.document
    for row in context.suspects.long_heads:
        field = Field(document, row)
        if field.wire_type == EGROUP:
            continue
        for part, span in (("tag", field.tag), ("length", field.length)):
            shortest = _size(read_varint(document.read(*span))[0]) if span.size else 0
            if span.size > shortest:
                yield field, part, shortest


def _size(value: int) -> int:
    return len(encode_varint(value))
