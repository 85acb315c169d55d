"""Strings that have a standard meaning in a field, the one that stands there first."""

from __future__ import annotations

from typing import Any

from ...model.words import short
from ...schema.standard import Standard, standard, standard_names
from ...tree.field import Field
from ...tree.merged import Merged

_LIMIT = 1000  # characters of a string that may be a standard one
_ENTRY = "StringStringEntryProto"


def standard_strings(field: Field) -> list[dict[str, Any]]:
    """Return the standard strings of a field with their notes; ``present`` marks its own."""
    spec = field.spec
    if spec is None or spec.type != "string":
        return []
    context, key = _context(field)
    own = str(field.preview(4 * _LIMIT))
    rows = [_row(context, key, name) for name in standard_names(context, key)]
    present = _row(context, key, own)
    shown = [
        {"value": row.name, "short": row.note.short, "present": row is present}
        for row in rows
        if row is not None
    ]
    return sorted(shown, key=lambda each: not each["present"])


def _row(context: str, key: str, name: str) -> Standard | None:
    """Return the row of a value of a key, of a word, or of a key."""
    if key:
        return standard(context, key, name)
    return standard(context, value=name) or standard(context, name)


def _context(field: Field) -> tuple[str, str]:
    """Return the context of a string and, for the value of an entry, the entry's key."""
    spec, entry = field.spec, field.parent
    assert spec is not None
    if spec.message != _ENTRY or entry is None or entry.spec is None or entry.content is None:
        return spec.qualified, ""
    if spec.name == "key":
        return entry.spec.qualified, ""
    key = short(Merged(entry.document, entry.content, (entry.row,)), "key", _LIMIT)
    return entry.spec.qualified, key or "\0"  # without a key no value is a standard one
