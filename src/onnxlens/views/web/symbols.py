"""The symbols of a document with their uses, and what is worth saying of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from ...model.graph.symbol_counts import SLOW, Counted, SymbolCount, symbol_counts
from ...model.graph.symbol_kinds import kind_of_symbol
from ...tree.document import Document
from ..symbols import equal_axes, fixed_axes_text, use_text
from ..text import quote, safe
from .record import place

_SYMBOLS = 200  # that are told
_USES = 100  # of each
_NAME = 200  # characters
_NOTES = 100
_RECORDS = 4_000_000  # of a document in which constants are looked for that fix an axis
Json = dict[str, Any]


def symbols_of(document: Document) -> Json:
    """Return the first 200 symbols of a document with the first 100 uses of each.

    Counts are exact; the place of a use is its dim_param. ``more`` is how many are left out.
    """
    found = symbol_counts(document, _SYMBOLS, _USES)
    return {
        "symbols": [_symbol(symbol) for symbol in found.symbols],
        "more": found.total - len(found.symbols),
        "notes": [safe(text) for text in _notes(document, found)],
    }


def _symbol(symbol: SymbolCount) -> Json:
    return {
        "name": safe(symbol.name, _NAME) or quote(symbol.name),
        "count": symbol.axes,
        "kind": safe(kind_of_symbol(symbol.name)) or None,
        "uses": [
            {"words": use_text(use), "axis": use.axis, **place(use.field)} for use in symbol.uses
        ],
        "more": symbol.axes - len(symbol.uses),
    }


def _notes(document: Document, found: Counted) -> Iterator[str]:
    """Yield what symbols do to shapes, as far as the uses that are told show it."""
    if found.is_least:
        yield f"over {SLOW:,} axes are in types of unusual form; the rest of those is not counted"
    equal = (text for s in found.symbols for text in equal_axes(s.name, s.uses))
    yield from islice(equal, _NOTES)
    if next(equal, None) is not None:
        yield "and more axes of one shape that are equal"
    if document.root is not None and len(document.index) <= _RECORDS:
        yield from fixed_axes_text(document)
