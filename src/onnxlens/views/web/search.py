"""Search for the page: how the text was read, hits as they come, how far it is, how many."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from ...tree.document import Document
from ...tree.field import Field
from ...tree.find import Seen, seek
from ...tree.path import format_path
from ..text import safe
from .search_excerpt import bytes_excerpt, text_excerpt
from .search_reading import Reading, reading

Json = dict[str, Any]

LIMIT = 200  # hits that are shown
COUNTED = 100_000  # hits that are counted
_EVERY = 0.2  # seconds between two words about how far it is
_RUN = 1 << 20  # bytes of a packed run up to which the element of a hit is told
_DEEP = 200  # records around a field from which on its path is cut
_PATH = 4000  # characters of a path that are shown


def search(
    document: Document,
    text: str,
    how: str | None = None,
    limit: int = LIMIT,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Json]:
    """Yield what the page is told of a search, in order.

    First ``read`` and ``words``; then up to ``limit`` hits in file order; now and then ``at``, the
    offset reached, and ``total``, the hits so far; last ``done`` with the total, and ``more`` where
    not all are shown. No more than COUNTED are counted: that total means so many at least. Ends
    soon after ``stopped()`` is true, without a last word. Raises ValueError for a ``how`` that is
    none, before anything is yielded.
    """
    read = reading(document, text, how)
    return _answers(document, read, limit, stopped)


def _answers(
    document: Document, read: Reading, limit: int, stopped: Callable[[], bool]
) -> Iterator[Json]:
    yield {"read": read.read, "words": read.words}
    for field, offset in read.places[:limit]:
        yield _hit(field, offset, read)
    total, most, told = len(read.places), max(limit, COUNTED), time.monotonic()
    for seen in seek(document, **read.wanted) if read.wanted else ():
        if stopped():
            return
        if seen.row >= 0:
            total += 1
            if total > most:
                break
            if total <= limit:
                yield _hit(_field(document, read, seen), seen.offset, read)
                continue
        if time.monotonic() - told >= _EVERY:
            told = time.monotonic()
            yield {"at": seen.offset, "total": total}
    yield {"done": True, "total": min(total, most), "more": total > limit}


def _field(document: Document, read: Reading, seen: Seen) -> Field:
    """Return the field of a hit: of bytes in a packed run the element, where that is found soon."""
    field = Field(document, seen.row)
    is_bytes = read.wanted is not None and "data" in read.wanted
    return document.at(seen.offset) if is_bytes and field.payload.size <= _RUN else field


def _hit(field: Field, offset: int, read: Reading) -> Json:
    """Return one hit; ``match`` is the part of ``text`` that was looked for."""
    data = read.wanted.get("data") if read.wanted else None
    if data is not None:
        shown = bytes_excerpt(field, offset, len(data))
    else:
        shown = text_excerpt(field, read.mark)
    label, path = _names(field)
    return {
        "row": field.row, "element": field.element, "start": field.start, "end": field.end,
        "offset": shown.offset if shown.match else offset, "label": label, "path": path,
        "text": shown.text, "match": list(shown.match) if shown.match else None,
    }  # fmt: skip


def _names(field: Field) -> tuple[str, str]:
    """Return the last step of a field's path, and the path; of a deep one the end."""
    if field.is_root:
        return safe(field.document.name), ""
    label = safe(str(field.step), _PATH)
    if _is_deep(field):
        return label, f"….{label}"
    return label, safe(format_path([each.step for each in field.lineage]), _PATH)


def _is_deep(field: Field) -> bool:
    parents, row, depth = field.document.index.parent, field.row, 0
    while row and depth <= _DEEP:
        row, depth = parents[row], depth + 1
    return depth > _DEEP
