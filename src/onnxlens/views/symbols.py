"""The symbols of a file: every axis that has a name instead of a size."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.explaining.constants import Fixed, fixed_axes
from ..model.graph.symbol_kinds import kind_of_symbol
from ..model.graph.symbols import Use, symbols, twice
from ..model.words import word
from ..tree.document import Document
from . import block
from .page import Page
from .table import Column, Row, table
from .text import plural, quote, safe

_NAME = 200  # characters of a name in a line about something else
_FIXED = 8  # constants that are listed


def symbol_lines(page: Page, document: Document) -> Iterator[str]:
    """Yield a table of all uses, by symbol, and below it what is worth saying of the symbols."""
    found = symbols(document)
    if not found:
        yield "no symbols: every axis has a size, or none at all"
        return
    columns = [
        Column("offset", right=True, least=page.offset_width(document.size), style="offset"),
        Column("symbol", limit=24),
        Column("axis", right=True),
        Column("of", limit=32),
        Column("path", keep="end"),
    ]
    rows = (_row(page, name, use) for name, uses in found.items() for use in uses)
    yield from table(page, columns, rows)
    yield from block.lines(page, [("notes", safe(text)) for text in _notes(document, found)])
    axes = sum(map(len, found.values()))
    yield f"{plural(len(found), 'symbol')} on {axes:,} {'axis' if axes == 1 else 'axes'}"


def _row(page: Page, name: str, use: Use) -> Row:
    field = use.field
    owner = f"{use.role} {word(use.value[:_NAME])}"
    denoted = f", {word(use.denotation)}" if use.denotation is not None else ""
    place = page.offset(field.start, field.document.size)
    return Row((place, quote(name, _NAME), str(use.axis), safe(owner + denoted), safe(field.path)))


def _notes(document: Document, found: dict[str, list[Use]]) -> Iterator[str]:
    for name, uses in found.items():
        kind = kind_of_symbol(name)
        if kind:
            yield f"{quote(name, _NAME)}: {kind}"
        for first, second in twice(uses):
            axes = f"axes {first.axis} and {second.axis}"
            of = f"{first.role} {word(first.value[:_NAME])}"
            yield f"{quote(name, _NAME)}: {axes} of {of} are equal by it"
    yield from _fixed(document)


def _fixed(document: Document) -> Iterator[str]:
    """Yield constants by which a shape stays fixed although the batch of an input is free."""
    model = document.merged()
    graph = model if model.spec.name == "GraphProto" else None
    if model.spec.name == "ModelProto":
        graph = model.message("graph")
    if graph is None:
        return
    for number, fixed in enumerate(fixed_axes(graph)):
        if number == _FIXED:
            yield "and more constants of that kind"
            return
        yield _constant(fixed)


def _constant(fixed: Fixed) -> str:
    numbers = ", ".join(map(str, fixed.numbers))
    return (
        f"axis 0 of an input is free, but {fixed.op} {fixed.node.step} has the constant shape "
        f"[{numbers}] ({fixed.constant.path} at {fixed.constant.start}), which fixes axis 0"
    )
