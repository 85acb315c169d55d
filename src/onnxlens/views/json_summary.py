"""The summary as JSON (format 1): the facts of the model without what a page leaves out."""

from __future__ import annotations

from ..model import facts
from ..model.breaks import damage_of
from ..model.census import byte_kinds
from ..model.external.files import DataFiles
from ..model.external.needed import needed
from ..model.graph.symbols import Use, symbols
from ..model.metadata.entries import Entry, entries
from ..model.metadata.image import Feed, feed_text, image_feeds
from ..model.types.sketch import type_text
from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from .external import file_json
from .json import FORMAT, TEXT, Json, plain, root_name, text
from .meaning import reason


def summary_json(document: Document) -> Json:
    """Return the summary; the model's facts are there where the root is a ModelProto."""
    found: Json = {"format": FORMAT, "root": root_name(document), "size": document.size}
    if document.root is not None and document.root.name == "ModelProto":
        found.update(_model(document.merged()))
    verdict = document.verdict
    found["bytes"] = {
        kind.replace(" ", "_"): amount for kind, amount in byte_kinds(document).items() if amount
    }
    found["root_candidates"] = [
        {"root": c.message.name, "score": round(c.score, 4)} for c in verdict.candidates
    ]
    if verdict.foreign is not None:
        facts_ = {k: text(v) if isinstance(v, str) else v for k, v in verdict.foreign.facts.items()}
        found["other_format"] = {"kind": verdict.foreign.kind, **facts_}
    found["damage"] = _damage(document)
    return found


def _model(model: Merged) -> Json:
    found: Json = {"ir_version": plain(model["ir_version"]) if model.has("ir_version") else None}
    found["opset_import"] = [
        {"domain": text(domain), "version": plain(version)}
        for domain, version in facts.opsets(model)
    ]
    for name in ("producer_name", "producer_version", "domain", "doc_string"):
        found[name] = text(model.text(name)) if model.has(name) else None
    found["model_version"] = plain(model["model_version"]) if model.has("model_version") else None
    graph = model.message("graph")
    if graph is not None:
        found.update(_graph(model, graph))
    found["metadata_props"] = [_entry(entry) for entry in entries(model.document)]
    found["images"] = [_image(feed) for feed in image_feeds(model)]
    with DataFiles(model.document.source.folder) as files:
        found["external_files"] = [file_json(file) for file in needed(model.document, files)]
    return found


def _graph(model: Merged, graph: Merged) -> Json:
    inputs, outputs = facts.inputs(graph), facts.outputs(graph)
    counted = ("node", "initializer", "sparse_initializer", "value_info")
    return {
        "graph_name": text(graph.text("name")) if graph.has("name") else None,
        "inputs": [_io(value) for value in inputs],
        "outputs": [_io(value) for value in outputs],
        "symbols": {
            text(name): [_use(use) for use in uses]
            for name, uses in symbols(graph.document).items()
        },
        "counts": {
            **{name: graph.count(name) for name in counted},
            "functions": model.count("functions"),
        },
    }


def _io(value: facts.Value) -> Json:
    type_ = value.info.message("type")
    return {
        "name": text(value.name),
        "type": type_text(type_) if type_ else None,
        "default": value.default,
        "path": value.field.path,
        "offset": value.field.start,
    }


def _use(use: Use) -> Json:
    top = use.scope.top if use.scope else None
    return {
        "role": use.role,
        "value": text(use.value),
        "axis": use.axis,
        "denotation": None if use.denotation is None else text(use.denotation),
        "function": top.field.path if top is not None and top.is_function else None,
        "path": use.field.path,
        "offset": use.field.start,
    }


def _entry(entry: Entry) -> Json:
    return {
        "level": entry.level,
        "path": entry.field.path,
        "key": text(entry.key),
        "value": text(entry.text(TEXT)),
    }


def _image(feed: Feed) -> Json:
    return {
        "role": feed.role,
        "name": text(feed.name),
        "layout": list(feed.layout),
        "text": text(feed_text(feed)),
        "missing": list(feed.missing),
    }


def _damage(document: Document) -> list[Json]:
    """Return all damage; ``cause`` is false where it only says that something inside was cut."""
    broken = damage_of(document)
    causes = set(broken.causes) if broken else set()
    found = []
    for row in sorted(document.damage):
        field = Field(document, row)
        entry: Json = {"offset": field.start, "end": field.end, "path": field.path}
        found.append({**entry, "reason": reason(field), "cause": row in causes})
    return found
