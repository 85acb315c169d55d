"""The strip of all bytes: which kind stands where, and what the largest pieces are called."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...model.filemap import FileMap
from ...model.graph.names import inside, slot
from ...model.tensor.sizes import TensorSizes
from ...model.words import short
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..text import percent, safe
from .kept import once

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

BUCKETS = 2048
_TENSORS = 40  # that are labelled
_RUNS = 40  # of fields side by side that are labelled
_NAME = 200  # characters of a label
_ALL = 255  # of a bucket
_GRAPH = slot("ModelProto", "graph")  # what is in it has labels of its own
Json = dict[str, Any]


@once
def map_of(document: Document) -> FileMap:
    """Return the spans of each kind of bytes in a document."""
    return FileMap(document)


@once
def tensors_of(document: Document) -> TensorSizes:
    """Return all tensors of a document with the bytes of their data."""
    return TensorSizes(document, map_of(document))


def file_map(document: Document, start: int, end: int, buckets: int) -> Json:
    """Return how much of each kind is in each part of a range, and in the whole file; beside
    that what stands there, the largest tensors and the fields of the root and its graph.

    A range without bytes has no parts, a short one has one for each byte. Raises ValueError for a
    range that is none, or more parts than 2,048.
    """
    if not 0 <= start <= end or not 0 < buckets <= BUCKETS:
        raise ValueError(f"needed a range and 1 to {BUCKETS:,} buckets")
    end = min(end, document.size)
    start = min(start, end)
    parts = min(buckets, end - start)
    least = (end - start) // max(parts, 1)  # bytes of a label that can be seen
    seen = (each for each in _labels(document, start, end) if each[1] - each[0] >= least)
    labels = sorted(seen, key=lambda each: (each[0], -each[1]))
    return {
        "from": start,
        "to": end,
        "buckets": parts,
        "kinds": list(_kinds(document, start, end, parts)),
        "labels": [{"text": text, "start": a, "end": b} for a, b, text in labels],
    }


def _kinds(document: Document, start: int, end: int, parts: int) -> Iterator[Json]:
    found = map_of(document)
    inside = found.buckets(start, end, parts) if parts else {}
    for kind, size in found.totals().items():
        shares = b64encode(_shares(inside[kind], start, end)) if parts else b""
        share = percent(size, document.size) if size else "0 %"
        yield {"kind": kind, "size": size, "share": share, "shares": shares.decode("ascii")}


def _shares(amounts: Array, start: int, end: int) -> bytes:
    """Return the shares of one kind as bytes: 0 only of nothing, 255 only of everything."""
    import numpy as np

    parts = len(amounts)
    edges = np.array([(end - start) * at // parts for at in range(parts + 1)], "i8")
    scaled = 1 + (amounts * (_ALL - 1)) // np.diff(edges)
    return bytes(np.where(amounts > 0, scaled, 0).astype("u1"))


def step(document: Document, kind: str, offset: int, back: bool) -> Json | None:
    """Return the next span of a kind that begins after an offset, or the last one before it.

    ``row`` is the innermost record at its first byte. None where there is no more; from offset
    -1 on the first span is the next. Raises ValueError for an unknown kind.
    """
    span = map_of(document).step(kind, offset, back)
    if span is None:
        return None
    return {"start": span.start, "end": span.end, "row": document.index.row_at(span.start)}


# -- labels --------------------------------------------------------------------------------------

_Label = tuple[int, int, str]  # start, end, text


def _labels(document: Document, start: int, end: int) -> Iterator[_Label]:
    """Yield what has bytes in a range: runs of fields, or the tensors that most of a run is.

    None is inside another one.
    """
    tensors = list(_tensors(document, start, end))
    for run in _runs(document, start, end):
        inside = [each for each in tensors if run[0] <= each[0] and each[1] <= run[1]]
        named = sum(min(each[1], end) - max(each[0], start) for each in inside)
        if 2 * named < min(run[1], end) - max(run[0], start):
            yield run
            tensors = [each for each in tensors if each not in inside]
    yield from tensors


def _tensors(document: Document, start: int, end: int) -> Iterator[_Label]:
    import numpy as np

    index, found = document.index, tensors_of(document)
    starts, nexts = np.frombuffer(index.start, "i8"), np.frombuffer(index.next, "u4")
    ends = starts[nexts[found.rows]]
    seen = (starts[found.rows] < end) & (ends > start) & (found.sizes > 0) & ~found.outside
    seen &= found.rows > 0  # a file that is a tensor
    largest = found.largest[seen[found.largest]][:_TENSORS]
    for row in found.rows[largest].tolist():
        yield int(starts[row]), index.end(row), called(Field(document, row))


def called(tensor: Field) -> str:
    """Return the name of a tensor, or its path where it has none of its own."""
    assert tensor.content is not None
    name = short(Merged(tensor.document, tensor.content, (tensor.row,)), "name")
    return safe(name if name and tensor.name != "t" else tensor.path, _NAME)


def _runs(document: Document, start: int, end: int) -> Iterator[_Label]:
    """Yield the longest runs of records of one field in the root, and in its graph."""
    import numpy as np

    firsts, counts, begins, ends = _all_runs(document)
    seen = np.flatnonzero((begins < end) & (ends > start))
    longest = seen[np.argsort(begins[seen] - ends[seen], kind="stable")][:_RUNS]
    for at in longest.tolist():
        path = Field(document, int(firsts[at])).path
        path = path.rpartition("[")[0] if path.endswith("]") else path
        number = f" ({counts[at]:,})" if counts[at] > 1 else ""
        yield int(begins[at]), int(ends[at]), safe(path, _NAME) + number


@once
def _all_runs(document: Document) -> tuple[Array, Array, Array, Array]:
    """Return of each run its first row, how many records it has, and its span."""
    import numpy as np

    index = document.index
    slots, parents = np.frombuffer(index.slot, "u2"), np.frombuffer(index.parent, "u4")
    starts, nexts = np.frombuffer(index.start, "i8"), np.frombuffer(index.next, "u4")
    columns = []
    for parent in (0, *inside(document, (0,), _GRAPH)):
        rows = np.flatnonzero(parents == parent)
        rows = rows[(rows > parent) & (slots[rows] != _GRAPH)]
        firsts = np.flatnonzero(np.append(True, slots[rows][1:] != slots[rows][:-1])[: len(rows)])
        lasts = np.append(firsts[1:], len(rows))[: len(firsts)] - 1
        ends = starts[nexts[rows[lasts]]]
        columns.append((rows[firsts], lasts - firsts + 1, starts[rows[firsts]], ends))
    joined = [np.concatenate(column) for column in zip(*columns, strict=True)]
    return joined[0], joined[1], joined[2], joined[3]
