"""What the root of a document means, as a value of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..model.types.read import read_type, read_value
from ..model.values.data_value import DataValue
from ..model.values.kinds import BY_MESSAGE
from ..model.values.python import to_python

if TYPE_CHECKING:
    from .document import Document


def value_of(document: Document) -> object:
    """Return the value of the root; see ``Document.value``."""
    if document.root is None:
        return None
    merged, name = document.merged(), document.root.name
    if name in BY_MESSAGE:
        return to_python(DataValue(merged, document.files))
    if name == "ModelProto":
        return document.model
    if name == "TypeProto":
        return read_type(merged)
    return read_value(merged) if name == "ValueInfoProto" else merged
