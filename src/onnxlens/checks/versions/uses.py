"""Which operator sets a model and its functions import, and which nodes use them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from ...model.graph.names import Key, key_of, keys_of, slot
from ...model.graph.tables import Columns
from ...model.words import NAME_LIMIT
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote

_NODES = (slot("GraphProto", "node"), slot("FunctionProto", "node"))
_DOMAIN = slot("NodeProto", "domain")
_OPERATOR = slot("NodeProto", "op_type")
MODEL = 0  # the owner of all nodes that stand in no function: the row of the root
SPELT = b"ai.onnx"  # the other spelling of the empty domain


class Uses:
    """The imports and uses of the domains of a model, each found out when it is asked for.

    An owner is MODEL or the row of a FunctionProto: what has imports of its own. Domains are bytes
    as they are spelt in the file.
    """

    def __init__(self, document: Document, model: Merged | None, columns: Columns) -> None:
        self.document = document
        self._columns = columns
        functions = model.each("functions") if model else ()
        self.functions = {function.rows[0]: function for function in functions}
        self._model = model

    @property
    def owners(self) -> Iterator[tuple[int, Merged]]:
        """The model and its functions; nothing where the root is no ModelProto."""
        if self._model is not None:
            yield MODEL, self._model
            yield from self.functions.items()

    @cached_property
    def imports(self) -> dict[int, list[tuple[Key, Merged]]]:
        """By owner, the domain and the entry of each opset_import, in file order."""
        return {
            owner: [(self._text(e, "domain"), e) for e in message.each("opset_import")]
            for owner, message in self.owners
        }

    def versions(self, owner: int) -> dict[Key, Merged]:
        """Return by domain, in its one spelling, the entry that holds: of two the last."""
        return {canonical_key(domain): entry for domain, entry in self.imports[owner]}

    @cached_property
    def named(self) -> dict[tuple[int, Key], list[int]]:
        """By owner and domain, the rows of the ``domain`` of the nodes that name one."""
        found: dict[tuple[int, Key], list[int]] = {}
        rows = sorted(self._domains.values())
        for row, domain in zip(rows, keys_of(self.document, rows), strict=True):
            if domain:
                found.setdefault((self._owner(row), domain), []).append(row)
        return found

    def unnamed(self, owner: int) -> Iterator[int]:
        """Yield the rows of the nodes of an owner that name no domain, so ai.onnx."""
        index, damage = self.document.index, self.document.damage
        for kind in _NODES:
            for row in self._columns.rows(kind):
                named = self._domains.get(row)
                if named is not None and index.end(named) > index.payload(named):
                    continue
                if row not in damage and self._owner(row) == owner:
                    yield row

    def operators(self, owner: int, domain: Key) -> dict[Key, int]:
        """Return each op_type that an owner's nodes call in a domain, and the row of the first."""
        index = self.document.index
        by_node = {index.parent[row]: row for row in self._columns.rows(_OPERATOR)}
        nodes = [index.parent[row] for row in self.named.get((owner, domain), ())]
        if not domain:
            nodes += self.unnamed(owner)
            nodes += [index.parent[row] for row in self.named.get((owner, SPELT), ())]
        found: dict[Key, int] = {}
        for node in sorted(nodes):
            row = by_node.get(node)
            if row is not None:
                found.setdefault(key_of(self.document, row), row)
        return found

    def operator(self, node: int) -> Field:
        """Return the op_type of a node, or the node itself where it has none."""
        index = self.document.index
        rows = [row for row in index.children(node) if index.slot[row] == _OPERATOR]
        return Field(self.document, rows[-1] if rows else node)

    @cached_property
    def _domains(self) -> dict[int, int]:
        """By row of a node, that of its domain; the last one counts."""
        parents = self.document.index.parent
        return {parents[row]: row for row in self._columns.rows(_DOMAIN)}

    def _owner(self, row: int) -> int:
        """Return what a row stands in; functions stand only in the root."""
        at = bisect_right(self._starts, row) - 1
        if at >= 0 and row < self.document.index.next[self._starts[at]]:
            return self._starts[at]
        return MODEL

    @cached_property
    def _starts(self) -> list[int]:
        return sorted(self.functions)

    def _text(self, entry: Merged, name: str) -> Key:
        records = entry.records(name)
        return key_of(self.document, records[-1].row) if records else b""


def canonical_key(domain: Key) -> Key:
    """Return the one spelling of a domain."""
    return b"" if domain == SPELT else domain


def text(key: Key) -> str:
    """Return a domain or op_type as text; of one above 64 KiB a mark, as nothing is called so."""
    return key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else "…"


def name(key: Key) -> str:
    """Return a domain as a message shows it: ``ai.onnx`` for the empty one, else quoted."""
    if canonical_key(key) == b"":
        return "ai.onnx"
    shown = text(key)
    return quote(shown[:NAME_LIMIT] + ("…" if len(shown) > NAME_LIMIT else ""))
