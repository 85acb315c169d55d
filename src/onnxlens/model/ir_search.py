"""Finds the places of features in the columns of an index, without a look at other rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..tree.document import Document
from ..tree.field import Field
from ..tree.gather import bytes_at
from ..tree.slots import SPECS
from ..wire.kinds import VARINT
from .graph.names import MANY
from .ir_features import Feature

_MORE = 0x80  # set in a byte of a varint that another one follows


class Search:
    """Collects the places of features that are newer than ``floor``."""

    def __init__(self, document: Document, floor: int) -> None:
        self._document = document
        self._index = document.index
        self._floor = floor
        # by the feature's name: the feature, and by row of the message the first row that counts
        self._found: dict[str, tuple[Feature, dict[int, int]]] = {}

    def found(self) -> list[tuple[Feature, list[int]]]:
        """Return each feature, and of each message that has it the first row that counts."""
        return [(feature, list(rows.values())) for feature, rows in self._found.values()]

    def present(self, slot: int, feature: Feature) -> None:
        """Take the records of a field that say something."""
        if feature.ir_version <= self._floor:
            return
        spec = SPECS[slot]
        assert spec is not None
        starts, heads, nexts = self._index.start, self._index.head, self._index.next
        counts_empty = spec.is_message or spec.repeated  # an empty text is as good as none
        for row in self._index.rows_with(slot):
            empty = starts[nexts[row]] - starts[row] == heads[row] >> 3
            if spec.fits(heads[row] & 7) and (counts_empty or not empty):
                self._take(feature, row)

    def valued(self, slot: int, numbers: dict[int, Feature]) -> None:
        """Take the records of a field that hold one of some numbers."""
        newer = {n: feature for n, feature in numbers.items() if feature.ir_version > self._floor}
        if not newer:
            return
        rows = self._index.rows_with(slot)
        for row in self._starting(rows, newer) if len(rows) >= MANY else rows:
            if self._index.head[row] & 7 == VARINT:
                found = newer.get(self._number(row))
                if found is not None:
                    self._take(found, row)

    def _starting(self, rows: Sequence[int], numbers: Iterable[int]) -> list[int]:
        """Return those of many varints whose first byte is one of some numbers, or goes on."""
        import numpy as np

        starts = np.frombuffer(self._index.start, "i8")
        heads = np.frombuffer(self._index.head, "u1")
        varints = np.asarray(rows, "i8")
        varints = varints[heads[varints] & 7 == VARINT]
        first = bytes_at(self._document, starts[varints] + (heads[varints] >> 3))
        found: list[int] = varints[np.isin(first, list(numbers)) | (first >= _MORE)].tolist()
        return found

    def _number(self, row: int) -> int:
        """Return the number that a parser reads from a record; -1 where a later one overrules."""
        slots, nexts, parents = self._index.slot, self._index.next, self._index.parent
        after, following = nexts[parents[row]], nexts[row]
        while following < after:
            if slots[following] == slots[row] and self._index.head[following] & 7 == VARINT:
                return -1
            following = nexts[following]
        value = Field(self._document, row).value
        return value if isinstance(value, int) else -1

    def _take(self, feature: Feature, row: int) -> None:
        rows = self._found.setdefault(feature.what, (feature, {}))[1]
        rows.setdefault(self._index.parent[row], row)
