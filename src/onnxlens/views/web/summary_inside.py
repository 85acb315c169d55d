"""What else a model holds: metadata on every level, functions, and where its bytes went."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.columns import rows_among
from ...model.lines import line
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.slots import SPECS
from ..facts import limit_entries
from ..metadata import Listing, own_notes, writer_notes
from ..page import Page
from ..text import count, percent, plural, safe
from .map import called, map_of, tensors_of
from .summary_lines import LISTED, Entry, Line, entry, listed

_LOOKED = 1000  # entries of metadata that may show a well-known writer
_LARGEST = 8  # tensors


def metadata_entries(document: Document) -> Iterator[Entry]:
    """Yield the entries of metadata_props on every level, with what they mean."""
    import numpy as np

    slots = [spec is not None and spec.name == "metadata_props" for spec in SPECS]
    found = rows_among(document, np.array(slots, bool))
    if not len(found):
        return
    listing = Listing(Page(), document)
    for number, row in zip(found[:LISTED].tolist(), listing.rows(), strict=False):
        _, owner, text = row.cells
        yield owner, [Line(text, Field(document, number)), *map(Line, row.below)]
    if len(found) > LISTED:
        yield entry("more", f"and {plural(len(found) - LISTED, 'more record')} of metadata_props")
    yield from (entry(*note) for note in own_notes(listing.own))
    yield from (entry(*note) for note in writer_notes(document, _LOOKED))


def function_entries(model: Merged) -> Iterator[Entry]:
    """Yield the functions of a model."""
    functions = model.records("functions")
    yield from listed("functions", model.each("functions"), _function, len(functions))


def _function(function: Merged) -> Line:
    return Line(safe(line(function) or ""), function.field)


def byte_entries(document: Document) -> Iterator[Entry]:
    """Yield how many bytes there are of each kind, the largest tensors, and what is left to 2 GiB.

    The place of a kind is that of its first byte.
    """
    kinds = sorted(map_of(document).totals().items(), key=lambda item: -item[1])
    for kind, size in kinds:
        if size:
            text = f"{count(size)} ({percent(size, document.size)})"
            yield kind, [Line(text, _first(document, kind))]
    found = tensors_of(document)
    largest = found.largest[(found.sizes > 0)[found.largest] & ~found.outside[found.largest]]
    yield from listed("largest", largest[:_LARGEST].tolist(), lambda at: _tensor(document, at))
    yield from (entry(key, text) for key, text in limit_entries(document))


def _first(document: Document, kind: str) -> Field | None:
    span = map_of(document).step(kind, -1)
    return Field(document, document.index.row_at(span.start)) if span else None


def _tensor(document: Document, number: int) -> Line:
    found = tensors_of(document)
    field = Field(document, int(found.rows[number]))
    return Line(f"{called(field)} {count(int(found.sizes[number]))}", field)
