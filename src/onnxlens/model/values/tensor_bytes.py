"""Writes arrays into TensorProto messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...schema.data_types import storage_of
from .message_bytes import Message
from .objects import string_bytes
from .place import Place

if TYPE_CHECKING:
    from .arrays import Array


def fill_tensor(message: Message, array: Array, data_type: int, name: bytes, place: Place) -> None:
    """Add the fields of a TensorProto: ``raw_data``, or ``string_data`` for STRING.

    ``array`` is of the data type's dtype in any byte order and memory layout, of objects for
    STRING. They are written in order of number.
    """
    for size in array.shape:
        message.number("dims", size)
    message.number("data_type", data_type)
    row = storage_of(data_type)
    assert row is not None
    if row.kind == "string":
        for item in array.flat:
            message.data("string_data", string_bytes(item, place))
    if name:
        message.data("name", name)
    if row.kind != "string":
        message.data("raw_data", _raw(array, row.bits))


def _raw(array: Array, bits: int) -> bytes:
    """Return elements in row-major order, little-endian, those below 8 bits packed."""
    import numpy as np

    if bits < 8:
        return _packed(array.reshape(-1).view(np.uint8), bits)
    if array.dtype.kind == "V":  # of ml_dtypes, which have no byte order but the machine's
        array = array.view(f"u{bits // 8}")
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()


def _packed(codes: Any, bits: int) -> bytes:
    """Return codes in a row from the lowest bit up, as many as fit whole bytes in one group."""
    import numpy as np

    each, size = (4, 3) if bits == 6 else (8 // bits, 1)  # codes and bytes of a group
    padded = np.zeros(-(-len(codes) // each) * each, np.uint32)
    padded[: len(codes)] = codes & ((1 << bits) - 1)
    groups = padded.reshape(-1, each)
    words = np.zeros(len(groups), np.uint32)
    for at in range(each):
        words |= groups[:, at] << np.uint32(bits * at)
    octets = words.astype("<u4").view(np.uint8).reshape(-1, 4)[:, :size]
    return octets.tobytes()[: (len(codes) * bits + 7) // 8]
