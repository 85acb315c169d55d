"""The entries of metadata_props on every level of a file."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ...wire.index import FIELD_BITS
from ..words import short

VALUE_LIMIT = 1 << 16  # characters of a value that are read unless more or fewer are asked for
KEY_LIMIT = 1 << 10
_FIELD = "metadata_props"
_LEVELS = {
    "ModelProto": "model",
    "GraphProto": "graph",
    "FunctionProto": "function",
    "NodeProto": "node",
    "ValueInfoProto": "value info",
    "TensorProto": "tensor",
}


class Entry:
    """One entry: ``field`` is its record, ``level`` what owns it.

    The levels are ``model``, ``graph`` (the main one or a subgraph), ``function``, ``node``,
    ``value info`` and ``tensor``. Names and texts are read when asked for.
    """

    __slots__ = ("_message", "field", "level")

    def __init__(self, field: Field, level: str) -> None:
        self.field = field
        self.level = level
        self._message: Merged | None = None

    def __repr__(self) -> str:
        return f"<Entry {self.level} {self.field.path}>"

    @property
    def message(self) -> Merged:
        """The StringStringEntryProto."""
        if self._message is None:
            entry = schema.message("StringStringEntryProto")
            self._message = Merged(self.field.document, entry, (self.field.row,))
        return self._message

    @property
    def owner(self) -> str:
        """The name of what owns it, as it stands in the file; empty where it has none."""
        document = self.field.document
        return document.places.key(document.index.parent[self.field.row])

    @property
    def key(self) -> str:
        """The key, its first 1,024 characters; empty where it is absent."""
        return short(self.message, "key", KEY_LIMIT)

    @property
    def value(self) -> str:
        """The value, its first 65,536 characters and ``…``; empty where it is absent."""
        return self.text(VALUE_LIMIT)

    def text(self, limit: int) -> str:
        """Return the value's first ``limit`` characters, ``…`` for the rest; reads no more."""
        return short(self.message, "value", limit)


def entries(document: Document) -> Iterator[Entry]:
    """Yield every metadata_props entry of a file in file order, by a search of the index alone.

    Of a message that occurs twice the entries of both are there, as protobuf merges them.
    """
    from heapq import merge

    streams = [_level(document, name, level) for name, level in _LEVELS.items()]
    for row, level in merge(*streams):
        if document.content_of(row) is not None:
            yield Entry(Field(document, row), level)


def entry_of(field: Field) -> Entry | None:
    """Return the entry that a metadata_props record is; None for any other field."""
    spec = field.spec
    if spec is None or spec.name != _FIELD or field.content is None:
        return None
    return Entry(field, _LEVELS[spec.message])


def _level(document: Document, name: str, level: str) -> Iterator[tuple[int, str]]:
    message = schema.message(name)
    slot = message.id << FIELD_BITS | message.by_name[_FIELD].number
    for row in document.index.rows_with(slot):
        yield row, level
