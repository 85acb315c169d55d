"""What a graph takes and gives: inputs, outputs, symbols, and what is worth saying of them."""

from __future__ import annotations

from collections.abc import Iterator

from ...model import facts
from ...model.graph.names import keys_of
from ...model.graph.tables import GRAPH_INPUT, INITIALIZER, SPARSE_INITIALIZER, name_rows
from ...model.types.sketch import value_text
from ...model.words import short
from ...schema import message
from ...tree.document import Document
from ...tree.merged import Merged
from ..facts import axes_text
from ..notes import images, notes
from ..text import quote, safe
from .summary_lines import Entry, Line, entry, listed

_VALUE = message("ValueInfoProto")
_NAME = 200  # characters of a symbol
_KEY = 1 << 16  # characters of a name
_NOTED = 1000  # values whose types are looked at for symbols and notes


class Values:
    """The values that a graph takes and gives: first ones, and how many there are.

    ``fed`` are inputs without a default, of which ``hidden`` more have one.
    """

    def __init__(self, document: Document, graph: Merged) -> None:
        rows = [field.row for field in graph.records("input")]
        named = _keys(document, GRAPH_INPUT, rows)
        defaults = _defaults(document, graph) if rows else set()
        fed = [row for row, name in zip(rows, named, strict=True) if name not in defaults]
        gives = [field.row for field in graph.records("output")]
        self.hidden = len(rows) - len(fed)
        self.counts = {"input": len(fed), "output": len(gives)}
        self.shown = {
            role: [_value(document, row) for row in some[:_NOTED]]
            for role, some in (("input", fed), ("output", gives))
        }

    @property
    def pairs(self) -> list[tuple[str, facts.Value]]:
        """The values that are looked at, each with its role."""
        return [(role, value) for role, values in self.shown.items() for value in values]

    @property
    def told(self) -> Iterator[Entry]:
        """What to say beside that where there are more values than are looked at."""
        if max(self.counts.values()) > _NOTED:
            text = f"that is what the first {_NOTED:,} inputs and outputs say"
            yield entry("looked at", text)


def _defaults(document: Document, graph: Merged) -> set[object]:
    """Return the names of all initializers."""
    found: set[object] = set()
    for name, kind in (("initializer", INITIALIZER), ("sparse_initializer", SPARSE_INITIALIZER)):
        found.update(_keys(document, kind, [field.row for field in graph.records(name)]))
    return found


def _keys(document: Document, kind: int, rows: list[int]) -> list[object]:
    """Return the name that each row of a field gives to something; empty without one."""
    named = name_rows(document, kind, rows) if rows else []
    return [*keys_of(document, named)] if len(named) else []


def _value(document: Document, row: int) -> facts.Value:
    info = Merged(document, _VALUE, (row,))
    return facts.Value(info, short(info, "name", _KEY), False)


def value_entries(values: Values) -> Iterator[Entry]:
    """Yield inputs and outputs with their types."""
    for key, role in (("inputs", "input"), ("outputs", "output")):
        yield from listed(key, values.shown[role], _line, values.counts[role])
        if values.hidden and role == "input":
            yield entry(key, f"and {values.hidden:,} with a default (initializer of the same name)")


def _line(value: facts.Value) -> Line:
    return Line(safe(value_text(value.info)), value.field)


def symbol_entries(values: Values) -> Iterator[Entry]:
    """Yield the symbols of inputs and outputs with their axes."""
    found = facts.symbols(values.pairs)
    yield from listed("symbols", found.items(), _symbol)
    yield from values.told if found else ()


def _symbol(found: tuple[str, list[facts.Axis]]) -> Line:
    name, axes = found
    return Line(f"{safe(name, _NAME) or quote(name)}: {axes_text(axes)}", axes[0].field)


def note_entries(values: Values, model: Merged | None, graph: Merged) -> Iterator[Entry]:
    """Yield what is worth saying of types and symbols, and how to feed images."""
    texts = notes(values.pairs, facts.symbols(values.pairs))
    yield from listed("notes", texts, lambda text: Line(safe(text)))
    yield from values.told if texts else ()
    if model is not None:
        yield from (entry(key, text) for key, text in images(model, graph))
