"""What a file is, takes and gives, and where its bytes went, as blocks of lines with places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...model.data_lines import values_text
from ...model.lines import line
from ...model.testdata import DataSet
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..damage import damage_entries
from ..facts import graph_text, stated_entries
from ..summary import because, damage_of, headline, left_out, other, readings, rewritten
from ..text import safe
from .summary_beside import file_entries, set_entries
from .summary_inside import byte_entries, function_entries, metadata_entries
from .summary_lines import Entry, Line, block, entry, listed
from .summary_values import Values, note_entries, symbol_entries, value_entries

_TITLES = {"ModelProto": "Model", "GraphProto": "Graph"}
# keys of what a model says of itself -> the field that says it
_FIELDS = {
    "IR version": "ir_version", "producer": "producer_name", "domain": "domain",
    "model": "model_version", "doc_string": "doc_string",
}  # fmt: skip
Json = dict[str, Any]


def summary(document: Document, sets: Iterable[DataSet] = ()) -> Json:
    """Return the summary of a document; ``sets`` are the folders of test data beside it.

    Of a list the first 100 are there, and how many more there are.
    """
    if document.root is None:
        title, entries = other(document)
        said = [entry("file", title), *(entry(*each) for each in entries)]
        return {"blocks": block("File", said)}
    return {"blocks": [*_blocks(document), *block("Test data beside it", set_entries(sets))]}


def _blocks(document: Document) -> Iterator[Json]:
    merged = document.merged()
    name = merged.spec.name
    model = merged if name == "ModelProto" else None
    graph = model.message("graph") if model else merged if name == "GraphProto" else None
    about = _model(model, graph) if model else _message(document)
    title = _TITLES.get(name, name) if document.verdict.equal < 2 else "File"
    yield from block(title, [*_file(document), *about])
    if graph is not None:
        values = Values(document, graph)
        yield from block("Takes and gives", value_entries(values))
        yield from block("Symbols", symbol_entries(values))
        yield from block("Notes", note_entries(values, model, graph))
    yield from block("Metadata", metadata_entries(document))
    if model is not None:
        yield from block("Functions", function_entries(model))
    if model is not None or graph is not None:
        yield from block("Files it needs", file_entries(document))
    yield from block("Bytes", byte_entries(document))


def _file(document: Document) -> Iterator[Entry]:
    """Yield what the file is, what is wrong with it as a whole, and why it is read so."""
    broken = damage_of(document)
    yield entry("file", headline(document, broken))
    if broken is not None:
        for key, text in damage_entries(document, broken):
            yield entry(key, text, broken.first if key == "damage" else None)
    yield from (entry(*each) for each in (*rewritten(document), *because(document)))
    rest = left_out(document)
    if rest is not None:
        yield entry("rest", rest)


def _model(model: Merged, graph: Merged | None) -> Iterator[Entry]:
    """Yield what a model says of itself, up to its graph."""
    for key, text in stated_entries(model, whole=False):
        if key == "opsets" and model.count("opset_import"):
            yield from listed(key, model.each("opset_import"), _opset)
        else:
            yield entry(key, text, _stands(model, key))
    text = graph_text(model, graph) if graph else "absent"
    yield entry("graph", text, graph.field if graph else None)


def _opset(opset: Merged) -> Line:
    return Line(safe(line(opset) or ""), opset.field)


def _stands(model: Merged, key: str) -> Field | None:
    """Return the record of the field that a key is about."""
    records = model.records(_FIELDS[key]) if key in _FIELDS else []
    return records[-1] if records else None


def _message(document: Document) -> Iterator[Entry]:
    """Yield what the message of another root says; where several fit equally, each of them."""
    if document.verdict.equal > 1:
        yield from (entry(*each) for each in readings(document))
        return
    merged = document.merged()
    text = line(merged)
    if text is not None:
        values = values_text(merged) if merged.spec.name == "TensorProto" else ""
        yield entry("says", safe(text) + values)
    yield entry("fields", f"{len(document.index) - 1:,}")
