"""Which fields stand directly in which messages, found by a look at one of all that are alike."""

from __future__ import annotations

from ..schema import MessageSpec, message, messages
from ..tree.document import Document
from ..tree.slots import CHILD, MESSAGES
from ..wire.index import FIELD_BITS, Index
from ..wire.kinds import LEN

_SMALL = 1024  # rows of a message that is compared as a whole
_EACH = 3  # bytes of one row that is compared

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
        self._rows = _rows(self._index)
        self._known: dict[bytes, Kind] = {}
        todo = [(0, document.root)]
        while todo:
            row, spec = todo.pop()
            todo += self._note(row, spec)

    def _note(self, parent: int, spec: MessageSpec) -> list[tuple[int, MessageSpec]]:
        """Note a message; return those directly inside that are like none before."""
        nexts, rows, known, new = self._index.next, self._rows, self._known, []
        found = Structure(spec)
        kinds, twice = found.kinds, found.twice
        row, after = parent + 1, nexts[parent]
        while row < after:
            end = nexts[row]
            kind = known.get(rows[_EACH * row : _EACH * min(end, row + _SMALL)])
            if kind is None:
                kind = self._kind(row, end)
                if (content := _content(kind)) is not None:
                    new.append((row, content))
            if kind in kinds:
                twice.add(kind)
            else:
                kinds.add(kind)
            row = end
        self.kinds |= kinds
        self.examples.append(found)
        return new

    def _kind(self, row: int, end: int) -> Kind:
        """Return the kind of a record, and remember all that are like it."""
        index = self._index
        kind = index.slot[row], index.head[row] & 7
        if end - row < _SMALL and NESTING.isdisjoint(index.slot[row:end]):
            self._known[self._rows[_EACH * row : _EACH * end]] = kind
        return kind


def _rows(index: Index) -> bytes:
    """Return slot and head of each row, side by side."""
    slots, rows = index.slot.tobytes(), bytearray(_EACH * len(index))
    rows[0::_EACH], rows[1::_EACH], rows[2::_EACH] = slots[0::2], slots[1::2], index.head
    return bytes(rows)


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
