"""Entries of typed storage decoded in bulk: packed, unpacked and split runs alike.

The payload of an unpacked entry is that of a packed one, so all of them joined are one run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .storage import Storage

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[tuple[int], np.dtype[np.generic]]

_CHUNK = 1 << 18  # bytes decoded at a time; a varint's decoding takes some 40 times that
_CONTINUED = bytes(range(0x80, 0x100))
# field -> dtype of an entry: the bytes of fixed-size ones, the low bits that count of varints
_DTYPES = {
    "float_data": "<f4", "double_data": "<f8", "int32_data": "<u4", "int64_data": "<u8",
    "uint64_data": "<u8",
}  # fmt: skip


def entry_chunks(storage: Storage) -> Iterator[Array]:
    """Yield the whole entries of the typed field, at most 2**18 a time.

    float_data as float32 and double_data as float64, bit for bit; int32_data as unsigned 32 bits
    (the low ones, as parsers keep them), the others as unsigned 64 bits.
    """
    import numpy as np

    dtype = np.dtype(_DTYPES[storage.place])
    for data in _joined(storage):
        if dtype.kind == "f":
            yield np.frombuffer(data, dtype)
        else:
            yield varints(data).astype(dtype)


def varints(data: bytes) -> Array:
    """Return whole varints as unsigned 64-bit integers; bits above the 64th are dropped.

    Each takes 10 bytes at most, and the last byte ends one.
    """
    import numpy as np

    octets = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(octets < 0x80)
    if len(ends) == len(octets):
        return octets.astype(np.uint64)
    starts = np.empty_like(ends)
    starts[:1], starts[1:] = 0, ends[:-1] + 1
    lengths = ends - starts + 1
    values = np.zeros(len(ends), np.uint64)
    for at in range(int(lengths.max())):
        (longer,) = np.nonzero(lengths > at)
        part = (octets[starts[longer] + at] & 0x7F).astype(np.uint64)
        values[longer] |= part << np.uint64(7 * at)
    return values


def _joined(storage: Storage) -> Iterator[bytes]:
    """Yield the bytes of all entries in chunks that end where an entry does."""
    fixed = storage.place in ("float_data", "double_data")
    parts: list[bytes] = []
    size = 0
    for data in _pieces(storage, fixed):
        parts.append(data)
        size += len(data)
        if size >= _CHUNK:
            yield b"".join(parts)
            parts, size = [], 0
    if size:
        yield b"".join(parts)


def _pieces(storage: Storage, fixed: bool) -> Iterator[bytes]:
    """Yield the bytes of each span, long ones cut between entries."""
    read = storage.tensor.document.read
    for start, end in storage.spans():
        while start < end:
            data = read(start, min(start + _CHUNK, end))
            if not fixed and start + len(data) < end:
                data = data.rstrip(_CONTINUED)
            yield data
            start += len(data)
