"""Rules about names that nothing in sight defines."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import Key, keys_of
from ...model.graph.tables import FUNCTION_OUTPUT, GRAPH_OUTPUT, NODE_INPUT, name_rows
from ...tree.document import Document
from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule
from .words import SHOWN, named, quoted, source


@rule("N006", "error")
def name_undefined(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node that takes, or a graph or function that gives, a value which nothing in sight defines:
    no input, no initializer and no output of a node there or in a graph around. Values of subgraphs
    cannot be seen outside them, and functions see nothing of the model. One finding for each name.

    Why:
    IR.md, under Nodes, says that an input of a node must refer to an input, an initializer or an
    output of a node, and under Names Within a Graph that a name in use must have one definition.
    Nobody can run the model.

    Fix:
    Correct the name, or bring back the input, initializer or node that is missing.
    """
    document, names = context.document, context.names
    elsewhere = _elsewhere(context) if names.nowhere else {}
    for (_, key), uses in names.nowhere.items():
        scope = context.scopes.scope_of(Field(document, uses[0]))
        if scope is not None and not names.is_torn(scope):
            unseen = [(named(document, row), "cannot be seen there") for row in elsewhere[key]]
            others = [(named(document, row), "used here too") for row in uses[1:]]
            text = f"nothing defines {_used(document, uses)}"
            text += f"; {_place(unseen[0][0])} cannot be seen there" if unseen else ""
            yield Found(named(document, uses[0]), text, *unseen, *others[:SHOWN])


def _used(document: Document, uses: list[int]) -> str:
    """Return ``"t", which node[0] and 2 more take``."""
    use, slots = Field(document, uses[0]), document.index.slot
    name = quoted(named(document, use.row))
    if slots[use.row] != NODE_INPUT:
        return f"{name}, {use.step} of the {_kind(slots[use.row])}"
    nodes = {document.index.parent[row] for row in uses if slots[row] == NODE_INPUT}
    more = f" and {len(nodes) - 1:,} more nodes take" if len(nodes) > 2 else " takes"
    more = " and 1 more node take" if len(nodes) == 2 else more
    return f"{name}, which {use.parent.step if use.parent else use.step}{more}"


def _kind(slot: int) -> str:
    return "function" if slot == FUNCTION_OUTPUT else "graph"


def _place(name: Field) -> str:
    return f"the value of that name at {name.start}"


def _elsewhere(context: Context) -> dict[Key, list[int]]:
    """Return for names that are not defined some rows that define them out of sight."""
    wanted = {key: list[int]() for _, key in context.names.nowhere}
    for scope, _ in (*context.names.scopes, *context.names.plain):
        for key in wanted.keys() & scope.table.defined.keys():
            if len(wanted[key]) < SHOWN:
                wanted[key].append(scope.table.defined[key][0])
    return wanted


@rule("N007", "error")
def subgraph_output_from_outside(context: Context) -> Iterator[Found]:
    """
    Finds:
    A graph in an attribute whose output is a value of a graph around it.

    Why:
    An output is what the graph itself gives: the checker of the onnx package and runtimes refuse
    one that is no input, initializer or output of a node of the graph itself, although its nodes
    may take values from outside. IR.md, under Nodes, lets only inputs of nodes refer to them.

    Fix:
    Pass the value through a node Identity inside the subgraph, and give the output of that.
    """
    document = context.document
    for output, value in context.names.borrowed:
        name = named(document, output)
        text = f"{quoted(name)} is {source(document, value)} of a graph around"
        text += "; needed a value that the subgraph defines"
        yield Found(name, text, (named(document, value), "the outer value"))


@rule("N008", "warning")
def output_listed_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    A name that the main graph, or a function, lists twice among its outputs.

    Why:
    Callers of a model take outputs by name, so they get one of the two at most. Of a function the
    checker of the onnx package refuses it, and there it is an error. In a subgraph, whose outputs
    are told apart by their places, it is no fault.

    Fix:
    Leave one out, or pass the value through a node Identity for a second name.
    """
    document, index = context.document, context.document.index
    main = context.scopes.main
    graphs = main.rows if main else ()
    for kind, severity in ((GRAPH_OUTPUT, "warning"), (FUNCTION_OUTPUT, "error")):
        rows = list(context.scopes.columns.rows(kind))
        if kind == GRAPH_OUTPUT:
            rows = [row for row in rows if index.parent[row] in graphs]
        yield from _listed_twice(document, kind, rows, severity)


def _listed_twice(document: Document, kind: int, rows: list[int], severity: str) -> Iterator[Found]:
    first: dict[tuple[int, Key], int] = {}
    for key, row in zip(keys_of(document, name_rows(document, kind, rows)), rows, strict=True):
        owner = document.index.parent[row] if kind == FUNCTION_OUTPUT else 0
        other = first.setdefault((owner, key), row)
        if key and other != row:
            name, step = named(document, row), Field(document, other).step
            text = f"{quoted(name)} is {Field(document, row).step} and {step}; needed one of them"
            yield Found(name, text, (named(document, other), "the first"), severity=severity)
