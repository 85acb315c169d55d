"""What is worth saying of a type in words: what feeds it, and what is odd about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..graph.symbol_kinds import kind_of_symbol
from ..words import OWN_NAMES, data_type
from .value_type import Dim, Level

ANY_SHAPE = "no shape: any number of axes, of any size"
SCALAR = "a scalar: feed shape (), not (1,)"
UNKNOWN = "a size that is not known, and not tied to any other axis"
EMPTY = "no elements along this axis; a size that is not known has no dim_value"
NEGATIVE = "is no size, 0 and up are; a size that is not known has no dim_value, or a dim_param"
NO_KIND = "no kind: needed tensor, sequence, map, optional, sparse tensor or opaque"
NOT_A_TENSOR = "not a tensor: runtimes that take only tensors refuse it"
_TENSORS = ("tensor", "sparse_tensor")
# the types of keys that the comment on TypeProto.Map.key_type allows
KEY_TYPES = frozenset(
    OWN_NAMES[name]
    for name in ("STRING", *(f"{sign}INT{bits}" for sign in ("", "U") for bits in (8, 16, 32, 64)))
)


def dim_remark(dim: Dim) -> str:
    """Return what is worth saying of a dim's size; empty for a usual size or symbol."""
    if dim.symbol is not None:
        return kind_of_symbol(dim.symbol)
    if dim.size is None:
        return UNKNOWN
    return EMPTY if dim.size == 0 else f"{dim.size} {NEGATIVE}" if dim.size < 0 else ""


def data_type_remark(number: int | None) -> str:
    """Return what is worth saying of a data type; empty for one that has a name."""
    if number is None:
        return "no elem_type; it reads as UNDEFINED"
    if number == 0:
        return "UNDEFINED is no data type; runtimes refuse it"
    if number not in OWN_NAMES.values():
        numbers = OWN_NAMES.values()
        return f"{number} is not a data type; {min(numbers)} to {max(numbers)} are known"
    return ""


def key_type_remark(number: int | None) -> str:
    """Return what is worth saying of the type of a map's keys; empty for one that can be."""
    if number in KEY_TYPES:
        return ""
    name = "absent" if number is None else data_type(number)
    return f"keys are integers of 8 to 64 bits or STRING; this key_type is {name}"


def remarks(levels: Iterable[Level]) -> Iterator[tuple[int | None, str]]:
    """Yield what is worth saying of a type with the axis that it is about, None for the whole.

    What is odd about a symbol is said by ``kind_of_symbol``, once for all axes that have it.
    """
    for depth, level in enumerate(levels):
        if level.kind == "untyped":
            yield None, NO_KIND
        elif level.kind not in _TENSORS and depth == 0:
            yield None, NOT_A_TENSOR
        inside = "of the type inside, " if depth else ""
        for axis, text in _of(level, depth == 0):
            yield axis, inside + text


def _of(level: Level, outermost: bool) -> Iterator[tuple[int | None, str]]:
    if level.kind == "map":
        yield from _said(key_type_remark(level.data_type))
    elif level.kind in _TENSORS:
        yield from _tensor(level, outermost)


def _tensor(level: Level, outermost: bool) -> Iterator[tuple[int | None, str]]:
    yield from _said(data_type_remark(level.data_type))
    if outermost and not level.dims:  # of what is inside another type, the shape is of its parts
        yield None, ANY_SHAPE if level.dims is None else SCALAR
    for axis, dim in enumerate(level.dims or ()):
        yield from _said("" if dim.symbol is not None else dim_remark(dim), axis)


def _said(text: str, axis: int | None = None) -> Iterator[tuple[int | None, str]]:
    if text:
        yield axis, text
