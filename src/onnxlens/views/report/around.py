"""The records around a finding, and which of their bytes are shown."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

from ...finding import Finding
from ...model.tensors import DATA_FIELDS
from ...span import Span
from ...tree.document import Document
from ...tree.field import Field
from ..meaning import meaning, value_text
from ..text import cut, plural, safe
from .places import qualified

TAG, LENGTH, PAYLOAD = "tag", "length", "payload"
_INSIDE = 6  # records in the one at fault that are shown
_BYTES = 16  # of a record at fault
_CONTEXT = 8  # bytes of a record beside it
_BEFORE = 4  # bytes before those at fault, where a record is long
_MEANING = 160  # characters
_DATA = 64  # bytes of elements up to which their values are told


class Piece(NamedTuple):
    """Bytes side by side that are alike: their part of the record, and whether they are at fault.

    A piece without bytes stands for those that are left out.
    """

    data: bytes
    part: str = PAYLOAD
    fault: bool = False


class Line(NamedTuple):
    """One record: ``level`` counts from the outermost that is shown."""

    offset: int
    level: int
    name: str
    meaning: str
    pieces: list[Piece]


class Around(NamedTuple):
    """Records in file order, and how many more inside the one at fault are not shown."""

    lines: list[Line]
    left: int


def around(document: Document, finding: Finding) -> Around:
    """Return the record of a finding with what encloses it, stands beside it and lies in it."""
    if not document.size or finding.span == (0, document.size):  # all bytes are no place
        return Around([], 0)
    row, span = _row(document, finding), finding.span
    parent = document.index.parent[row]
    level = 1 if parent else 0
    inside, left = _inside(document, row, span)
    lines = [_line(document, parent, 0, span, opens=True)] if parent else []
    before, after = _beside(document, row)
    if before:
        lines.append(_line(document, before, level, span, room=_CONTEXT))
    lines.append(_line(document, row, level, span, opens=bool(inside)))
    lines += [
        _line(document, each, level + deep, span, opens=opens) for each, deep, opens in inside
    ]
    if after:
        lines.append(_line(document, after, level, span, room=_CONTEXT))
    return Around(lines, left)


def _row(document: Document, finding: Finding) -> int:
    """Return the row of a finding's record; of the file itself that of its first byte at fault."""
    index = document.index
    at = finding.record.start if finding.path else finding.span.start
    row = inner = index.row_at(min(at, document.size - 1))
    while row and (index.start[row], index.end(row)) != finding.record:
        row = index.parent[row]
    return int(row or inner)


def _beside(document: Document, row: int) -> tuple[int, int]:
    """Return the rows before and after one in the same message, 0 where there is none."""
    index = document.index
    parent, after, start = index.parent[row], index.next[row], int(index.start[row])
    if after >= len(index) or index.parent[after] != parent:
        after = 0
    before = index.row_at(start - 1) if start > index.payload(parent) else 0
    while before and index.parent[before] != parent:
        before = index.parent[before]
    return int(before), int(after)


def _inside(document: Document, row: int, span: Span) -> tuple[list[tuple[int, int, bool]], int]:
    """Return the first records in one that ``span`` touches: row, level and whether it opens."""
    index, after = document.index, int(document.index.next[row])
    first = bisect_left(index.start, span.start, row + 1, after)
    above = _between(document, row, first - 1, span.start)
    last = max(bisect_left(index.start, span.end, first, after), first)
    rows = above[-_INSIDE + (last > first) :]  # room for one that starts with the fault
    rows += range(first, min(last, first + _INSIDE - len(rows)))
    levels = {row: 0}
    for each in rows:
        levels[each] = levels.get(index.parent[each], 0) + 1
    holders = {index.parent[each] for each in rows}
    opened = [(each, levels[each], each in holders) for each in rows]
    return opened, len(above) + last - first - len(rows)


def _between(document: Document, row: int, inner: int, offset: int) -> list[int]:
    """Return the rows from below ``row`` down to ``inner`` that hold an offset."""
    rows, index = [], document.index
    while inner > row:
        rows += [inner] if index.end(inner) > offset else []
        inner = int(index.parent[inner])
    return rows[::-1]


def _line(
    document: Document, row: int, level: int, span: Span, opens: bool = False, room: int = _BYTES
) -> Line:
    field = Field(document, row)
    end = field.payload.start if opens else field.end
    pieces = _pieces(field, Span(field.start, end), span, room)
    words = cut(_words(field, opens), _MEANING)
    return Line(field.start, level, safe(qualified(field)), words, pieces)


def _words(field: Field, opens: bool) -> str:
    """Return what a record says; of much data only its size, so that it is not read."""
    spec = field.spec
    data = spec is not None and spec.message == "TensorProto" and spec.name in DATA_FIELDS
    if data and field.payload.size > _DATA:
        return f"{plural(field.payload.size, 'byte')} of data"
    return meaning(field) if opens or field.content is None else value_text(field)


def _pieces(field: Field, shown: Span, fault: Span, room: int) -> list[Piece]:
    """Return the bytes of a record as far as they fit; of a long one its start and the fault."""
    spans, pieces = _spans(shown, fault, room), list[Piece]()
    for number, span in enumerate(spans):
        if number:
            pieces.append(Piece(b""))
        pieces += _parts(field, span, fault)
    if spans[-1].end < shown.end:
        pieces.append(Piece(b"", fault=spans[-1].end in fault))
    return pieces


def _spans(shown: Span, fault: Span, room: int) -> list[Span]:
    first = Span(shown.start, min(shown.end, shown.start + room))
    if not first.end <= fault.start < shown.end:
        return [first]
    head = Span(first.start, first.start + _BEFORE)
    start = max(head.end, fault.start - _BEFORE)
    return [head, Span(start, min(shown.end, start + room - _BEFORE))]


def _parts(field: Field, span: Span, fault: Span) -> list[Piece]:
    """Return the bytes of a span, cut where their part of the record or the fault changes."""
    data, tag, payload = field.document.read(*span), field.tag.end, field.payload.start
    cuts = {span.start, span.end, tag, payload, *fault}
    edges = sorted(edge for edge in cuts if span.start <= edge <= span.end)
    return [
        Piece(
            data[start - span.start : end - span.start],
            TAG if start < tag else LENGTH if start < payload else PAYLOAD,
            start in fault,
        )
        for start, end in pairwise(edges)
    ]
