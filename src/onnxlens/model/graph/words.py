"""Where a value comes from and who uses it, as words for the record that names it."""

from __future__ import annotations

from collections.abc import Callable

from ... import schema
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..words import short, word
from . import tables
from .definition import Definition
from .names import key_of, last
from .scopes import Scope, Scopes

_NAMED = 3  # nodes that a list of uses names
_NAME = 60  # characters of a name in these words
_NODE = schema.message("NodeProto")
_NOTHING = "nothing defines it"
_LEFT_OUT = "left out"  # an empty name: the optional input or output is not there


def origin_words(scopes: Scopes, field: Field) -> str:
    """Return where the value that a record names comes from, or who uses it; empty for others.

    Node inputs and names of outputs tell where it comes from: ``from node[0] "a" (Conv),
    output 0``, ``initializer[3]``, ``nothing defines it``. Node outputs and names of inputs and
    initializers tell who uses it: ``used by 2 nodes: node[1] (Relu), node[4] (Add)``, ``graph
    output 0``, ``not used``. The type of the value is ``type_of(scopes, field)``.
    """
    scope, tell = scopes.scope_of(field), _TELL.get(kind_of_name(field))
    if scope is None or tell is None or not _counts(field):
        return ""
    return _LEFT_OUT if not field.payload.size else tell(scope, field)


def type_of(scopes: Scopes, field: Field) -> Field | None:
    """Return the TypeProto that declares the value which a record names; None without one."""
    scope = scopes.scope_of(field)
    if scope is None or kind_of_name(field) not in _TELL or not _counts(field):
        return None
    return scope.type_of(key_of(field.document, field.row))


def kind_of_name(field: Field) -> int:
    """Return the slot of a string; of a message's name that of the message; 0 for other fields."""
    slots, row = field.document.index.slot, field.row
    if field.spec is None or field.spec.type != "string":
        return 0
    if slots[row] in _NAMES:
        row = field.document.index.parent[row]
    if slots[row] == tables.SPARSE_VALUES:
        row = field.document.index.parent[row]
    return int(slots[row])


def _counts(field: Field) -> bool:
    """Whether a name is the one that a parser keeps; of several in one message it is the last."""
    index, row = field.document.index, field.row
    if index.slot[row] not in _NAMES:
        return True
    return last(field.document, (index.parent[row],), index.slot[row]) == row


# -- where it comes from -------------------------------------------------------------------


def _origin(scope: Scope, field: Field) -> str:
    found = scope.define(key_of(field.document, field.row))
    if found is None:
        return _NOTHING
    more = len(found.others) - (found.default is not None)
    also = f", and {more:,} more {'define' if more > 1 else 'defines'} it" if more else ""
    return _place(found, scope) + also


def _place(found: Definition, here: Scope) -> str:
    whose = "" if found.scope is here else f"the {_whose(found.scope)} "
    if found.node is not None:
        return f"from {whose}{_title(found.node)}, output {_number(found.field)}"
    if found.role == "function input":
        return f"input {_quoted(found.field)} of the function"
    if found.role != "input":
        return f"{whose}{found.field.step}"
    default = f", by default {found.default.step}" if found.default else ""
    return f"{whose or _graph(here) + ' '}input {_number(found.field)}{default}"


def _whose(scope: Scope) -> str:
    if scope.is_function:
        return "function's"
    return "main graph's" if scope.is_main else "outer graph's"


def _graph(scope: Scope) -> str:
    if scope.is_function:
        return "function"
    index = scope.field.document.index
    return "subgraph" if index.slot[scope.rows[0]] in tables.INNER else "graph"


# -- who uses it ---------------------------------------------------------------------------


def _uses(scope: Scope, field: Field) -> str:
    nodes: dict[int, None] = {}  # rows, each once however often the node takes the value
    outputs = []
    for use in scope.uses(key_of(field.document, field.row)):
        if kind_of_name(use) == tables.NODE_INPUT:
            nodes[use.document.index.parent[use.row]] = None
        else:
            outputs.append(use)
    parts = [_users(scope, field, list(nodes))] if nodes else []
    parts += [_output(scope, use) for use in outputs[:_NAMED]]
    if len(outputs) > _NAMED:
        parts.append(f"{len(outputs) - _NAMED:,} more outputs")
    return " and ".join(parts) or "not used"


def _users(scope: Scope, field: Field, rows: list[int]) -> str:
    nodes = [Field(field.document, row) for row in rows[:_NAMED]]
    named = ", ".join(_title(node, named=False) + _inside(scope, node.row) for node in nodes)
    if len(rows) == 1:
        return f"used by {named}"
    return f"used by {len(rows):,} nodes: {named}{', …' if len(rows) > _NAMED else ''}"


def _output(scope: Scope, use: Field) -> str:
    inside = _inside(scope, use.row)
    return f"{'' if inside else _graph(scope) + ' '}output {_number(use)}{inside}"


def _inside(scope: Scope, row: int) -> str:
    """Return where a row stands that sees a value of ``scope``: empty for the scope itself.

    Of what is further inside only the node of ``scope`` around it is told, so depth costs no words.
    """
    document = scope.field.document
    around, parent = 0, document.index.parent[row]
    while parent and parent not in scope.rows:
        around = parent if document.content_of(parent) is _NODE else around
        parent = document.index.parent[parent]
    if parent not in scope.rows:  # a training step sees the main graph and is no part of it
        return " of a training step"
    title = _title(Field(document, around), named=False) if around else ""
    return f" in a subgraph of {title}" if title else ""


# -- parts ---------------------------------------------------------------------------------


def _title(node: Field, named: bool = True) -> str:
    """Return ``node[0] "conv1" (Conv)``, or without the name; a root NodeProto is ``node``."""
    message = Merged(node.document, _NODE, (node.row,))
    name = f" {quote(short(message, 'name', _NAME))}" if named and short(message, "name") else ""
    op = f" ({word(short(message, 'op_type', _NAME))})" if message.has("op_type") else ""
    return f"{node.step}{name}{op}"


def _number(field: Field) -> int:
    return field.step.number or 0


def _quoted(field: Field) -> str:
    text = str(field.preview(4 * _NAME))
    return quote(text if len(text) <= _NAME else text[:_NAME] + "…")


_NAMES = (tables.VALUE_NAME, tables.TENSOR_NAME)
_TELL: dict[int, Callable[[Scope, Field], str]] = {
    tables.NODE_INPUT: _origin,
    tables.GRAPH_OUTPUT: _origin,
    tables.FUNCTION_OUTPUT: _origin,
    **dict.fromkeys(tables.DECLARED_ONLY, _origin),
    tables.NODE_OUTPUT: _uses,
    tables.GRAPH_INPUT: _uses,
    tables.FUNCTION_INPUT: _uses,
    tables.INITIALIZER: _uses,
    tables.SPARSE_INITIALIZER: _uses,
}
