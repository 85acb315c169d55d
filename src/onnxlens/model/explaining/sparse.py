"""Where the values of a sparse tensor stand, and whether its indices fit its dims.

Source: comments of SparseTensorProto in onnx.proto; check_sparse_tensor of onnx 1.23.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ...tree.field import Field
from ...tree.merged import Merged
from ..tensors import dims_of, first_elements
from ..words import data_type
from .form import Explains, message_in
from .repeats import Place

_CHECKED = 1000  # values whose places are looked at
_SHOWN = 4  # places that are written out
_RANK = 64  # dims up to which places are read
_READ = 1 << 16  # indices that are read to see whether they stand the other way round
_DIMS = 8  # dims that are written out
_INTEGERS = ("INT64", "INT32")  # the second is none of the standard, but can be read

_Place = tuple[int, ...]


def _sparse(field: Field, place: Place) -> Iterator[str]:
    tensor = message_in(field)
    values, indices = tensor.message("values"), tensor.message("indices")
    dims, stored = dims_of(tensor), dims_of(values) if values else [0]
    if not dims:
        yield "no dims: the shape of the dense tensor is absent, and the onnx checker wants one"
    if len(stored) != 1:
        yield f"values have dims {_list(stored)}; a sparse tensor needs rank 1, one dim"
    elif indices is None:
        yield from _without_indices(stored[0])
    elif 0 < len(dims) <= _RANK:
        yield from _data_type(indices)
        yield from _indices(indices, stored[0], dims)


def _without_indices(count: int) -> Iterator[str]:
    yield f"no indices, but {_values(count)}" if count else "no indices and no values: all are zero"


def _data_type(indices: Merged) -> Iterator[str]:
    kind = data_type(indices.number("data_type"))
    if kind != "INT64":
        yield f"indices are {kind}; the onnx checker wants INT64"


def _indices(indices: Merged, count: int, dims: list[int]) -> Iterator[str]:
    """Tell of the indices by their dims, of which three forms are met."""
    rank, found = len(dims), dims_of(indices)
    if found == [count]:
        form = " (stored as linear positions)" if rank > 1 else ""
        yield from _told(_linear(indices, count, dims), dims, count, form)
    elif found == [count, rank] and not _turned(indices, count, dims):
        yield from _told(_rows(indices, count, rank), dims, count, "")
    elif found in ([rank, count], [count, rank]):
        yield from _transposed(indices, found, count, dims)
    else:
        yield f"indices have dims {_list(found)}; {_needed(count, rank)}"


def _needed(count: int, rank: int) -> str:
    return f"{_values(count)} of rank {rank} need [{count}] or [{count}, {rank}]"


def _turned(indices: Merged, count: int, dims: list[int]) -> bool:
    """Tell whether indices fit only when read as [rank, NNZ], where their dims cannot show it."""
    if count != len(dims):
        return False
    rows, columns = _rows(indices, count, count), _columns(indices, count, count)
    return bool(columns) and not _fault(columns, dims) and bool(_fault(rows, dims))


def _transposed(indices: Merged, found: list[int], count: int, dims: list[int]) -> Iterator[str]:
    rank = len(dims)
    if count == rank:
        yield f"indices have dims {_list(found)}, the same for [NNZ, rank] and [rank, NNZ]"
    else:
        yield f"indices have dims {_list(found)}, as [rank, NNZ]; {_needed(count, rank)}"
    orders = {
        "[rank, NNZ]": _columns(indices, count, rank),
        "[NNZ, rank]": _rows(indices, count, rank),
    }
    if not all(orders.values()):
        return
    fits = [name for name, places in orders.items() if not _fault(places, dims)]
    for name, places in orders.items():
        if name in fits:
            only = "only " if len(fits) == 1 else ""
            yield f"{only}read as {name} they ascend inside the dims: {_first(places, count)}"
        elif not fits:
            yield f"read as {name}: {_fault(places, dims)}"


def _told(places: list[_Place], dims: list[int], count: int, form: str) -> Iterator[str]:
    if places:
        yield f"{_values(count)} at {_first(places, count)}{form}"
        fault = _fault(places, dims)
        if fault:
            yield fault


# -- places, of which only the first are read --------------------------------------------------


def _numbers(indices: Merged, limit: int) -> list[int]:
    """Return the first indices; none where they are no integers or not in the file."""
    if data_type(indices.number("data_type")) not in _INTEGERS:
        return []
    return [n for n in first_elements(indices, limit) or () if isinstance(n, int)]


def _linear(indices: Merged, count: int, dims: list[int]) -> list[_Place]:
    """Return places from positions in row-major order; the first dim takes what is too much."""
    return [_unravel(n, dims) for n in _numbers(indices, min(max(count, 0), _CHECKED))]


def _unravel(position: int, dims: list[int]) -> _Place:
    out = []
    for size in reversed(dims[1:]):
        position, index = divmod(position, size) if size > 0 else (position, 0)
        out.append(index)
    return (position, *reversed(out))


def _rows(indices: Merged, count: int, rank: int) -> list[_Place]:
    numbers = _numbers(indices, min(max(count, 0), _CHECKED) * rank)
    whole = len(numbers) - len(numbers) % rank
    return [tuple(numbers[at : at + rank]) for at in range(0, whole, rank)]


def _columns(indices: Merged, count: int, rank: int) -> list[_Place]:
    """Return places that stand as [rank, NNZ]; none where that takes more than 65,536 indices."""
    if not 0 < count * rank <= _READ:
        return []
    numbers = _numbers(indices, count * rank)
    if len(numbers) < count * rank:
        return []
    return [tuple(numbers[at::count]) for at in range(min(count, _CHECKED))]


def _fault(places: list[_Place], dims: list[int]) -> str:
    """Return the first place that is outside the dims or does not come after the one before."""
    for number, where in enumerate(places):
        if not all(0 <= index < size for index, size in zip(where, dims, strict=True)):
            return f"values[{number}] at {_tuple(where)} is outside of dims {_list(dims)}"
    for number, (before, where) in enumerate(pairwise(places), 1):
        if where <= before:
            return (
                f"values[{number}] at {_tuple(where)} does not come after values[{number - 1}] at "
                f"{_tuple(before)}; places have to ascend"
            )
    return ""


# -- words -------------------------------------------------------------------------------------


def _values(count: int) -> str:
    return f"{count:,} value{'' if count == 1 else 's'}"


def _first(places: list[_Place], count: int) -> str:
    more = ", …" if count > _SHOWN else ""
    return ", ".join(map(_tuple, places[:_SHOWN])) + more


def _tuple(numbers: Sequence[int]) -> str:
    """Return ``(0, 1)``, a plain number where there is one axis."""
    return f"({_joined(numbers)})" if len(numbers) > 1 else _joined(numbers)


def _list(numbers: Sequence[int]) -> str:
    return f"[{_joined(numbers)}]"


def _joined(numbers: Sequence[int]) -> str:
    more = [f"… {len(numbers) - _DIMS} more"] if len(numbers) > _DIMS else []
    return ", ".join([*map(str, numbers[:_DIMS]), *more])


EXPLAINS: Explains = {"SparseTensorProto": _sparse}
