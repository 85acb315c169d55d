"""Rules about nodes: their own names, and that they have names of values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ... import schema
from ...model.graph.names import MANY, Key, keys_of, slot
from ...model.graph.tables import NODE_INPUT, NODE_OUTPUT
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ...wire.kinds import LEN
from ..context import Context
from ..rule import Found, rule
from .words import quoted

_NODE = schema.message("NodeProto")
_NAME = slot("NodeProto", "name")
_VALUES = {(NODE_INPUT, LEN), (NODE_OUTPUT, LEN)}


@rule("N010", "error")
def node_name_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    Two nodes of one graph or function that have the same name. Nodes without a name are no fault.

    Why:
    IR.md, Names Within a Graph, counts names of nodes as a namespace, and says that within a
    namespace each name MUST be unique for each given graph. Runtimes rarely mind, but tools that
    change, time or place nodes by name take the wrong one.

    Fix:
    Rename one of the nodes, or leave its name out.
    """
    document, index = context.document, context.document.index
    rows = context.scopes.columns.rows(_NAME)
    if len(rows) >= MANY and not _repeats(document, rows):
        return
    keys = keys_of(document, rows)
    if len(set(keys)) == len(keys):
        return
    first: dict[tuple[int, Key], int] = {}
    for key, row in zip(keys, rows, strict=True):
        is_whole = key and row not in document.damage  # the rest of a name may tell it apart
        graph = context.scopes.scope_of(Field(document, row)) if is_whole else None
        if graph is None:
            continue
        other = first.setdefault((graph.rows[0], key), row)
        if index.parent[other] != index.parent[row]:
            name, step = Field(document, row), Field(document, index.parent[other]).step
            text = f"{quoted(name)} is the name of {step} too; needed a name of its own, or none"
            yield Found(name, text, (Field(document, other), "the first"))


def _repeats(document: Document, rows: Sequence[int]) -> bool:
    """Whether some name of many rows occurs twice."""
    import numpy as np

    from ...model.graph import many

    hashes = many.hashes(document, many.array(rows))
    hashes = np.sort(hashes[hashes != 0])
    return bool((hashes[1:] == hashes[:-1]).any())


@rule("N011", "error")
def node_without_values(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node with neither inputs nor outputs.

    Why:
    IR.md, under Graphs, says that a node has one or more outputs. The checker of the onnx package
    refuses a node with neither. It computes nothing for anybody.

    Fix:
    Take the node out, or give it the outputs that it lost.
    """
    examples = (each for each in context.structures.examples if each.message is _NODE)
    if not any(each.kinds.isdisjoint(_VALUES) for each in examples):
        return
    document, index = context.document, context.document.index
    for row in context.rows_of(_NODE):
        records = ((index.slot[child], index.head[child] & 7) for child in index.children(row))
        if _VALUES.isdisjoint(records) and (row == 0 or index.head[row] & 7 == LEN):
            node = Merged(document, _NODE, (row,))
            if context.is_whole(node):
                text = "the node has neither inputs nor outputs; needed an output at least"
                yield Found(node.field, text)
