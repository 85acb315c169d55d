"""The flat table of records: offset, bytes, field, meaning."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..model.explaining.explainer import Explainer
from ..model.lines import line
from ..tree.document import Document
from ..tree.field import TAIL, Field
from ..tree.merged import Merged
from ..wire.kinds import MALFORMED, NOT_INDEXED
from .meaning import meaning
from .page import Page
from .table import Column, Row, table
from .text import cut, hexadecimal, plural, safe

_STEPS = (16, 8, 5)  # bytes in a row, as the page's width lets them
_FIELD, _MEANING = 28, 26  # cells on a page of 80
_WIDEST_FIELD = 44  # what is wider still goes to the meaning
_LEAST_MEANING = 16
_RUN = 1 << 20  # bytes of a packed run whose end is looked at


class _Layout(NamedTuple):
    """``row`` bytes a row, cells of the field, cells of the meaning."""

    row: int
    field: int
    meaning: int


def byte_table(
    page: Page, document: Document, top: Field | None, span: tuple[int, int] | None, fold: bool
) -> Iterator[str]:
    """Yield a row for each record in ``top`` (the file if None), in file order.

    Records with something inside show their header only; the rest shows all bytes as far as they
    fit. ``span`` leaves out records that it does not touch, and they are counted in the last line.
    ``fold`` puts a message with a single scalar on one row.
    """
    yield from _answer(page, top or document.file)
    layout = _layout(page, document.size)
    columns = [
        Column("offset", right=True, least=page.offset_width(document.size), style="offset"),
        _fixed("bytes", 3 * layout.row - 1),
        _fixed("field", layout.field)._replace(keep="end"),
        Column("meaning"),
    ]
    walk = _Walk(page, top or document.file, span, fold, layout)
    yield from table(page, columns, walk.rows())
    yield from walk.left_out()


def _fixed(title: str, cells: int) -> Column:
    """Return a column whose width does not hang on its rows, so that a stream stays straight."""
    return Column(title, least=cells, limit=cells)


def _answer(page: Page, top: Field) -> Iterator[str]:
    """Yield what a message says in one line, and an empty line."""
    text = line(Merged(top.document, top.content, (top.row,))) if top.content else None
    if text:
        text = safe(text)
        yield page.paint("answer", cut(text, page.width) if page.cut else text)
        yield ""


def _layout(page: Page, size: int) -> _Layout:
    """Share out the width: bytes first, then the field, then the meaning."""
    room = page.width - page.offset_width(size) - 2
    if page.narrow:  # the meaning has a line of its own
        count = 5 if room >= 14 + 2 + 14 else 2
        return _Layout(count, max(room - 3 * count - 1, 1), page.width - 8)
    fitting = (n for n in _STEPS if 3 * n + 1 + _FIELD + 2 + _MEANING <= room)
    count = next(fitting, _STEPS[-1])
    rest = room - 3 * count - 3
    if rest >= _FIELD + _MEANING:
        field = min(rest - _MEANING, _WIDEST_FIELD)
    else:
        field = rest - max(rest - _FIELD, _LEAST_MEANING)
    return _Layout(count, field, rest - field)


class _Walk:
    """One walk over the records in a field, which knows how deep each stands and what it skips."""

    def __init__(
        self, page: Page, top: Field, span: tuple[int, int] | None, fold: bool, layout: _Layout
    ) -> None:
        self.page, self.top, self.fold, self.layout = page, top, fold, layout
        self.document, self.index = top.document, top.document.index
        self.span = span
        self.shown = 0
        self.explainer = Explainer(
            self.document, lambda offset: page.place(offset, self.document.size)
        )
        self._whole = span is None and top.is_root  # so that all siblings are seen and counted
        self._ends: list[int] = []  # the row after each open record
        self._counts: list[dict[tuple[int, bool], int]] = [{}]  # of each open record's children

    def rows(self) -> Iterator[Row]:
        """Yield the rows of the table."""
        if self.top.element is not None:
            yield self._row(self.top, self.top.end, meaning(self.top, self.layout.meaning))
            return
        after = 0
        for row in self._touched():
            if row >= after:
                field = Field(self.document, row)
                inner = self._folded(field)
                yield self._folded_row(field, inner) if inner else self._plain_row(field)
                after = row + 2 if inner else row + 1
                self.shown += after - row

    def left_out(self) -> Iterator[str]:
        """Yield how many records the span left out, and the range that shows them."""
        top = self.top
        every = int(self.index.next[top.row]) - top.row - top.is_root
        if top.element is not None:
            return
        if self.span is not None and self.shown < every:
            span, whole = (self.page.span(s, self.document.size) for s in (self.span, top.span))
            left = plural(every - self.shown, "record")
            yield f"{left} outside {span} not shown: --range {whole}"
        elif not every:
            yield "no records"

    def _touched(self) -> Iterator[int]:
        """Yield the rows that the span touches: what encloses its start, then what starts in it."""
        first, after = self.top.row, int(self.index.next[self.top.row])
        if self.span is None:
            yield from range(first or 1, after)
            return
        start, end = max(self.span[0], self.top.start), min(self.span[1], self.top.end)
        if start >= end:
            return
        inner = self.index.row_at(start)
        around, row = [], inner
        while row and row >= first:
            around.append(row)
            row = self.index.parent[row]
        yield from reversed(around)
        yield from range(inner + 1, bisect_left(self.index.start, end, inner + 1, after))

    def _folded(self, field: Field) -> Field | None:
        """Return the one scalar that a message holds, None where it is to be opened."""
        if not self.fold or self.index.next[field.row] != field.row + 2 or field.content is None:
            return None
        inner = Field(self.document, field.row + 1)
        scalar = inner.spec is not None and inner.content is None and not inner.is_run
        return inner if scalar and field.damage is None and inner.damage is None else None

    def _folded_row(self, field: Field, inner: Field) -> Row:
        text = f"{inner.name} {meaning(inner, self.layout.meaning)}"
        return self._row(field, field.end, text)

    def _plain_row(self, field: Field) -> Row:
        opens = self.index.has_children(field.row)
        end = field.payload.start if opens else field.end
        remark = self.explainer.remark(field)
        text = meaning(field, self.layout.meaning)
        return self._row(field, end, f"{text}: {safe(remark)}" if remark else text)

    def _row(self, field: Field, end: int, text: str) -> Row:
        level, name = self._enter(field)
        cells = (
            self.page.offset(field.start, self.document.size),
            self._bytes(field.start, end),
            self._indented(level, name),
            text,
        )
        inks = {1: _parts(self.page, field), 2: _owner(self.page)} if self.page.colour else None
        return Row(cells, 1 if _damaged(field) else -1, inks)

    def _indented(self, level: int, name: str) -> str:
        """Return the name behind its indent, which a cut leaves; it takes half a column at most."""
        room = self.layout.field
        indent = " " * min(level, room // 2 if self.page.cut else level)
        return indent + (cut(name, room - len(indent), "end") if self.page.cut else name)

    def _bytes(self, start: int, end: int) -> str:
        count = self.layout.row
        data = self.document.read(start, min(end, start + count + 1))
        return hexadecimal(data) if len(data) <= count else f"{hexadecimal(data[: count - 1])} …"

    def _enter(self, field: Field) -> tuple[int, str]:
        """Return level and name of the next record, and remember what is open after it."""
        while self._ends and field.row >= self._ends[-1]:
            self._ends.pop()
            self._counts.pop()
        level, name = len(self._ends), self._name(field)
        if self.index.has_children(field.row):
            self._ends.append(self.index.next[field.row])
            self._counts.append({})
        return level, name

    def _name(self, field: Field) -> str:
        if field.wire_type in (MALFORMED, NOT_INDEXED) or field.element == TAIL:
            return field.name
        spec = field.spec
        owner = f"{field.message.name}." if field.message else ""
        if spec is not None and (field.is_run or not spec.repeated):
            return owner + spec.name
        return f"{owner}{field.name}[{self._number(field)}]"

    def _number(self, field: Field) -> int:
        """Return which one of its siblings a record is; counted along, as asking costs a pass."""
        spec, counts = field.spec, self._counts[-1]
        key = (field.number, spec is not None)
        known = counts.get(key, 0 if self._whole else None)
        # a packed run among the siblings counts with all its elements
        if known is None or (spec is not None and spec.packable):
            known = field.step.number or 0
        counts[key] = known + 1
        return known


def _damaged(field: Field) -> bool:
    if field.damage is not None or field.wire_type == MALFORMED:
        return True
    if not field.is_run or field.payload.size > _RUN:
        return False
    run = field.document.run_of(field.row)
    return run is not None and run.good_end() < run.end


def _parts(page: Page, field: Field) -> Callable[[str], str]:
    """Return what paints the bytes of a record: its tag, its length, and the rest."""
    tag, length = field.tag.size, field.length.size

    def ink(text: str) -> str:
        cells = text.split(" ")
        parts = ("tag", cells[:tag]), ("length", cells[tag : tag + length])
        painted = [page.paint(style, " ".join(part)) for style, part in parts if part]
        return " ".join([*painted, *cells[tag + length :]])

    return ink


def _owner(page: Page) -> Callable[[str], str]:
    """Return what dims the name of the message before that of the field."""

    def ink(text: str) -> str:
        owner, dot, name = text.rpartition(".")
        return page.paint("message", owner + dot) + name

    return ink
