"""The tensors of a file whose data lies elsewhere, wherever they stand in it."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.document import Document
from ...tree.merged import Merged
from ...tree.slots import SPECS
from ...wire.index import FIELD_BITS
from ...wire.kinds import LEN
from ..words import NAME_LIMIT, name_of
from .entry import External, external

_TENSOR = schema.message("TensorProto")
_DATA_LOCATION = _TENSOR.id << FIELD_BITS | _TENSOR.by_name["data_location"].number


class ExternalTensor:
    """One TensorProto that is EXTERNAL, and what it says of its data."""

    __slots__ = ("_rows", "document", "external")

    def __init__(self, document: Document, rows: tuple[int, ...], found: External) -> None:
        self.document = document
        self.external = found
        self._rows = rows

    @property
    def tensor(self) -> Merged:
        """The TensorProto itself, made anew: what a Merged keeps is much for 100,000 tensors."""
        return Merged(self.document, _TENSOR, self._rows)

    @property
    def called(self) -> str:
        """Its name as a word; its path where it has none, as the indices of a sparse tensor."""
        tensor = self.tensor
        if tensor.text("name"):
            return name_of(tensor)
        path = tensor.field.path or "the tensor"
        return path if len(path) <= NAME_LIMIT else f"…{path[-NAME_LIMIT:]}"


def external_tensors(document: Document) -> Iterator[ExternalTensor]:
    """Yield every EXTERNAL TensorProto of a file in file order, as a standard parser builds it.

    Initializers, values and indices of sparse tensors, attributes, subgraphs, functions,
    training_info, sequences, the root: one search of the index for data_location finds them all.
    """
    parent_of, merger = document.index.parent, _Merger(document)
    before = -1
    for row in document.index.rows_with(_DATA_LOCATION):
        parent = int(parent_of[row])
        if parent == before:  # the field twice in one tensor
            continue
        before = parent
        rows = merger.new(parent)
        found = external(Merged(document, _TENSOR, rows)) if rows else None
        if found is not None:
            yield ExternalTensor(document, rows, found)


class _Merger:
    """Tells which records a parser merges into one message: those of a singular field."""

    def __init__(self, document: Document) -> None:
        self._index = document.index
        self._groups: dict[int, tuple[int, ...]] = {}  # by each row of a group
        self._told: set[int] = set()  # first rows of groups of several

    def new(self, row: int) -> tuple[int, ...]:
        """Return the rows that are read as one message with ``row``; empty the second time."""
        rows = self._group(row)
        if len(rows) > 1:
            if rows[0] in self._told:
                return ()
            self._told.add(rows[0])
        return rows

    def _group(self, row: int) -> tuple[int, ...]:
        """Go up to where merging can begin, and down again with the rows of each level."""
        down: list[int] = []
        while row not in self._groups and self._merges(row):
            down.append(row)
            row = int(self._index.parent[row])
        rows = self._groups.get(row, (row,))
        for below in reversed(down):
            rows = self._siblings(rows, self._index.slot[below])
            self._groups.update(dict.fromkeys(rows, rows))
        return rows

    def _merges(self, row: int) -> bool:
        spec = SPECS[self._index.slot[row]] if row else None
        return spec is not None and not spec.repeated

    def _siblings(self, parents: tuple[int, ...], slot: int) -> tuple[int, ...]:
        index = self._index
        return tuple(
            row
            for parent in parents
            for row in index.children(parent)
            if index.slot[row] == slot and index.head[row] & 7 == LEN
        )
