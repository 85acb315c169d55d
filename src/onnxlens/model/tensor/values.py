"""Stored values that a type does not have: entries out of range, padding, BOOL bytes.

Only the first 64 KiB are looked at, so that a large tensor costs no more than a small one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...schema.data_types import DataType
from ...span import Span
from ...tree.document import Document
from ...tree.field import Field
from ...wire.scalars import read_varint, varint_value
from .dims import size_text
from .fault import BOOL, PADDING, RANGE, SHORT_NEGATIVE, WASTE, Fault
from .storage import RAW, Storage

CHECKED = 1 << 16  # bytes
_WASTE = 4  # times what raw_data would take
_MANY = 1024  # bytes of a field that are worth a word


def value_faults(storage: Storage) -> Iterator[Fault]:
    """Yield what is wrong with the values themselves, of each kind the first one."""
    if storage.type is None:
        return
    if storage.place in ("int32_data", "uint64_data"):
        yield from _entries(storage, storage.type)
        yield from _waste(storage, storage.type)
    elif storage.place == RAW:
        yield from _raw(storage, storage.type)


def _raw(storage: Storage, type: DataType) -> Iterator[Fault]:
    source, offset, size = storage.block()
    field = storage.tensor.records(RAW)[-1]
    if type.kind == "bool":
        data = bytes(source.read(offset, min(size, CHECKED)))
        rest = data.lstrip(b"\0\1")
        if rest:
            at = len(data) - len(rest)
            text = f"raw_data byte {at:,} is {rest[0]}; a BOOL is 0 or 1, and other bytes read true"
            yield Fault(BOOL, text, field, Span(offset + at, offset + at + 1))
    if type.bits < 8 and size and size == type.bytes_for(storage.count):
        last = bytes(source.read(offset + size - 1, 1))[0]
        text = _padding(last, storage.count * type.bits, "raw_data")
        if text:
            yield Fault(PADDING, text, field, Span(offset + size - 1, offset + size))


def _padding(last: int, used: int, place: str) -> str:
    if used % 8 and last >> used % 8:
        return f"the last byte of {place} is 0x{last:02X}, whose upper bits are padding and not 0"
    return ""


def _entries(storage: Storage, type: DataType) -> Iterator[Fault]:
    """Yield the first entry that does not fit the type, and the first negative one of 5 bytes."""
    low, high = _range(type)
    stored = storage.tensor.spec.by_name[storage.place].type
    outside = short = last = None
    whole = True
    for at, (field, raw, size) in enumerate(_varints(storage)):
        value = varint_value(stored, raw)
        last = field, value
        if outside is None and not low <= value < high:
            text = f"{storage.place}[{at}] is {value}; {_kept(type)}"
            outside = Fault(RANGE, text, Field(*field))
        if short is None and size == 5 and value < 0:
            text = (
                f"{storage.place}[{at}] is {value} in 5 bytes, which a field of 64 bits would "
                f"read as {raw}"
            )
            short = Fault(SHORT_NEGATIVE, text, Field(*field))
        if at >= CHECKED:
            whole = False
            break
    yield from filter(None, (outside, short))
    if type.elements > 1 and last is not None and whole and storage.present == storage.needed:
        text = _padding(int(last[1]) & 0xFF, storage.count * type.bits, storage.place)
        if text:
            yield Fault(PADDING, text, Field(*last[0]))


def _range(type: DataType) -> tuple[int, int]:
    """Return the entries that a type allows; of packed ones a byte, in either reading."""
    if type.kind == "bool":
        return 0, 2
    if type.elements > 1:
        return -128, 256
    if type.kind == "signed":
        return -(1 << type.bits - 1), 1 << type.bits - 1
    return 0, 1 << type.bits


def _kept(type: DataType) -> str:
    if type.kind == "bool":
        return "a BOOL is 0 or 1"
    return f"{type.name} keeps the low {type.entry_bits} bits"


_Place = tuple[Document, int, int | None, tuple[int, int]]  # what makes a Field


def _varints(storage: Storage) -> Iterator[tuple[_Place, int, int]]:
    """Yield the raw varints of the first bytes, each with its place and its size."""
    document, left = storage.tensor.document, CHECKED
    for record in storage.tensor.records(storage.place):
        run = document.run_of(record.row)
        start, end = record.payload.start, run.good_end() if run else record.end
        data = document.read(start, min(end, start + left))
        left -= len(data)
        at = number = 0
        while at < len(data):
            raw, size = read_varint(data, at)
            if size < 1:
                break
            span = (start + at, start + at + size)
            yield (document, record.row, number if run else None, span), raw, size
            at, number = at + size, number + 1
        if left <= 0:
            return


def _waste(storage: Storage, type: DataType) -> Iterator[Fault]:
    taken = sum(end - start for start, end in storage.spans())
    raw = type.bytes_for(storage.count)
    if taken >= _MANY and taken > _WASTE * raw > 0:
        entries = storage.present
        text = (
            f"{storage.place}: {entries:,} entries ({storage.count:,} values) in "
            f"{size_text(taken)}; raw_data would take {raw:,}"
        )
        yield Fault(WASTE, text, storage.tensor.records(storage.place)[-1])
