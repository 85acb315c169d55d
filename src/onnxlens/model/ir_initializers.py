"""Which initializers of a file are also inputs of their graph: the rule that IR 4 changed."""

from __future__ import annotations

from collections.abc import Iterator

from ..tree.document import Document
from .graph.names import Key, keys_of, last
from .graph.scopes import Scopes
from .graph.tables import GRAPH_INPUT, INITIALIZER, TENSOR_NAME, VALUE_NAME


def initializers(document: Document) -> tuple[list[int], list[int]]:
    """Return rows of initializers in any graph: constants, and those that share an input's name.

    Those without a name are left out. Sparse initializers are newer than the rule, so they are
    not looked at.
    """
    scopes = Scopes(document)
    graphs = _Graphs(scopes)
    constants: list[int] = []
    shared: list[int] = []
    if not scopes.columns.rows(INITIALIZER):
        return constants, shared
    inputs: dict[int, set[Key]] = {}
    for row, key in _named(scopes, GRAPH_INPUT, VALUE_NAME):
        inputs.setdefault(graphs.around(row), set()).add(key)
    for row, key in _named(scopes, INITIALIZER, TENSOR_NAME):
        (shared if key in inputs.get(graphs.around(row), ()) else constants).append(row)
    return constants, shared


def _named(scopes: Scopes, slot: int, name: int) -> Iterator[tuple[int, Key]]:
    """Yield the rows of a slot that have a name, which stands in the slot ``name``."""
    document = scopes.document
    found = ((row, last(document, (row,), name)) for row in scopes.columns.rows(slot))
    rows = [(row, named) for row, named in found if named]
    keys = keys_of(document, [named for _, named in rows])
    return ((row, key) for (row, _), key in zip(rows, keys, strict=True) if key)


class _Graphs:
    """Tells which records make one graph: all of a singular field."""

    def __init__(self, scopes: Scopes) -> None:
        self._scopes = scopes
        self._first: dict[int, int] = {}

    def around(self, row: int) -> int:
        """Return the first of the rows that make the graph in which a row stands."""
        graph = self._scopes.document.index.parent[row]
        first = self._first.get(graph)
        if first is None:
            first = self._first[graph] = self._scopes.at(graph).rows[0]
        return first
