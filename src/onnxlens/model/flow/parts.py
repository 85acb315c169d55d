"""The strings of a node, found in one pass over its records and read together."""

from __future__ import annotations

from ...tree.document import Document
from ...wire.kinds import LEN
from ..graph.names import Key, keys_of, slot
from ..graph.tables import NODE_INPUT, NODE_OUTPUT

_OP, _DOMAIN = slot("NodeProto", "op_type"), slot("NodeProto", "domain")
_OVERLOAD = slot("NodeProto", "overload")
_STRINGS = frozenset((NODE_INPUT, NODE_OUTPUT, _OP, _DOMAIN, _OVERLOAD))


class Parts:
    """What a NodeProto calls, and the rows of its ``inputs`` and ``outputs`` with their names."""

    __slots__ = ("_called", "inputs", "outputs", "row")

    def __init__(self, document: Document, row: int) -> None:
        index = document.index
        slots, heads = index.slot, index.head
        rows = [
            child
            for child in index.children(row)
            if slots[child] in _STRINGS and heads[child] & 7 == LEN
        ]
        self.row = row
        self.inputs: list[tuple[int, Key]] = []
        self.outputs: list[tuple[int, Key]] = []
        self._called: dict[int, Key] = {}
        for child, key in zip(rows, keys_of(document, rows) if rows else (), strict=True):
            if slots[child] == NODE_INPUT:
                self.inputs.append((child, key))
            elif slots[child] == NODE_OUTPUT:
                self.outputs.append((child, key))
            else:
                self._called[slots[child]] = key

    @property
    def op(self) -> str:
        """The name of the operator; empty where it is none that a table could have."""
        return _text(self._called.get(_OP, b""))

    @property
    def domain(self) -> str:
        """The domain of the operator."""
        return _text(self._called.get(_DOMAIN, b""))

    @property
    def identity(self) -> tuple[Key, ...]:
        """What two nodes share that call the same where they stand."""
        called = self._called
        return called.get(_OP, b""), called.get(_DOMAIN, b""), called.get(_OVERLOAD, b"")


def _text(key: Key) -> str:
    return key.decode("utf-8", "replace") if isinstance(key, bytes) else ""
