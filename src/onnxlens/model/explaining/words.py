"""Explanations that other parts of the model make: of denotations, metadata and devices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ... import schema
from ...schema.standard import standard
from ...tree.field import Field
from ..devices.words import explain_devices
from ..metadata.denotation import explain_denotation
from ..metadata.meaning import explain_entry
from ..words import short
from .form import Explains, message_in
from .repeats import Place
from .text import first_bad

_DEVICES = (
    "DeviceConfigurationProto", "NodeDeviceConfigurationProto", "ShardingSpecProto",
    "ShardedDimProto", "SimpleShardedDimProto", "IntIntListEntryProto",
)  # fmt: skip
_ENTRY = "StringStringEntryProto"
_WORD = 100  # characters of a word that may be standard
_SHOWN = 4  # offsets of other entries with one key


def _denotation(field: Field, place: Place) -> Iterator[str]:
    yield explain_denotation(field)
    assert field.spec is not None
    yield _further(field.spec.qualified, "", str(field.preview(_WORD)))


def _further(context: str, key: str, value: str) -> str:
    """Return what follows the first sentence of the note on a standard string; often nothing."""
    row = standard(context, key, value) if key or value else None
    text = " ".join(row.note.text.split()) if row else ""
    rest = text[len(row.note.short) :] if row else ""
    return rest.strip().removesuffix(".").replace("`", "")  # a note is Markdown


def _entry(field: Field, place: Place) -> Iterator[str]:
    if field.is_root or field.spec is None or field.spec.type != "string" or not first_bad(field):
        yield explain_entry(field)  # what is not UTF-8 is told of every string anyway
    yield _more(field)
    yield _twice(field, place)


def _more(field: Field) -> str:
    """Return what else is to be said of a standard key, or of the value of one."""
    entry = field.parent
    if field.name not in ("key", "value") or entry is None or not entry.spec or not entry.content:
        return ""
    key, value = (short(message_in(entry), name, _WORD) for name in ("key", "value"))
    if not key or (field.name == "value" and not value):
        return ""
    return _further(entry.spec.qualified, key, value if field.name == "value" else "")


def _twice(field: Field, place: Place) -> str:
    """Return where else the key of a metadata entry stands; empty where it stands once."""
    document = field.document
    if field.parent is None or field.name != "metadata_props":
        return ""
    places, key = document.places, document.places.key(field.row)
    rows = places.records(field.parent.row, field.number).named(places.key).get(key, [])
    others = list(islice((row for row in rows if row != field.row), _SHOWN))
    if not others:
        return ""
    at = ", ".join(place(Field(document, row).start) for row in others)
    more = f" and {len(rows) - 1 - len(others):,} more" if len(rows) - 1 > len(others) else ""
    times = f"the key stands {len(rows):,} times, also at offset {at}{more}"
    return f"{times}; most readers take the last"


def _devices(field: Field, place: Place) -> Iterator[str]:
    yield explain_devices(field, place)


EXPLAINS: Explains = {
    "TypeProto.denotation": _denotation,
    "TensorShapeProto.Dimension.denotation": _denotation,
    _ENTRY: _entry,
    f"{_ENTRY}.key": _entry,
    f"{_ENTRY}.value": _entry,
    **{field.qualified: _devices for name in _DEVICES for field in schema.message(name).fields},
}
