"""One pass over all nodes that puts those together which a signature cannot tell apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from ... import schema
from ...model.graph.names import LIMIT, slot
from ...tree.document import Document
from ...tree.merged import Merged
from ...wire.index import Index
from ..context import Context
from .layout import Layout
from .many import MANY, Groups

_NODE = schema.message("NodeProto")
_NODES = (slot("GraphProto", "node"), slot("FunctionProto", "node"))
_FUNCTIONS = slot("ModelProto", "functions")
_SMALL_ROWS, _SMALL_BYTES = 256, 4096  # of a node that is looked at as a whole

# the function around, the layout, its texts and which of its names are there
Shape = tuple[int, Layout, tuple[bytes, ...], tuple[bool, ...]]


def shapes(context: Context) -> dict[Shape, list[int]]:
    """Return the rows of the nodes by shape, of all nodes that were read whole; both ascend."""
    nodes, document = _nodes(context), context.document
    functions = document.index.rows_with(_FUNCTIONS)
    groups: list[list[int]] = []
    if len(nodes) >= MANY:
        alike = Groups(document, nodes, functions)
        groups, nodes = alike.groups, alike.rest
    found: dict[Shape, list[int]] = {}
    layouts = _Layouts(document.index)
    for rows in (*groups, *([row] for row in nodes)):
        row, layout = rows[0], layouts.of(rows[0])
        function = _around(document, functions, row) if functions else 0
        shape = (function, layout, *_read(document, row, layout))
        if shape in found:
            found[shape] += rows
        else:
            found[shape] = rows
    for rows in found.values():
        rows.sort()
    return dict(sorted(found.items(), key=lambda each: each[1]))


class _Layouts:
    """The layouts of nodes, one for all that are like it.

    Slots and heads of all rows tell where what stands, but not inside of which graph.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._slots, self._heads = index.slot.tobytes(), index.head.tobytes()
        self._like: dict[tuple[bytes, bytes], Layout] = {}
        self._same: dict[object, Layout] = {}

    def of(self, row: int) -> Layout:
        """Return the layout of a node."""
        after = self._index.next[row]
        if after - row > _SMALL_ROWS:
            return self._made(row)
        key = self._slots[2 * row + 2 : 2 * after], self._heads[row + 1 : after]
        layout = self._like.get(key)
        if layout is None:
            layout = self._made(row)
            if not layout.has_graphs:
                self._like[key] = layout
        return layout

    def _made(self, row: int) -> Layout:
        made = Layout(self._index, row)
        return self._same.setdefault(made.key, made)


def _nodes(context: Context) -> list[int]:
    """Return the rows of the nodes that were read whole, with their attributes."""
    document, columns = context.document, context.scopes.columns
    nodes = [0] if document.root is _NODE else []
    for slot_ in _NODES:
        nodes += columns.rows(slot_)
    if not document.damage and document.index.complete():
        return nodes
    return [row for row in nodes if _is_whole(context, row)]


def _is_whole(context: Context, row: int) -> bool:
    node = Merged(context.document, _NODE, (row,))
    return context.is_whole(node) and all(map(context.is_whole, node.each("attribute")))


def _around(document: Document, functions: Sequence[int], row: int) -> int:
    """Return the row of the function that a node is in, 0 outside of all."""
    at = bisect_right(functions, row) - 1
    return functions[at] if at >= 0 and row < document.index.next[functions[at]] else 0


def _read(
    document: Document, row: int, layout: Layout
) -> tuple[tuple[bytes, ...], tuple[bool, ...]]:
    """Return the texts of a node, and which of its names are there."""
    starts = document.index.start
    names = tuple([starts[row + at + 1] - starts[row + at] > head for at, head in layout.names])
    base, end = starts[row], document.index.end(row)
    if end - base > _SMALL_BYTES:
        return tuple(_pieces(document, row, layout)), names
    data = document.read(base, end)
    texts = [
        data[starts[row + at] + head - base : starts[row + at + 1] - base]
        for at, head in layout.texts
    ]
    return tuple(texts), names


def _pieces(document: Document, row: int, layout: Layout) -> Iterator[bytes]:
    """Yield the texts of a large node, of each as much as is compared."""
    starts = document.index.start
    for at, head in layout.texts:
        start = starts[row + at] + head
        yield document.read(start, min(starts[row + at + 1], start + LIMIT))
