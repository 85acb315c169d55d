"""Numbers as text: the shortest that reads back in their own type."""

from __future__ import annotations

import struct
from collections.abc import Callable

_WHOLE = 1e15  # whole numbers below it stand with all their digits


def number_text(value: int | float | complex, kind: str = "") -> str:
    """Return a number; a float in the shortest form that reads back as a number of its type.

    ``kind`` is ``float`` or the name of a data type. Floats of 8 bits and less have so few numbers
    that all digits are shown. ``NaN``, ``inf``, ``-inf`` and ``-0`` are spelt so, a complex number
    ``1+2j``.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, complex):
        imaginary = number_text(value.imag, kind)
        sign = "" if imaginary[0] == "-" else "+"
        return f"{number_text(value.real, kind)}{sign}{imaginary}j"
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    same = None if abs(value) < _WHOLE and value.is_integer() else _SAME.get(kind)
    return (repr(value) if same is None else _shortest(value, same)).removesuffix(".0")


def _shortest(value: float, same: Callable[[float, float], bool]) -> str:
    """Return the shortest decimal that is the same number in a shorter type."""
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        if same(float(text), value):
            return repr(float(text))
    return repr(value)


def _same(code: str) -> Callable[[float, float], bool]:
    def same(one: float, other: float) -> bool:
        try:
            return struct.pack(code, one) == struct.pack(code, other)
        except OverflowError:  # rounded up over the largest number
            return False

    return same


def _same_bfloat16(one: float, other: float) -> bool:
    """Tell whether ``one`` is nearest to ``other``, which is a bfloat16: an 8-bit significand."""
    from math import frexp, ldexp

    fraction, exponent = frexp(other)
    gap = ldexp(1.0, exponent - 8)  # below a power of two the neighbours are half as far
    return abs(one - other) < (gap / 4 if abs(fraction) == 0.5 else gap / 2)


_SAME = {
    "float": _same("<f"),
    "FLOAT": _same("<f"),
    "COMPLEX64": _same("<f"),
    "FLOAT16": _same("<e"),
    "BFLOAT16": _same_bfloat16,
}
