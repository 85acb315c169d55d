"""What one graph or function says of names: who defines, declares and uses them."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from ...tree.document import Document
from ...wire.index import Index
from ...wire.kinds import LEN
from .names import MANY, Key, each_last, inside, keys_of, last, slot

GRAPH_INPUT = slot("GraphProto", "input")
INITIALIZER = slot("GraphProto", "initializer")
SPARSE_INITIALIZER = slot("GraphProto", "sparse_initializer")
GRAPH_OUTPUT = slot("GraphProto", "output")
FUNCTION_INPUT = slot("FunctionProto", "input")
FUNCTION_OUTPUT = slot("FunctionProto", "output")
NODE_INPUT = slot("NodeProto", "input")
NODE_OUTPUT = slot("NodeProto", "output")
VALUE_NAME = slot("ValueInfoProto", "name")
VALUE_TYPE = slot("ValueInfoProto", "type")
TENSOR_NAME = slot("TensorProto", "name")
SPARSE_VALUES = slot("SparseTensorProto", "values")
DECLARED_ONLY = (slot("GraphProto", "value_info"), slot("FunctionProto", "value_info"))
INNER = (slot("AttributeProto", "g"), slot("AttributeProto", "graphs"))

# Fields that define, declare and use names. Where several define or declare one name, which the
# standard forbids but for an input with a default, they count in this order.
DEFINING = (GRAPH_INPUT, FUNCTION_INPUT, INITIALIZER, SPARSE_INITIALIZER, NODE_OUTPUT)
DECLARING = (GRAPH_INPUT, GRAPH_OUTPUT, *DECLARED_ONLY)
USING = (NODE_INPUT, GRAPH_OUTPUT, FUNCTION_OUTPUT)
KINDS = tuple(dict.fromkeys((*DEFINING, *DECLARING, *USING)))
# the field that holds the name; other slots are names themselves
_HOLDERS = {**dict.fromkeys(DECLARING, VALUE_NAME), INITIALIZER: TENSOR_NAME}


class Columns:
    """The rows of a document by slot, each slot found once for all of its graphs."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._found: dict[int, Sequence[int]] = {}
        self._graphs: Sequence[int] | None = None

    def rows(self, wanted: int) -> Sequence[int]:
        """Return all LEN rows of a slot, in file order."""
        found = self._found.get(wanted)
        if found is None:
            index = self._document.index
            found = self._found[wanted] = _long(index, index.rows_with(wanted))
        return found

    def graphs(self) -> Sequence[int]:
        """Return the rows of all GraphProtos in attributes, in file order."""
        if self._graphs is None:
            self._graphs = array("I", merge(*map(self.rows, INNER)))
        return self._graphs


def _long(index: Index, rows: Sequence[int]) -> Sequence[int]:
    """Return those of some rows that are LEN."""
    if len(rows) >= MANY:
        import numpy as np

        column = np.asarray(rows, "u4")
        long: memoryview = column[np.frombuffer(index.head, "u1")[column] & 7 == LEN].data
        return long
    return array("I", (row for row in rows if index.head[row] & 7 == LEN))


class Own:
    """The rows of one scope by slot. ``inner``: the rows of the GraphProtos in its attributes."""

    __slots__ = ("_columns", "_nexts", "inner", "spans")

    def __init__(self, document: Document, rows: tuple[int, ...], columns: Columns) -> None:
        self._columns = columns
        self._nexts = document.index.next
        self.inner: list[int] = []
        self.spans = [span for row in rows for span in self._read(row)]

    def _read(self, top: int) -> Iterator[tuple[int, int]]:
        """Yield the rows of a graph or function from, to; graphs inside are noted and left out."""
        nexts, graphs = self._nexts, self._columns.graphs()
        row, after = top + 1, nexts[top]
        at = bisect_left(graphs, row)
        while at < len(graphs) and graphs[at] < after:
            self.inner.append(graphs[at])
            yield row, graphs[at]
            row = nexts[graphs[at]]
            at = bisect_left(graphs, row, at)
        yield row, after

    def rows(self, wanted: int) -> Sequence[int]:
        """Return the rows of a slot in this scope, in file order."""
        found = self._columns.rows(wanted)
        if len(self.spans) == 1:
            return _between(found, *self.spans[0])
        own = array("I")
        for start, end in self.spans if found else ():
            own.extend(_between(found, start, end))
        return own


def _between(rows: Sequence[int], start: int, end: int) -> Sequence[int]:
    return rows[bisect_left(rows, start) : bisect_left(rows, end)]


class Table:
    """The names of one scope with their rows; empty names, which mean "left out", are not in it.

    ``defined``: rows of inputs, initializers and node outputs, the one that counts first.
    ``declared``: rows of ValueInfoProtos that hold a type, likewise. ``used``: rows of node inputs
    and of outputs of the graph or function, in file order. ``inner``: rows of the GraphProtos in
    attributes. ``columns`` are those of the document where a caller reads several tables.
    """

    __slots__ = ("_document", "declared", "defined", "inner", "used")

    def __init__(
        self, document: Document, rows: tuple[int, ...], columns: Columns | None = None
    ) -> None:
        self._document = document
        own = Own(document, rows, columns or Columns(document))
        self.inner = own.inner
        self.defined: dict[Key, list[int]] = {}
        self.declared: dict[Key, list[int]] = {}
        self.used: dict[Key, list[int]] = {}
        for kind in KINDS:
            self._note(kind, own.rows(kind))
        for uses in self.used.values():
            uses.sort()

    def _note(self, kind: int, rows: Sequence[int]) -> None:
        """Note the rows of one slot under their names."""
        if not rows:
            return
        keys = keys_of(self._document, name_rows(self._document, kind, rows))
        if kind in DEFINING:
            _add(self.defined, keys, rows)
        if kind in USING:
            _add(self.used, keys, rows)
        if kind in DECLARING:
            types = members(self._document, rows, VALUE_TYPE)
            typed = (key if type_ else b"" for key, type_ in zip(keys, types, strict=True))
            _add(self.declared, typed, rows)


def _add(names: dict[Key, list[int]], keys: Iterable[Key], rows: Sequence[int]) -> None:
    """Note rows under their keys, none under an empty one."""
    for key, row in zip(keys, rows, strict=True):
        if key in names:
            names[key].append(row)
        elif key:
            names[key] = [row]


def name_rows(document: Document, kind: int, rows: Sequence[int]) -> Sequence[int]:
    """Return for each row of a slot the row of the name that it defines, declares or uses; or 0."""
    if kind == SPARSE_INITIALIZER:
        values = (inside(document, (row,), SPARSE_VALUES) for row in rows)
        return [last(document, each, TENSOR_NAME) for each in values]
    wanted = _HOLDERS.get(kind)
    return members(document, rows, wanted) if wanted else rows


def members(document: Document, rows: Sequence[int], wanted: int) -> Sequence[int]:
    """Return for each of some rows that ascend the last row of a slot inside it; 0 if none."""
    if len(rows) < MANY:
        return each_last(document, rows, wanted)
    from . import many

    records = _long(document.index, document.index.rows_with(wanted))
    return many.each_last(document, many.array(rows), many.array(records)).data
