"""The records that belong to one by a name: who makes a value, who takes it, what types it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ... import schema
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..words import short
from . import tables
from .names import key_of
from .scopes import Scope, Scopes
from .words import kind_of_name, type_of

MOST = 200  # records of one relation that are given
_NODE = schema.message("NodeProto")
_NAME = 60  # characters of a name in words about a record
_TAKES = frozenset((tables.NODE_INPUT, tables.GRAPH_OUTPUT, tables.FUNCTION_OUTPUT,
                    *tables.DECLARED_ONLY))  # fmt: skip
_GIVES = frozenset((tables.NODE_OUTPUT, tables.GRAPH_INPUT, tables.FUNCTION_INPUT,
                    tables.INITIALIZER, tables.SPARSE_INITIALIZER))  # fmt: skip


class Related(NamedTuple):
    """Records with one relation to another: ``title`` says which, ``more`` are not given."""

    title: str
    fields: list[tuple[str, Field]]
    more: int


def related(scopes: Scopes, field: Field) -> Iterator[Related]:
    """Yield what belongs to a record by the names in it, each with words about it.

    That is, for a name of a value: where it comes from, which type is declared for it, and who
    takes it. A message that a name stands for, such as a ValueInfoProto, has what its name has;
    a NodeProto has what makes its inputs and takes its outputs.
    """
    if field.content is _NODE:
        yield from _of_node(scopes, field)
        return
    name = _name_in(field)
    scope = scopes.scope_of(name) if name is not None else None
    if name is None or scope is None or not name.payload.size:
        return
    kind = kind_of_name(name)
    if kind in _TAKES:
        yield from _listed("comes from", _origins(scope, name))
    if kind in _GIVES:
        yield from _listed("used by", _users(scope, name))
    type_ = type_of(scopes, name)
    if type_ is not None and type_.row != name.row and type_.parent != name.parent:
        yield Related("type declared by", [(_title(type_), type_)], 0)


def _name_in(field: Field) -> Field | None:
    """Return the record of the name that a message goes by; a string is one itself."""
    content = field.content
    if content is None:
        return field if field.spec is not None and field.spec.type == "string" else None
    if content.key_field != "name" or content.name not in ("ValueInfoProto", "TensorProto"):
        return None
    records = Merged(field.document, content, (field.row,)).records("name")
    return records[-1] if records else None


def _of_node(scopes: Scopes, node: Field) -> Iterator[Related]:
    message, scope = Merged(node.document, _NODE, (node.row,)), scopes.scope_of(node)
    if scope is None:
        return
    made = [o for name in _names(message, "input") for o in _origins(scope, name)]
    taken = [u for name in _names(message, "output") for u in _users(scope, name)]
    yield from _listed("inputs come from", made)
    yield from _listed("outputs used by", taken)


def _names(node: Merged, field: str) -> list[Field]:
    return [record for record in node.records(field)[:MOST] if record.payload.size]


def _origins(scope: Scope, name: Field) -> list[tuple[str, Field]]:
    found = scope.define(key_of(name.document, name.row))
    if found is None:
        return []
    makers = map(_maker, [found.field, *found.others[:MOST]])
    return [(_title(maker), maker) for maker in makers]


def _maker(field: Field) -> Field:
    """Return the node of an output, else what defines the name itself."""
    node = field.parent if kind_of_name(field) == tables.NODE_OUTPUT else None
    return field if node is None else node


def _users(scope: Scope, name: Field) -> list[tuple[str, Field]]:
    uses = scope.uses(key_of(name.document, name.row))
    rows: dict[int, Field] = {}  # a node that takes a value twice is one user
    for use in uses:
        node = use.parent if kind_of_name(use) == tables.NODE_INPUT else None
        shown = use if node is None else node
        rows.setdefault(shown.row, shown)
    return [(_title(field) if at < MOST else "", field) for at, field in enumerate(rows.values())]


def _listed(title: str, found: list[tuple[str, Field]]) -> Iterator[Related]:
    if found:
        yield Related(title, found[:MOST], max(0, len(found) - MOST))


def _title(field: Field) -> str:
    """Return ``node[3] Conv "conv1"``, ``initializer[2] "w"``, ``value_info[0] "x"``."""
    if field.content is not None and field.content.name == "TypeProto" and field.parent:
        field = field.parent
    parts = [str(field.step)]
    content = field.content
    if content is not None:
        message = Merged(field.document, content, (field.row,))
        parts += [short(message, "op_type", _NAME)] if content is _NODE else []
        name = short(message, "name", _NAME) if "name" in content.by_name else ""
        parts += [quote(name)] if name else []
    return " ".join(filter(None, parts))
