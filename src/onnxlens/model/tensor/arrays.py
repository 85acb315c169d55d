"""Elements of a stored tensor as numpy arrays of its own data type, whole or in chunks."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...errors import SourceError
from ...schema.data_types import DataType
from .entries import entry_chunks
from .storage import Block, Storage

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_ELEMENTS = 1 << 19  # elements of a chunk: 8 MiB of the widest type; whole bytes of every packing


def dtype_of(type: DataType) -> np.dtype[Any]:
    """Return the numpy dtype of a data type: little-endian, or one of ml_dtypes."""
    import numpy as np

    if type.is_extended:
        import ml_dtypes

        extended: np.dtype[Any] = np.dtype(getattr(ml_dtypes, type.dtype))
        return extended
    return np.dtype(type.dtype).newbyteorder("<")


def filled(storage: Storage, type: DataType, array: Array) -> None:
    """Fill a new array of the type's dtype, in row-major order, with the elements.

    Raises SourceError where the source gives fewer bytes than it has.
    """
    flat = array.reshape(-1)
    if storage.is_block and type.bits >= 8:
        _read_whole(storage.block(), flat)
        _settled(type, flat)
        return
    at = 0
    for chunk in chunks(storage, type):
        flat[at : at + len(chunk)] = chunk
        at += len(chunk)


def chunks(storage: Storage, type: DataType) -> Iterator[Array]:
    """Yield the elements as flat arrays of at most 2**20, in order; bounded in memory.

    As many as dims declare, or fewer where fewer are there. Not for STRING.
    """
    left = storage.count
    if not left:
        return
    for chunk in _from_block(storage, type) if storage.is_block else _from_entries(storage, type):
        yield chunk[:left]
        left -= len(chunk)
        if left <= 0:
            return


def _from_block(storage: Storage, type: DataType) -> Iterator[Array]:
    source, offset, size = storage.block()
    step = type.bytes_for(_ELEMENTS)
    for at in range(0, size, step):
        part = (source, offset + at, min(step, size - at))
        yield _decoded(part, type)


def _decoded(block: Block, type: DataType) -> Array:
    import numpy as np

    dtype = dtype_of(type)
    if type.bits < 8:
        octets = np.empty(block[2], np.uint8)
        _read_whole(block, octets)
        return _unpacked(octets, type.bits).view(dtype)
    flat = np.empty(block[2] // dtype.itemsize, dtype)
    _read_whole((block[0], block[1], flat.nbytes), flat)
    _settled(type, flat)
    return flat


def _read_whole(block: Block, flat: Array) -> None:
    import numpy as np

    source, offset, size = block
    got = source.readinto(offset, flat.view(np.uint8).data) if size else 0
    if got < size:
        raise SourceError(f"ends after {offset + got:,} bytes", name=source.name)


def _settled(type: DataType, flat: Array) -> None:
    """Turn bytes as they stand in the file into elements that numpy computes with."""
    import numpy as np

    if type.kind == "bool":  # numpy counts with the byte itself
        octets = flat.view(np.uint8)
        np.minimum(octets, 1, out=octets)
    elif type.is_extended and type.bits > 8 and sys.byteorder == "big":
        flat.view(np.uint16).byteswap(inplace=True)


def _unpacked(octets: Array, bits: int) -> Array:
    """Return one byte for each whole code of 2, 4 or 6 bits; the upper bits are 0."""
    import numpy as np

    if bits == 6:
        return _unpacked6(octets)
    each = 8 // bits
    out = np.empty(len(octets) * each, np.uint8)
    for at in range(each):
        np.right_shift(octets, at * bits, out=out[at::each])
    out &= (1 << bits) - 1
    return out


def _unpacked6(octets: Array) -> Array:
    import numpy as np

    groups = np.zeros((-(-len(octets) // 3), 3), np.uint8)
    groups.reshape(-1)[: len(octets)] = octets
    low, middle, high = groups.T
    out = np.empty((len(groups), 4), np.uint8)
    out[:, 0] = low & 0x3F
    out[:, 1] = low >> 6 | (middle & 0xF) << 2
    out[:, 2] = middle >> 4 | (high & 0x3) << 4
    out[:, 3] = high >> 2
    return out.reshape(-1)[: len(octets) * 8 // 6]


def _from_entries(storage: Storage, type: DataType) -> Iterator[Array]:
    import numpy as np

    rest = None
    for entries in entry_chunks(storage):
        if type.kind != "complex":
            yield _converted(entries, type)
            continue
        if rest is not None:  # a run may end between real and imaginary part
            entries = np.concatenate((rest, entries))
        whole = len(entries) // 2 * 2
        yield entries[:whole].view(dtype_of(type))
        rest = entries[whole:]


def _converted(entries: Array, type: DataType) -> Array:
    import numpy as np

    dtype = dtype_of(type)
    if type.kind == "bool":
        true: Array = entries.astype(np.uint8) != 0
        return true
    if type.bits < 8:
        octets = entries.astype(np.uint8)
        codes: Array = _unpacked(octets, type.bits) if type.elements > 1 else octets & 0x3F
        return codes.view(dtype)
    if entries.dtype.kind == "f":
        return entries
    native = np.dtype(f"u{type.bits // 8}")
    width = native if type.is_extended else native.newbyteorder("<")
    return entries.astype(width).view(dtype)
