"""Names as onnxlens writes them: bare where they can be, else quoted."""

from __future__ import annotations

from .. import schema
from ..tree.merged import Merged
from ..tree.names import quote

NAME_LIMIT = 200  # characters of one name in a line about something else
_DATA_TYPES = schema.enum("TensorProto.DataType")
# words of the notation of types, which a name must not be taken for
GRAMMAR = frozenset(
    ("as", "sparse_tensor", "sequence", "seq", "optional", "map", "opaque", "untyped")
)
BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/:")
# the two spellings of a data type: ours and that of the text syntax of the onnx package, which has
# none for UNDEFINED
OWN_NAMES = {value.name: value.number for value in _DATA_TYPES.values}
OFFICIAL_NAMES = {name.lower(): number for name, number in OWN_NAMES.items() if number}


def word(text: str) -> str:
    """Return a word of the type grammar: bare letters, digits, ``_ . - /`` and inner ``:``."""
    return text if is_bare(text) and not is_reserved(text) else quote(text)


def is_bare(text: str) -> bool:
    """Tell whether a word needs no quotes for its characters' sake."""
    return bool(text) and BARE.issuperset(text) and text[0] != ":" and text[-1] != ":"


def is_reserved(text: str) -> bool:
    """Tell whether a word means something in a type, in either notation."""
    return text in GRAMMAR or text in OWN_NAMES or text in OFFICIAL_NAMES


def data_type(number: int) -> str:
    """Return ``FLOAT``, or the number itself where it has no name."""
    return _DATA_TYPES.name_of(number) or str(number)


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
