"""One thing that is wrong with a value, and the field to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...tree.field import Field
from ...tree.merged import Merged

if TYPE_CHECKING:
    from .data_value import DataValue


class Problem:
    """One thing that is wrong: ``text`` without a full stop, and the ``field`` to look at."""

    __slots__ = ("field", "text")

    def __init__(self, field: Field, text: str) -> None:
        self.field = field
        self.text = text

    @property
    def path(self) -> str:
        """Path of the field. Its cost grows with the depth, so it is made when asked for."""
        return self.field.path

    def __str__(self) -> str:
        return f"{self.path}: {self.text}" if self.path else self.text

    def __repr__(self) -> str:
        return f"<Problem at {self.field.start}: {self.text}>"


def field_of(value: DataValue, name: str) -> Field:
    """Return the last record of a field, the value's own where it is absent."""
    holder = value.message if name in value.message.spec.by_name else value.holder
    records = holder.records(name) if holder is not None else []
    return records[-1] if records else value.field


def offset_of(message: Merged, name: str) -> str:
    return f"offset {message.records(name)[0].start}"
