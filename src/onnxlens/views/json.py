"""Facts as JSON: documented, always valid, the same words as on the page (format 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .. import schema
from ..model import facts
from ..model.breaks import damage_of
from ..model.census import byte_kinds
from ..model.lines import line
from ..model.types import type_text
from ..model.words import short
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
_TEXT = 1 << 20  # characters of a string that are shown unless all are asked for

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
        field.payload.size
        if full
        else max(4 * _TEXT if spec and spec.type == "string" else 640, 64)
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
    head = {"format": FORMAT, "root": _root(document), "size": document.size}
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


def _root(document: Document) -> str | None:
    return document.root.name if document.root else None


def summary(document: Document) -> Json:
    """Return the summary; the model's facts are there where the root is a ModelProto."""
    found: Json = {"format": FORMAT, "root": _root(document), "size": document.size}
    if document.root is not None and document.root.name == "ModelProto":
        found.update(_model(document.merged()))
    verdict = document.verdict
    found["bytes"] = {
        kind.replace(" ", "_"): amount for kind, amount in byte_kinds(document).items() if amount
    }
    found["root_candidates"] = [
        {"root": c.message.name, "score": round(c.score, 4)} for c in verdict.candidates
    ]
    if verdict.foreign is not None:
        facts_ = {k: text(v) if isinstance(v, str) else v for k, v in verdict.foreign.facts.items()}
        found["other_format"] = {"kind": verdict.foreign.kind, **facts_}
    found["damage"] = _damage(document)
    return found


def _model(model: Merged) -> Json:
    found: Json = {"ir_version": plain(model["ir_version"]) if model.has("ir_version") else None}
    found["opset_import"] = [
        {"domain": text(domain), "version": plain(version)}
        for domain, version in facts.opsets(model)
    ]
    for name in ("producer_name", "producer_version", "domain", "doc_string"):
        found[name] = text(model.text(name)) if model.has(name) else None
    found["model_version"] = plain(model["model_version"]) if model.has("model_version") else None
    graph = model.message("graph")
    if graph is not None:
        found.update(_graph(model, graph))
    found["metadata_props"] = [_entry(entry) for entry in model.each("metadata_props")]
    found["external_files"] = [
        {"location": text(f.location), "needed": plain(f.needed), "tensors": f.tensors}
        for f in facts.needed_files(model)
    ]
    return found


def _graph(model: Merged, graph: Merged) -> Json:
    inputs, outputs = facts.inputs(graph), facts.outputs(graph)
    uses = facts.symbols([("input", v) for v in inputs] + [("output", v) for v in outputs])
    counted = ("node", "initializer", "sparse_initializer", "value_info")
    return {
        "graph_name": text(graph.text("name")) if graph.has("name") else None,
        "inputs": [_io(value) for value in inputs],
        "outputs": [_io(value) for value in outputs],
        "symbols": {text(name): [_axis(use) for use in axes] for name, axes in uses.items()},
        "counts": {
            **{name: graph.count(name) for name in counted},
            "functions": model.count("functions"),
        },
    }


def _io(value: facts.Value) -> Json:
    type_ = value.info.message("type")
    return {
        "name": text(value.name),
        "type": type_text(type_) if type_ else None,
        "default": value.default,
        "path": value.field.path,
        "offset": value.field.start,
    }


def _axis(use: facts.Axis) -> Json:
    return {
        "role": use.role,
        "value": text(use.value),
        "axis": use.axis,
        "path": use.field.path,
        "offset": use.field.start,
    }


def _entry(entry: Merged) -> Json:
    key, value = text(short(entry, "key", _TEXT)), text(short(entry, "value", _TEXT))
    return {"level": "model", "path": entry.field.path, "key": key, "value": value}


def _damage(document: Document) -> list[Json]:
    """Return all damage; ``cause`` is false where it only says that something inside was cut."""
    broken = damage_of(document)
    causes = set(broken.causes) if broken else set()
    found = []
    for row in sorted(document.damage):
        field = Field(document, row)
        entry: Json = {"offset": field.start, "end": field.end, "path": field.path}
        found.append({**entry, "reason": reason(field), "cause": row in causes})
    return found


def dump(value: object, indent: int | None = None) -> str:
    """Return JSON text in ASCII: no character in it can act on a terminal."""
    import json

    return json.dumps(value, indent=indent, allow_nan=False).replace("\x7f", "\\u007f")
