"""Operators that sum over axes, or make new ones: products, filters, recurrence."""

from __future__ import annotations

from .call import Call
from .meaning import Axes, Axis
from .staying import aligned


def matmul(call: Call) -> list[Axes]:
    """The last axis of A and the one before the last of B are summed over."""
    a, b = call.axes(), call.axes(1)
    if a is None or b is None or not a or not b:
        return [None]
    stack = _stack(a[:-2], b[:-2])
    rows = () if len(a) == 1 else (a[-2],)
    columns = () if len(b) == 1 else (b[-1],)
    return [(*stack, *rows, *columns)]


def _stack(a: tuple[Axis, ...], b: tuple[Axis, ...]) -> tuple[Axis, ...]:
    rank = max(len(a), len(b))
    return tuple(aligned([a, b], rank - at) for at in range(rank))


def gemm(call: Call) -> list[Axes]:
    a, b = call.axes(), call.axes(1)
    if a is None or b is None or len(a) != 2 or len(b) != 2:
        return [None]
    return [
        (a[1] if call.number("transA", 0) else a[0], b[0] if call.number("transB", 0) else b[1])
    ]


def conv(call: Call) -> list[Axes]:
    """Batch and spatial axes stay; the channels are those that the filter makes."""
    axes = call.axes()
    if axes is None or len(axes) < 3:
        return [None]
    inner = (Axis(axis.denotation) for axis in axes[2:])
    return [(axes[0], Axis(axes[1].denotation), *inner)]


def rnn(call: Call) -> list[Axes]:
    """Y is time, direction, batch, hidden; with layout 1 batch, time, direction, hidden."""
    axes = call.axes()
    if axes is None or len(axes) != 3:
        return [None]
    hidden, direction = Axis("DATA_FEATURE" if axes[2].denotation else None), Axis()
    if call.number("layout", 0):
        batch, time = axes[0], axes[1]
        state: Axes = (batch, direction, hidden)
        return [(batch, time, direction, hidden), state, state]
    time, batch = axes[0], axes[1]
    state = (direction, batch, hidden)
    return [(time, direction, batch, hidden), state, state]
