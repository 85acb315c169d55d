"""What a name means in its scope: where the value comes from, who uses it, and its type."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.field import Field
from ...tree.merged import Merged
from ..graph.definition import Definition
from ..graph.names import key_of
from ..graph.scopes import Scopes
from ..graph.words import origin_words, type_of
from ..types.sketch import type_text
from ..words import short, word

_NODE = schema.message("NodeProto")
_NODES = ("NodeProto.input", "NodeProto.output")
_NAME = "ValueInfoProto.name"
_UNTYPED = "its type is not declared: a value_info for it is optional"


def explain_name(scopes: Scopes, field: Field) -> Iterator[str]:
    """Yield what is known of the value that a record names; nothing for other records."""
    words = origin_words(scopes, field)
    if not words:
        return
    yield words
    yield _later(scopes, field)
    yield made_of_scores(scopes, field)
    if field.spec is None or field.spec.qualified not in _NODES or not field.payload.size:
        return
    type_ = type_of(scopes, field)
    if type_ is not None and type_.content is not None:
        yield f"declared {type_text(Merged(type_.document, type_.content, (type_.row,)))}"
    elif not _has_data(scopes, field):
        yield _UNTYPED


def _has_data(scopes: Scopes, field: Field) -> bool:
    """Tell whether a name means an initializer, whose data says its type."""
    found = _definition(scopes, field)
    return found is not None and found.role.endswith("initializer")


def _definition(scopes: Scopes, field: Field) -> Definition | None:
    scope = scopes.scope_of(field)
    return scope.define(key_of(field.document, field.row)) if scope else None


def _later(scopes: Scopes, field: Field) -> str:
    """Return that the node of a value comes after the one that takes it; empty where it does not.

    Source: docs/IR.md of onnx, nodes are sorted by what they use.
    """
    if field.name != "input":
        return ""
    found = _definition(scopes, field)
    node = found.node if found else None
    if found is None or node is None or node.row < field.row or not found.scope.contains(field.row):
        return ""
    return "that node comes later; the standard wants each node after those whose outputs it takes"


def made_of_scores(scopes: Scopes, field: Field) -> str:
    """Return which tensor an output that comes from ZipMap was; empty for others.

    ``field`` is the name of an output of a graph.
    """
    info = field.parent
    if field.spec is None or field.spec.qualified != _NAME or not info or info.name != "output":
        return ""
    found = _definition(scopes, field)
    node = found.node if found else None
    message = Merged(field.document, _NODE, (node.row,)) if node else None
    if node is None or message is None or short(message, "op_type") != "ZipMap":
        return ""
    taken = [str(record.preview(200)) for record in message.records("input")[:1]]
    return (
        f"{node.step} (ZipMap) makes it of the tensor {word(''.join(taken))}: export without "
        "ZipMap, or make that tensor an output"
    )
