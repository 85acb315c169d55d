"""Elements of ``raw_data`` decoded in plain Python: every number format, 2-, 4- and 6-bit packing.

A float of 16 bits or less is computed from its format; exact, since a Python float holds each.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from math import copysign, inf, ldexp, nan

from ...schema.data_types import E8M0, FN, FNUZ, IEEE, DataType, Format

Element = int | float | complex | bool | str

# kind and bits -> struct code of one element, or of one part of it
_CODES = {
    ("signed", 8): "b", ("signed", 16): "h", ("signed", 32): "i", ("signed", 64): "q",
    ("unsigned", 8): "B", ("unsigned", 16): "H", ("unsigned", 32): "I", ("unsigned", 64): "Q",
    ("float", 32): "f", ("float", 64): "d", ("complex", 64): "f", ("complex", 128): "d",
    ("bool", 8): "?",
}  # fmt: skip


def elements(type: DataType, data: bytes) -> list[Element]:
    """Return the elements that are whole in bytes laid out as in ``raw_data``."""
    code = _CODES.get((type.kind, type.bits))
    if code is None:
        return [number(type, value) for value in codes(data, type.bits)]
    size = struct.calcsize(code)
    found = [value for (value,) in struct.iter_unpack(f"<{code}", data[: len(data) // size * size])]
    return paired(found) if type.kind == "complex" else found


def codes(data: bytes, bits: int) -> list[int]:
    """Return the whole codes of ``bits`` bits each that fill bytes from the lowest bit up."""
    stream, mask = int.from_bytes(data, "little"), (1 << bits) - 1
    if bits == 16:  # a shift of the whole stream for each would be quadratic
        return [code for (code,) in struct.iter_unpack("<H", data[: len(data) // 2 * 2])]
    if len(data) > _WHOLE:
        parts = (data[at : at + _WHOLE] for at in range(0, len(data), _WHOLE))
        return [code for part in parts for code in codes(part, bits)]
    return [stream >> at & mask for at in range(0, len(data) * 8 - bits + 1, bits)]


_WHOLE = 24  # bytes that hold whole codes of 2, 4, 6 and 8 bits


def paired(parts: list[Element]) -> list[Element]:
    """Return real and imaginary parts, which stand by turns, as complex numbers."""
    # strict=False: data that was cut off may end in a real part alone, which is no number yet
    pairs = zip(parts[::2], parts[1::2], strict=False)
    return [complex(*pair) for pair in pairs]  # type: ignore[arg-type]  # parts are no str


def number(type: DataType, code: int) -> int | float | bool:
    """Return what a code of ``type.bits`` bits means; higher bits are dropped."""
    code &= (1 << type.bits) - 1
    if type.kind == "bool":
        return code != 0
    if type.kind == "signed":
        return code - (code >> type.bits - 1 << type.bits)
    if type.kind == "float" and type.format is not None:
        return _float(type.format, code)
    return code


@lru_cache(maxsize=4096)
def _float(format: Format, code: int) -> float:
    if format.special == E8M0:
        return nan if code == 0xFF else ldexp(1.0, code - format.bias)
    mantissa = code & (1 << format.mantissa) - 1
    exponent = code >> format.mantissa & (1 << format.exponent) - 1
    sign = -1.0 if code >> format.mantissa + format.exponent else 1.0
    if format.special == FNUZ and sign < 0 and not exponent and not mantissa:
        return nan
    if exponent == (1 << format.exponent) - 1:
        if format.special == IEEE:
            return copysign(nan, sign) if mantissa else copysign(inf, sign)
        if format.special == FN and mantissa == (1 << format.mantissa) - 1:
            return copysign(nan, sign)
    normal = (exponent > 0) << format.mantissa
    return sign * ldexp(mantissa | normal, max(exponent, 1) - format.bias - format.mantissa)
