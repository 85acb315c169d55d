"""What stands beside a model: the files that hold its data, and folders of test data."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice

from ...model.external.files import DataFiles
from ...model.external.needed import NeededFile, needed
from ...model.testdata import DataSet
from ...tree.document import Document
from ..external import file_text, next_steps, notes
from ..table import Row
from ..testdata import Counts
from ..text import count, plural, safe
from .map import tensors_of
from .summary_lines import LISTED, Entry, Line, entry, listed

_TENSORS = 5000  # with data in other files that are looked at
_SETS = 8  # folders of test data that are shown


def file_entries(document: Document) -> Iterator[Entry]:
    """Yield the files that hold data of tensors, whether they are there, and what does not fit."""
    outside = int(tensors_of(document).outside.sum())
    if not outside:
        yield entry("needs", "no other file")
        return
    with DataFiles(document.source.folder) as files:
        found = needed(document, files, _TENSORS)
        yield from listed("needs", found, _file)
        if outside > _TENSORS:
            rest = f"{count(_TENSORS)} of {count(outside)} tensors with data in other files"
            yield entry("needs", f"that is what the first {rest} say")
        yield from listed("notes", notes(found), lambda text: Line(safe(text)))
        yield from (entry(key, text) for key, text in next_steps(document, found))


def _file(file: NeededFile) -> Line:
    return Line(safe(file_text(file)), file.uses[0].tensor.tensor.field)


def set_entries(sets: Iterable[DataSet]) -> Iterator[Entry]:
    """Yield the folders of test data, each value beside what the model declares of it."""
    rest = iter(sets)
    for data in islice(rest, _SETS):
        yield _name(data), list(_set(data))
    more = sum(1 for _ in rest)
    if more:
        yield entry("more", plural(more, "more folder") + " of test data")


def _name(data: DataSet) -> str:
    return safe(os.path.basename(data.folder.rstrip(os.sep)) or data.folder)


def _set(data: DataSet) -> Iterator[Line]:
    if data.reason:
        yield Line(safe(f"the model is not read: {data.reason}"))
    counts, stored = Counts(), iter(data.stored)
    for row in counts.rows(islice(stored, LISTED)):
        yield from _value(row)
    if next(stored, None) is not None:
        yield Line(f"and more; of the first {LISTED}:")
    yield from map(Line, counts.lines(data.model is not None and not data.reason))


def _value(row: Row) -> Iterator[Line]:
    """Yield what a file holds and what is declared, then what is wrong with it."""
    name, value, declared = row.cells
    said = declared if declared == "not declared" else f"declared {declared}"
    yield Line(f"{name}: {value}; {said}")
    yield from (Line(f"{name}: {text}") for text in row.below)
