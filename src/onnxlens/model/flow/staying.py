"""Operators that leave the order of axes as it is."""

from __future__ import annotations

from .call import Call
from .meaning import Axes, Axis


def same(call: Call) -> list[Axes]:
    """The first output has the axes of the first input."""
    return [call.axes()]


def same_twice(call: Call) -> list[Axes]:
    return [call.axes(), call.axes()]


def broadcast(call: Call) -> list[Axes]:
    """Align axes from the last one; where two inputs name an axis differently it means nothing."""
    given = [call.axes(number) for number in range(len(call.names))]
    if not given or any(axes is None for axes in given):
        return [None]
    rank = max(len(axes or ()) for axes in given)
    return [tuple(aligned(given, rank - at) for at in range(rank))]


def aligned(given: list[Axes], back: int) -> Axis:
    """Return the axis that is ``back`` from the end in all inputs; one of size 1 gives way."""
    axes = [axes[-back] for axes in given if axes is not None and len(axes) >= back]
    wide = [axis for axis in axes if axis.size != 1] or axes
    named = {axis.denotation for axis in wide if axis.denotation}
    sizes = {axis.size for axis in wide}
    denotation = named.pop() if len(named) == 1 else None
    return Axis(denotation, sizes.pop() if len(sizes) == 1 else None)


def resized(call: Call) -> list[Axes]:
    """The axes keep their meaning, and lose their sizes."""
    axes = call.axes()
    return [None if axes is None else tuple(Axis(axis.denotation) for axis in axes)] * 2
