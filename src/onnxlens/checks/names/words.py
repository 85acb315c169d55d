"""Fields and words for rules about names."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ...model.graph.names import inside, slot
from ...model.graph.scopes import Scope
from ...model.graph.tables import NODE_OUTPUT, name_rows
from ...tree.document import Document
from ...tree.field import Field
from ...tree.names import quote

SHOWN = 8  # places or names that a finding lists
_NAME = 60  # characters of a name that are shown
NODES = (slot("GraphProto", "node"), slot("FunctionProto", "node"))


def named(document: Document, row: int) -> Field:
    """Return the name of what a row defines, declares or uses; the row itself without one."""
    (name,) = name_rows(document, document.index.slot[row], [row])
    return Field(document, name or row)


def quoted(field: Field) -> str:
    """Return a string field in quotes, cut."""
    text = str(field.preview(4 * _NAME))
    return quote(text if len(text) <= _NAME else text[:_NAME] + "…")


def source(document: Document, row: int) -> str:
    """Return what gives a name its value: ``output of node[3]``, ``initializer[0]``."""
    field = Field(document, row)
    if document.index.slot[row] == NODE_OUTPUT and field.parent:
        return f"output of {field.parent.step}"
    return str(field.step)


def nodes_of(scope: Scope) -> list[int]:
    """Return the rows of a scope's own nodes, in file order."""
    document = scope.field.document
    return list(inside(document, scope.rows, NODES[scope.is_function]))


def listed(words: Iterable[str], count: int) -> str:
    """Return the first of ``count`` words as a list; those that are left out are counted."""
    shown = list(islice(words, SHOWN))
    more = count - len(shown)
    return ", ".join(shown) + (f" and {more:,} more" if more else "")
