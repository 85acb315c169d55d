"""The symbols in a report: each name for a size, with the axes that have it."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.symbol_kinds import kind_of_symbol
from ...model.graph.symbols import Use, symbols
from ...model.words import word
from ...tree.document import Document
from ..text import count, quote, safe
from .html import Element, el
from .parts import Column, Part, note, section, table

_LISTED = 200  # symbols
_USES = 20  # axes of one symbol
_LOOKED = 4000  # axes that are looked at
_NAME = 200
_COLUMNS = (
    Column("symbol", "name"),
    Column("axes", "number"),
    Column("on"),
    Column("remark"),
)


def symbols_section(document: Document) -> Element:
    """Return each symbol of a file with its axes."""
    found = symbols(document, _LOOKED)
    looked = sum(map(len, found.values()))
    if found:
        rows = (_row(name, uses) for name, uses in list(found.items())[:_LISTED])
        inside = table("Symbols, by first use", _COLUMNS, rows)
    else:
        inside = el("p", "no symbols: every axis has a size, or none at all")
    return section("symbols", "Symbols", inside, *map(note, _left(len(found), looked)))


def _row(name: str, uses: list[Use]) -> list[Part]:
    shown = ", ".join(map(_use, uses[:_USES]))
    more = f", and {count(len(uses) - _USES)} more" if len(uses) > _USES else ""
    return [quote(name, _NAME), count(len(uses)), shown + more, safe(kind_of_symbol(name))]


def _use(use: Use) -> str:
    return safe(f"{use.role} {word(use.value[:_NAME])} axis {use.axis} ({use.field.start})")


def _left(found: int, looked: int) -> Iterator[str]:
    if found > _LISTED:
        yield f"and {count(found - _LISTED)} more symbols: onnxlens summary --symbols"
    if looked == _LOOKED:
        yield f"only the first {count(_LOOKED)} axes were looked at: onnxlens summary --symbols"
