"""Rules about sparse tensors: their dims, and the places of their values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.tensor.arrays import chunks
from ...model.tensor.dims import count_of
from ...model.tensor.storage import RAW, Storage
from ...model.tensors import first_elements
from ...model.words import data_type
from ...span import Span
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .places import absent

_READ = 1 << 16  # indices that are looked at, unless the check is deep
_RANK = 64  # dims that are looked at
_SHOWN = 8  # numbers of a list that are written out
_INT64 = 8  # bytes


@rule("T050", "error", on="SparseTensorProto")
def sparse_tensor_dims(sparse: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A sparse tensor without values, whose values have not exactly one dim, without dims or with a
    size below 1; whose indices are missing, are not INT64, or have other dims than [NNZ] or
    [NNZ, rank].

    Why:
    The comments of SparseTensorProto in onnx.proto give values the shape [NNZ], dims the shape of
    the dense tensor, and indices one of these two forms. Readers take [rank, NNZ] for places that
    are not meant, or read past the end. The checker of the onnx package refuses all of these.

    Fix:
    Store one place for each value, a row of rank numbers in INT64, and the shape of the dense
    tensor in dims.
    """
    values, indices = sparse.message("values"), sparse.message("indices")
    yield from _dense(sparse, context)
    if values is None:
        if absent(context, sparse, "values"):
            yield Found(sparse.field, "no values; needed a tensor of one dim, their number")
        return
    stored = _dims(values)
    if len(stored) != 1:
        if context.is_whole(values):
            text = f"values have dims {_list(stored)}; needed one dim, their number"
            yield Found(values.field, text)
    elif indices is not None:
        yield from _form(indices, stored[0], len(_dims(sparse)), context)
    elif stored[0] and absent(context, sparse, "indices"):
        yield Found(sparse.field, f"no indices for {_values(stored[0])}; needed one place for each")


def _dense(sparse: Merged, context: Context) -> Iterator[Found]:
    dims = _dims(sparse)
    if not dims and absent(context, sparse, "dims"):
        yield Found(sparse.field, "no dims; needed the shape of the dense tensor, one dim or more")
    for axis, size in enumerate(dims):
        if size < 1:
            record = _element(sparse, "dims", axis)
            text = f"dims[{axis}] is {size}; a sparse tensor needs 1 or more"
            yield Found(record, text, span=record.payload)


def _form(indices: Merged, count: int, rank: int, context: Context) -> Iterator[Found]:
    if indices.has("data_type") and data_type(indices.number("data_type")) != "INT64":
        record = indices.records("data_type")[-1]
        text = f"indices are {data_type(indices.number('data_type'))}; needed INT64"
        yield Found(record, text, span=record.payload)
    dims = _dims(indices)
    if not rank or dims in ([count], [count, rank]) or not context.is_whole(indices):
        return
    turned = ", which is [rank, NNZ]" if dims == [rank, count] else ""
    needed = f"{_values(count)} of rank {rank} need [{count}, {rank}] or [{count}]"
    yield Found(indices.field, f"indices have dims {_list(dims)}{turned}; {needed}")


@rule("T051", "error", on="SparseTensorProto")
def sparse_indices_order(sparse: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    The first index of a sparse tensor that is outside of its dims, or the first place that does not
    come after the one before. Up to 65,536 indices of each tensor are read, all of them with
    --deep.

    Why:
    The comments of SparseTensorProto.indices in onnx.proto say that the places must ascend, in
    lexicographic order, without a repeat. An index out of range has crashed runtimes. The checker
    of the onnx package refuses both.

    Fix:
    Sort values and indices together by place, add up what stands at one place, and look whether
    the indices are meant as [rank, NNZ].
    """
    values, indices = sparse.message("values"), sparse.message("indices")
    dims, stored = _dims(sparse), _dims(values) if values is not None else []
    if indices is None or not dims or len(stored) != 1 or min(dims) < 1 or len(dims) > _RANK:
        return
    if data_type(indices.number("data_type")) != "INT64":
        return
    numbers, found = _numbers(indices, context), _dims(indices)
    if found == stored:
        yield from _check(indices, ((n,) for n in numbers), [count_of(dims)])
    elif found == [*stored, len(dims)]:
        yield from _check(indices, zip(*[numbers] * len(dims), strict=False), dims)


def _check(
    indices: Merged, places: Iterator[tuple[int, ...]], dims: Sequence[int]
) -> Iterator[Found]:
    """Yield the first place that is outside of dims or not after the one before."""
    rank = len(dims)
    before: tuple[int, ...] = ()
    for number, place in enumerate(places):
        for axis, (index, size) in enumerate(zip(place, dims, strict=True)):
            if not 0 <= index < size:
                what = f"index {index} of values[{number}] is outside of axis {axis}"
                what = f"position {index} of values[{number}] is outside" if rank == 1 else what
                yield _at(indices, number * rank + axis, 1, f"{what}; needed 0 to {size - 1}")
                return
        if place <= before:
            text = f"values[{number}] at {_place(place)} does not come after values[{number - 1}]"
            text = f"{text} at {_place(before)}; needed ascending places"
            yield _at(indices, number * rank, rank, text)
            return
        before = place


def _numbers(indices: Merged, context: Context) -> Iterator[int]:
    """Yield indices; none where they are not in the file."""
    storage = Storage(indices)
    if storage.type is None or not storage.place or storage.is_external:
        return
    if not context.deep:
        limit = min(_READ, storage.count)
        yield from (n for n in first_elements(indices, limit) or () if isinstance(n, int))
        return
    for chunk in chunks(storage, storage.type):
        yield from chunk.tolist()


def _at(indices: Merged, first: int, count: int, text: str) -> Found:
    """Return the finding at some of the indices."""
    raw = indices.records(RAW)
    if raw:
        start = raw[-1].payload.start + _INT64 * first
        return Found(raw[-1], text, span=Span(start, start + _INT64 * count))
    record = _element(indices, "int64_data", first)
    end = _element(indices, "int64_data", first + count - 1).end
    return Found(record, text, span=Span(record.payload.start, end))


def _element(message: Merged, name: str, number: int) -> Field:
    """Return the field of an element that is there, in a packed run or with a tag of its own."""
    document = message.document
    for record in message.records(name):
        run = document.run_of(record.row)
        span = run.element(number) if run is not None else None
        if run is None and number == 0:
            return record
        if span is not None:
            return Field(document, record.row, number, span)
        number -= 1 if run is None else len(run)
    raise IndexError(number)


def _dims(message: Merged) -> list[int]:
    return [int(size) for size in message.numbers("dims", _RANK + 1)]


def _values(count: int) -> str:
    return f"{count:,} value{'' if count == 1 else 's'}"


def _place(place: Sequence[int]) -> str:
    return f"({', '.join(map(str, place))})" if len(place) > 1 else str(place[0])


def _list(numbers: Sequence[int]) -> str:
    more = [f"… {len(numbers) - _SHOWN} more"] if len(numbers) > _SHOWN else []
    return f"[{', '.join([*map(str, numbers[:_SHOWN]), *more])}]"
