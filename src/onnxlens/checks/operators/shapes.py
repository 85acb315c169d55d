"""One pass over all nodes that puts those together which a signature cannot tell apart."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from ... import schema
from ...model.graph.names import LIMIT, slot
from ...tree.document import Document
from ...tree.merged import Merged
from ...wire.kinds import LEN
from ..context import Context
from .layout import Layout

_NODE = schema.message("NodeProto")
_NODES = (slot("GraphProto", "node"), slot("FunctionProto", "node"))
_FUNCTIONS = slot("ModelProto", "functions")
_SMALL_ROWS, _SMALL_BYTES = 256, 4096  # of a node that is looked at as a whole

# the function around, the layout, its texts and which of its names are there
Shape = tuple[int, Layout, tuple[bytes, ...], tuple[bool, ...]]


def shapes(context: Context) -> dict[Shape, list[int]]:
    """Return the rows of the nodes by shape, of all nodes that were read whole."""
    document = context.document
    functions = list(document.index.rows_with(_FUNCTIONS))
    found: dict[Shape, list[int]] = {}
    for row, layout in _layouts(context):
        function = _around(document, functions, row) if functions else 0
        shape = (function, layout, *_read(document, row, layout))
        rows = found.get(shape)
        if rows is None:
            found[shape] = [row]
        else:
            rows.append(row)
    return found


def _layouts(context: Context) -> Iterator[tuple[int, Layout]]:
    """Yield the nodes, each with the one layout of all that are like it.

    Slots and heads of all rows tell where what stands, but not inside of which graph.
    """
    index = context.document.index
    slots, heads, nexts = index.slot.tobytes(), index.head.tobytes(), index.next
    like: dict[tuple[bytes, bytes], Layout] = {}
    same: dict[object, Layout] = {}
    for row in _nodes(context):
        after = nexts[row]
        if after - row > _SMALL_ROWS:
            made = Layout(index, row)
            yield row, same.setdefault(made.key, made)
            continue
        key = slots[2 * row + 2 : 2 * after], heads[row + 1 : after]
        layout = like.get(key)
        if layout is None:
            made = Layout(index, row)
            layout = same.setdefault(made.key, made)
            if not layout.has_graphs:
                like[key] = layout
        yield row, layout


def _nodes(context: Context) -> Iterator[int]:
    """Yield the rows of the nodes that were read whole, with their attributes."""
    document, heads = context.document, context.document.index.head
    is_intact = not document.damage and document.index.complete()
    if document.root is _NODE and (is_intact or _is_whole(context, 0)):
        yield 0
    for slot_ in _NODES:
        for row in document.index.rows_with(slot_):
            if heads[row] & 7 == LEN and (is_intact or _is_whole(context, row)):
                yield row


def _is_whole(context: Context, row: int) -> bool:
    node = Merged(context.document, _NODE, (row,))
    return context.is_whole(node) and all(map(context.is_whole, node.each("attribute")))


def _around(document: Document, functions: list[int], row: int) -> int:
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
