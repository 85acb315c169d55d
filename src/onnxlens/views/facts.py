"""The facts about a model as entries of a block: key and value."""

from __future__ import annotations

from collections.abc import Iterator

from ..model import facts
from ..model.census import byte_kinds
from ..model.lines import line
from ..model.types.sketch import value_text
from ..model.words import name_of, short
from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from . import block
from .notes import images, notes
from .text import count, percent, plural, quote, safe, size

Entry = tuple[str, str]
_NAME = 200  # characters of a name in a line about something else
_NOTED = 1000  # values whose types are looked at for notes


def model_entries(document: Document, model: Merged, whole: bool) -> Iterator[Entry]:
    """Yield what a model says of itself; ``whole`` lists what is usually cut at 8 entries."""
    yield from stated_entries(model, whole)
    graph = model.message("graph")
    if graph is None:
        yield "graph", "absent"
    else:
        yield "graph", graph_text(model, graph)
        yield from value_entries(graph, whole)
        yield from images(model, graph)
        yield from _declared(graph, whole)
    yield from _metadata(model, whole)
    yield from bytes_entries(document)
    yield from _largest(document)
    yield from needs(document, whole)
    yield from limit_entries(document)


def stated_entries(model: Merged, whole: bool) -> Iterator[Entry]:
    """Yield what stands in the ModelProto itself: versions, who made it, what it is."""
    yield "IR version", str(model.number("ir_version")) if model.has("ir_version") else "absent"
    yield "opsets", _list(opset_texts(model), whole, ", ") or "none imported"
    yield from _strings(model)


def _largest(document: Document) -> Iterator[Entry]:
    found = facts.largest(document)
    texts = [f"{_called(field)} {count(size)}" for field, size in found]
    if texts:
        yield "largest", "  ".join(texts)


def _called(field: Field) -> str:
    """Return the name of a tensor, or its path where it has none of its own."""
    assert field.content is not None
    name = short(Merged(field.document, field.content, (field.row,)), "name")
    return safe(name if name and field.name != "t" else field.path, _NAME)


def limit_entries(document: Document) -> Iterator[Entry]:
    """Yield how far a large file is from the size that protobuf takes."""
    found = facts.overflow(document)
    if found is None:
        return
    over, moved = found
    limit = f"protobuf takes {count(facts.LIMIT)} bytes (2 GiB)"
    if over <= 0:
        yield "limit", f"{limit}; {size(-over)} are left"
        return
    yield "limit", f"{limit}, this is {size(over)} more: readers call it corrupt, it is whole"
    if moved > 0:
        which = "its largest tensor is" if moved == 1 else f"its {moved:,} largest tensors are"
        yield "limit", f"it fits once {which} external data"


def opset_texts(model: Merged) -> list[str]:
    """Return each opset_import as text: ``ai.onnx 21``."""
    return [f"{_domain(domain)} {version}" for domain, version in facts.opsets(model)]


def _domain(domain: str) -> str:
    return safe(domain, 200) if domain else "ai.onnx"


def _strings(model: Merged) -> Iterator[Entry]:
    producer = f"{safe(short(model, 'producer_name'))} {safe(short(model, 'producer_version'))}"
    if producer.strip():
        yield "producer", producer.strip()
    if short(model, "domain"):
        yield "domain", safe(short(model, "domain"))
    if model.number("model_version"):
        yield "model", f"model_version {model.number('model_version')}"
    if short(model, "doc_string"):
        yield "doc_string", quote(short(model, "doc_string"))


def graph_text(model: Merged, graph: Merged) -> str:
    """Return the name of a graph and how much is in it: ``g: 2 nodes, 1 initializer``."""
    name = f"{name_of(graph)}: " if short(graph, "name") else ""
    parts = [plural(graph.count("node"), "node"), plural(graph.count("initializer"), "initializer")]
    if graph.count("sparse_initializer"):
        parts.append(plural(graph.count("sparse_initializer"), "sparse initializer"))
    if graph.count("value_info"):
        parts.append(f"{graph.count('value_info'):,} value_info")
    if model.count("functions"):
        parts.append(plural(model.count("functions"), "function"))
    return name + ", ".join(parts)


def value_entries(graph: Merged, whole: bool) -> Iterator[Entry]:
    """Yield inputs, outputs and symbols of a graph, and what is worth saying of them."""
    inputs, outputs = facts.inputs(graph), facts.outputs(graph)
    fed = [value for value in inputs if whole or not value.default]
    yield from _listed("inputs", [value_text(value.info) for value in fed], whole)
    hidden = len(inputs) - len(fed)
    if hidden:
        yield "inputs", f"and {hidden:,} with a default (initializer of the same name): --all"
    yield from _listed("outputs", [value_text(value.info) for value in outputs], whole)
    shown = [("input", v) for v in fed] + [("output", v) for v in outputs]
    symbols = facts.symbols(shown)
    texts = [
        f"{safe(name, _NAME) or quote(name)}: {axes_text(axes)}" for name, axes in symbols.items()
    ]
    yield from _listed("symbols", texts, whole)
    yield from _listed("notes", notes(shown if whole else shown[:_NOTED], symbols), whole)


def axes_text(axes: list[facts.Axis]) -> str:
    """Return the first axes of a symbol: ``x axis 0, y axis 0``."""
    shown = [f"{safe(use.value, _NAME)} axis {use.axis}" for use in axes[: block.LISTED]]
    more = f", and {len(axes) - block.LISTED} more" if len(axes) > block.LISTED else ""
    return ", ".join(shown) + more


def _declared(graph: Merged, whole: bool) -> Iterator[Entry]:
    """Yield how many values between inputs and outputs have a type; a pass over all nodes."""
    if whole and graph.count("node"):
        typed, every = facts.inner_types(graph)
        if not every:
            return
        why = "" if typed else "; value_info is optional, readers infer the rest"
        yield "types", f"{typed:,} of {every:,} values between inputs and outputs have one{why}"


def _metadata(model: Merged, whole: bool) -> Iterator[Entry]:
    lines = [line(entry) or "" for entry in model.each("metadata_props")]
    yield from _listed("metadata", lines, whole)
    inside = facts.metadata_inside(model)
    if inside:
        yield "metadata", f"{'and ' if lines else ''}{inside:,} inside the model: --metadata"


def bytes_entries(document: Document) -> Iterator[Entry]:
    """Yield where the bytes of a file went."""
    kinds = sorted(byte_kinds(document).items(), key=lambda item: -item[1])
    present = [(kind, amount) for kind, amount in kinds if amount]
    texts = [f"{kind} {count(amount)}" for kind, amount in present]
    if texts:
        texts[0] += f" ({percent(present[0][1], document.size)})"
    yield "bytes", "  ".join(texts)


def needs(document: Document, whole: bool) -> Iterator[Entry]:
    """Yield the files that hold tensors of a model, and whether they are there."""
    if not facts.has_external_data(document):
        yield "needs", "no other file"
        return
    from ..model.external.files import DataFiles
    from ..model.external.needed import needed
    from . import external

    with DataFiles(document.source.folder) as files:
        found = needed(document, files)
        texts = [external.file_text(file) for file in found]
        yield from _listed("needs", texts, whole)
        yield from _listed("notes", list(external.notes(found)), whole)
        yield from external.next_steps(document, found)


def _listed(key: str, texts: list[str], whole: bool) -> Iterator[Entry]:
    """Yield up to 8 entries, one a line, and how many more there are."""
    shown = texts if whole else texts[: block.LISTED]
    for text in shown:
        yield key, safe(text)
    if len(texts) > len(shown):
        yield key, f"and {len(texts) - len(shown):,} more: --all"


def _list(texts: list[str], whole: bool, between: str) -> str:
    shown = texts if whole else texts[: block.LISTED]
    more = f", and {len(texts) - len(shown)} more: --all" if len(texts) > len(shown) else ""
    return between.join(shown) + more
