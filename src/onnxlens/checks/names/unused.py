"""Rules about what has a name that nobody takes, and about inputs that may be left out."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import Key, keys_of, slot
from ...model.graph.tables import GRAPH_INPUT, NODE_OUTPUT
from ...tree.document import Document
from ..context import Context
from ..rule import Found, rule
from .values import INITIALIZERS, defaults
from .words import SHOWN, listed, named, quoted

PARAMETERS = slot("TensorAnnotation", "quant_parameter_tensor_names")
_BINDINGS = (
    slot("TrainingInfoProto", "initialization_binding"),
    slot("TrainingInfoProto", "update_binding"),
)
KEY, VALUE = slot("StringStringEntryProto", "key"), slot("StringStringEntryProto", "value")


@rule("N021", "info")
def input_with_default(context: Context) -> Iterator[Found]:
    """
    Finds:
    An input of the main graph that is an initializer too, in a model of IR version 4 or up.

    Why:
    The initializer is only a default: IR.md, under Nodes, lets a caller give another value, and
    says that constants should not be inputs. A runtime that fuses nodes cannot take it for one, so
    the model may be slower. Before IR version 4 every initializer had to be an input.

    Fix:
    Take the input out where nobody is to override it.
    """
    slots = context.document.index.slot
    for scope, row, initializer in defaults(context):
        if scope.is_main and slots[row] == GRAPH_INPUT:
            name = named(context.document, row)
            text = f"input {quoted(name)} has a default"
            text += "; a caller may override it, and optimisers may not fold it"
            yield Found(name, text, (named(context.document, initializer), "the default"))


@rule("N022", "info")
def initializers_unused(context: Context) -> Iterator[Found]:
    """
    Finds:
    Initializers that no node takes and no graph gives; one finding for the main graph or a function
    with all graphs inside it.

    Why:
    They cost bytes and are not needed to run the model. Often a tool took out the nodes that had
    used them.

    Fix:
    Take them out.
    """
    document, index = context.document, context.document.index
    named_elsewhere = _named_elsewhere(context)
    for rows in _unused(context, INITIALIZERS):
        keys = keys_of(document, [named(document, row).row for row in rows])
        rows = [row for row, key in zip(rows, keys, strict=True) if key not in named_elsewhere]
        if rows:
            size = sum(index.end(row) - index.start[row] for row in rows)
            yield _found(document, rows, "initializer", f"({size:,} bytes) with no use")


@rule("N023", "info")
def nodes_unused(context: Context) -> Iterator[Found]:
    """
    Finds:
    Nodes none of whose outputs anybody takes; one finding for the main graph or a function with all
    graphs inside it. A node of which some output is taken is no fault.

    Why:
    They are computed for nothing, where a runtime does not take them out for itself. It may be that
    an output of the graph was forgotten.

    Fix:
    Take them out, or make their values outputs of the graph.
    """
    document, index = context.document, context.document.index
    for rows in _unused(context, (NODE_OUTPUT,)):
        nodes: dict[int, list[int]] = {}
        for row in rows:
            nodes.setdefault(index.parent[row], []).append(row)
        dead = [each[0] for node, each in nodes.items() if len(each) == _outputs(document, node)]
        if dead:
            yield _found(document, dead, "node", "whose outputs have no use")


def _outputs(document: Document, node: int) -> int:
    """Return how many outputs of a node have a name."""
    index = document.index
    rows = (row for row in index.children(node) if index.slot[row] == NODE_OUTPUT)
    return sum(index.end(row) > index.payload(row) for row in rows)


@rule("N024", "info")
def inputs_unused(context: Context) -> Iterator[Found]:
    """
    Finds:
    Inputs of the main graph that no node takes and no output is; one finding for all of them.

    Why:
    The caller has to give a value that changes nothing. Inputs of subgraphs and functions are often
    not used: their number is given by the operator or by the callers.

    Fix:
    Take them out, if callers do not need them for another reason.
    """
    document, index = context.document, context.document.index
    main = context.scopes.main
    for rows in _unused(context, (GRAPH_INPUT,)):
        own = [row for row in rows if main and index.parent[row] in main.rows]
        keys = keys_of(document, [named(document, row).row for row in own])
        defined = main.table.defined if main and own else {}
        alone = [row for row, key in zip(own, keys, strict=True) if len(defined[key]) == 1]
        if alone:  # others are told of as initializers
            yield _found(document, alone, "input", "with no use")


def _unused(context: Context, kinds: tuple[int, ...]) -> Iterator[list[int]]:
    """Yield for each top the rows of some slots that define what nothing uses."""
    slots = context.document.index.slot
    for rows in context.names.unused:
        yield [row for row in rows if slots[row] in kinds]


def _found(document: Document, rows: list[int], noun: str, what: str) -> Found:
    names = [named(document, row) for row in rows[:SHOWN]]
    text = f"{len(rows):,} {noun}{'s' * (len(rows) > 1)} {what}"
    others = [(name, "the same") for name in names[1:]]
    return Found(names[0], f"{text}: {listed(map(quoted, names), len(rows))}", *others)


def _named_elsewhere(context: Context) -> set[Key]:
    """Return the names of initializers that bindings of training set and annotations name."""
    index, columns = context.document.index, context.scopes.columns
    keys: list[Key] = []
    for member, owners in ((KEY, _BINDINGS), (VALUE, (PARAMETERS,))):
        rows = columns.rows(member)
        keys += keys_of(
            context.document, [r for r in rows if index.slot[index.parent[r]] in owners]
        )
    return set(keys)
