"""Dims of a stored tensor: the exact number of elements, and sizes as words."""

from __future__ import annotations

from collections.abc import Sequence

COUNT_LIMIT = 1 << 1024  # stands for every product above it: no memory holds as many
_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB")


def count_of(dims: Sequence[int]) -> int:
    """Return the exact product of dims, 1 without any; COUNT_LIMIT where it passes that.

    A negative size, which no tensor can have, makes 0 of it all.
    """
    product = 1
    for size in dims:
        if size <= 0:
            return 0
        if product < COUNT_LIMIT:
            product *= size
    return min(product, COUNT_LIMIT)


def size_text(size: int) -> str:
    """Return a number of bytes: exact below 1 GiB, else in the largest unit that keeps it over 1.

    ``12 bytes``, ``4 TiB``, ``1.5 GiB``, ``2^90 bytes or more``.
    """
    if size < 1 << 30:
        return f"{size:,} byte{'' if size == 1 else 's'}"
    power = (size.bit_length() - 1) // 10
    if power > len(_UNITS):
        return f"2^{size.bit_length() - 1} bytes or more"
    tenths = (size * 10) >> 10 * power
    return f"{tenths // 10}{f'.{tenths % 10}' if tenths % 10 else ''} {_UNITS[power - 1]}"
