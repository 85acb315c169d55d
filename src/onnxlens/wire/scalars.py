"""Single values of protobuf, from bytes and to bytes.

Sources: the protobuf encoding guide; the 10-byte forms and the treatment of high bits were
checked against the official package (upb).
"""

import struct

from .kinds import LEN, MAX_VARINT

_U64 = (1 << 64) - 1
_U32 = (1 << 32) - 1

_FORMATS = {
    "fixed32": "<I", "sfixed32": "<i", "float": "<f",
    "fixed64": "<Q", "sfixed64": "<q", "double": "<d",
}  # fmt: skip

Number = int | float | bool


def read_varint(data: bytes | memoryview, offset: int = 0) -> tuple[int, int]:
    """Return the varint at ``offset`` and how many bytes it takes.

    The value is in 0 .. 2**64 - 1: bits above 64 in a tenth byte are dropped, as parsers do.
    The count is 0 where the data ends too early, -1 where more than 10 bytes go on.
    """
    value = 0
    for count in range(MAX_VARINT):
        if offset + count >= len(data):
            return 0, 0
        byte = data[offset + count]
        value |= (byte & 0x7F) << (7 * count)
        if byte < 0x80:
            return value & _U64, count + 1
    return 0, -1


def encode_varint(value: int, size: int = 0) -> bytes:
    """Return ``value`` as a varint; negative numbers take 10 bytes.

    ``size`` (1 to 10, 0 for the shortest) pads an overlong form, so that one can be kept as it
    was. Raises ValueError where 64 bits, or that size, cannot hold the value.
    """
    if not -(1 << 63) <= value <= _U64:
        raise ValueError(f"{value} does not fit 64 bits")
    rest = value & _U64
    out = bytearray()
    while rest > 0x7F or len(out) + 1 < size:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    if len(out) > (size or MAX_VARINT):
        raise ValueError(f"{value} needs {len(out)} bytes, not {size}")
    return bytes(out)


def encode_tag(number: int, wire_type: int, size: int = 0) -> bytes:
    """Return the tag of field ``number`` (1 to 2**29 - 1), padded to ``size`` bytes if given.

    Raises ValueError for another number or wire type (0 to 5), or a size that is too small.
    """
    if not 1 <= number < 1 << 29 or not 0 <= wire_type <= 5:
        raise ValueError(f"field {number}, wire type {wire_type} has no tag")
    return encode_varint(number << 3 | wire_type, size)


def encode_record(number: int, payload: bytes) -> bytes:
    """Return a LEN record: tag, length, payload."""
    return encode_tag(number, LEN) + encode_varint(len(payload)) + payload


def varint_value(kind: str, raw: int) -> Number:
    """Return what the 64 bits ``raw`` of a varint mean as ``kind``, a scalar type's name.

    Types of 32 bits keep the low 32, an enum is read as int32.
    """
    if kind in ("int32", "enum"):
        return (raw & _U32 ^ 1 << 31) - (1 << 31)
    if kind == "int64":
        return (raw ^ 1 << 63) - (1 << 63)
    if kind == "uint32":
        return raw & _U32
    if kind == "bool":
        return raw != 0
    if kind == "sint32":
        raw &= _U32
    if kind in ("sint32", "sint64"):
        return raw >> 1 ^ -(raw & 1)
    return raw


def fixed_value(kind: str, payload: bytes | memoryview) -> Number:
    """Return the value of 4 or 8 little-endian bytes as ``kind``, a fixed-size type's name."""
    value: Number = struct.unpack(_FORMATS[kind], payload)[0]
    return value


def encode_scalar(kind: str, value: Number) -> bytes:
    """Return the payload that holds ``value`` as ``kind``, a numeric scalar type's name.

    Raises ValueError where the type cannot hold the value.
    """
    try:
        if kind in _FORMATS:
            return struct.pack(_FORMATS[kind], value)
        raw = _raw(kind, int(value))
    except (struct.error, OverflowError, ValueError) as error:
        raise ValueError(f"{value} does not fit {kind}") from error
    if varint_value(kind, raw) != value:
        raise ValueError(f"{value} does not fit {kind}")
    return encode_varint(raw)


def _raw(kind: str, number: int) -> int:
    if kind in ("sint32", "sint64"):
        return (number << 1 ^ number >> 63) & _U64
    return number & _U64
