"""The reference of the standard: messages, fields and enums, as tables with their notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import schema
from ..schema import EnumSpec, FieldSpec, MessageSpec
from ..tree.merged import default
from ..wire.kinds import LEN, NAMES
from . import block
from .page import Page
from .table import Column, Row, table
from .text import cut, plural, width, wrap

_COMMAND = "onnxlens schema"
_LEAST_MEANING = 16  # cells; a longer name or type is cut for it on a terminal
_USES = 4  # fields that are listed as places where a message stands
# A oneof may be empty on the wire; these are the ones that say nothing then.
_FILLED = {"TypeProto.value"}


def schema_message(page: Page, spec: MessageSpec) -> Iterator[str]:
    """Yield the fields of a message by number, its note, and what else is to be known of it."""
    rows = [_field_row(field) for field in spec.fields]
    names, types = _limits(page, rows) if page.cut else (0, 0)
    columns = [
        Column("no", right=True),
        Column("name", limit=names),
        Column("type", limit=types, keep="end"),
        Column("wire"),
        Column("IR", right=True),
        Column("meaning", style="note", wrap=True),
    ]
    yield from table(page, columns, rows)
    yield ""
    yield from _text(page, schema.note(spec.name).text)
    yield ""
    yield from _joined(page, _message_facts(spec))


def _limits(page: Page, rows: list[Row]) -> tuple[int, int]:
    """Return the most cells of name and type, so that the meaning has room beside them."""
    names = min(max(width(row.cells[1]) for row in rows), page.width // 3)
    wire = max(4, *(width(row.cells[3]) for row in rows))
    meaning = 0 if page.narrow else _LEAST_MEANING + 2
    return names, page.width - names - wire - meaning - 4 - 8  # no and IR, the gaps


def _field_row(field: FieldSpec) -> Row:
    note = schema.note(field.message, field.name)
    wire = NAMES[LEN if field.packed else field.wire_type]
    cells = (str(field.number), field.name, _type(field), wire, str(field.since), note.short)
    return Row(cells)


def _type(field: FieldSpec) -> str:
    name = field.ref if field.type in ("message", "enum") else field.type
    packed = ", packed" if field.packed else ""
    return f"repeated {name}{packed}" if field.repeated else name


def _message_facts(spec: MessageSpec) -> Iterator[str]:
    for name, members in spec.oneofs.items():
        numbers = " ".join(str(field.number) for field in members)
        least = "exactly" if f"{spec.name}.{name}" in _FILLED else "at most"
        yield f"oneof {name}: {numbers}, {least} one"
    if not spec.oneofs:
        yield f"stands in: {_uses(spec)}"
    if spec.reserved or spec.reserved_names:
        yield f"reserved: {_reserved(spec)}"
    yield f"more: {_COMMAND} {_next(spec)}"


def _uses(spec: MessageSpec) -> str:
    uses = [f.qualified for m in schema.messages() for f in m.fields if f.ref == spec.name]
    more = f" and {len(uses) - _USES} more" if len(uses) > _USES else ""
    return " ".join(uses[:_USES]) + more if uses else "no other message"


def _reserved(spec: MessageSpec) -> str:
    ranges = (str(a) if a == b else f"{a} to {b}" for a, b in spec.reserved)
    return ", ".join([*ranges, *spec.reserved_names])


def _next(spec: MessageSpec) -> str:
    """Return what to look up next: a message inside, an enum that it carries, or a field."""
    messages = [f.ref for f in spec.fields if f.is_message and f.ref != spec.name]
    enums = [f.ref for f in spec.fields if f.ref and not f.is_message]
    fields = [f"{spec.name}.{f.name}" for f in spec.fields]
    return [*messages, *enums, *fields][0]


def _joined(page: Page, parts: Iterable[str]) -> Iterator[str]:
    """Yield the parts on one line where they fit, else one a line."""
    listed = list(parts)
    joined = "   ".join(listed)
    if width(joined) <= page.width:
        yield joined
        return
    for text in listed:
        yield from _wrapped(page, text)


def schema_field(page: Page, spec: MessageSpec, field_spec: FieldSpec) -> Iterator[str]:
    """Yield all facts of one field, its note, and the values of the enum that it carries."""
    heading = field_spec.qualified
    heading = cut(heading, page.width, "end") if page.cut else heading
    yield page.paint("answer", heading)
    yield from block.lines(page, _facts(field_spec), fold=True)
    yield ""
    yield from _text(page, schema.note(spec.name, field_spec.name).text)
    if field_spec.is_message:
        yield ""
        yield from _joined(page, [f"more: {_COMMAND} {field_spec.ref}"])
    elif field_spec.ref:
        yield ""
        enum = schema.enum(field_spec.ref)
        yield from _values(page, enum)
        yield plural(len(enum.values), "value")
    yield from _standard(page, field_spec)


def _standard(page: Page, field: FieldSpec) -> Iterator[str]:
    """Yield the strings that have a standard meaning in a field, with their notes."""
    from ..schema.standard import SAME_AS, STANDARD, context_note

    context = SAME_AS.get(field.qualified, field.qualified)
    found = [row for row in STANDARD if row.context == context]
    if not found:
        return
    yield ""
    columns = [
        Column("standard", limit=page.width // 2 if page.cut else 0),
        Column("meaning", style="note", wrap=True),
    ]
    shown = (f"  {row.value}" if row.key and row.value else row.name for row in found)
    rows = (Row((name, row.note.short)) for name, row in zip(shown, found, strict=True))
    yield from table(page, columns, rows)
    yield ""
    yield from _text(page, context_note(context).text)


def _facts(field: FieldSpec) -> Iterator[tuple[str, str]]:
    yield "number", str(field.number)
    yield "type", _type(field)
    yield "wire", _wire(field)
    if field.oneof:
        others = [f for f in schema.message(field.message).oneofs[field.oneof] if f is not field]
        yield "oneof", f"{field.oneof}, with {', '.join(f.name for f in others)}"
    yield "since", f"IR {field.since}"
    yield "absent", _absent(field)
    if field.ref and not field.is_message:
        yield "enum", f"{field.ref}, {_closed(schema.enum(field.ref), field)}"


def _wire(field: FieldSpec) -> str:
    one = NAMES[field.wire_type]
    if not field.packable:
        return one
    if field.packed:
        return f"LEN, a packed run of {one}; readers take one {one} each as well"
    return f"{one}, one record each; readers take a packed run in LEN as well"


def _absent(field: FieldSpec) -> str:
    if field.repeated:
        return "an empty list"
    if field.is_message:
        return "no message; not the same as an empty one"
    if field.type == "enum":
        return f"reads as {schema.enum(field.ref).values[0].name}"
    return f"reads as {'0' if default(field) == 0 else 'empty'}"


def _closed(enum: EnumSpec, field: FieldSpec) -> str:
    if enum.closed and field.type == "enum":
        return "closed: parsers keep another number as an unknown field and read the field as unset"
    return f"by convention: the field is an {field.type} and takes any number"


def schema_enum(page: Page, enum: EnumSpec) -> Iterator[str]:
    """Yield the values of an enum, its note, and how many values there are."""
    yield from _values(page, enum)
    yield ""
    yield from _text(page, schema.enum_note(enum.name).text)
    yield ""
    yield plural(len(enum.values), "value")


def _values(page: Page, enum: EnumSpec) -> Iterator[str]:
    columns = [
        Column("number", right=True),
        Column("name", limit=page.width // 2 if page.cut else 0),
        Column("IR", right=True),
        Column("meaning", style="note", wrap=True),
    ]
    notes = ((value, schema.enum_note(enum.name, value.name)) for value in enum.values)
    rows = (Row((str(v.number), v.name, str(v.since), note.short)) for v, note in notes)
    yield from table(page, columns, rows)


def schema_list(page: Page) -> Iterator[str]:
    """Yield all messages and enums, each with what it is."""
    columns = [
        Column("name", limit=page.width // 2 if page.cut else 0),
        Column("IR", right=True),
        Column("meaning", style="note", wrap=True),
    ]
    messages, enums = schema.messages(), schema.enums()
    rows = [Row((m.name, str(m.since), schema.note(m.name).short)) for m in messages]
    for enum in enums:
        since = min(value.since for value in enum.values)
        rows.append(Row((enum.name, str(since), schema.enum_note(enum.name).short)))
    yield from table(page, columns, rows)
    total = f"{plural(len(messages), 'message')}, {plural(len(enums), 'enum')}"
    yield from _joined(page, [f"{total}; about one: {_COMMAND} NAME"])


def _text(page: Page, text: str) -> Iterator[str]:
    """Yield the paragraphs of a note, wrapped at words."""
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ""
        first, *items = ("\n" + paragraph).split("\n- ")
        if first.strip():
            yield from _wrapped(page, first)
        for item in items:
            for line, part in enumerate(wrap(item, page.width - 2)):
                yield ("  " if line else "- ") + (cut(part, page.width - 2) if page.cut else part)


def _wrapped(page: Page, text: str) -> Iterator[str]:
    for part in wrap(text, page.width):
        yield cut(part, page.width) if page.cut else part
