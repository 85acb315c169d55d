"""Rows of the fields pane: what stands below a row, a group of records or a chunk of a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ... import schema
from ...model import facts
from ...model.words import short, word
from ...tree.document import Document
from ...tree.field import TAIL, Field
from ...tree.merged import Merged
from ...wire.kinds import MALFORMED, NOT_INDEXED
from ..meaning import reason, value_text
from ..text import plural, safe
from .families import family
from .kept import explainer
from .lists import CHUNK, Chunk, Entry, Group, Lists, lists

_TEXT = 300  # characters of a row
_LABEL = 120
_COUNTED = 1 << 20  # bytes of a packed run whose elements are counted ahead
_READ = 2000  # nodes whose operators are counted
_LISTED = 4  # operators, or names, that a group lists
_NODE, _GRAPH = "NodeProto", "GraphProto"
_NOUNS = {"initializer": "tensor", "dims": "size", "metadata_props": "entry"}
Json = dict[str, Any]


def children(document: Document, of: str, start: int, count: int) -> Json:
    """Return how many rows stand below what ``of`` names, and ``count`` of them from ``start`` on.

    Without ``of`` it is the row of the file itself. ``kids`` is how many rows stand below
    a row; -1 where counting them would read much.
    Raises PathError where ``of`` names nothing, ValueError for more than 1,000 rows.
    """
    if count > CHUNK:
        raise ValueError(f"needed count of at most {CHUNK:,}")
    known = lists(document)
    if not of:
        return {"total": 1, "rows": [_root(known)][start : start + count]}
    total, entries = known.page(of, start, count)
    row = int(of.partition(":")[0])
    if document.run_of(row) is not None:
        rows = [_of_run(known, row, entry) for entry in entries]
        return {"total": total, "rows": rows}
    return {"total": total, "rows": [_row(known, entry) for entry in entries]}


def _root(known: Lists) -> Json:
    document = known.document
    return {**_record(known, document.file), "label": safe(document.name, _LABEL)}


def _of_run(known: Lists, row: int, entry: Entry) -> Json:
    return _element(known, row, entry) if isinstance(entry, int) else _row(known, entry)


def _row(known: Lists, entry: Entry) -> Json:
    if isinstance(entry, Group):
        return _group(known, entry)
    if isinstance(entry, Chunk):
        return _chunk(known, entry)
    return _record(known, Field(known.document, entry))


def _record(known: Lists, field: Field) -> Json:
    return {"key": str(field.row), "kids": _kids(known, field), **_plain(field)}


def _kids(known: Lists, field: Field) -> int:
    """Return how many rows stand below a field; -1 where too much would be read to tell."""
    run = field.document.run_of(field.row)
    if run is not None and not run.width and field.payload.size > _COUNTED:
        return -1
    opens = run is not None or field.document.index.has_children(field.row)
    return known.total(str(field.row)) if opens else 0


def _plain(field: Field) -> Json:
    label, text = _words(field)
    return {
        "kind": kind_of(field),
        "row": field.row,
        "element": field.element,
        "label": label,
        "text": text,
        "size": field.span.size,
        "start": field.start,
        "end": field.end,
        "family": family(field),
        "damage": None if field.damage is None else reason(field),
    }


def kind_of(field: Field) -> str:
    if field.is_root:
        return "file"
    if field.wire_type == MALFORMED or field.element == TAIL:
        return "malformed"
    if field.wire_type == NOT_INDEXED:
        return "rest"
    return "unknown" if field.is_unknown else "record"


def _words(field: Field) -> tuple[str, str]:
    """Return the bold word of a row, and what it says beside it."""
    text, remark = value_text(field), explainer(field.document).remark(field)
    label = field.name if field.is_run else str(field.step) if not field.is_root else ""
    name = _name(field)
    if name is not None and text.startswith(f"{name}: "):
        label, text = name, text.removeprefix(f"{name}: ")
    said = f"{text}: {safe(remark)}" if remark else text
    return safe(label, _LABEL), said if len(said) <= _TEXT else said[:_TEXT] + "…"


def _name(field: Field) -> str | None:
    """Return the name that the line of a repeated message begins with, as it stands there."""
    content, spec = field.content, field.spec
    if content is None or spec is None or not spec.repeated or content.name == _NODE:
        return None
    if content.key_field != "name":
        return None
    name = short(Merged(field.document, content, (field.row,)), "name")
    return safe(word(name)) if name else None


def _element(known: Lists, row: int, number: int) -> Json:
    field = known.element(row, number)
    return {
        **_plain(field),
        "key": f"{row}.{field.element}",
        "kind": "malformed" if field.element == TAIL else "element",
        "kids": 0,
    }


# -- groups and chunks ---------------------------------------------------------------------


def _group(known: Lists, group: Group) -> Json:
    first = Field(known.document, group.rows[0])
    last = Field(known.document, group.rows[-1])
    text = _counted(first, group.rows)
    return {**_several(known, group.key, "group", first, last), "label": first.name, "text": text}


def _chunk(known: Lists, chunk: Chunk) -> Json:
    whole, _, _, _ = known.entries(chunk.of)
    row = int(chunk.of.partition(":")[0])
    if known.document.run_of(row) is not None:
        first, last = known.element(row, chunk.start), known.element(row, chunk.end - 1)
        name = Field(known.document, row).name
    else:
        first, last = (_first(known, whole[at]) for at in (chunk.start, chunk.end - 1))
        name = first.name
    label = f"{name}[{chunk.start}…{chunk.end - 1}]"
    return {**_several(known, chunk.key, "chunk", first, last), "label": label, "text": ""}


def _first(known: Lists, entry: int | Group) -> Field:
    return Field(known.document, entry.rows[0] if isinstance(entry, Group) else entry)


def _several(known: Lists, key: str, kind: str, first: Field, last: Field) -> Json:
    return {
        "key": key,
        "kind": kind,
        "row": first.row,
        "element": first.element,
        "size": last.end - first.start,
        "start": first.start,
        "end": last.end,
        "family": family(first),
        "kids": known.total(key),
        "damage": None,
    }


def _counted(first: Field, rows: Sequence[int]) -> str:
    """Return what a group holds: ``12: Conv 4, Relu 3``, ``8 tensors``, ``2 to feed``."""
    document = first.document
    if first.content is not None and first.content.name == _NODE and len(rows) <= _READ:
        return f"{len(rows):,}: {_operators(document, rows)}"
    owner = first.message
    if first.name == "input" and owner is not None and owner.name == _GRAPH and len(rows) <= _READ:
        return _inputs(first)
    noun = _NOUNS.get(first.name)
    if noun == "entry":
        return f"{len(rows):,} entries"
    return plural(len(rows), noun) if noun else f"{len(rows):,}"


def _operators(document: Document, rows: Sequence[int]) -> str:
    node = schema.message(_NODE)
    ops = Counter(short(Merged(document, node, (row,)), "op_type", 40) for row in rows)
    shown = [f"{safe(word(op))} {number:,}" for op, number in ops.most_common(_LISTED)]
    more = len(ops) - _LISTED
    return ", ".join(shown) + (f", and {plural(more, 'more operator')}" if more > 0 else "")


def _inputs(first: Field) -> str:
    graph = first.parent
    assert graph is not None and graph.content is not None
    values = facts.inputs(Merged(first.document, graph.content, (graph.row,)))
    given = sum(value.default for value in values)
    fed = f"{len(values) - given:,} to feed"
    return f"{fed}, {given:,} with a default" if given else fed
