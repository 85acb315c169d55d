"""Stored values that a type does not have: entries out of range, padding, BOOL bytes.

Only the first 64 KiB are looked at, so that a large tensor costs no more than a small one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...schema.data_types import DataType
from ...wire.scalars import read_varint, varint_value
from .dims import size_text
from .storage import RAW, Storage

CHECKED = 1 << 16  # bytes
_WASTE = 4  # times what raw_data would take
_MANY = 1024  # bytes of a field that are worth a word


def value_problems(storage: Storage) -> Iterator[str]:
    """Yield what is wrong with the values themselves, of each kind the first one."""
    if storage.type is None:
        return
    if storage.place in ("int32_data", "uint64_data"):
        yield from _entries(storage, storage.type)
        yield from _waste(storage, storage.type)
    elif storage.place == RAW:
        yield from _raw(storage, storage.type)


def _raw(storage: Storage, type: DataType) -> Iterator[str]:
    source, offset, size = storage.block()
    if type.kind == "bool":
        data = bytes(source.read(offset, min(size, CHECKED)))
        rest = data.lstrip(b"\0\1")
        if rest:
            at = len(data) - len(rest)
            yield f"raw_data byte {at:,} is {rest[0]}; a BOOL is 0 or 1, and other bytes read true"
    if type.bits < 8 and size and size == type.bytes_for(storage.count):
        last = bytes(source.read(offset + size - 1, 1))[0]
        yield from _padding(last, storage.count * type.bits, "raw_data")


def _padding(last: int, used: int, place: str) -> Iterator[str]:
    if used % 8 and last >> used % 8:
        yield f"the last byte of {place} is 0x{last:02X}, whose upper bits are padding and not 0"


def _entries(storage: Storage, type: DataType) -> Iterator[str]:
    """Yield the first entry that does not fit the type, and the first negative one of 5 bytes."""
    low, high = _range(type)
    outside = short = last = None
    whole = True
    for at, (raw, size) in enumerate(_varints(storage)):
        value = last = varint_value(storage.tensor.spec.by_name[storage.place].type, raw)
        if outside is None and not low <= value < high:
            outside = f"{storage.place}[{at}] is {value}; {_kept(type)}"
        if short is None and size == 5 and value < 0:
            short = (
                f"{storage.place}[{at}] is {value} in 5 bytes, which a field of 64 bits would "
                f"read as {raw}"
            )
        if at >= CHECKED:
            whole = False
            break
    yield from filter(None, (outside, short))
    if type.elements > 1 and last is not None and whole and storage.present == storage.needed:
        yield from _padding(int(last) & 0xFF, storage.count * type.bits, storage.place)


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


def _varints(storage: Storage) -> Iterator[tuple[int, int]]:
    """Yield the raw varints of the first bytes, each with its size."""
    left = CHECKED
    for start, end in storage.spans():
        data = storage.tensor.document.read(start, min(end, start + left))
        left -= len(data)
        at = 0
        while at < len(data):
            raw, size = read_varint(data, at)
            if size < 1:
                break
            yield raw, size
            at += size
        if left <= 0:
            return


def _waste(storage: Storage, type: DataType) -> Iterator[str]:
    taken = sum(end - start for start, end in storage.spans())
    raw = type.bytes_for(storage.count)
    if taken >= _MANY and taken > _WASTE * raw > 0:
        entries = storage.present
        yield (
            f"{storage.place}: {entries:,} entries ({storage.count:,} values) in "
            f"{size_text(taken)}; raw_data would take {raw:,}"
        )
