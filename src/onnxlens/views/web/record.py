"""What one record is: where it stands, its parts, its value, its field of the schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import PathError
from ...model.breaks import damage_of
from ...tree.document import Document
from ...tree.field import TAIL, Field
from ...wire.kinds import LEN, MALFORMED, NAMES, NOT_INDEXED
from ..meaning import reason, value_text
from ..text import count, hexadecimal, plural, safe
from .children import kind_of
from .families import family
from .kept import once
from .lists import lists

_BYTES = 16  # of the payload that are shown
_CRUMBS = 100  # records around one, the outermost of which are left out beyond that
_VALUE = 2000  # characters of a value
_FIRST = ("graph.input[0]", "input[0]", "graph")
Json = dict[str, Any]


def record(document: Document, row: int, element: int | None = None) -> Json:
    """Return what there is to say of a row, or of an element of the packed run in it.

    Raises IndexError for a row or element that is not there.
    """
    return told(field_of(document, row, element))


def at(document: Document, offset: int, until: int | None = None) -> Json:
    """Return the innermost record at an offset, or the smallest that holds all up to ``until``.

    Raises IndexError outside the file.
    """
    field = document.at(offset) if document.size else document.file
    while until is not None and field.end < until and field.parent is not None:
        field = field.parent
    return told(field)


def by_path(document: Document, path: str) -> Json:
    """Return the record at a path. Raises PathError with the nearest one."""
    return told(document[path])


@once
def first(document: Document) -> Json:
    """Return the record that is shown at first: where damage begins, else the first input of the
    graph, else the graph, else the file.
    """
    broken = damage_of(document)
    if broken is not None:
        return told(Field(document, broken.causes[0]))
    for path in _FIRST:
        try:
            return by_path(document, path)
        except PathError:
            continue
    return told(document.file)


def place(field: Field) -> Json:
    """Return where a field stands: its row, its element in a packed run, its span."""
    return {"row": field.row, "element": field.element, "start": field.start, "end": field.end}


def field_of(document: Document, row: int, element: int | None = None) -> Field:
    """Return the field of a row or element. Raises IndexError for one that is not there."""
    if not 0 <= row < len(document.index):
        raise IndexError(f"row {row} is not there; there are {len(document.index):,}")
    if element is None:
        return Field(document, row)
    run = document.run_of(row)
    if run is None or (element != TAIL and run.element(element) is None):
        raise IndexError(f"row {row} has no element {element}")
    if element == TAIL and run.good_end() == run.end:
        raise IndexError(f"row {row} has nothing that cannot be decoded")
    return lists(document).element(row, len(run) if element == TAIL else element)


def told(field: Field) -> Json:
    """Return what there is to say of a field."""
    document, note = field.document, field.note
    return {
        **place(field),
        "key": str(field.row) if field.element is None else f"{field.row}.{field.element}",
        "path": field.path,
        "named": safe(field.named_path),
        "kind": kind_of(field),
        "family": family(field),
        "tagEnd": field.tag.end,
        "payload": field.payload.start,
        "trail": [{"of": of, "index": index} for of, index in lists(document).trail(field)],
        "crumbs": _crumbs(field),
        "title": safe(_title(field)),
        "what": _what(field),
        "value": _value(field),
        "note": {"short": note.short, "long": note.text} if note else None,
        "bytes": [[name, text] for name, text in _bytes(field)],
        "schema": [[name, text] for name, text in _schema(field)],
        "reference": _reference(field),
        "tensor": field.content is not None and field.content.name == "TensorProto",
        "content": field.content.name if field.content else None,
        "damage": None if field.damage is None else reason(field),
    }


def _crumbs(field: Field) -> list[Json]:
    around = field.lineage[:-1][-_CRUMBS:]
    steps = (field.document.places.named_step(each) for each in around)
    return [
        {"label": safe(str(step), 60), "family": family(each), **place(each)}
        for step, each in zip(steps, around, strict=True)
    ]


def _title(field: Field) -> str:
    return (
        str(field.document.places.named_step(field)) if not field.is_root else field.document.name
    )


def _value(field: Field) -> str:
    text = value_text(field)
    return text if len(text) <= _VALUE else text[:_VALUE] + "…"


def _what(field: Field) -> str:
    """Return ``TensorShapeProto field 1, repeated Dimension``."""
    spec = field.spec
    if field.is_root:
        return f"the file, read as {field.content.name}" if field.content else "the file"
    if spec is None:
        owner = f" in {field.message.name}" if field.message else ""
        return f"{_unfit(field)}{owner}"
    name = spec.ref if spec.is_message else spec.type
    short_name = name.rpartition(".")[2] if name.startswith(f"{spec.message}.") else name
    label = "repeated " if spec.repeated else ""
    return f"{spec.message} field {spec.number}, {label}{short_name}"


def _unfit(field: Field) -> str:
    if field.wire_type == MALFORMED or field.element == TAIL:
        return "malformed bytes"
    if field.wire_type == NOT_INDEXED:
        return "bytes that are not indexed"
    known = field.message.by_number.get(field.number) if field.message else None
    why = f"{NAMES[known.wire_type]} is needed" if known else "no such field"
    return f"field {field.number}, {NAMES[field.wire_type]}, {why}"


def _bytes(field: Field) -> Iterator[tuple[str, str]]:
    """Yield what the bytes of a record are: span, tag, length, payload."""
    read, payload = field.document.read, field.payload
    size = plural(field.span.size, "byte")
    yield "span", f"{field.start} to {field.end} ({size})"
    yield "in hex", f"0x{field.start:X} to 0x{field.end:X}"
    if field.tag.size:
        tag = hexadecimal(read(*field.tag))
        yield "tag", f"{tag}  field {field.number}, {NAMES[field.wire_type]}"
    if field.length.size:
        declared = field.declared or 0
        there = "" if declared == payload.size else f", {count(payload.size)} there"
        yield "length", f"{hexadecimal(read(*field.length))}  {count(declared)}{there}"
    shown = read(payload.start, min(payload.end, payload.start + _BYTES))
    more = " …" if payload.size > _BYTES else ""
    name = "payload" if field.tag.size else "bytes"
    yield name, f"{hexadecimal(shown)}{more}" if shown else "none"


def _schema(field: Field) -> Iterator[tuple[str, str]]:
    spec = field.spec
    if spec is None:
        return
    yield "type", f"{spec.message}.{spec.name}"
    yield "holds", ("repeated " if spec.repeated else "") + (spec.ref or spec.type)
    packed = ", packed" if field.wire_type == LEN and spec.packable else ""
    wire = f"{NAMES[field.wire_type]} in a packed run" if field.element is not None else ""
    yield "wire", wire or NAMES[field.wire_type] + packed
    yield "since", f"IR {spec.since}"
    if spec.oneof and field.message is not None:
        others = [each.name for each in field.message.fields if each.oneof == spec.oneof]
        yield "oneof", f"{spec.oneof}: one of {', '.join(others)}"


def _reference(field: Field) -> str | None:
    spec = field.spec
    if spec is not None:
        return f"{spec.message}.{spec.name}"
    return field.content.name if field.content else None
