"""Rules about bytes that no parser can read: each cause once, with what else it cut."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.breaks import damage_of
from ...span import Span
from ...tree.document import Document
from ...tree.field import TAIL, Field
from ...wire import damage as reason
from ...wire.kinds import I32, I64, LEN, MAX_TAG, MAX_VARINT
from ...wire.scalars import read_varint
from ..context import Context
from ..rule import Found, rule
from ..slots import WIDTHS
from .words import counted, hexadecimal, named

_LISTED = 8  # records that are named as cut by the same cause
_DEEP_ONLY = 1 << 12  # bytes of a packed run above which it is read to its end only when asked


@rule("W001", "error")
def undecodable_tag(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tag with the field number 0, with the wire type 6 or 7, or of more than 5 bytes or 32 bits.

    Why:
    The protobuf encoding guide knows field numbers from 1 to 536,870,911 and the wire types 0 to 5.
    Nobody can tell where such a record ends, so all up to the end of its message is lost, and
    parsers refuse the file. Most often bytes were changed, or the file is of another format.

    Fix:
    Fetch or write the file again. Where only one message is hit, the rest of the file can be saved.
    """
    for field in _causes(context, reason.FIELD_ZERO, reason.WIRE_TYPE, reason.TAG_LONG):
        data = _start(field)
        value, size = read_varint(data)
        if field.damage == reason.TAG_LONG:
            size = size if size > 0 else len(data)
            says = f"is a tag of more than {MAX_TAG} bytes or 32 bits"
        else:
            says = f"is field {value >> 3}, wire type {value & 7}; "
            is_zero = field.damage == reason.FIELD_ZERO
            says += "field numbers start at 1" if is_zero else "wire types are 0 to 5"
        message = f"{hexadecimal(data[:size])} {says}; {_lost(field, size)}"
        yield Found(field, message, span=Span(field.start, field.start + size))


@rule("W002", "error")
def unmatched_end_group(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tag that ends a group, where none of its number was begun.

    Why:
    The protobuf encoding guide has each end-group tag match the start-group tag before it. ONNX
    uses no groups at all. Parsers refuse the file or, as the C++ one, stop there without a word. A
    page of HTML looks like this: its first byte, 3C, ends group 7.

    Fix:
    Look at the first bytes of the file; fetch or write it again.
    """
    for field in _causes(context, reason.END_GROUP):
        data = _start(field)
        tag, size = read_varint(data)
        parent = field.parent
        is_open = parent is not None and parent.wire_type != LEN and not parent.is_root
        held = f"the open one is {parent.number}" if parent and is_open else "none is open"
        message = f"{hexadecimal(data[:size])} ends group {tag >> 3}; {held}; {_lost(field, size)}"
        yield Found(field, message, span=Span(field.start, field.start + size))


@rule("W003", "error")
def truncated_record(context: Context) -> Iterator[Found]:
    """
    Finds:
    A length that declares more bytes than the message around it, or the file, has left.

    Why:
    By the protobuf encoding guide the length counts the bytes of the payload. Where the file ends
    first it was cut off, while it was copied, downloaded or cached; elsewhere a length was changed.
    Parsers refuse the file. What encloses the record is cut by the same cause, and listed with it.

    Fix:
    Fetch the file again and compare its size with that of the original.
    """
    for field, also in _cut(context, reason.CLIPPED):
        size = field.payload.size
        has = "is" if size == 1 else "are"
        message = f"declares {counted(field.declared or 0, 'byte')}; {size:,} {has} there"
        yield Found(field, message, *also, span=field.length)


@rule("W004", "error")
def record_without_end(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tag, length or number that the end of its message cuts off, where no length explains it.

    Why:
    By the protobuf encoding guide a varint ends with a byte below 80, and fixed numbers have 4 or 8
    bytes. Either the file ends too early, or a length around it is too small. Parsers refuse it.

    Fix:
    Fetch the file again. If its size is right, a writer counted a length wrongly.
    """
    for field, also in _cut(context, reason.TAG_CUT, reason.LENGTH_CUT, reason.VALUE_CUT):
        tag, size = read_varint(_start(field))
        wire_type = tag & 7
        if field.damage == reason.TAG_CUT:
            message = "a tag does not end within its message"
        elif field.damage == reason.VALUE_CUT and wire_type in (I32, I64):
            needed, there = 4 if wire_type == I32 else 8, field.span.size - size
            message = f"{named(field, tag >> 3)} needs {needed} bytes; {there} are there"
        else:
            what = "length" if field.damage == reason.LENGTH_CUT else "number"
            message = f"the {what} of {named(field, tag >> 3)} does not end within its message"
        yield Found(field, message, *also)


@rule("W005", "error")
def varint_without_end(context: Context) -> Iterator[Found]:
    """
    Finds:
    A number or a length whose varint goes on for more than 10 bytes.

    Why:
    The protobuf encoding guide stores 64 bits in at most 10 bytes. Parsers refuse the file, and
    what follows in the same message cannot be read.

    Fix:
    Fetch or write the file again; bytes were changed, or it is of another format.
    """
    for field in _causes(context, reason.VALUE_LONG, reason.LENGTH_LONG):
        tag, size = read_varint(_start(field))
        what = "length" if field.damage == reason.LENGTH_LONG else "number"
        begins = field.start + size
        says = f"the {what} of {named(field, tag >> 3)} has more than {MAX_VARINT} bytes"
        message = f"{says}; {_lost(field, size + MAX_VARINT)}"
        yield Found(field, message, span=Span(begins, min(begins + MAX_VARINT, field.end)))


@rule("W006", "error")
def group_without_end(context: Context) -> Iterator[Found]:
    """
    Finds:
    A group whose end-group tag is not there when its message ends.

    Why:
    The protobuf encoding guide has a group last up to its end-group tag. Parsers refuse the file.
    ONNX uses no groups, so most often bytes were changed or the file is of another format.

    Fix:
    Fetch or write the file again.
    """
    for field, also in _cut(context, reason.GROUP_OPEN):
        message = f"group {field.number} has no end before its message ends at {field.end}"
        yield Found(field, message, *also, span=field.tag)


@rule("W008", "error")
def packed_run_without_end(context: Context) -> Iterator[Found]:
    """
    Finds:
    A packed run that ends within an element, or holds a varint of more than 10 bytes.

    Why:
    By the protobuf encoding guide a packed run holds whole elements and nothing else. Parsers
    refuse the file. Long runs are looked at only at their end unless more is asked for.

    Fix:
    Fetch or write the file again.
    """
    document = context.document
    slots = frozenset(
        s for s, wire_type in context.structures.kinds if wire_type == LEN and s in WIDTHS
    )
    bad = context.suspects.bad_runs(slots) if slots else []
    for row in sorted({*bad, *_long_inside(context, slots)}):
        run, field = document.run_of(row), Field(document, row)
        if run is None or row in document.damage or run.good_end() == run.end:
            continue
        size = run.end - run.good_end()
        tail = Field(document, row, TAIL, (run.good_end(), run.end))
        needed = f"each has {run.width} bytes" if run.width else "a varint ends in a byte below 80"
        if tail.damage == reason.VALUE_LONG:
            needed = f"a varint has at most {MAX_VARINT} bytes"
        message = (
            f"the last {counted(size, 'byte')} of {field.name} hold no whole element; {needed}"
        )
        yield Found(tail, message)


def _long_inside(context: Context, slots: frozenset[int]) -> Iterator[int]:
    """Yield the packed runs in which a varint is too long, as far as they are read."""
    document, index = context.document, context.document.index
    for row in (row for slot in slots if not WIDTHS[slot] for row in index.rows_with(slot)):
        size = index.end(row) - index.payload(row)
        if size > MAX_VARINT and (size <= _DEEP_ONLY or context.deep):
            run = document.run_of(row)
            if run is not None and run.good_end() < run.end:
                yield row


def _causes(context: Context, *reasons: int) -> Iterator[Field]:
    damage = damage_of(context.document)
    for row in damage.causes if damage else ():
        if context.document.damage[row] in reasons:
            yield Field(context.document, row)


def _cut(context: Context, *reasons: int) -> Iterator[tuple[Field, list[tuple[Field, str]]]]:
    """Yield causes, each with the other records that end at the same offset, as they are cut."""
    document = context.document
    ends: dict[int, list[int]] = {}
    for row in sorted(document.damage):
        ends.setdefault(document.index.end(row), []).append(row)
    for field in _causes(context, *reasons):
        others = [row for row in ends[field.end] if row != field.row]
        yield field, [(Field(document, row), _cut_text(document, row)) for row in others[-_LISTED:]]


def _cut_text(document: Document, row: int) -> str:
    field = Field(document, row)
    if field.damage == reason.CLIPPED:
        return f"declares {field.declared or 0:,}, has {field.payload.size:,}"
    return reason.WORDS[field.damage or 0]


def _start(field: Field) -> bytes:
    return field.document.read(field.start, min(field.end, field.start + MAX_VARINT))


def _lost(field: Field, read: int) -> str:
    """Return how many bytes after those that were read are lost with a record."""
    rest = field.span.size - read
    return f"the next {counted(rest, 'byte')} cannot be read" if rest > 0 else "nothing follows"
