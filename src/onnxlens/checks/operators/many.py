"""Many nodes put together that have one shape; what is rare or large among them is left over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...tree.document import Document
from ..alike import LONGEST, by_rows, equal, texts
from .layout import Layout

if TYPE_CHECKING:
    from ..alike import Array

MANY = 1 << 11  # nodes, from which on this pays
_ALIKE = 64  # nodes with the same rows, from which on they are read together
_STEP = 1 << 14  # nodes that are looked at together
_ROWS, _BYTES = 64, 4096  # of a node that is read with others


class Groups:
    """``groups`` are rows of nodes that have one shape, of which there may be other groups too;
    ``rest`` the rows of nodes that are in none. All ascend.
    """

    def __init__(self, document: Document, nodes: Sequence[int], functions: Sequence[int]) -> None:
        import numpy as np

        self._document = document
        self._functions = np.asarray(functions, "i8")
        self._starts = np.frombuffer(document.index.start, "i8")
        self._nexts = np.frombuffer(document.index.next, "u4")
        self.groups: list[list[int]] = []
        self.rest: list[int] = []
        rows = np.asarray(nodes, "i8")
        nexts = self._nexts[rows]
        small = (nexts - rows <= _ROWS) & (self._starts[nexts] - self._starts[rows] <= _BYTES)
        self.rest += rows[~small].tolist()
        rows = rows[small]
        for at in range(0, len(rows), _STEP):
            self._put(rows[at : at + _STEP])
        self.rest.sort()

    def _put(self, nodes: Array) -> None:
        """Put some nodes into groups, all texts of theirs read at once."""
        import numpy as np

        found: list[tuple[Array, Layout]] = []
        for rows in by_rows(self._document.index, nodes):
            layout = Layout(self._document.index, int(rows[0]))
            if len(rows) < _ALIKE or layout.has_graphs:
                self.rest += rows.tolist()
            else:
                found.append((rows, layout))
        if found:
            starts, ends = zip(*(self._texts(*each) for each in found), strict=True)
            read, at = texts(self._document, np.concatenate(starts), np.concatenate(ends)), 0
            for (rows, layout), own in zip(found, starts, strict=True):
                self._split(rows, layout, read[at : at + len(own)])
                at += len(own)

    def _texts(self, rows: Array, layout: Layout) -> tuple[Array, Array]:
        """Return where the texts of some nodes start and end, node by node."""
        places, heads = self._places(rows, layout.texts)
        return (self._starts[places] + heads).ravel(), self._starts[places + 1].ravel()

    def _split(self, rows: Array, layout: Layout, read: Array) -> None:
        """Put nodes of one layout together that have the same texts, names and function around."""
        import numpy as np

        lines = read.reshape(len(rows), len(layout.texts), read.shape[1])
        long = (lines[:, :, 0] > LONGEST).any(axis=1)
        self.rest += rows[long].tolist()
        places, heads = self._places(rows, layout.names)
        names = self._starts[places + 1] - self._starts[places] > heads
        parts = lines.reshape(len(rows), -1), names, self._around(rows)[:, None]
        table = np.concatenate(parts, axis=1, dtype="u8", casting="unsafe")
        rows = rows[~long]
        self.groups += [rows[numbers].tolist() for numbers in equal(table[~long])]

    def _places(self, rows: Array, places: list[tuple[int, int]]) -> tuple[Array, Array]:
        """Return the rows at some places of each node, and the sizes of their heads."""
        import numpy as np

        pairs = np.array(places, "i8").reshape(-1, 2)
        return rows[:, None] + pairs[:, 0], pairs[:, 1]

    def _around(self, rows: Array) -> Array:
        """Return the row of the function that each node is in, 0 outside of all."""
        import numpy as np

        if not len(self._functions):
            return np.zeros(len(rows), "i8")
        functions = self._functions[np.searchsorted(self._functions, rows, "right") - 1]
        return np.where((functions < rows) & (rows < self._nexts[functions]), functions, 0)
