"""What was found, one row a hit: offset, path, value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..tree.document import Document
from ..tree.field import Field
from .meaning import value_text
from .page import Page
from .table import Column, Row, table
from .text import plural, safe

_LEAST_VALUE = 24  # cells


def found_lines(
    page: Page, document: Document, fields: Iterable[tuple[Field, int]]
) -> Iterator[str]:
    """Yield a row for each field that was found and the offset of the hit, then the count."""
    room = page.width - page.offset_width(document.size) - 2
    limit = max(room - (0 if page.narrow else _LEAST_VALUE + 2), 1)
    columns = [
        Column("offset", right=True, least=page.offset_width(document.size), style="offset"),
        Column("field", limit=limit, keep="end"),
        Column("value"),
    ]
    hits = _Hits(page, document, fields)
    lines = table(page, columns, hits.rows())
    heading = next(lines)
    first = next(lines, None)
    if first is not None:
        yield heading
        yield first
    yield from lines
    yield f"{plural(hits.count, 'hit')}" if hits.count else "nothing found"


class _Hits:
    """The rows of the table, counted while they pass."""

    def __init__(self, page: Page, document: Document, fields: Iterable[tuple[Field, int]]) -> None:
        self.page, self.document, self.fields = page, document, fields
        self.count = 0

    def rows(self) -> Iterator[Row]:
        """Yield the row of each hit."""
        for field, offset in self.fields:
            self.count += 1
            path = field.path or self.document.name
            place = self.page.offset(offset, self.document.size)
            yield Row((place, safe(path), value_text(field)))
