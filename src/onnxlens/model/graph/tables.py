"""What one graph or function says of names: who defines, declares and uses them."""

from __future__ import annotations

from collections.abc import Callable

from ...tree.document import Document
from ...wire.kinds import LEN
from .names import Key, inside, key_of, last, slot

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
_ENTERED = frozenset(
    (
        slot("GraphProto", "node"),
        slot("FunctionProto", "node"),
        slot("FunctionProto", "attribute_proto"),
        slot("NodeProto", "attribute"),
    )
)

# Which record counts first where several define or declare one name, which the standard forbids
# but for an input with a default.
_ORDER = (
    GRAPH_INPUT, FUNCTION_INPUT, INITIALIZER, SPARSE_INITIALIZER, NODE_OUTPUT, GRAPH_OUTPUT,
    *DECLARED_ONLY,
)  # fmt: skip


class Table:
    """The names of one scope with their rows; empty names, which mean "left out", are not in it.

    ``defined``: rows of inputs, initializers and node outputs, the one that counts first.
    ``declared``: rows of ValueInfoProtos that hold a type, likewise. ``used``: rows of node inputs
    and of outputs of the graph or function, in file order. ``inner``: rows of the GraphProtos in
    attributes.
    """

    __slots__ = ("_document", "declared", "defined", "inner", "used")

    def __init__(self, document: Document, rows: tuple[int, ...]) -> None:
        self._document = document
        self.defined: dict[Key, list[int]] = {}
        self.declared: dict[Key, list[int]] = {}
        self.used: dict[Key, list[int]] = {}
        self.inner: list[int] = []
        for row in rows:
            self._read(row)
        self._sort(self.defined)
        self._sort(self.declared)

    def _read(self, top: int) -> None:
        """Read the records of one graph or function; graphs inside it are noted and passed over."""
        index = self._document.index
        slots, heads, nexts = index.slot, index.head, index.next
        row, after = top + 1, nexts[top]
        while row < after:
            kind = slots[row] if heads[row] & 7 == LEN else 0
            if kind in _ENTERED:
                row += 1
                continue
            note = _NOTES.get(kind)
            if note:
                note(self, row)
            row = nexts[row]

    def _sort(self, names: dict[Key, list[int]]) -> None:
        slots = self._document.index.slot
        for rows in names.values():
            if len(rows) > 1:
                rows.sort(key=lambda row: (_ORDER.index(slots[row]), row))

    def _add(self, names: dict[Key, list[int]], named: int, row: int) -> None:
        """Note a row under the name that stands in row ``named``; 0 stands for none."""
        key = key_of(self._document, named) if named else b""
        if key:
            names.setdefault(key, []).append(row)

    def _define(self, row: int) -> None:
        self._add(self.defined, row, row)

    def _use(self, row: int) -> None:
        self._add(self.used, row, row)

    def _input(self, row: int) -> None:
        self._add(self.defined, self._declare(row), row)

    def _output(self, row: int) -> None:
        self._add(self.used, self._declare(row), row)

    def _declare(self, row: int) -> int:
        """Note what a ValueInfoProto declares, and return the row of its name."""
        named = last(self._document, (row,), VALUE_NAME)
        if last(self._document, (row,), VALUE_TYPE):
            self._add(self.declared, named, row)
        return named

    def _declare_only(self, row: int) -> None:
        self._declare(row)

    def _initializer(self, row: int) -> None:
        self._add(self.defined, last(self._document, (row,), TENSOR_NAME), row)

    def _sparse_initializer(self, row: int) -> None:
        values = inside(self._document, (row,), SPARSE_VALUES)
        self._add(self.defined, last(self._document, values, TENSOR_NAME), row)

    def _graph(self, row: int) -> None:
        self.inner.append(row)


_NOTES: dict[int, Callable[[Table, int], None]] = {
    NODE_INPUT: Table._use,
    NODE_OUTPUT: Table._define,
    GRAPH_INPUT: Table._input,
    GRAPH_OUTPUT: Table._output,
    INITIALIZER: Table._initializer,
    SPARSE_INITIALIZER: Table._sparse_initializer,
    FUNCTION_INPUT: Table._define,
    FUNCTION_OUTPUT: Table._use,
    **dict.fromkeys(DECLARED_ONLY, Table._declare_only),
    **dict.fromkeys(INNER, Table._graph),
}
