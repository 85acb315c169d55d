"""How a report writes places: spans in decimal and hexadecimal, and names of fields."""

from __future__ import annotations

from ...span import Span
from ...tree.field import TAIL, Field
from ...wire.kinds import MALFORMED, NOT_INDEXED
from ..text import plural


def span_words(span: Span, size: int) -> str:
    """Return ``138:139 (0x8A:0x8B), 1 byte``; ``the whole file`` where it is all of it."""
    if span == (0, size):
        return f"the whole file, {plural(size, 'byte')}"
    return f"{span} ({_hex(span.start)}:{_hex(span.end)}), {plural(span.size, 'byte')}"


def offset_words(offset: int) -> str:
    """Return ``138 (0x8A)``."""
    return f"{offset} ({_hex(offset)})"


def _hex(offset: int) -> str:
    return f"0x{offset:02X}"


def qualified(field: Field) -> str:
    """Return the name of a field behind that of its message, as ``onnxlens bytes`` has it."""
    if field.is_root:
        return field.content.name if field.content else "the file"
    if field.wire_type in (MALFORMED, NOT_INDEXED) or field.element == TAIL:
        return field.name
    owner = f"{field.message.name}." if field.message else ""
    spec = field.spec
    if spec is not None and (field.is_run or not spec.repeated):
        return owner + spec.name
    return f"{owner}{field.name}[{field.step.number or 0}]"
