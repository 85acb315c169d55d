"""What a name means in its scope: where the value comes from, who uses it, and its type."""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.field import Field
from ...tree.merged import Merged
from ..graph.scopes import Scopes
from ..graph.words import origin_words, type_of
from ..types.sketch import type_text

_NODES = ("NodeProto.input", "NodeProto.output")
_UNTYPED = "its type is not declared: a value_info for it is optional"


def explain_name(scopes: Scopes, field: Field) -> Iterator[str]:
    """Yield what is known of the value that a record names; nothing for other records."""
    words = origin_words(scopes, field)
    if not words:
        return
    yield words
    if field.spec is None or field.spec.qualified not in _NODES or not field.payload.size:
        return
    type_ = type_of(scopes, field)
    if type_ is not None and type_.content is not None:
        yield f"declared {type_text(Merged(type_.document, type_.content, (type_.row,)))}"
    elif not _has_data(scopes, field):
        yield _UNTYPED


def _has_data(scopes: Scopes, field: Field) -> bool:
    """Tell whether a name means an initializer, whose data says its type."""
    scope = scopes.scope_of(field)
    found = scope.define(field.raw()) if scope else None
    return found is not None and found.role.endswith("initializer")
