"""Which fields stand directly in which messages, found by a look at one of all that are alike."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..model.graph.names import MANY
from ..schema import MessageSpec, message, messages
from ..tree.document import Document
from ..tree.slots import CHILD, MESSAGES
from ..wire.index import FIELD_BITS
from ..wire.kinds import LEN
from .alike import by_rows

_SMALL = 1024  # rows of a message that is compared as a whole
_TOGETHER = 64  # rows of a message that is compared with many others at once

Kind = tuple[int, int]  # slot and wire type of a record


class Structure:
    """A message as an example of all that have the same fields in the same order.

    ``kinds`` are slot and wire type of the records directly inside, ``twice`` those of them that
    stand there more than once.
    """

    __slots__ = ("kinds", "message", "twice")

    def __init__(self, message: MessageSpec) -> None:
        self.message = message
        self.kinds: set[Kind] = set()
        self.twice: set[Kind] = set()


class Structures:
    """The structures of a document: ``examples``, and the ``kinds`` of records in all messages.

    Each message is the one of an example, or has the same records, inside too, with tags and
    lengths of the same sizes.
    """

    def __init__(self, document: Document) -> None:
        assert document.root is not None
        self.kinds: set[Kind] = set()
        self.examples: list[Structure] = []
        self._index = document.index
        self._slots, self._heads = self._index.slot.tobytes(), self._index.head.tobytes()
        self._known: dict[tuple[bytes, bytes], Kind] = {}
        todo = [(0, document.root)]
        while todo:
            row, spec = todo.pop()
            todo += self._note(row, spec)

    def _note(self, parent: int, spec: MessageSpec) -> list[tuple[int, MessageSpec]]:
        """Note a message; return those directly inside that are like none before."""
        nexts, known, new = self._index.next, self._known, []
        found = Structure(spec)
        kinds, twice = found.kinds, found.twice
        for row, count in self._inside(parent):
            end = nexts[row]
            kind = known.get(self._rows(row, min(end, row + _SMALL)))
            if kind is None:
                kind = self._kind(row, end)
                if (content := _content(kind)) is not None:
                    new.append((row, content))
            if kind in kinds or count > 1:
                twice.add(kind)
            kinds.add(kind)
        self.kinds |= kinds
        self.examples.append(found)
        return new

    def _inside(self, parent: int) -> Iterator[tuple[int, int]]:
        """Yield the records directly inside a message, each with how many it stands for.

        Of a message with many records one is given of all that are alike.
        """
        index, first = self._index, parent + 1
        for row in islice(index.children(parent), MANY):
            yield row, 1
            first = index.next[row]
        if first < index.next[parent]:
            yield from self._alike(parent, first)

    def _alike(self, parent: int, first: int) -> Iterator[tuple[int, int]]:
        """Yield the records from a row on, one of all that are alike."""
        import numpy as np

        after = self._index.next[parent]
        parents = np.frombuffer(self._index.parent, "u4")[first:after]
        rows = first + np.flatnonzero(parents == parent)
        is_small = np.frombuffer(self._index.next, "u4")[rows] - rows <= _TOGETHER
        yield from ((row, 1) for row in rows[~is_small].tolist())
        for group in by_rows(self._index, rows[is_small]):
            row = int(group[0])
            if NESTING.isdisjoint(self._index.slot[row : self._index.next[row]]):
                yield row, len(group)
            else:
                yield from ((row, 1) for row in group.tolist())

    def _kind(self, row: int, end: int) -> Kind:
        """Return the kind of a record, and remember all that are like it."""
        index = self._index
        kind = index.slot[row], index.head[row] & 7
        if end - row < _SMALL and NESTING.isdisjoint(index.slot[row:end]):
            self._known[self._rows(row, end)] = kind
        return kind

    def _rows(self, row: int, end: int) -> tuple[bytes, bytes]:
        """Return slots and heads of some rows."""
        return self._slots[2 * row : 2 * end], self._heads[row:end]


def _content(kind: Kind) -> MessageSpec | None:
    return MESSAGES[CHILD[kind[0]]] if kind[1] == LEN else None


def _nesting() -> frozenset[int]:
    """Return slots without which no message can stand inside another one of its own kind.

    Of rows in which none of them occurs, slots alone tell what stands in what.
    """
    found, done = set(), set[str]()

    def visit(spec: MessageSpec, around: tuple[str, ...]) -> None:
        for field in spec.fields:
            if field.is_message and field.ref in around:
                found.add(spec.id << FIELD_BITS | field.number)
            elif field.is_message and field.ref not in done:
                visit(message(field.ref), (*around, field.ref))
        done.add(spec.name)

    for top in ("ModelProto", *(spec.name for spec in messages())):
        if top not in done:
            visit(message(top), (top,))
    return frozenset(found)


NESTING = _nesting()
