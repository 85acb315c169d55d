"""Operators that leave each axis where it is, though not always its size."""

from __future__ import annotations

from .call import Call, Outputs, of_first, place, places
from .meaning import Axes, Axis, agreed, without_sizes

_LATER_DFT = 20  # the opset version in which the default of its axis changed


def same(call: Call) -> Outputs:
    """All that the operator gives and the value it takes have the same axes."""
    return [call.axes()]


def same_twice(call: Call) -> Outputs:
    """So has a second output, such as a mask."""
    return [call.axes()] * 2


def broadcast(call: Call) -> Outputs:
    """Align axes from the last one; where two inputs name an axis differently it means nothing.

    Before opset 7 an attribute said how the second input is stretched to the first one.
    """
    if call.number("broadcast", 0):
        return [call.axes()]
    given = [call.axes(number) for number in range(len(call.names))]
    if not given or any(axes is None for axes in given):
        return []
    rank = max(len(axes or ()) for axes in given)
    return [tuple(aligned(given, rank - at) for at in range(rank))]


def aligned(given: list[Axes], back: int) -> Axis:
    """Return the axis that is ``back`` from the end in all inputs; one of size 1 gives way."""
    axes = [axes[-back] for axes in given if axes is not None and len(axes) >= back]
    wide = [axis for axis in axes if axis.size != 1]
    sizes = {axis.size for axis in wide if isinstance(axis.size, int)}
    found = agreed(wide or axes)
    return Axis(found.denotation, sizes.pop() if len(sizes) == 1 else found.size)


def resized(call: Call) -> Outputs:
    """The axes keep their meaning, and lose their sizes."""
    return [without_sizes(call.axes())]


def forget(axes: tuple[Axis, ...], at: set[int] | None) -> tuple[Axis, ...]:
    """Return axes without some of their sizes; None stands for all."""
    pairs = enumerate(axes)
    return tuple(Axis(a.denotation) if at is None or number in at else a for number, a in pairs)


@of_first
def pool(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Batch and channels stay as they are; so do the indices of MaxPool."""
    return [forget(axes, set(range(2, len(axes))))] * 2


@of_first
def pool_all(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Each axis behind batch and channels keeps its meaning, with the size 1."""
    return [(*axes[:2], *(Axis(axis.denotation, 1) for axis in axes[2:]))]


@of_first
def rearranged(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """All but the batch get other sizes, as in DepthToSpace."""
    return [forget(axes, set(range(1, len(axes))))]


@of_first
def layer_norm(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Mean and deviation have size 1 from ``axis`` on."""
    at = place(len(axes), call.number("axis", -1))
    if at is None:
        return [axes]
    over = (*axes[:at], *(Axis(axis.denotation, 1) for axis in axes[at:]))
    return [axes, over, over]


@of_first
def split(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Each part keeps all axes, and the axis that is split loses its size."""
    parts = forget(axes, places(len(axes), [call.number("axis", 0)]))
    return [parts] * min(call.node.count("output"), 1 << 16)


@of_first
def top(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    return [forget(axes, places(len(axes), [call.number("axis", -1)]))] * 2


@of_first
def cut(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Slice: without ``axes`` any axis may get another size."""
    if call.since < 10:
        return [forget(axes, places(len(axes), call.numbers("axes")))]
    return [forget(axes, places(len(axes), call.constant(3)))]


@of_first
def cropped(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    return [forget(axes, places(len(axes), call.numbers("axes")))]


@of_first
def picked(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Compress and Unique: without ``axis`` the input is made flat first."""
    if call.attribute("axis") is None:
        return [(Axis(),)]
    return [forget(axes, places(len(axes), [call.number("axis", 0)]))]


@of_first
def dft(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """The axis that is transformed stands for frequencies now, or for what they were made of."""
    if call.since < _LATER_DFT:
        number: list[int] | None = [call.number("axis", 1)]
    else:
        number = call.constant(2) if call.has(2) else [-2]
    at = places(len(axes), number)
    if at is None or not axes:
        return [tuple(Axis() for _ in axes)]
    kept = [Axis() if number in at else axis for number, axis in enumerate(axes)]
    return [(*kept[:-1], Axis(kept[-1].denotation))]


@of_first
def stft(call: Call, axes: tuple[Axis, ...]) -> Outputs:
    """Batch, frames, frequencies, and the two parts of a complex number."""
    return [(axes[0], Axis(axes[1].denotation), Axis(), Axis())] if len(axes) > 1 else []
