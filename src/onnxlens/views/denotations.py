"""Which denotation flows where: each value whose axes mean something, and where they go wrong."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.flow.faults import Conflict, Mismatch, by_cause
from ..model.flow.flow import Flow
from ..model.flow.meaning import Meaning, words
from ..model.flow.sentences import begins, defines, differs, expects, operator
from ..model.words import word
from ..tree.field import Field
from . import block
from .json import FORMAT, Json, text
from .page import Page
from .table import Column, Row, table
from .text import plural, safe

_WAY = 16  # nodes of the way that a value came


def denotation_lines(page: Page, flow: Flow) -> Iterator[str]:
    """Yield a table of the values that mean something, and what does not fit together."""
    document = flow.document
    if not flow.meanings:
        yield "no denotations: no type and no axis says what it stands for"
        return
    columns = [
        Column("offset", right=True, least=page.offset_width(document.size), style="offset"),
        Column("value", limit=(page.width - 10) // 3 if page.cut else 0),
        Column("means"),
    ]
    found = sorted(flow.meanings.items())
    yield from table(page, columns, (_row(page, Field(document, row), m) for row, m in found))
    notes = [*map(mismatch_text, by_cause(flow.mismatches)), *map(conflict_text, flow.conflicts)]
    if notes:
        yield ""
        yield from block.lines(page, [("notes", safe(note)) for note in notes])
    yield f"{plural(len(found), 'value')}, {plural(len(notes), 'place')} where axes do not fit"
    if not flow.complete:
        yield "not all was followed: functions call each other too often"


def _row(page: Page, field: Field, meaning: Meaning) -> Row:
    type_ = f" as {word(meaning.denotation)}" if meaning.denotation else ""
    place = page.offset(field.start, field.document.size)
    return Row((place, safe(defines(field)), safe(words(meaning.axes) + type_)))


def mismatch_text(faults: list[Mismatch]) -> str:
    """Return what an operator expects and what it gets, and since which node; how many others."""
    fault = faults[0]
    node = fault.field.parent
    assert node is not None
    parts = [f"{node.path}: {expects(fault)}"]
    if fault.since is not None:
        parts.append(f"{fault.since.path}: {begins(fault.since)}")
    rows = list(reversed(fault.meaning.way(_WAY)))
    if len(rows) > 1:
        steps = (Field(fault.field.document, row) for row in rows)
        parts.append(f"the way: {', '.join(f'{step.step} ({operator(step)})' for step in steps)}")
    if len(faults) > 1:
        parts.append(f"so do {len(faults) - 1:,} more")
    return "; ".join(parts)


def conflict_text(fault: Conflict) -> str:
    """Return what a type declares and what the nodes before give."""
    return f"{fault.field.path}: {differs(fault)}"


def denotation_json(flow: Flow) -> Json:
    """Return the same as JSON; its keys stand in docs/json.md."""
    document = flow.document
    values = [(Field(document, row), meaning) for row, meaning in sorted(flow.meanings.items())]
    return {
        "format": FORMAT,
        "complete": flow.complete,
        "values": [_value(field, meaning) for field, meaning in values],
        "mismatches": [_mismatch(fault) for fault in flow.mismatches],
        "conflicts": [_conflict(fault) for fault in flow.conflicts],
    }


def _value(field: Field, meaning: Meaning) -> Json:
    return {"path": field.path, "offset": field.start, **_meaning(meaning)}


def _meaning(meaning: Meaning) -> Json:
    axes = None if meaning.axes is None else [_text(axis.denotation) for axis in meaning.axes]
    return {"axes": axes, "denotation": _text(meaning.denotation)}


def _text(denotation: str | None) -> str | None:
    return None if denotation is None else text(denotation)


def _mismatch(fault: Mismatch) -> Json:
    wanted = [list(may) for may in fault.wanted]
    way = [Field(fault.field.document, row).path for row in reversed(fault.meaning.way(_WAY))]
    since = fault.since.path if fault.since else None
    return {**_value(fault.field, fault.meaning), "expected": wanted, "since": since, "way": way}


def _conflict(fault: Conflict) -> Json:
    return {**_value(fault.field, fault.meaning), "declared": _meaning(fault.declared)["axes"]}
