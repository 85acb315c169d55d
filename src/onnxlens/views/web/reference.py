"""The reference: what the standard says of a message, a field, an enum, a value or an operator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ... import schema
from ...errors import SchemaError
from ...schema import EnumSpec, FieldSpec, MessageSpec, Note
from ...schema.registry import unknown_name
from ...schema.standard import SAME_AS, STANDARD
from ...tree.document import Document
from ...wire.index import FIELD_BITS
from ...wire.kinds import LEN, NAMES
from ..text import safe
from .example import example
from .operator_entry import every_operator, operator_entry

Json = dict[str, Any]

_LONGEST = 100  # characters of a name
_MANY = 1 << 12  # rows from which on numpy counts them
_MESSAGES = {spec.name: spec for spec in schema.messages()}
_ENUMS = {spec.name: spec for spec in schema.enums()}


def index() -> Json:
    """Return all messages and enums with the first sentence of their notes."""
    return {
        "messages": [{"name": n, "short": schema.note(n).short} for n in _MESSAGES],
        "enums": [{"name": n, "short": schema.enum_note(n).short} for n in _ENUMS],
    }


def entry(document: Document | None, name: str) -> Json:
    """Return what there is about a name; the records of fields are counted in a document.

    A name is ``TypeProto``, ``TypeProto.denotation``, ``Version``, ``Version.IR_VERSION``,
    ``Conv``, ``Conv-11`` or ``ai.onnx.ml.ZipMap``; a value may also be named below a field that
    takes it, and a parameter below its operator. Raises SchemaError, with the nearest name, for
    any other.
    """
    name = name[:_LONGEST]
    if name in _MESSAGES:
        return _message(document, _MESSAGES[name])
    if name in _ENUMS:
        return _enum(_ENUMS[name])
    for owner in _owners(name):
        found = _inside(document, owner, name)
        if found is not None:
            return found
    found = operator_entry(name)
    if found is None:
        raise _unknown(name)
    return found


def _owners(name: str) -> list[str]:
    """Return the messages and enums whose names a name begins with, the longest first."""
    known = [each for each in (*_MESSAGES, *_ENUMS) if name.startswith(f"{each}.")]
    return sorted(known, key=len, reverse=True)


def _inside(document: Document | None, owner: str, name: str) -> Json | None:
    """Return the entry of a field, a value of an enum, or a value of a field."""
    rest = name[len(owner) + 1 :]
    if owner in _ENUMS:
        of = _note(owner, schema.enum_note(owner))
        return _value(name, of, _enum_values(_ENUMS[owner]), rest)
    field_name, dot, value = rest.partition(".")
    field = _MESSAGES[owner].by_name.get(field_name)
    if field is None:
        return None
    if not dot:
        return _field_entry(document, field)
    return _value(name, _note(field.qualified, _note_of(field)), _values(field) or [], value)


def _value(name: str, of: Json, values: list[Json], wanted: str) -> Json | None:
    found = [each for each in values if each["name"] == wanted]
    return {**_entry(name, "value", None, of, values=found), **_notes(found[0])} if found else None


def _notes(value: Json) -> Json:
    return {"short": value["short"], "long": value["long"]}


def _message(document: Document | None, spec: MessageSpec) -> Json:
    fields = [_field(document, field) for field in spec.fields]
    made = _entry(spec.name, "message", schema.note(spec.name), None, fields)
    return {**made, "example": example(spec), "uses": list(_uses(spec.name))}


def _field_entry(document: Document | None, field: FieldSpec) -> Json:
    of = _note(field.message, schema.note(field.message))
    row = _field(document, field)
    made = _entry(field.qualified, "field", _note_of(field), of, [row], row["values"])
    shown = example(_MESSAGES[field.message])
    has = any(_names(each[1], field) for each in shown["rows"])
    return {**made, "example": shown if has else None}


def _names(shown: str, field: FieldSpec) -> bool:
    """Whether a row of an example is of a field."""
    return shown.strip().partition("[")[0] == field.qualified


def _enum(spec: EnumSpec) -> Json:
    made = _entry(spec.name, "enum", schema.enum_note(spec.name), None, [], _enum_values(spec))
    return {**made, "uses": list(_uses(spec.name))}


def _entry(
    name: str,
    kind: str,
    note: Note | None,
    of: Json | None,
    fields: list[Json] | None = None,
    values: list[Json] | None = None,
) -> Json:
    """Return an entry; ``of`` is what it is a part of, ``uses`` are fields that hold it."""
    return {
        "name": name, "kind": kind, "short": note.short if note else "",
        "long": note.text if note else "", "fields": fields or [], "values": values or [],
        "example": None, "of": of, "uses": [],
    }  # fmt: skip


def _note(name: str, note: Note) -> Json:
    return {"name": name, "short": note.short, "long": note.text}


def _note_of(field: FieldSpec) -> Note:
    return schema.note(field.message, field.name)


def _uses(name: str) -> Iterator[str]:
    for message in schema.messages():
        yield from (field.qualified for field in message.fields if field.ref == name)


def _field(document: Document | None, field: FieldSpec) -> Json:
    note = _note_of(field)
    return {
        "number": field.number,
        "name": field.name,
        "type": field.ref if field.type in ("message", "enum") else field.type,
        "ref": field.ref or None,
        "wire": NAMES[LEN if field.packed else field.wire_type],
        "since": field.since,
        "label": field.label,
        "packed": field.packed,
        "oneof": field.oneof or None,
        "short": note.short,
        "long": note.text,
        "count": None if document is None else _count(document, field),
        "values": _values(field),
    }


def _count(document: Document, field: FieldSpec) -> int:
    """Return how many records of a field there are."""
    slot = _MESSAGES[field.message].id << FIELD_BITS | field.number
    rows, heads = document.index.rows_with(slot), document.index.head
    if len(rows) < _MANY:
        return sum(field.fits(heads[row] & 7) for row in rows)
    import numpy as np

    types = np.bincount(np.frombuffer(heads, "u1")[rows] & 7, minlength=8)
    return sum(int(types[wire_type]) for wire_type in range(8) if field.fits(wire_type))


def _values(field: FieldSpec) -> list[Json] | None:
    """Return what a field may say by the standard: values of its enum, or strings, of which those
    that stand for a key follow it. None where the standard is silent.
    """
    if field.ref and not field.is_message:
        return _enum_values(_ENUMS[field.ref])
    context = SAME_AS.get(field.qualified, field.qualified)
    rows = [row for row in STANDARD if row.context == context]
    return [
        {
            "number": "",
            "since": None,
            "key": row.key if row.value and row.key else None,
            **_note(row.name, row.note),
        }
        for row in rows
    ] or None


def _enum_values(spec: EnumSpec) -> list[Json]:
    return [
        {
            "number": value.number,
            "since": value.since,
            **_note(value.name, schema.enum_note(spec.name, value.name)),
        }
        for value in spec.values
    ]


def _unknown(name: str) -> SchemaError:
    """Return the error for a name that nothing has, with the nearest that something has."""
    known = [*_MESSAGES, *_ENUMS]
    for owner in _owners(name):
        rows = _ENUMS[owner].values if owner in _ENUMS else _MESSAGES[owner].fields
        known += [f"{owner}.{each.name}" for each in rows]
    error = unknown_name("entry", safe(name), tuple(known))
    if (error.nearest or "").lower().startswith(name.lower()):
        return error  # it was not typed to its end
    return unknown_name("entry", safe(name), (*known, *every_operator()))
