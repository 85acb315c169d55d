"""The form of every explanation: a function that yields fragments about a field."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...tree.field import Field
from ...tree.merged import Merged
from .repeats import Place

# qualified name of a field, or name of the message that a field holds -> what explains it
Explains = dict[str, Callable[[Field, Place], Iterator[str]]]


def message_in(field: Field) -> Merged:
    """Return the message in a field that holds one, as a standard parser reads that record."""
    assert field.content is not None
    return Merged(field.document, field.content, (field.row,))
