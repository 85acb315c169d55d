"""The range of integers of so many bits."""

from __future__ import annotations


def bounds(bits: int, signed: bool) -> tuple[int, int]:
    """Return the smallest and the largest integer of so many bits."""
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
