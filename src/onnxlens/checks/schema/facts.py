"""Attributes in which the value may not go with the type, and what they have."""

from __future__ import annotations

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.slots import SPECS
from ...wire.kinds import LEN
from ..slots import VALUES

_ATTRIBUTE = schema.message("AttributeProto")
_TYPES = schema.enum("AttributeProto.AttributeType")
FIELD_OF = {kind: field for field, kind in VALUES.items()}


class Attribute:
    """One AttributeProto.

    ``unknown`` are the rows of types that a parser sets aside, since they are no AttributeType.
    ``kind`` is the name of the type that it reads, empty where that is absent or UNDEFINED;
    ``has_type`` whether it is there. ``values`` are the value fields that have a value, in the
    order of VALUES. ``refers``: ref_attr_name is set.
    """

    __slots__ = ("has_type", "kind", "message", "refers", "unknown", "values")

    def __init__(self, document: Document, row: int) -> None:
        self.message = Merged(document, _ATTRIBUTE, (row,))
        own = _records(document, row)
        names = {record: _type_in(document, record) for record in own.get("type", ())}
        self.unknown = [record for record, name in names.items() if not name]
        known = [name for name in names.values() if name]
        self.has_type = bool(known)
        self.kind = known[-1] if known and known[-1] != "UNDEFINED" else ""
        self.values = [name for name in VALUES if name in own]
        references = own.get("ref_attr_name", [])
        self.refers = bool(references) and _size(document, references[-1]) > 0

    def value(self, name: str) -> Field:
        """Return the record of a value field that counts, or the first of a list."""
        records = self.message.records(name)
        return records[0] if self.message.spec.by_name[name].repeated else records[-1]


def _records(document: Document, row: int) -> dict[str, list[int]]:
    """Return the rows inside an attribute by field; runs without elements are left out."""
    index = document.index
    found: dict[str, list[int]] = {}
    for child in index.children(row):
        spec, wire_type = SPECS[index.slot[child]], index.head[child] & 7
        if spec is None or not spec.fits(wire_type):
            continue
        if not spec.packable or wire_type != LEN or _size(document, child):
            found.setdefault(spec.name, []).append(child)
    return found


def _size(document: Document, row: int) -> int:
    return document.index.end(row) - document.index.payload(row)


def _type_in(document: Document, row: int) -> str:
    """Return the name of the type in a row; empty where it has none."""
    number = Field(document, row).value
    return _TYPES.name_of(number) or "" if isinstance(number, int) else ""
