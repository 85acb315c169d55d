"""Words for records as they stand in a file: names, bytes, values."""

from __future__ import annotations

from ... import schema
from ...model.lines import line
from ...model.numbers import number_text
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote

_TEXT = 40  # characters of a string


def counted(count: int, noun: str) -> str:
    """Return ``1,204 bytes``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def hexadecimal(data: bytes) -> str:
    """Return ``byte 0F`` or ``bytes 80 0F``."""
    return f"byte{'' if len(data) == 1 else 's'} {data.hex(' ').upper()}"


def named(field: Field, number: int) -> str:
    """Return the name of the field of a number in the message that a record stands in."""
    spec = field.message.by_number.get(number) if field.message else None
    return spec.name if spec else f"field {number}"


def owner(field: Field) -> str:
    """Return what a record stands in."""
    return field.message.name if field.message else "a group"


def value_words(field: Field) -> str:
    """Return what a scalar says, in short."""
    spec, value = field.spec, field.preview(4 * _TEXT)
    if isinstance(value, str):
        is_whole = len(value) <= _TEXT and field.payload.size <= 4 * _TEXT
        return quote(value if is_whole else value[:_TEXT] + "…")
    if not isinstance(value, (int, float)):
        return counted(field.payload.size, "byte")
    if spec is not None and spec.ref and spec.ref != "Version":
        name = schema.enum(spec.ref).name_of(int(value))
        return f"{name} ({value})" if name else str(value)
    return number_text(value, spec.type if spec else "")


def message_words(rows: list[int], field: Field) -> str:
    """Return what a message says that is read from several records; empty where no line can."""
    assert field.content is not None
    return line(Merged(field.document, field.content, tuple(rows))) or ""
