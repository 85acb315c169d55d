"""The way from a path to the field that it names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import PathError
from ..schema import FieldSpec, MessageSpec
from ..wire.kinds import MALFORMED, NOT_INDEXED
from .field import TAIL, Field
from .path import Step, format_path, parse_path

if TYPE_CHECKING:
    from .document import Document

_RESTS = {"!": MALFORMED, "!rest": NOT_INDEXED}
_CLOSE = 3  # candidates that an ambiguity lists


def resolve(document: Document, path: str) -> Field:
    """Return the field at a path.

    Raises PathError where the text is no path, a step does not exist (with the nearest path that
    does), or a name fits several entries (with the paths of the first ones).
    """
    steps = parse_path(path)
    field = document.file
    for done, step in enumerate(steps):
        try:
            field = _enter(document, field, step)
        except _Missing as missing:
            raise _error(path, steps, done, field, missing) from None
    return field


class _Missing(Exception):
    """A step that leads nowhere: why, a better step, and what it could mean."""

    def __init__(
        self, why: str, better: str | None = None, candidates: tuple[Step, ...] = ()
    ) -> None:
        super().__init__(why)
        self.better = better
        self.candidates = candidates


def _enter(document: Document, parent: Field, step: Step) -> Field:
    if step.name in _RESTS:
        return _rest(parent, _RESTS[step.name])
    if step.name.startswith("#"):
        return _unknown(document, parent, step)
    spec = _spec(parent.content, step)
    rows = document.places.records(parent.row, spec.number).rows
    if not rows:
        raise _Missing(f"no {step.name} in this file's {_what(parent)}")
    if step.occurrence is not None:
        if step.occurrence >= len(rows):
            raise _Missing(_count(len(rows), step.name), f"{step.name}~{len(rows) - 1}")
        return Field(document, rows[step.occurrence])
    if step.key is not None:
        return _keyed(document, rows.tolist(), spec, step)
    if not spec.repeated:
        if step.index is not None:
            raise _Missing(f"{step.name} is a singular field", step.name)
        return Field(document, rows[-1])
    if step.index is None:
        raise _Missing(f"{step.name} is repeated and needs an index", f"{step.name}[0]")
    return _indexed(document, parent, spec, step.index)


def _indexed(document: Document, parent: Field, spec: FieldSpec, index: int) -> Field:
    records = document.places.records(parent.row, spec.number)
    row, element = records.record_of_element(index, document.run_of)
    run = document.run_of(row)
    span = run.element(element) if run is not None else None
    if span is not None:
        return Field(document, row, element, span)
    if run is None and element == 0:
        return Field(document, row)
    count = records.first_element(row, document.run_of) + (1 if run is None else len(run))
    better = f"{spec.name}[{count - 1}]" if count else f"{spec.name}~0"
    raise _Missing(_count(count, spec.name), better)


def _keyed(document: Document, rows: list[int], spec: FieldSpec, step: Step) -> Field:
    key_of = document.places.key
    found = [at for at, row in enumerate(rows) if spec.is_message and key_of(row) == step.key]
    if len(found) == 1:
        return Field(document, rows[found[0]])
    if found:
        steps = tuple(Step(step.name, index=at) for at in found[:_CLOSE])
        raise _Missing(f"{len(found)} entries have that name", str(steps[0]), steps)
    raise _Missing(f"none of {len(rows)} {step.name} has that name", _nearest_key(document, rows, step))


def _nearest_key(document: Document, rows: list[int], step: Step) -> str | None:
    import difflib

    names = [document.places.key(row) for row in rows[:10_000]]
    near = difflib.get_close_matches(step.key or "", names, 1)
    return str(Step(step.name, key=near[0])) if near else None


def _rest(parent: Field, wire_type: int) -> Field:
    for child in parent.children if not parent.is_run else _tail(parent):
        if child.wire_type == wire_type:
            return child
    raise _Missing(f"nothing {'malformed' if wire_type == MALFORMED else 'left out'} there")


def _tail(parent: Field) -> list[Field]:
    run = parent.document.run_of(parent.row)
    if run is None or run.good_end() == run.end:
        return []
    return [Field(parent.document, parent.row, TAIL, (run.good_end(), run.end))]


def _unknown(document: Document, parent: Field, step: Step) -> Field:
    number = int(step.name[1:]) if step.name[1:].isdecimal() else 0
    rows = document.places.records(parent.row, number, fits=False).rows
    index = step.index if step.index is not None else 0 if len(rows) == 1 else None
    if index is None or index >= len(rows):
        better = f"{step.name}[{len(rows) - 1}]" if rows else None
        raise _Missing(_count(len(rows), f"record {step.name}"), better)
    return Field(document, rows[index])


def _spec(content: MessageSpec | None, step: Step) -> FieldSpec:
    if content is None:
        raise _Missing("that has no named fields")
    spec = content.by_name.get(step.name)
    if spec is None:
        import difflib

        near = difflib.get_close_matches(step.name, content.by_name, 1)
        better = str(step._replace(name=near[0])) if near else None
        raise _Missing(f"{content.name} has no such field", better)
    return spec


def _count(count: int, name: str) -> str:
    return f"there {'is' if count == 1 else 'are'} {count} {name}"


def _what(field: Field) -> str:
    content = field.content
    return content.name if content else "record"


def _error(path: str, steps: list[Step], done: int, parent: Field, missing: _Missing) -> PathError:
    before = format_path(steps[:done])
    join = before + "." if before else ""
    nearest = parent.path
    if missing.better and _exists(parent.document, join + missing.better):
        nearest = join + missing.better
    where = format_path(steps[: done + 1])
    message = f"{where}: {missing}; nearest is {nearest or 'the file itself'}"
    candidates = tuple(join + str(step) for step in missing.candidates)
    if candidates:
        message = f"{where}: {missing}: {', '.join(candidates)}"
    return PathError(message, path=path, nearest=nearest, candidates=candidates)


def _exists(document: Document, path: str) -> bool:
    try:
        resolve(document, path)
    except PathError:
        return False
    return True
