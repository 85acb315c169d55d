"""Rules about names of values that are defined more than once."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import slot
from ...model.graph.scopes import Scope
from ...model.graph.tables import GRAPH_INPUT, INITIALIZER, INNER, SPARSE_INITIALIZER
from ...tree.document import Document
from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule
from .resolution import ALGORITHM
from .words import named, quoted, source

INITIALIZERS = (INITIALIZER, SPARSE_INITIALIZER)
_DOMAIN = slot("NodeProto", "domain")
_STANDARD = (b"", b"ai.onnx")
_FIRST_IR_WITH_DEFAULTS = 4  # before it every initializer had to be an input too


def defaults(context: Context) -> Iterator[tuple[Scope, int, int]]:
    """Yield scope, input and initializer where both have one name and the model is of IR 4 or up.

    Where the file does not say its IR version, because it is no model, there is nothing to yield.
    """
    model, slots = context.model, context.document.index.slot
    if model is None or model.number("ir_version") < _FIRST_IR_WITH_DEFAULTS:
        return
    for scope, rows in context.names.twice:
        initializers = [row for row in rows if slots[row] in INITIALIZERS]
        if slots[rows[0]] == GRAPH_INPUT and initializers:
            yield scope, rows[0], initializers[0]


@rule("N001", "error")
def name_defined_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    A name that one graph or function defines twice: as output of two nodes, as output of a node and
    as input or initializer, or as two inputs or two initializers. An input and an initializer of
    one name are no fault of this kind: the initializer is the input's default.

    Why:
    IR.md, Names Within a Graph, requires one definition for each value, and under Nodes that
    graphs keep to single assignment. The comment on GraphProto.initializer says that its names MUST
    be unique, those of sparse_initializer included. Runtimes refuse the model, or take either one.

    Fix:
    Give one of the two another name, and change it in the nodes that mean that one.
    """
    document = context.document
    for _, rows in context.names.twice:
        for row in _further(document, rows):
            yield _found_twice(document, row, rows[0])


def _further(document: Document, rows: list[int]) -> list[int]:
    """Return the definitions of a name that are one too many."""
    slots, further = document.index.slot, rows[1:]
    if slots[rows[0]] == GRAPH_INPUT:
        default = next((row for row in further if slots[row] in INITIALIZERS), 0)
        further = [row for row in further if row != default]
    return further


def _found_twice(document: Document, row: int, first: int) -> Found:
    name = named(document, row)
    words = f"{quoted(name)} is {source(document, row)} and {source(document, first)}"
    text = f"{words}; needed one definition for each name"
    return Found(name, text, (named(document, first), "the first definition"))


@rule("N002", "error")
def outer_name_hidden(context: Context) -> Iterator[Found]:
    """
    Finds:
    A graph in an attribute that defines a name which it sees from a graph around it; or a training
    algorithm that defines a name of the main graph.

    Why:
    IR.md, under Nodes, says that outputs of nodes, and since onnx#6955 also inputs and
    initializers, of a nested graph MUST have other names than the values of outer graphs that can
    be seen there. The checker of the onnx package refuses it for outputs of nodes. Before, the
    standard was silent on inputs and initializers, and runtimes took one value or the other. The
    comment on TrainingInfoProto.algorithm says that it is joined to the main graph.

    Fix:
    Give the inner value a name of its own.
    """
    document, slots = context.document, context.document.index.slot
    for scope, row, _, outer in context.names.hiding:
        whose = "the graph around it"
        if slots[scope.rows[0]] == ALGORITHM:
            if slots[row] in INITIALIZERS and slots[outer] == GRAPH_INPUT:
                continue  # the joined graph has an input with a default
            whose = "the main graph"
        name = named(document, row)
        words = f"{quoted(name)}, {source(document, row)}, hides {source(document, outer)}"
        text = f"{words} of {whose}; needed another name"
        yield Found(name, text, (named(document, outer), "the outer value"))


@rule("N003", "error")
def subgraph_input_with_default(context: Context) -> Iterator[Found]:
    """
    Finds:
    An input of a graph in an attribute of a standard operator that is an initializer of that graph
    too, in a model of IR version 4 or up.

    Why:
    IR.md, under Nodes, says that users MUST NOT use one name for both, unless the specification of
    the operator allows it, and that of no standard operator does. The operator gives a value for
    each input, so the initializer would count for nothing.

    Fix:
    Take the initializer away where the operator gives the value, else the input.
    """
    document, slots = context.document, context.document.index.slot
    for scope, row, initializer in defaults(context):
        if slots[scope.rows[0]] in INNER and _is_standard(scope):
            name = named(document, row)
            text = f"{quoted(name)} is {source(document, row)} of a subgraph and its"
            text += f" {source(document, initializer)}; needed one of them"
            yield Found(name, text, (named(document, initializer), "the initializer"))


def _is_standard(scope: Scope) -> bool:
    """Whether the node that has the graph calls an operator of the standard domain."""
    document = scope.field.document
    node = document.index.parent[document.index.parent[scope.rows[0]]]
    domains = [row for row in document.index.children(node) if document.index.slot[row] == _DOMAIN]
    return not domains or Field(document, domains[-1]).raw() in _STANDARD
