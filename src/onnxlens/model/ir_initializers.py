"""Which initializers of a file are also inputs of their graph: the rule that IR 4 changed."""

from __future__ import annotations

from ..tree.document import Document
from ..wire.kinds import LEN
from .graph.names import Key, key_of, last
from .graph.scopes import Scopes
from .graph.tables import GRAPH_INPUT, INITIALIZER, TENSOR_NAME, VALUE_NAME


def initializers(document: Document) -> tuple[list[int], list[int]]:
    """Return rows of initializers in any graph: constants, and those that share an input's name.

    Those without a name are left out. Sparse initializers are newer than the rule, so they are
    not looked at.
    """
    named = [
        (row, parent, last(document, (row,), TENSOR_NAME))
        for row, parent in _rows(document, INITIALIZER)
    ]
    constants: list[int] = []
    shared: list[int] = []
    inputs = _inputs(document) if named else {}
    graphs = _Graphs(document)
    for row, parent, name in named:
        key = key_of(document, name) if name else b""
        if key:
            (shared if key in inputs.get(graphs.of(parent), ()) else constants).append(row)
    return constants, shared


def _inputs(document: Document) -> dict[int, set[Key]]:
    """Return the names of inputs by the first row of their graph."""
    found: dict[int, set[Key]] = {}
    graphs = _Graphs(document)
    for row, parent in _rows(document, GRAPH_INPUT):
        name = last(document, (row,), VALUE_NAME)
        if name:
            found.setdefault(graphs.of(parent), set()).add(key_of(document, name))
    return found


def _rows(document: Document, slot: int) -> list[tuple[int, int]]:
    """Return the rows of a slot that hold a message, each with that of the graph around it."""
    index = document.index
    rows = index.rows_with(slot)
    return [(row, index.parent[row]) for row in rows if index.head[row] & 7 == LEN]


class _Graphs:
    """Tells which records make one graph: all of a singular field."""

    def __init__(self, document: Document) -> None:
        self._scopes = Scopes(document)
        self._first: dict[int, int] = {}

    def of(self, row: int) -> int:
        """Return the first of the rows that make one graph with a row."""
        first = self._first.get(row)
        if first is None:
            first = self._first[row] = self._scopes.at(row).rows[0]
        return first
