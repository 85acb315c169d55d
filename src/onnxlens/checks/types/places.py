"""Where a type stands, and which messages lack a field that was never written."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.graph.names import slot
from ...model.graph.tables import GRAPH_INPUT, GRAPH_OUTPUT
from ...model.words import short
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ...wire.index import FIELD_BITS
from ...wire.kinds import LEN
from ..context import Context

VALUE = schema.message("ValueInfoProto")
RELATED = 8  # further places that one finding names
_DEEPEST = 110  # records around one; standard parsers refuse more than 100
_TYPE = schema.message("TypeProto")
# messages that stand in types
_TYPES = frozenset(
    spec.id for spec in schema.messages() if spec.name.startswith((_TYPE.name, "TensorShapeProto"))
)
_ROLES = {"value_info": "value"}


def absent(context: Context, message: Merged, *names: str) -> bool:
    """Tell whether none of some fields is there, and none is lost.

    Lost is what was cut off, cannot be read, or has another wire type than the field: each of them
    is a fault of its own.
    """
    if any(message.has(name) for name in names) or not context.is_whole(message):
        return False
    numbers = {message.spec.by_name[name].number for name in names}
    return all(field.number not in numbers for field in message.unknown())


def lacking(context: Context, name: str, *fields: str) -> Iterator[int]:
    """Yield the rows of all messages of a name that directly hold none of some fields.

    Where all have one of them, which the structures tell, no row is looked at.
    """
    spec = schema.message(name)
    wanted = {slot(name, field) for field in fields}
    examples = (each.kinds for each in context.structures.examples if each.message is spec)
    if all(any(own in wanted for own, _ in kinds) for kinds in examples):
        return
    index = context.document.index
    for row in context.rows_of(spec):
        if row and index.head[row] & 7 != LEN:
            continue
        if all(index.slot[child] not in wanted for child in index.children(row)):
            yield row


def merged(context: Context, row: int) -> Merged | None:
    """Return the message in a row as a parser builds it; None for a later part of one."""
    document = context.document
    spec, content = document.spec_of(row), document.content_of(row)
    assert content is not None
    if spec is None or spec.repeated:
        return Merged(document, content, (row,))
    rows = document.places.records(document.index.parent[row], spec.number).rows
    return Merged(document, content, tuple(rows)) if rows[0] == row else None


def around(context: Context, row: int) -> Merged:
    """Return the message that a row stands in, as a parser builds it."""
    document, parent = context.document, context.document.index.parent[row]
    spec = document.spec_of(parent)
    if spec is not None and not spec.repeated:
        parent = document.places.records(document.index.parent[parent], spec.number).rows[0]
    message = merged(context, parent)
    assert message is not None
    return message


def counts(context: Context, row: int) -> bool:
    """Tell whether a record in a type is what a standard parser keeps.

    It is not where another member of a oneof overrules it or what it stands in, or, of a value that
    is no message, a later record.
    """
    document = context.document
    top = owner(Field(document, row))
    while top is not None and row != top.row:
        spec = document.spec_of(row)
        if spec is None:
            return False
        if not spec.repeated:
            records = around(context, row).records(spec.name)
            if row not in [each.row for each in (records if spec.is_message else records[-1:])]:
                return False
        row = document.index.parent[row]
    return top is not None


def owner(field: Field) -> Field | None:
    """Return what has the type that a field stands in or is: a value, an attribute, the file.

    None for a type in so many others that no standard parser reads it.
    """
    index, row = field.document.index, field.row
    for _ in range(_DEEPEST):
        if row == 0:
            return Field(field.document, 0)
        if index.slot[row] >> FIELD_BITS not in _TYPES:
            is_type = field.document.content_of(row) is _TYPE
            return Field(field.document, index.parent[row] if is_type else row)
        row = index.parent[row]
    return None


def named(value: Field) -> str:
    """Return ``input "x"``, ``output "y"`` or ``value "t"``; other owners by their field."""
    content = value.content
    if content is None or not content.key_field:
        return "the file" if value.is_root else f"the {value.name}"
    text = quote(short(Merged(value.document, content, (value.row,)), content.key_field))
    return f"{_ROLES.get(value.name, value.name or 'value')} {text}"


def axis_of(record: Field) -> str:
    """Return which axis of what a dim_value or dim_param is about: ``axis 0 of input "x"``."""
    dim, value = record.parent, owner(record)
    axis = (dim.step.number or 0) if dim is not None and not dim.is_root else 0
    return f"axis {axis}" + (f" of {named(value)}" if value is not None else "")


def is_interface(context: Context, value: Field) -> bool:
    """Tell whether a value is an input or output of the main graph."""
    main, index = context.scopes.main, context.document.index
    return (
        main is not None
        and index.slot[value.row] in (GRAPH_INPUT, GRAPH_OUTPUT)
        and index.parent[value.row] in main.rows
    )


def may_be_left_out(context: Context, value: Field) -> bool:
    """Tell whether a value needs no type: one of value_info, or of an inner graph or a function."""
    return value.content is VALUE and not value.is_root and not is_interface(context, value)
