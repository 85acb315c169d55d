"""The lists of the fields pane: what stands below a row, grouped by field, long lists in chunks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from ...errors import PathError
from ...tree.document import Document
from ...tree.field import TAIL, Field
from ...tree.recent import Recent
from ...wire.kinds import NOT_INDEXED
from .kept import once

CHUNK = 1000  # rows that a list shows directly, rows of a chunk, and chunks of a list
_MANY = 8  # records of one field from which on they are a group
_GROUPED = frozenset(("ModelProto", "GraphProto", "FunctionProto"))  # there from two on


class Group(NamedTuple):
    """The records of one field in a row; ``number`` is below 0 where they do not fit it."""

    parent: int
    number: int
    rows: Sequence[int]

    @property
    def key(self) -> str:
        """How the page names the list of its records."""
        return f"{self.parent}:{self.number}"


class Chunk(NamedTuple):
    """Entries ``start`` up to ``end`` of a longer list, whose key is ``of``."""

    of: str
    start: int
    end: int

    @property
    def key(self) -> str:
        """How the page names the list of its entries."""
        return f"{self.of}{'' if ':' in self.of else ':'}:{self.start}-{self.end}"


Entry = int | Group | Chunk  # an int is a row, or in a run the number of an element


class Lists:
    """The lists of one document, each made when it is first asked for."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._kept: Recent[list[int | Group]] = Recent()

    def below(self, row: int) -> Sequence[int | Group]:
        """Return what stands directly below a row: rows and groups in file order."""
        found = self._kept.get(row)
        if found is None:
            found = self._made(row)
            self._kept.keep(row, found)
        return found

    def _made(self, row: int) -> list[int | Group]:
        document, index = self.document, self.document.index
        run = document.run_of(row)
        if run is not None:
            return []
        content = document.content_of(row)
        entries: list[tuple[int, int | Group]] = []  # with the first row of each
        siblings = document.places.inside(row)
        least = 2 if content is not None and content.name in _GROUPED else _MANY + 1
        for (number, fits), records in siblings.items():
            rows = records.rows
            if len(rows) >= least and len(siblings) > 1:
                entries.append((rows[0], Group(row, number if fits else -number, rows)))
            else:
                entries += [(each, each) for each in rows]
        last = self._last(row)
        if last is not None and index.wire_type(last) >= NOT_INDEXED:
            entries.append((last, last))
        return [entry for _, entry in sorted(entries, key=lambda pair: pair[0])]

    def _last(self, row: int) -> int | None:
        """Return the last row directly inside a row: malformed bytes and a rest stand there."""
        index = self.document.index
        last = int(index.next[row]) - 1
        while last > row and index.parent[last] != row:
            last = int(index.parent[last])
        return last if last > row else None

    def entries(self, key: str) -> tuple[Sequence[int | Group] | Sequence[int], int, int, str]:
        """Return the whole list that a key is about, the span of it, and its key.

        Raises PathError for a key that names no list.
        """
        row, number, span = _parse(key)
        if row >= len(self.document.index):
            raise PathError(f"{key[:40]}: no such list", path="", nearest="")
        of = f"{row}:{number}" if number is not None else str(row)
        if number is not None:
            records = self.document.places.records(row, abs(number), number >= 0)
            whole: Sequence[int | Group] | Sequence[int] = records.rows
        else:
            run = self.document.run_of(row)
            whole = self.below(row) if run is None else range(self._elements(row))
        start, end = span or (0, len(whole))
        return whole, min(start, len(whole)), min(end, len(whole)), of

    def _elements(self, row: int) -> int:
        run = self.document.run_of(row)
        assert run is not None
        return len(run) + (run.good_end() < run.end)

    def page(self, key: str, start: int, count: int) -> tuple[int, list[Entry]]:
        """Return how many entries a list shows, and ``count`` of them from ``start`` on."""
        whole, begin, end, of = self.entries(key)
        size = chunk_size(end - begin)
        if size is None:
            first = min(begin + start, end)
            return end - begin, list(whole[first : min(first + count, end)])
        chunks = range(begin, end, size)
        shown = [Chunk(of, at, min(at + size, end)) for at in chunks[start : start + count]]
        return len(chunks), list(shown)

    def total(self, key: str) -> int:
        """Return how many entries a list shows."""
        _, begin, end, _ = self.entries(key)
        size = chunk_size(end - begin)
        return end - begin if size is None else -((begin - end) // size)

    def trail(self, field: Field) -> list[tuple[str, int]]:
        """Return the lists that lead from the root to a field: key, and place in what it shows."""
        found: list[list[tuple[str, int]]] = []
        if field.element is not None:
            length = self._elements(field.row)
            number = length - 1 if field.element == TAIL else field.element
            found.append(self._descent(str(field.row), number, length))
            field = Field(self.document, field.row)
        parent = self.document.index.parent
        row = field.row
        while row:
            found.append(self._steps(int(parent[row]), Field(self.document, row)))
            row = int(parent[row])
        return [step for steps in reversed(found) for step in steps]

    def _steps(self, parent: int, field: Field) -> list[tuple[str, int]]:
        """Return the lists between a row and one directly inside it."""
        below, key = self.below(parent), str(parent)
        number = field.number if field.spec else -field.number
        for place, entry in enumerate(below):
            if isinstance(entry, Group) and entry.number == number and number:
                at = bisect_left(entry.rows, field.row)
                own = self._descent(key, place, len(below))
                return own + self._descent(entry.key, at, len(entry.rows))
        return self._descent(key, below.index(field.row), len(below))

    @staticmethod
    def _descent(key: str, place: int, length: int) -> list[tuple[str, int]]:
        """Return the chunks that lead to a place of a list, and the place in the last one."""
        steps, begin, end, of = [], 0, length, key
        size = chunk_size(length)
        while size is not None:
            number = (place - begin) // size
            steps.append((key, number))
            begin += number * size
            end = min(begin + size, end)
            key = Chunk(of, begin, end).key
            size = chunk_size(end - begin)
        return [*steps, (key, place - begin)]

    def element(self, row: int, number: int) -> Field:
        """Return an element of a packed run; the one after the last is what cannot be decoded."""
        run = self.document.run_of(row)
        assert run is not None
        span = run.element(number)
        if span is None:
            return Field(self.document, row, TAIL, (run.good_end(), run.end))
        return Field(self.document, row, number, span)


def chunk_size(length: int) -> int | None:
    """Return how many entries a chunk of a list has; None where it shows them directly."""
    if length <= CHUNK:
        return None
    size = CHUNK
    while length > size * CHUNK:
        size *= CHUNK
    return size


def _parse(key: str) -> tuple[int, int | None, tuple[int, int] | None]:
    """Return row, field number and span of ``row[:[number][:start-end]]``."""
    parts = key.split(":")
    try:
        row = _natural(parts[0])
        number = None
        if len(parts) > 1 and parts[1]:
            number = -_natural(parts[1][1:]) if parts[1][0] == "-" else _natural(parts[1])
        if len(parts) < 3:
            return row, number, None
        start, end = map(_natural, parts[2].split("-"))
        if len(parts) > 3 or start > end:
            raise ValueError
    except ValueError:
        raise PathError(f"{key[:40]}: no such list", path="", nearest="") from None
    return row, number, (start, end)


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise ValueError
    return int(text)


@once
def lists(document: Document) -> Lists:
    """Return the lists of a document."""
    return Lists(document)
