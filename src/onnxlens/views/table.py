"""Rows in columns: numbers to the right, text to the left, the last column takes what is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from .page import Page
from .text import cut, width, wrap

_SAMPLED = 2000  # rows whose cells decide how wide the columns are; later ones follow
_INDENT = 8  # of the last column where a narrow terminal puts it on a line of its own
_LEAST = 16  # cells in which the last column is wrapped where lines may run over


class Column(NamedTuple):
    """``limit`` is the most cells it takes (0: no limit), ``least`` the fewest, ``keep`` the part
    that survives cutting, ``wrap`` whether the last column is wrapped at words instead of cut.
    """

    title: str
    right: bool = False
    least: int = 0
    limit: int = 0
    keep: str = "start"
    style: str = "plain"
    wrap: bool = False


class Row(NamedTuple):
    """Cells, one a column; ``mark`` is the column before which a ``!`` stands, -1 for none.

    ``inks`` paint the cells of this row, by column, instead of the column's style; they are asked
    only where there is colour, and get the text as it was cut. ``below`` are sentences about the
    row, each on lines of its own under it.
    """

    cells: tuple[str, ...]
    mark: int = -1
    inks: dict[int, Callable[[str], str]] | None = None
    below: tuple[str, ...] = ()


def table(
    page: Page, columns: list[Column], rows: Iterable[Row], head: bool = True
) -> Iterator[str]:
    """Yield the lines of a table; widths follow the first 2,000 rows, so that it streams."""
    source = iter(rows)
    first = list(islice(source, _SAMPLED))
    widths = [_width(column, i, first) for i, column in enumerate(columns)]
    if head:
        titles = tuple(column.title for column in columns)
        plain = [column._replace(style="plain") for column in columns]
        yield from _lines(page, plain, widths, Row(titles))
    for row in chain(first, source):
        yield from _lines(page, columns, widths, row)
        for text in row.below:
            yield from _below(page, widths[0] + 4, text)


def _below(page: Page, indent: int, text: str) -> Iterator[str]:
    """Yield a sentence under the second column, wrapped where lines may not run over."""
    for part in wrap(text, page.width - indent) if page.cut else [text]:
        yield " " * indent + page.paint("note", part)


def _width(column: Column, number: int, rows: list[Row]) -> int:
    cells = max((width(row.cells[number]) for row in rows), default=0)
    cells = max(cells, column.least, len(column.title))
    return min(cells, column.limit) if column.limit else cells


def _lines(page: Page, columns: list[Column], widths: list[int], row: Row) -> Iterator[str]:
    line, used = "", 0
    for i, column in enumerate(columns[:-1]):
        gap = "" if i == 0 else " !" if row.mark == i else "  "
        text = row.cells[i]
        if page.cut:
            text = cut(text, widths[i], column.keep)
        shown = _painted(page, column, row, i, text)
        filler = " " * (widths[i] - width(text))
        line += gap + (filler + shown if column.right else shown + filler)
        used += len(gap) + max(widths[i], width(text))
    last = len(columns) - 1
    if page.narrow and len(columns) > 2:
        yield line.rstrip()
        indent = " " * (_INDENT - 2) + (" !" if row.mark == last else "  ")
        yield from _last(page, columns, row, indent, _INDENT) if row.cells[last] else ()
        return
    line += " !" if row.mark == last else "  "
    yield from _last(page, columns, row, line, used + 2)


def _last(page: Page, columns: list[Column], row: Row, line: str, used: int) -> Iterator[str]:
    """Yield the last cell behind ``line``, which takes ``used`` cells; wrapped, under itself."""
    number = len(columns) - 1
    column, text = columns[number], row.cells[number]
    room = page.width - used if page.cut else max(page.width - used, _LEAST)
    for part in wrap(text, room) if column.wrap else [text]:
        shown = cut(part, room, column.keep) if page.cut else part
        yield (line + _painted(page, column, row, number, shown)).rstrip()
        line = " " * used


def _painted(page: Page, column: Column, row: Row, number: int, text: str) -> str:
    ink = row.inks.get(number) if row.inks and page.colour else None
    return ink(text) if ink else page.paint(column.style, text)
