"""What a field says, in the words of the column ``value`` or ``meaning``."""

from __future__ import annotations

from .. import schema
from ..model.lines import line
from ..model.numbers import number_text
from ..schema import FieldSpec, MessageSpec
from ..tree import values
from ..tree.field import TAIL, Field
from ..tree.merged import Merged
from ..wire import damage
from ..wire.kinds import EGROUP, I32, I64, LEN, MALFORMED, NAMES, NOT_INDEXED, SGROUP, VARINT
from ..wire.scalars import read_varint
from .text import STRING_LIMIT, count, hexadecimal, plural, quote, safe

_ELEMENTS = 16  # of a packed run in one cell
_WHOLE_RUN = 1 << 20  # bytes of a packed run that is read to its end
_BYTES = 16  # of an unknown payload in one cell
_NOT = {
    "TensorProto.DataType": "not a data type",
    "SequenceProto.DataType": "not a kind of value",
    "OptionalProto.DataType": "not a kind of value",
    "AttributeProto.AttributeType": "not an attribute type; parsers read it as unset",
    "TensorProto.DataLocation": "not a data location; parsers read it as unset",
    "OperatorStatus": "not an operator status; parsers read it as unset",
}


def meaning(field: Field, room: int = STRING_LIMIT) -> str:
    """Return what a field says; ``room`` is the cells at hand, which only shorten type names."""
    text = _plain(field, room)
    return f"{text}; {_fault(field)}" if _is_clipped(field) else text


def value_text(field: Field, room: int = STRING_LIMIT) -> str:
    """Return the same, but for a message the line that says it all, where there is one."""
    content = field.content
    if content is not None and not field.is_root:
        text = line(Merged(field.document, content, (field.row,))) or content.name
        text = safe(text, STRING_LIMIT)
        return f"{text}; {_fault(field)}" if _is_clipped(field) else text
    return meaning(field, room)


def _plain(field: Field, room: int) -> str:
    wire_type, spec = field.wire_type, field.spec
    if field.is_root:
        return field.content.name if field.content else "no ONNX message"
    if wire_type == MALFORMED or field.element == TAIL:
        return malformed(field)
    if wire_type == NOT_INDEXED:
        return f"not indexed, {plural(field.span.size, 'byte')}"
    if spec is None:
        return _unknown(field)
    if field.content is not None:
        return message_size(field.content, field.payload.size, room)
    return _run(field, spec) if field.is_run else scalar(field, spec)


def message_size(content: MessageSpec, size: int, room: int = STRING_LIMIT) -> str:
    """Return ``TypeProto, 15 bytes``; a nested type's last name where the whole does not fit."""
    text = f"{content.name}, {plural(size, 'byte')}"
    return text if len(text) <= room else text.removeprefix(content.name.rpartition(".")[0] + ".")


def scalar(field: Field, spec: FieldSpec) -> str:
    """Return the value of a scalar field: a number, an enum's name, a quoted string, bytes."""
    value = field.preview(4 * STRING_LIMIT)
    if isinstance(value, bytes):
        return _bytes(field, value)
    if isinstance(value, str):
        return quote(value, STRING_LIMIT)
    assert isinstance(value, (int, float))
    return enum_text(spec, value) if spec.ref else number_text(value, spec.type)


def enum_text(spec: FieldSpec, value: int | float) -> str:
    """Return ``FLOAT (1)``, ``99 (not a data type)``; an IR version is a plain number."""
    if spec.ref == "Version":
        return number_text(value)
    name = schema.enum(spec.ref).name_of(int(value))
    return f"{name} ({value})" if name else f"{value} ({_NOT[spec.ref]})"


def _bytes(field: Field, value: bytes) -> str:
    text = values.text(value, whole=len(value) == field.payload.size)
    spec = field.spec
    textual = spec is not None and spec.name in ("s", "strings", "string_data", "string_keys")
    if textual and not any("\udc80" <= character <= "\udcff" for character in text):
        return quote(text, STRING_LIMIT)
    shown = hexadecimal(value[:_BYTES])
    more = " …" if field.payload.size > _BYTES else ""
    return f"{plural(field.payload.size, 'byte')}: {shown}{more}" if value else "0 bytes"


def _run(field: Field, spec: FieldSpec) -> str:
    run = field.document.run_of(field.row)
    assert run is not None
    first = field.preview(10 * (_ELEMENTS + 1))
    assert isinstance(first, list)
    shown = ", ".join(number_text(value, spec.type) for value in first[:_ELEMENTS])
    whole = run.end - run.start < _WHOLE_RUN
    if len(first) > _ELEMENTS:
        shown += f", … {count(len(run))} in all" if whole else ", …"
    bad = run.end - run.good_end() if whole else 0
    rest = f"; the last {plural(bad, 'byte')} cannot be decoded" if bad else ""
    return (shown or "no elements") + rest


def _unknown(field: Field) -> str:
    wire_type, number = field.wire_type, field.number
    known = field.message.by_number.get(number) if field.message else None
    where = field.message.name if field.message else "an unknown group"
    if wire_type == EGROUP:
        return f"end of group {number}"
    why = f"not a field of {where}"
    if known is not None:
        why = f"{NAMES[wire_type]} where {known.name} needs {NAMES[known.wire_type]}"
    if wire_type == SGROUP:
        return f"group; {why}"
    value = field.preview(_BYTES)
    if wire_type == LEN:
        assert isinstance(value, bytes)
        more = " …" if field.payload.size > _BYTES else ""
        shown = f": {hexadecimal(value)}{more}" if value else ""
        return f"{plural(field.payload.size, 'byte')}{shown}; {why}"
    assert isinstance(value, (int, float)) and wire_type in (VARINT, I64, I32)
    return f"{value}; {why}"


def malformed(field: Field) -> str:
    """Return why bytes cannot be decoded and how many: ``byte 0F is field 1, wire type 7; …``."""
    reason = field.damage
    first = field.document.read(field.start, min(field.end, field.start + 10))
    tag, _ = read_varint(first)
    words = damage.WORDS.get(reason or 0, "cannot be decoded")
    if reason == damage.WIRE_TYPE:
        words = f"byte {first[0]:02X} is field {tag >> 3}, wire type {tag & 7}; {words}"
    elif reason == damage.FIELD_ZERO:
        words = f"byte {first[0]:02X} is {words}"
    rest = field.span.size
    return f"{words}; the next {plural(rest, 'byte')} cannot be read"


def _is_clipped(field: Field) -> bool:
    return field.damage in (damage.CLIPPED, damage.GROUP_OPEN)


def reason(field: Field) -> str:
    """Return why a damaged field is damaged: what it declares and has, or what cannot be read."""
    return _fault(field) if _is_clipped(field) else malformed(field)


def _fault(field: Field) -> str:
    if field.damage == damage.GROUP_OPEN:
        return damage.WORDS[damage.GROUP_OPEN]
    there = field.payload.size
    verb = "is" if there == 1 else "are"
    return f"declares {plural(field.declared or 0, 'byte')}; {count(there)} {verb} there"
