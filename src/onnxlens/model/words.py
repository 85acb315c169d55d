"""Names as onnxlens writes them: bare where they can be, else quoted."""

from __future__ import annotations

from .. import schema
from ..tree.merged import Merged
from ..tree.names import quote

NAME_LIMIT = 200  # characters of one name in a line about something else
_GRAMMAR = {"as", "sparse_tensor", "sequence", "optional", "map", "opaque", "untyped"}
_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/:")


def word(text: str) -> str:
    """Return a word of the type grammar: bare letters, digits, ``_ . - /`` and inner ``:``."""
    bare = text and _BARE.issuperset(text) and text[0] != ":" and text[-1] != ":"
    if bare and text not in _GRAMMAR and text not in data_type_names():
        return text
    return quote(text)


def data_type_names() -> frozenset[str]:
    """Return the names of TensorProto.DataType, which the grammar reads as types."""
    return frozenset(value.name for value in schema.enum("TensorProto.DataType").values)


def data_type(number: int) -> str:
    """Return ``FLOAT``, or the number itself where it has no name."""
    return schema.enum("TensorProto.DataType").name_of(number) or str(number)


def short(message: Merged, name: str, limit: int = NAME_LIMIT) -> str:
    """Return a string field's first ``limit`` characters, ``…`` for the rest; reads no more."""
    records = message.records(name)
    if not records:
        return ""
    record = records[-1]
    text = str(record.preview(4 * limit))
    if len(text) > limit or record.payload.size > 4 * limit:
        return text[:limit] + "…"
    return text


def name_of(message: Merged, name: str = "name") -> str:
    """Return a name as a word, cut to ``NAME_LIMIT`` characters."""
    return word(short(message, name))
