"""Operators by which axes change places, come or go."""

from __future__ import annotations

from .call import Call, Outputs, of_first, place, places
from .meaning import Axis, agreed


@of_first
def transpose(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Axis i of the output is axis perm[i] of the input; without perm the order is reversed."""
    perm = call.numbers("perm") if call.attribute("perm") else list(reversed(range(len(axes))))
    if perm is None or sorted(perm) != list(range(len(axes))):
        return [] if axes else [()]
    return [tuple(axes[at] for at in perm)]


@of_first
def reduce(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The axes given go, or stay with size 1; without any all of them do."""
    keeps = bool(call.number("keepdims", 1))
    if call.has(1) and call.constant(1) is None:
        return [tuple(Axis(axis.denotation) for axis in axes)] if keeps else []
    numbers = call.given("axes", 1)
    if not numbers:
        numbers = list(range(0 if call.number("noop_with_empty_axes", 0) else len(axes)))
    return _without(axes, places(len(axes), numbers), keeps)


@of_first
def arg(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """ArgMax, ArgMin: one axis goes, or stays with size 1."""
    gone = places(len(axes), [call.number("axis", 0)])
    return _without(axes, gone, bool(call.number("keepdims", 1)))


def _without(axes: tuple[Axis, ...], gone: set[int] | None, keeps: bool) -> Outputs:
    if gone is None:
        return []
    kept = (Axis(axis.denotation, 1) if at in gone else axis for at, axis in enumerate(axes))
    return [tuple(axis for at, axis in enumerate(kept) if keeps or at not in gone)]


@of_first
def squeeze(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The axes given go; without any all of size 1, so each size must be known."""
    numbers = call.given("axes", 1)
    if numbers is None:
        if call.has(1) or not all(isinstance(axis.size, int) for axis in axes):
            return []
        numbers = [at for at, axis in enumerate(axes) if axis.size == 1]
    return _without(axes, places(len(axes), numbers), keeps=False)


@of_first
def unsqueeze(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """New axes of size 1 mean nothing."""
    numbers = call.given("axes", 1)
    if numbers is None:
        return []
    rank = len(axes) + len(numbers)
    new = places(rank, numbers)
    if new is None or len(new) != len(numbers):
        return []
    rest = iter(axes)
    return [tuple(Axis(None, 1) if at in new else next(rest) for at in range(rank))]


@of_first
def determinant(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    return [axes[:-2]]


def concat(call: Call) -> Outputs:
    """An axis keeps its meaning where no input names it differently; the one joined no size.

    All inputs have as many axes, so those of which nothing is known say nothing against it.
    """
    given = [call.axes(number) for number in range(len(call.names))]
    known = [axes for axes in given if axes is not None]
    if len({len(axes) for axes in known}) != 1:
        return []
    at = place(len(known[0]), call.number("axis", 1))
    columns = enumerate(zip(*known, strict=True))
    return [tuple(_joined(column, number == at) for number, column in columns)]


def _joined(column: tuple[Axis, ...], grows: bool) -> Axis:
    found = agreed(column)
    return Axis(found.denotation) if grows else found


def gather(call: Call) -> Outputs:
    """The axes of the indices stand in place of the one from which is gathered."""
    axes, indices = call.axes(), call.axes(1)
    at = None if axes is None else place(len(axes), call.number("axis", 0))
    if axes is None or indices is None or at is None:
        return []
    return [(*axes[:at], *indices, *axes[at + 1 :])]


def gather_elements(call: Call) -> Outputs:
    """The output is as large as the indices; but for one axis each of its places is one of data."""
    axes, indices = call.axes(), call.axes(1)
    if indices is None:
        return []
    at = None if axes is None else place(len(axes), call.number("axis", 0))
    if axes is None or at is None or len(axes) != len(indices):
        return [indices]
    pairs = enumerate(zip(axes, indices, strict=True))
    found = (own if number == at else agreed((axis, own)) for number, (axis, own) in pairs)
    return [tuple(Axis(a.denotation, i.size) for a, i in zip(found, indices, strict=True))]


def gather_nd(call: Call) -> Outputs:
    """The last axis of the indices counts axes of the data, from ``batch_dims`` on."""
    axes, indices = call.axes(), call.axes(1)
    count = indices[-1].size if indices else None
    batch = call.number("batch_dims", 0)
    if axes is None or not indices or not isinstance(count, int):
        return []
    if not 0 <= batch < len(indices) or not 0 < count <= len(axes) - batch:
        return []
    shared = zip(axes[:batch], indices[:batch], strict=True)
    return [(*map(agreed, shared), *indices[batch:-1], *axes[batch + count :])]


@of_first
def one_hot(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """A new axis as long as ``depth`` stands at ``axis``; by default it is the last one."""
    at = place(len(axes) + 1, call.number("axis", -1))
    depth = call.constant(1)
    return [] if at is None else [(*axes[:at], Axis(None, depth[0] if depth else None), *axes[at:])]


@of_first
def one_more(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """StringSplit and OneHotEncoder: a new last axis; the numbers of parts have none."""
    return [(*axes, Axis()), axes]


def loss(call: Call) -> Outputs:
    """Each element has a loss, without the axis of classes; reduced it is one number."""
    scores, labels = call.axes(), call.axes(1)
    if (call.text("reduction") or "mean") != "none":
        return [(), scores]
    rest = None if scores is None else (*scores[:1], *scores[2:])
    if rest is None or labels is None or len(rest) != len(labels):
        return [labels if rest is None else rest, scores]
    return [tuple(map(agreed, zip(rest, labels, strict=True))), scores]
