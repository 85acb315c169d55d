"""Where denotations and metadata stand: found by the index, read only where a rule asks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...model.graph.names import last, slot
from ...model.metadata.entries import Entry
from ...schema.standard import METADATA, TYPE, standard_names
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context

LISTED = 8  # other places that a finding names
ENTRIES = 10_000  # of the model's metadata that are looked at
IMAGE = "IMAGE"
# the lists of metadata on all levels, the model's first
METADATA_LISTS = (
    METADATA,
    "GraphProto.metadata_props",
    "FunctionProto.metadata_props",
    "NodeProto.metadata_props",
    "ValueInfoProto.metadata_props",
    "TensorProto.metadata_props",
)
_ENTRY = "StringStringEntryProto"
_SHOWN = 100  # characters of a word


def strings(context: Context, qualified: str) -> Iterator[Field]:
    """Yield the whole records of a string field, given as ``TypeProto.denotation``."""
    document, index = context.document, context.document.index
    message, _, name = qualified.rpartition(".")
    for row in index.rows_with(slot(message, name)):
        if document.spec_of(row) is not None and row not in document.damage:
            yield Field(document, row)


def is_last(field: Field) -> bool:
    """Tell whether a record of a singular field is the one that counts in its message."""
    document = field.document
    return (
        document.places.records(document.index.parent[field.row], field.number).rows[-1]
        == field.row
    )


def unlike(context: Context, qualified: str) -> Iterator[tuple[Field, str]]:
    """Yield the denotations of a field that are none of its standard words nor empty."""
    known = {name.encode() for name in standard_names(qualified)}
    longest = max(map(len, known))
    for field in strings(context, qualified):
        size = field.payload.size
        if size and (size > longest or field.raw() not in known) and is_last(field):
            yield field, text_of(field)


def text_of(field: Field) -> str:
    """Return the beginning of a string, ``…`` for the rest."""
    text = str(field.preview(4 * _SHOWN))
    return text[:_SHOWN] + "…" if len(text) > _SHOWN or field.payload.size > 4 * _SHOWN else text


def images(context: Context) -> Iterator[tuple[Field, Merged]]:
    """Yield each denotation IMAGE with the TypeProto that has it."""
    wanted = IMAGE.encode()
    for field in strings(context, TYPE):
        if field.payload.size == len(wanted) and field.raw() == wanted and is_last(field):
            type_ = field.parent
            assert type_ is not None
            yield field, context.merged(type_)


def model_entries(context: Context) -> list[Entry]:
    """Return the entries of the model's own metadata that have a key."""
    if context.model is None:
        return []
    records = islice(context.model.each("metadata_props"), ENTRIES)
    whole = (Entry(record.field, "model") for record in records if context.is_whole(record))
    return [entry for entry in whole if entry.key]


def key_of_entry(entry: Entry) -> Field:
    """Return the key of an entry, the entry itself where it has none."""
    return [entry.field, *entry.message.records("key")][-1]


def entry_rows(context: Context, qualified: str) -> Iterator[tuple[int, int]]:
    """Yield the rows of the entries in a list with the row of their key, 0 for none."""
    message, _, name = qualified.rpartition(".")
    document, index, key = context.document, context.document.index, slot(_ENTRY, "key")
    for row in index.rows_with(slot(message, name)):
        if document.content_of(row) is not None:
            yield row, last(document, (row,), key)
