"""A folder of test data: each value beside what the model declares."""

from __future__ import annotations

import os
from collections.abc import Iterator

from ..errors import OnnxLensError
from ..model.testdata import DataSet, Stored
from ..model.values.data_value import DataValue
from ..model.values.types import fits
from ..model.values.walk import all_problems
from . import block
from .elements import first_text
from .json import Json, text
from .page import Page
from .table import Column, Row, table
from .text import cut, plural, safe
from .values import full_type, problem_text, size_text

_LISTED = 8  # faults of one value, and values without a file
_ELEMENTS = 4


def set_lines(page: Page, data: DataSet) -> Iterator[str]:
    """Yield a table of the values in a folder, and under each what disagrees with the model."""
    folder = safe(data.folder)
    yield page.paint("answer", cut(folder, page.width, "end") if page.cut else folder)
    yield from block.lines(page, _model(data, page.width - block.KEY if page.cut else 0))
    room = (page.width - 24) // 2 if page.cut else 0
    columns = [Column("file", limit=20), Column("value", limit=room), Column("declared")]
    counts = Counts()
    yield from table(page, columns, counts.rows(data.stored))
    yield from counts.lines(data.model is not None and not data.reason)


def _model(data: DataSet, room: int) -> Iterator[tuple[str, str]]:
    if data.model is None:
        yield "model", "none beside it"
        return
    path = safe(os.path.relpath(data.model))
    yield "model", cut(path, room, "end") if room else path
    if data.reason:
        yield "not read", safe(data.reason)


class Counts:
    """The rows of the table, counted while they pass."""

    def __init__(self) -> None:
        self.values = self.wrong = self.missing = 0
        self.symbols: dict[str, int] = {}

    def rows(self, stored: Iterator[Stored]) -> Iterator[Row]:
        """Yield the row of each file, and of the first values that have none."""
        for each in stored:
            self.missing += each.is_missing
            self.values += not each.is_missing
            if each.is_missing and self.missing > _LISTED:
                continue
            faults = list(_faults(each, self.symbols))
            self.wrong += bool(faults)
            more = [f"and {len(faults) - _LISTED:,} more"] if len(faults) > _LISTED else []
            below = tuple(safe(text) for text in (*faults[:_LISTED], *more))
            yield Row((safe(each.name), _value(each), _declared(each)), below=below)

    def lines(self, declared: bool) -> Iterator[str]:
        """Yield how many values there are; where a model declares them, how many disagree."""
        if self.missing > _LISTED:
            yield f"… {self.missing - _LISTED:,} more without a file"
        agree = f", {self.wrong or 'none'} at odds with the model" if declared else ""
        without = f", {self.missing:,} without a file" if self.missing else ""
        yield f"{plural(self.values, 'value')}{agree}{without}"


def _faults(each: Stored, symbols: dict[str, int]) -> Iterator[str]:
    """Yield what disagrees with the model; ``symbols`` holds the sizes met in the whole set."""
    if each.fault:
        yield each.fault
    if each.value is None:
        return
    type_ = each.declares.info.type if each.declares else None
    if type_ is not None:
        yield from fits(each.value, type_, symbols)
    for place, problem in all_problems(each.value):
        yield problem_text(place, problem)


def _value(each: Stored) -> str:
    if each.value is None:
        return "no such file" if each.is_missing else "no value"
    return f"{safe(full_type(each.value))}{size_text(each.value)}{_elements(each.value)}"


def _elements(value: DataValue) -> str:
    try:
        return first_text(value.tensor, _ELEMENTS) if value.kind == "tensor" else ""
    except OnnxLensError:  # why not is said below
        return ""


def _declared(each: Stored) -> str:
    return safe(str(each.declares.info)) if each.declares else "not declared"


# -- JSON ----------------------------------------------------------------------------------------


def set_json(data: DataSet) -> Json:
    """Return a test data folder as JSON; its keys stand in docs/json.md."""
    symbols: dict[str, int] = {}
    return {
        "folder": text(data.folder),
        "model": None if data.model is None else text(data.model),
        "reason": text(data.reason),
        "values": [_stored(each, symbols) for each in data.stored],
    }


def _stored(each: Stored, symbols: dict[str, int]) -> Json:
    says = each.declares
    return {
        "file": text(each.name),
        "present": not each.is_missing,
        "type": None if each.value is None else text(full_type(each.value)),
        "declared": None if says is None else text(str(says.info)),
        "faults": [text(fault) for fault in _faults(each, symbols)],
    }
