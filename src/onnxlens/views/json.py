"""Facts as JSON: documented, always valid, the same words as on the page (format 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .. import schema
from ..model.lines import line
from ..schema import FieldSpec
from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from ..wire.kinds import NAMES
from .meaning import reason

FORMAT = 1
_SAFE = 1 << 53  # integers above it lose bits in JavaScript and stand as strings
_BYTES = 64  # bytes of a payload that are shown unless all are asked for
_ELEMENTS = 64
TEXT = 1 << 20  # characters of a string that are shown unless all are asked for

Json = dict[str, Any]


def record(field: Field, full: bool = False) -> Json:
    """Return one record: where it is, what it is, what it says.

    ``offset``, ``end`` and ``payload`` are absolute; ``wire_type`` is its name; ``value`` a
    number, string, hex string of bytes, list, or the text of a message. ``full`` shows all bytes
    and elements.
    """
    spec = field.spec
    found: Json = {
        "offset": field.start,
        "end": field.end,
        "payload": field.payload.start,
        "path": field.path,
        "message": field.message.name if field.message else None,
        "field": spec.name if spec else None,
        "number": field.number or None,
        "wire_type": None if field.is_root else NAMES[field.wire_type],
        "type": _type(field, spec),
    }
    found.update(_value(field, spec, full))
    found["note"] = field.note.short if field.note else None
    if field.damage is not None:
        found["damage"] = reason(field)
    return found


def _type(field: Field, spec: FieldSpec | None) -> str | None:
    if field.content is not None:
        return field.content.name
    return (spec.ref or spec.type) if spec else None


def _value(field: Field, spec: FieldSpec | None, full: bool) -> Json:
    if field.content is not None:
        merged = Merged(field.document, field.content, (field.row,))
        return {"value": None if field.is_root else line(merged)}
    limit = (
        field.payload.size if full else max(4 * TEXT if spec and spec.type == "string" else 640, 64)
    )
    value = field.preview(limit)
    if isinstance(value, bytes):
        return _bytes(value, field.payload.size, full)
    if isinstance(value, str):
        return _string(value, field.payload.size)
    if isinstance(value, list):
        shown = value if full else value[:_ELEMENTS]
        return {"value": [plain(v) for v in shown], **_more(len(shown), field)}
    named = (
        schema.enum(spec.ref).name_of(int(value))
        if spec and spec.ref and value is not None
        else None
    )
    return {"value": plain(value), **({"name": named} if named else {})}


def _more(shown: int, field: Field) -> Json:
    run = field.document.run_of(field.row)
    assert run is not None
    return {"value_count": len(run)} if len(run) > shown else {}


def _bytes(value: bytes, size: int, full: bool) -> Json:
    if full or size <= _BYTES:
        return {"value": value[:size].hex()}
    return {"value": value[:_BYTES].hex(), "value_size": size}


def _string(value: str, size: int) -> Json:
    if not any("\udc80" <= c <= "\udcff" for c in value):
        more = {"value_size": size} if len(value.encode()) < size else {}
        return {"value": value, **more}
    raw = value.encode("utf-8", "surrogateescape")
    shown = "".join(f"\\x{ord(c) - 0xDC00:02X}" if "\udc80" <= c <= "\udcff" else c for c in value)
    more = {"value_size": size} if len(raw) < size else {}
    return {"value": shown, "value_hex": raw.hex(), **more}


def plain(value: object) -> object:
    """Return a number as JSON can hold it: NaN and infinities, and large integers, as strings."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "NaN" if value != value else "inf" if value > 0 else "-inf"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _SAFE:
        return str(value)
    return value


def text(value: str) -> str:
    """Return a string of a model as JSON holds it: what is not UTF-8 as ``\\xNN``."""
    return str(_string(value, 0)["value"])


def records(document: Document, fields: Iterable[Field], full: bool) -> Iterator[str]:
    """Yield one JSON document piece by piece: ``format``, ``root``, ``size``, ``records``."""
    head = {"format": FORMAT, "root": root_name(document), "size": document.size}
    yield dump(head)[:-1] + ', "records": ['
    before = ""
    for field in fields:
        yield before + dump(record(field, full))
        before = ","
    yield "]}"


def lines(fields: Iterable[Field], full: bool) -> Iterator[str]:
    """Yield one JSON document a line, one for each record."""
    for field in fields:
        yield dump(record(field, full))


def at(document: Document, offset: int) -> Json:
    """Return the record at an offset and what encloses it, the innermost first."""
    field = document.at(offset)
    enclosing, outer = [], field.parent
    while outer is not None:
        enclosing.append(record(outer))
        outer = outer.parent
    return {"format": FORMAT, "at": offset, **record(field), "enclosing": enclosing}


def root_name(document: Document) -> str | None:
    """Return the name of the root message; None where the file holds none."""
    return document.root.name if document.root else None


def dump(value: object, indent: int | None = None) -> str:
    """Return JSON text in ASCII: no character in it can act on a terminal."""
    import json

    return json.dumps(value, indent=indent, allow_nan=False).replace("\x7f", "\\u007f")
