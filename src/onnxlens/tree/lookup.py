"""The way from a path to the field that it names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from .. import schema
from ..errors import PathError
from ..schema import FieldSpec
from ..wire.kinds import MALFORMED, NOT_INDEXED
from .field import TAIL, Field
from .path import Step, format_path, parse_path

if TYPE_CHECKING:
    from .document import Document

_RESTS = {"!": MALFORMED, "!rest": NOT_INDEXED}
_CLOSE = 3  # candidates that an ambiguity lists
_COMPARED = 2_000  # names that a misspelt one is compared with
_LONGEST = 100  # characters of a name that are compared


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
        except _MissingError as missing:
            raise _error(path, steps, done, field, missing) from None
    return field


class _MissingError(Exception):
    """A step that leads nowhere: why, a better step, and what it could mean."""

    def __init__(
        self, why: str, better: Step | None = None, candidates: tuple[Step, ...] = ()
    ) -> None:
        super().__init__(why)
        self.better = better
        self.candidates = candidates


def _enter(document: Document, parent: Field, step: Step) -> Field:
    if step.name in _RESTS:
        return _rest(parent, _RESTS[step.name])
    if step.name.startswith("#"):
        return _unknown(document, parent, step)
    spec = _spec(parent, step)
    rows = document.places.records(parent.row, spec.number).rows
    if not rows:
        raise _MissingError(f"no {step.name} in this file's {_what(parent)}")
    if step.occurrence is not None:
        return Field(document, rows[_within(step.occurrence, rows, step)])
    if step.key is not None:
        return _keyed(document, parent, spec, step.key)
    if step.number is not None:
        return _indexed(document, parent, spec, step.number)
    if spec.repeated:
        raise _MissingError(
            f"{step.name} is repeated and needs an index", Step(step.name, number=0)
        )
    return Field(document, rows[-1])


def _within(occurrence: int, rows: Sequence[int], step: Step) -> int:
    if occurrence < len(rows):
        return occurrence
    raise _MissingError(_count(len(rows), step.name), Step(step.name, occurrence=len(rows) - 1))


def _indexed(document: Document, parent: Field, spec: FieldSpec, index: int) -> Field:
    if not spec.repeated:
        raise _MissingError(f"{spec.name} is a singular field", Step(spec.name))
    records = document.places.records(parent.row, spec.number)
    row, element = records.record_of_element(index, document.run_of)
    run = document.run_of(row)
    span = run.element(element) if run is not None else None
    if span is not None:
        return Field(document, row, element, span)
    if run is None and element == 0:
        return Field(document, row)
    count = records.first_element(row, document.run_of) + (1 if run is None else len(run))
    last = Step(spec.name, number=count - 1) if count else Step(spec.name, occurrence=0)
    raise _MissingError(_count(count, spec.name), last)


def _keyed(document: Document, parent: Field, spec: FieldSpec, key: str) -> Field:
    if not spec.is_message or not schema.message(spec.ref).key_field:
        raise _MissingError(f"{spec.name} has no names")
    named = document.places.records(parent.row, spec.number).named(document.places.key)
    found = [Field(document, row) for row in named.get(key, ())]
    if len(found) == 1:
        return found[0]
    if found:
        steps = tuple(field.step for field in found[:_CLOSE])
        raise _MissingError(f"{len(found)} entries have that name", steps[0], steps)
    count = document.places.records(parent.row, spec.number).rows
    near = _nearest(key, islice(named, _COMPARED))
    better = Step(spec.name, key=near) if near is not None else None
    raise _MissingError(f"none of {len(count)} {spec.name} has that name", better)


def _nearest(word: str, known: Iterable[str]) -> str | None:
    import difflib

    spellings = {each[:_LONGEST]: each for each in known}
    near = difflib.get_close_matches(word[:_LONGEST], spellings, 1)
    return spellings[near[0]] if near else None


def _rest(parent: Field, wire_type: int) -> Field:
    document, index = parent.document, parent.document.index
    if parent.is_run and wire_type == MALFORMED:
        run = document.run_of(parent.row)
        if run is not None and run.good_end() < run.end:
            return Field(document, parent.row, TAIL, (run.good_end(), run.end))
    for row in index.children(parent.row) if parent.element is None else ():
        if index.wire_type(row) == wire_type:
            return Field(document, row)
    raise _MissingError(f"nothing {'malformed' if wire_type == MALFORMED else 'left out'} there")


def _unknown(document: Document, parent: Field, step: Step) -> Field:
    digits = step.name[1:]
    number = int(digits) if len(digits) < 10 and digits.isdecimal() else 0
    rows = document.places.records(parent.row, number, fits=False).rows
    index = 0 if step.number is None and len(rows) == 1 else step.number
    if step.key is not None or step.occurrence is not None or index is None or index >= len(rows):
        better = Step(step.name, number=len(rows) - 1) if rows else None
        raise _MissingError(_count(len(rows), f"record {step.name}"), better)
    return Field(document, rows[index])


def _spec(parent: Field, step: Step) -> FieldSpec:
    content = parent.content
    if content is None:
        raise _MissingError("that has no named fields")
    spec = content.by_name.get(step.name)
    if spec is None:
        near = _nearest(step.name, content.by_name)
        better = step._replace(name=near) if near else None
        raise _MissingError(f"{content.name} has no such field", better)
    return spec


def _count(count: int, name: str) -> str:
    return f"there {'is' if count == 1 else 'are'} {count} {name}"


def _what(field: Field) -> str:
    content = field.content
    return content.name if content else "record"


def _error(
    path: str, steps: list[Step], done: int, parent: Field, missing: _MissingError
) -> PathError:
    def text(*last: Step) -> str:
        return format_path([*steps[:done], *last])

    where = text(steps[done])
    better = _better(parent, missing.better) if missing.better else None
    nearest = text(better) if better else text()
    candidates = tuple(map(text, missing.candidates))
    absent = (
        f" ({missing.better.name} is one, but absent here)" if missing.better and not better else ""
    )
    message = f"{where}: {missing}{absent}; nearest is {nearest or 'the file itself'}"
    if candidates:
        message = f"{where}: {missing}: {', '.join(candidates)}"
    return PathError(message, path=path, nearest=nearest, candidates=candidates)


def _better(parent: Field, step: Step) -> Step | None:
    """Return a step that is there: this one, or all of its field where it leads nowhere itself."""
    try:
        _enter(parent.document, parent, step)
    except _MissingError:
        assert parent.content is not None
        spec = parent.content.by_name[step.name]
        found = parent.document.places.records(parent.row, spec.number).rows
        return Step(step.name) if found else None
    return step
