"""What damage did to a file: where it begins, what declares too much, what is whole before it."""

from __future__ import annotations

from typing import NamedTuple

from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from ..wire.damage import CLIPPED, GROUP_OPEN, LENGTH_CUT, TAG_CUT, VALUE_CUT

_CONSEQUENCES = (CLIPPED, GROUP_OPEN, TAG_CUT, LENGTH_CUT, VALUE_CUT)  # of an end that came early
_LISTS = ("node", "initializer", "input", "output")


class Damage(NamedTuple):
    """The damage of a file: ``causes`` are the rows that explain it, ``first`` the earliest.

    ``expected`` is the size that the lengths ask for where the file was cut off, else None.
    """

    first: Field
    causes: tuple[int, ...]
    expected: int | None


def damage_of(document: Document) -> Damage | None:
    """Return what is damaged, None where the structure is intact. Chains count as one cause."""
    rows = sorted(document.damage)
    if not rows:
        return None
    causes = _causes(document, rows)
    return Damage(Field(document, causes[0]), tuple(causes), _expected(document, rows))


def _causes(document: Document, rows: list[int]) -> list[int]:
    """Return one row for each cause of damage.

    Damaged records that end at the same offset lie inside each other, and most of them only say
    once more that bytes are missing there: of these the innermost length that declares too much
    stands for all. Bytes that no length explains stand for themselves.
    """
    chains: dict[int, list[int]] = {}
    for row in rows:
        chains.setdefault(document.index.end(row), []).append(row)
    causes = []
    for chain in chains.values():
        own = [row for row in chain if document.damage[row] not in _CONSEQUENCES]
        clipped = [row for row in chain if document.damage[row] == CLIPPED]
        causes += own + (clipped[-1:] or ([] if own else chain[-1:]))
    return sorted(causes)


def _expected(document: Document, rows: list[int]) -> int | None:
    """Return where the lengths that run over the end of the file say that it ends."""
    ends = []
    for row in rows:
        field = Field(document, row)
        if document.damage[row] == CLIPPED and field.end == document.size:
            ends.append(field.payload.start + (field.declared or 0))
    return max(ends, default=None)


def whole_before(document: Document, offset: int) -> list[tuple[str, int, int]]:
    """Return name, entries that end at or before ``offset``, and all entries, of each list."""
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
