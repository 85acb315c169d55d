"""What damage did to a file: where it begins, what declares too much, what is whole before it."""

from __future__ import annotations

from typing import NamedTuple

from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from ..wire.damage import CLIPPED, GROUP_OPEN

_LISTS = ("node", "initializer", "input", "output")


class Damage(NamedTuple):
    """The damage of a file: ``first`` is the innermost damaged field that begins earliest,
    ``others`` counts further causes; ``expected`` is the size that the lengths ask for where the
    file was cut off, else None.
    """

    first: Field
    others: int
    expected: int | None


def damage_of(document: Document) -> Damage | None:
    """Return what is damaged, None where the structure is intact. Chains count as one cause."""
    rows = sorted(document.damage)
    if not rows:
        return None
    causes = _causes(document, rows)
    return Damage(Field(document, causes[0]), len(causes) - 1, _expected(document, rows))


def _causes(document: Document, rows: list[int]) -> list[int]:
    """Return the rows whose damage has no reason further inside.

    A record that was clipped, or a group left open, at the same offset where something inside it
    is damaged only says once more that bytes are missing there.
    """
    ends, causes = set(), []
    for row in reversed(rows):
        end = document.index.end(row)
        if end not in ends or document.damage[row] not in (CLIPPED, GROUP_OPEN):
            causes.append(row)
        ends.add(end)
    return causes[::-1]


def _expected(document: Document, rows: list[int]) -> int | None:
    """Return where the lengths that run over the end of the file say that it ends."""
    ends = []
    for row in rows:
        field = Field(document, row)
        if document.damage[row] == CLIPPED and field.end == document.size:
            ends.append(field.payload.start + (field.declared or 0))
    return max(ends, default=None)


def whole_before(document: Document, offset: int) -> list[tuple[str, int, int]]:
    """Return name, entries that end at or before ``offset``, and all entries, of a model's lists."""
    if document.root is None or document.root.name not in ("ModelProto", "GraphProto"):
        return []
    top = document.merged()
    graph = top.message("graph") if document.root.name == "ModelProto" else top
    if graph is None:
        return []
    return [counts for counts in (_whole(graph, name, offset) for name in _LISTS) if counts[2]]


def _whole(graph: Merged, name: str, offset: int) -> tuple[str, int, int]:
    records = graph.records(name)
    return name, sum(record.end <= offset for record in records), len(records)
