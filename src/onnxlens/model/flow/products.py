"""Operators that sum over axes, or make new ones: products, filters, recurrence, attention."""

from __future__ import annotations

from .call import Call, Outputs, of_first
from .meaning import MOST, Axes, Axis
from .staying import aligned, forget


def matmul(call: Call) -> Outputs:
    """The last axis of A and the one before the last of B are summed over."""
    return _product(call.axes(), call.axes(1))


def quantized_matmul(call: Call) -> Outputs:
    """The same with scale and zero point behind each matrix."""
    return _product(call.axes(), call.axes(3))


def _product(a: Axes, b: Axes) -> Outputs:
    if not a or not b:
        return []
    stacks: list[Axes] = [a[:-2], b[:-2]]
    rank = max(map(len, (a[:-2], b[:-2])))
    stack = (aligned(stacks, rank - at) for at in range(rank))
    rows = () if len(a) == 1 else (a[-2],)
    columns = () if len(b) == 1 else (b[-1],)
    return [(*stack, *rows, *columns)]


def gemm(call: Call) -> Outputs:
    """A row axis of A and a column axis of B; C is stretched to them."""
    a, b = call.axes(), call.axes(1)
    row = a[1 if call.number("transA", 0) else 0] if a and len(a) == 2 else Axis()
    column = b[0 if call.number("transB", 0) else 1] if b and len(b) == 2 else Axis()
    return [(row, column)]


def einsum(call: Call) -> Outputs:
    """Each letter of the equation is an axis; those behind the arrow are the output's."""
    equation = call.text("equation").replace(" ", "")
    if "." in equation:  # an ellipsis: how many axes it stands for is not worked out
        return []
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    named: dict[str, list[Axes]] = {}
    for term, number in zip(terms, range(len(call.names)), strict=False):
        axes = call.axes(number)
        if axes is not None and len(axes) == len(term):
            for letter, axis in zip(term, axes, strict=True):
                named.setdefault(letter, []).append((axis,))
    if not arrow:
        right = "".join(sorted(letter for letter in set(left) - {","} if left.count(letter) == 1))
    return [tuple(aligned(named.get(letter, [()]), 1) for letter in right[: MOST + 1])]


@of_first
def conv(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The batch stays; the channels are as many as the filter makes, and the rest is resized."""
    return [forget(axes, set(range(1, len(axes))))] if len(axes) > 1 else []


@of_first
def causal_conv(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The output is like the input; the state has fewer of its last axis."""
    return [axes, forget(axes, {len(axes) - 1})]


@of_first
def rnn(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Y is time, direction, batch, hidden; with layout 1 batch, time, direction, hidden."""
    if len(axes) != 3:
        return []
    hidden, direction = Axis(axes[2].denotation), Axis()
    if call.number("layout", 0):
        batch, time = axes[:2]
        state: Axes = (batch, direction, hidden)
        return [(batch, time, direction, hidden), state, state]
    time, batch = axes[:2]
    state = (direction, batch, hidden)
    return [(time, direction, batch, hidden), state, state]


def attention(call: Call) -> Outputs:
    """Y has the axes of Q, but the last one of V; the caches those of K and V, but for the length.

    With three axes, heads and features are one, which the caches have apart.
    """
    q, k, v = (call.axes(number) for number in range(3))
    found: list[Axes] = [None, _cache(k), _cache(v)]
    if q is not None and len(q) in (3, 4):
        last = v[-1] if v is not None and len(v) == len(q) else Axis()
        found[0] = (*q[:-1], last if len(q) == 4 else Axis(last.denotation))
    return found


def _cache(axes: Axes) -> Axes:
    if axes is None or len(axes) not in (3, 4):
        return None
    if len(axes) == 4:
        return forget(axes, {2})
    return axes[0], Axis(), Axis(axes[1].denotation), Axis()


def linear_attention(call: Call) -> Outputs:
    """Batch and time of the query, and the features of the value."""
    q, v = call.axes(), call.axes(2)
    if q is None or len(q) != 3:
        return []
    last = v[2].denotation if v is not None and len(v) == 3 else None
    return [(q[0], q[1], Axis(last)), (q[0], Axis(), Axis(), Axis())]


def regions(call: Call) -> Outputs:
    """RoiAlign, MaxRoiPool: one element for each region, with the channels of X."""
    axes, rois = call.axes(), call.axes(1)
    if axes is None or len(axes) != 4:
        return []
    first = rois[0] if rois else Axis()
    return [(first, axes[1], Axis(axes[2].denotation), Axis(axes[3].denotation))]


def grid_sample(call: Call) -> Outputs:
    """Batch and channels of X, and the inner axes of the grid."""
    axes, grid = call.axes(), call.axes(1)
    if axes is None or len(axes) < 2:
        return []
    if grid is None or len(grid) != len(axes):
        return [(*axes[:2], *(Axis() for _ in axes[2:]))]
    return [(*axes[:2], *grid[1:-1])]


@of_first
def affine_grid(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The batch of theta, which has a row for each axis of the picture."""
    rank = axes[1].size if len(axes) == 3 else None
    if not isinstance(rank, int) or rank not in (2, 3):
        return []
    return [(axes[0], *[Axis()] * rank, Axis(None, rank))]


@of_first
def col2im(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The batch; channels and places were mixed with those of the blocks."""
    inner = call.length(1)
    if inner is None or len(axes) != 3 or not 0 <= inner <= MOST:
        return []
    return [(axes[0], Axis(), *[Axis()] * inner)]
