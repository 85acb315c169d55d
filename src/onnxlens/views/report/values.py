"""Inputs and outputs of a graph as a table of types, with what is worth saying of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model import facts
from ...model.types.sketch import type_text
from ...model.words import name_of
from ...tree.document import Document
from ...tree.merged import Merged
from ..notes import images, notes
from ..text import count, plural, safe
from .html import Element, el
from .parts import Column, Part, entries, folded, section, table
from .places import offset_words

_LISTED = 100  # values of one role
_NOTED = 1000  # values whose types are looked at for notes
_COLUMNS = (
    Column("name", "name"),
    Column("role"),
    Column("type", "code"),
    Column("offset", "number"),
)
_DEFAULTS = "with a default: an initializer has the same name, and a caller may leave it out"
Role = tuple[str, facts.Value]


def graph_of(document: Document) -> Merged | None:
    """Return the main graph of a model, or the graph that a file is; else None."""
    root = document.root.name if document.root else ""
    if root == "ModelProto":
        return document.merged().message("graph")
    return document.merged() if root == "GraphProto" else None


def values_section(document: Document) -> Element | None:
    """Return what a graph takes and gives; None for a file without a graph."""
    graph = graph_of(document)
    if graph is None:
        return None
    inputs, outputs = facts.inputs(graph), facts.outputs(graph)
    fed = [("input", value) for value in inputs if not value.default]
    given = [("output", value) for value in outputs]
    defaults = [("input", value) for value in inputs if value.default]
    none = "no inputs that must be given, and no outputs"
    if document.damage:
        none = "no inputs and no outputs before the damage"
    elif not document.index.complete():
        none = "no inputs and no outputs in what is indexed"
    return section(
        "values",
        "Inputs and outputs",
        _table("What must be given, and what comes out", none, fed, given),
        _defaults(defaults),
        entries(_notes(document, graph, [*fed, *given][:_NOTED])),
    )


def _table(caption: str, none: str, *groups: list[Role]) -> Element:
    if not any(groups):
        return el("p", none, class_="note")
    return table(caption, _COLUMNS, (row for group in groups for row in _rows(group)))


def _rows(group: list[Role]) -> Iterator[list[Part]]:
    for role, value in group[:_LISTED]:
        type_ = value.info.message("type")
        words = safe(type_text(type_)) if type_ else "no type"
        yield [safe(name_of(value.info)), role, words, offset_words(value.field.start)]
    if len(group) > _LISTED:
        left = count(len(group) - _LISTED)
        yield [f"and {left} more", group[0][0], "onnxlens summary --all", ""]


def _defaults(values: list[Role]) -> Element | None:
    if not values:
        return None
    title = f"{plural(len(values), 'input')} {_DEFAULTS}"
    return folded(title, table("Inputs with a default", _COLUMNS, _rows(values), hidden=True))


def _notes(document: Document, graph: Merged, shown: list[Role]) -> Iterable[tuple[str, str]]:
    symbols = facts.symbols(shown)
    yield from (("notes", safe(text)) for text in notes(shown, symbols))
    if graph is not document.merged() and document.root and document.root.name == "ModelProto":
        yield from images(document.merged(), graph)
