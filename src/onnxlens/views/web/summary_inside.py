"""What else a model holds: metadata on every level, functions, and where its bytes went."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.columns import rows_among
from ...model.lines import line
from ...model.metadata.entries import entry_of
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

_LOOKED = 1000  # entries of the model's metadata that may show a well-known writer
_LARGEST = 8  # tensors


def metadata_entries(document: Document) -> Iterator[Entry]:
    """Yield the entries of metadata_props with what they mean, those of the root first."""
    own, inside = _metadata_rows(document)
    listing, every = Listing(Page(), document), len(own) + len(inside)
    for row in [*own[:LISTED], *inside[: max(0, LISTED - len(own))]]:
        found = entry_of(Field(document, row))
        if found is not None:
            said = listing.row(found)
            _, owner, text = said.cells
            yield owner, [Line(text, found.field), *map(Line, said.below)]
    notes = [*own_notes(listing.own)]
    if every > LISTED:
        yield entry("more", f"and {plural(every - LISTED, 'more record')} of metadata_props")
        notes = [(key, f"of the first {LISTED}: {text}") for key, text in notes]
    yield from (entry(*note) for note in (*notes, *writer_notes(document, _LOOKED)))


def _metadata_rows(document: Document) -> tuple[list[int], list[int]]:
    """Return the rows of metadata_props directly in the root, and those on other levels."""
    import numpy as np

    slots = [spec is not None and spec.name == "metadata_props" for spec in SPECS]
    found = rows_among(document, np.array(slots, bool))
    own = np.frombuffer(document.index.parent, "u4")[found] == 0
    return found[own].tolist(), found[~own].tolist()


def function_entries(model: Merged) -> Iterator[Entry]:
    """Yield the functions of a model."""
    functions = model.records("functions")
    yield from listed("functions", model.each("functions"), _function, len(functions))


def _function(function: Merged) -> Line:
    return Line(safe(line(function) or ""), function.field)


def byte_entries(document: Document) -> Iterator[Entry]:
    """Yield how many bytes there are of each kind, the largest tensors, and what is left to 2 GiB.

    The place of a kind is that of its first byte. A tensor counts with the data in this file.
    """
    import numpy as np

    kinds = sorted(map_of(document).totals().items(), key=lambda item: -item[1])
    for kind, size in kinds:
        if size:
            text = f"{count(size)} ({percent(size, document.size)})"
            yield kind, [Line(text, _first(document, kind))]
    stored = tensors_of(document).stored
    largest = np.argsort(-stored, kind="stable")[:_LARGEST]
    found = largest[stored[largest] > 0].tolist()
    yield from listed("largest", found, lambda at: _tensor(document, at))
    yield from (entry(key, text) for key, text in limit_entries(document))


def _first(document: Document, kind: str) -> Field | None:
    span = map_of(document).step(kind, -1)
    return Field(document, document.index.row_at(span.start)) if span else None


def _tensor(document: Document, number: int) -> Line:
    found = tensors_of(document)
    field = Field(document, int(found.rows[number]))
    return Line(f"{called(field)} {count(int(found.stored[number]))}", field)
