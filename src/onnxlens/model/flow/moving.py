"""Operators by which axes change places, come or go."""

from __future__ import annotations

from .call import Call
from .meaning import Axes, Axis
from .staying import resized


def transpose(call: Call) -> list[Axes]:
    """Axis i of the output is axis perm[i] of the input; without perm the order is reversed."""
    axes, perm = call.axes(), call.numbers("perm")
    if axes is None:
        return [None]
    order = list(reversed(range(len(axes)))) if perm is None else perm
    if sorted(order) != list(range(len(axes))):
        return [None]
    return [tuple(axes[at] for at in order)]


def _places(axes: tuple[Axis, ...], numbers: list[int] | None, more: int = 0) -> set[int] | None:
    """Return axis numbers counted from the front; None where there is no such axis."""
    rank = len(axes) + more
    if numbers is None or any(not -rank <= number < rank for number in numbers):
        return None
    return {number % rank for number in numbers} if rank else set()


def reduce(call: Call) -> list[Axes]:
    """The axes given go, or stay with size 1; without any all of them do."""
    axes = call.axes()
    if axes is None:
        return [None]
    if call.has(1) and call.constant(1) is None:
        return [tuple(Axis(axis.denotation) for axis in axes) if _keeps(call) else None]
    numbers = call.axes_given("axes", 1)
    if not numbers:
        everything = range(0 if call.number("noop_with_empty_axes", 0) else len(axes))
        numbers = list(everything)
    return [_without(axes, _places(axes, numbers), _keeps(call))]


def _keeps(call: Call) -> bool:
    return bool(call.number("keepdims", 1))


def arg(call: Call) -> list[Axes]:
    axes = call.axes()
    if axes is None:
        return [None]
    return [_without(axes, _places(axes, [call.number("axis", 0)]), _keeps(call))]


def _without(axes: tuple[Axis, ...], gone: set[int] | None, keeps: bool) -> Axes:
    if gone is None:
        return None
    kept = (Axis(axis.denotation, 1) if at in gone else axis for at, axis in enumerate(axes))
    return tuple(axis for at, axis in enumerate(kept) if keeps or at not in gone)


def squeeze(call: Call) -> list[Axes]:
    axes = call.axes()
    if axes is None:
        return [None]
    numbers = call.axes_given("axes", 1)
    if numbers is None:  # all axes of size 1: which they are must be known
        if call.has(1) or any(not isinstance(axis.size, int) for axis in axes):
            return [None]
        numbers = [at for at, axis in enumerate(axes) if axis.size == 1]
    return [_without(axes, _places(axes, numbers), keeps=False)]


def unsqueeze(call: Call) -> list[Axes]:
    axes, numbers = call.axes(), call.axes_given("axes", 1)
    if axes is None or numbers is None:
        return [None]
    new = _places(axes, numbers, len(numbers))
    if new is None or len(new) != len(numbers):
        return [None]
    rest = iter(axes)
    rank = len(axes) + len(numbers)
    return [tuple(Axis(None, 1) if at in new else next(rest) for at in range(rank))]


def flatten(call: Call) -> list[Axes]:
    """Two axes: those before ``axis`` together, and the rest; one alone keeps its meaning."""
    axes = call.axes()
    if axes is None:
        return [None]
    at = call.number("axis", 1)
    at += len(axes) if at < 0 else 0
    if not 0 <= at <= len(axes):
        return [None]
    return [(_fused(axes[:at]), _fused(axes[at:]))]


def _fused(axes: tuple[Axis, ...]) -> Axis:
    wide = [axis for axis in axes if axis.size != 1]
    if not axes:
        return Axis(None, 1)
    return wide[0] if len(wide) == 1 else axes[0] if not wide else Axis()


def reshape(call: Call) -> list[Axes]:
    """An axis keeps its meaning where the new shape leaves it as it is.

    That is so where all axes before it, or all after it, stay, by a 0 that copies the size or by
    the same number.
    """
    axes = call.axes()
    shape = call.numbers("shape") or call.constant(1)
    if shape is None:
        return [None]
    copies = not call.number("allowzero", 0)
    new = [Axis(None, None if size in (0, -1) else size) for size in shape]
    if axes is None:
        return [tuple(new)]
    for at in range(_kept(axes, shape, copies)):
        new[at] = axes[at]
    behind = _kept_behind(axes, shape)
    for back in range(1, behind + 1):
        new[-back] = axes[-back]
    return [tuple(new)]


def _kept(axes: tuple[Axis, ...], shape: list[int], copies: bool) -> int:
    """Return how many axes at the front stay."""
    count = 0
    for axis, size in zip(axes, shape, strict=False):
        if not ((size == 0 and copies) or (size > 0 and size == axis.size)):
            break
        count += 1
    if count == len(shape) - 1 == len(axes) - 1 and shape[-1] == -1:
        return len(axes)  # what is left over is the last axis
    return count


def _kept_behind(axes: tuple[Axis, ...], shape: list[int]) -> int:
    """Return how many axes at the end stay; each must be a number on both sides."""
    count, room = 0, min(len(axes), len(shape))
    while count < room and shape[-1 - count] == axes[-1 - count].size != 1:
        count += 1
    return count if count < len(shape) else 0


def expand(call: Call) -> list[Axes]:
    """The axes of the input are the last ones of the output."""
    axes, shape = call.axes(), call.constant(1)
    if axes is None or shape is None:
        return [None]
    new = max(0, len(shape) - len(axes))
    return [(*(Axis(None, size) for size in shape[:new]), *(Axis(a.denotation) for a in axes))]


def concat(call: Call) -> list[Axes]:
    """Axes that all inputs name alike keep their meaning; the one joined loses its size."""
    given = [call.axes(number) for number in range(len(call.names))]
    known = [axes for axes in given if axes is not None]
    if not known or len(known) != len(given) or len({len(axes) for axes in known}) != 1:
        return [None]
    place = _places(known[0], [call.number("axis", 1)])
    joined = [_joined(column) for column in zip(*known, strict=True)]
    for at in place or ():
        joined[at] = Axis(joined[at].denotation)
    return [tuple(joined)]


def _joined(axes: tuple[Axis, ...]) -> Axis:
    named = {axis.denotation for axis in axes if axis.denotation}
    sizes = {axis.size for axis in axes}
    denotation = named.pop() if len(named) == 1 else None
    return Axis(denotation, sizes.pop() if len(sizes) == 1 else None)


def split(call: Call) -> list[Axes]:
    count = max(1, call.node.count("output"))
    return resized(call)[:1] * min(count, 4096)


def gather(call: Call) -> list[Axes]:
    """The axes of the indices stand in place of the gathered axis, and mean nothing."""
    axes, indices = call.axes(), call.axes(1)
    if axes is None or indices is None:
        return [None]
    place = _places(axes, [call.number("axis", 0)])
    if place is None:
        return [None]
    (at,) = place or {0}
    inner = tuple(Axis(axis.denotation, axis.size) for axis in indices)
    return [(*axes[:at], *inner, *axes[at + 1 :])]


def pad(call: Call) -> list[Axes]:
    return resized(call)[:1]
