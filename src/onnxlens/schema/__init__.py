"""The ONNX standard as data: messages, fields, enums and what they mean."""

from .notes import Note, enum_note, note
from .registry import child_table, enum, enums, message, message_by_id, messages
from .rows import ONNX_VERSION
from .spec import EnumSpec, EnumValue, FieldSpec, MessageSpec

__all__ = [
    "ONNX_VERSION",
    "EnumSpec",
    "EnumValue",
    "FieldSpec",
    "MessageSpec",
    "Note",
    "child_table",
    "enum",
    "enum_note",
    "enums",
    "message",
    "message_by_id",
    "messages",
    "note",
]
