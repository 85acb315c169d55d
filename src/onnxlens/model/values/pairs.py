"""The first values of a sparse tensor with their places, in plain Python."""

from __future__ import annotations

from collections.abc import Sequence

from ..tensor.bits import Element
from ..tensor.tensor import Tensor
from .sparse import SparseTensor

_RANK = 64  # axes that a tensor can have
Pair = tuple[tuple[int, ...], Element]


def first_pairs(sparse: SparseTensor, limit: int) -> list[Pair] | None:
    """Return at most ``limit`` values of a sparse tensor that was read, each after its place.

    A place is shown as it is stored, also outside of the dims. None where the shapes of values
    and indices do not say which index is whose. Raises as ``Tensor.head`` does.
    """
    values, indices, rank = sparse.values, sparse.indices, len(sparse.dims)
    if not isinstance(values, Tensor) or not isinstance(indices, Tensor) or rank > _RANK:
        return None
    if len(values.dims) != 1 or indices.dims not in (values.dims, (*values.dims, rank)):
        return None
    elements = values.head(min(limit, values.count))
    linear = len(indices.dims) == 1
    numbers = indices.head(len(elements) * (1 if linear else rank))
    whole = [number for number in numbers if isinstance(number, int)]
    if len(whole) < len(numbers):
        return None
    places = [_unravelled(n, sparse.dims) for n in whole] if linear else _rows(whole, rank)
    return list(zip(places, elements, strict=False))


def _rows(numbers: list[int], rank: int) -> list[tuple[int, ...]]:
    starts = range(0, len(numbers), rank) if rank else ()
    return [tuple(numbers[at : at + rank]) for at in starts]


def _unravelled(position: int, dims: Sequence[int]) -> tuple[int, ...]:
    """Return the place of a position in row-major order; axis 0 takes what is too much."""
    out = []
    for size in reversed(dims[1:]):
        position, index = divmod(position, size) if size > 0 else (position, 0)
        out.append(index)
    return (position, *reversed(out)) if dims else ()
