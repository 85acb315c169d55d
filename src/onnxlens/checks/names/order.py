"""Rules about the order of nodes."""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule
from .sorting import Order
from .words import SHOWN, quoted


@rule("N004", "error")
def nodes_not_sorted(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node that takes a value which a later node makes. Nodes of subgraphs count with the node that
    has the subgraph.

    Why:
    IR.md, under Nodes, says that the list of nodes MUST be ordered topologically. Some runtimes
    sort for themselves, others refuse the model, and so does the checker of the onnx package.

    Fix:
    Sort the nodes so that each comes after those that it takes values from.
    """
    for order in context.names.orders:
        sortable = "" if order.cycles else "; no cycle, so the nodes can be sorted"
        for made, taken in order.unsorted.values():
            name, maker = _fields(order, made, taken)
            text = f"{_taker(order, taken)} takes {quoted(name)}, which {maker.step} makes later"
            yield Found(name, text + sortable, (Field(name.document, made), "made here"))


@rule("N005", "error")
def nodes_in_cycle(context: Context) -> Iterator[Found]:
    """
    Finds:
    Nodes that need each other's values, or one that needs its own; one finding for each set of
    nodes that are tangled so.

    Why:
    IR.md says under Graphs, and again under Nodes, that there MUST NOT be cycles. No order of the
    nodes can be run.

    Fix:
    Find the input that should come from elsewhere. What goes around belongs into the body of a
    Loop or Scan.
    """
    for order in context.names.orders:
        for way, (made, taken) in order.cycles.values():
            name, maker = _fields(order, made, taken)
            taker = _taker(order, taken)
            related = [(_node(order, number), "in the cycle") for number in way[:SHOWN]]
            if len(way) == 1:
                text = f"{taker} takes {quoted(name)}, an output of {maker.step} itself"
            else:
                text = f"{taker} takes {quoted(name)} of {maker.step}, which needs it itself: "
                text += _way(order, way)
            yield Found(name, text + "; needed nodes without a cycle", *related)


def _fields(order: Order, made: int, taken: int) -> tuple[Field, Field]:
    """Return the name that is taken, and the node that makes it."""
    return Field(order.scope.field.document, taken), _node(order, order.number(made))


def _node(order: Order, number: int) -> Field:
    return Field(order.scope.field.document, order.nodes[number])


def _taker(order: Order, taken: int) -> str:
    """Return ``node[0]``, or ``a subgraph of node[0]`` where a node further inside takes it."""
    node = _node(order, order.number(taken))
    inside = "" if node.document.index.parent[taken] == node.row else "a subgraph of "
    return f"{inside}{node.step}"


def _way(order: Order, way: list[int]) -> str:
    """Return ``node[0] -> node[1] -> node[0]``, each gives to the next; of a long way the start."""
    shown = [str(_node(order, number).step) for number in way[:SHOWN]]
    more = len(way) - SHOWN
    if more > 0:
        shown.append(f"{more:,} more")
    return " -> ".join([*shown, shown[0]])
