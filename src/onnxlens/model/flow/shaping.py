"""Operators that take a shape: which axes are the old ones in it."""

from __future__ import annotations

from itertools import zip_longest
from math import prod

from .call import Call, Outputs, of_first
from .meaning import MOST, Axis, Size


@of_first
def flatten(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Two axes: those before ``axis`` together, and the rest; one alone keeps its meaning."""
    at = call.number("axis", 1)
    at += len(axes) if at < 0 else 0
    return [(_fused(axes[:at]), _fused(axes[at:]))] if 0 <= at <= len(axes) else []


def _fused(axes: tuple[Axis, ...]) -> Axis:
    """Return several axes as one; it means what the only one wider than 1 means."""
    wide = [axis for axis in axes if axis.size != 1]
    if len(wide) == 1:
        return wide[0]
    if len(axes) == 1:
        return axes[0]
    sizes = [axis.size for axis in axes if isinstance(axis.size, int)]
    return Axis(None, prod(sizes) if len(sizes) == len(axes) else None)


def reshape(call: Call) -> Outputs:
    """An axis keeps its meaning where the new shape leaves it as it is.

    That is so where all axes before it, or all after it, stay, by a 0 that copies the size or by
    the same number; and for one that is left between those.
    """
    axes = call.axes()
    shape = call.given("shape", 1)
    if shape is None:
        length = call.length(1) or 0
        return [tuple(Axis() for _ in range(length))] if 0 < length <= MOST else []
    if axes is None:
        return [tuple(Axis(None, size if size > 0 else None) for size in shape)]
    sizes = _resolved(axes, shape, bool(call.number("allowzero", 0)))
    new = [Axis(None, size) for size in sizes]
    front = _alike(axes, sizes, shape)
    back = _alike(axes[::-1], sizes[::-1], [])
    if len(axes) - front - back == len(new) - front - back == 1:
        front += 1
    new[:front] = axes[:front]
    if back:
        new[-back:] = axes[-back:]
    return [tuple(new)]


def _resolved(axes: tuple[Axis, ...], shape: list[int], zeros: bool) -> list[Size]:
    """Return the new sizes: a 0 copies the old one, and -1 is what is left over."""
    sizes: list[Size] = list(shape)
    for at, size in enumerate(shape):
        if size == 0 and not zeros:
            sizes[at] = axes[at].size if at < len(axes) else None
        elif size == -1:
            sizes[at] = None
    old = [axis.size for axis in axes if isinstance(axis.size, int)]
    new = [size for size in sizes if isinstance(size, int)]
    rest = prod(new)
    if shape.count(-1) == 1 and len(old) == len(axes) and len(new) == len(sizes) - 1 and rest > 0:
        sizes[shape.index(-1)] = prod(old) // rest
    return sizes


def _alike(axes: tuple[Axis, ...], sizes: list[Size], shape: list[int]) -> int:
    """Return how many axes at the front stay, each with a size that is the same or copied."""
    count = 0
    for axis, size, said in zip_longest(axes, sizes, shape):
        if axis is None or count == len(sizes):
            break
        if not (size == axis.size and (isinstance(size, int) or said == 0)):
            break
        count += 1
    return count


@of_first
def expand(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The axes of the input are the last ones of the output."""
    shape: list[int] | list[None] | None = call.constant(1)
    if shape is None:
        length = call.length(1) or 0
        if not 0 < length <= MOST:
            return []
        shape = [None] * length
    new = max(0, len(shape) - len(axes))
    kept = zip_longest(reversed(axes), reversed(shape[new:]), fillvalue=1)
    grown = [_grown(axis, size) for axis, size in kept if isinstance(axis, Axis)]
    return [(*(Axis(None, size) for size in shape[:new]), *reversed(grown))]


def _grown(axis: Axis, size: object) -> Axis:
    """Return an axis that is stretched to a size; one of 1 leaves it."""
    if size == 1:
        return axis
    return Axis(axis.denotation, size if isinstance(size, int) else None)
