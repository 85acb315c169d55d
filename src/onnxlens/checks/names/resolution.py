"""What every name of a document means where it stands: one walk over all scopes, for all rules."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from ...model.graph.names import Key, slot
from ...model.graph.scopes import FUNCTION, GRAPH, Scope
from ...model.graph.tables import INNER, NODE_INPUT, NODE_OUTPUT
from .plain import unused_of

if TYPE_CHECKING:
    from ..context import Context
    from .sorting import Order

_LEVELS = 100  # scopes around a name in which it is looked for; parsers read no deeper
_KNOWN = (slot("ModelProto", "graph"), slot("TrainingInfoProto", "initialization"))
ALGORITHM = slot("TrainingInfoProto", "algorithm")
_Bound = dict[Key, list[int]]
_Seen = tuple[Scope, int]  # a scope, and the row there that defines a name


class Resolution:
    """Who means what, as rows; names that are as they should be are in none of the lists.

    ``scopes``: each scope with its top, outer ones first, but those that are ``plain``: large ones
    with nothing to tell of, each with the rows there that define what nothing uses.

    ``twice``: scope and rows of a name that one scope defines more than once. ``hiding``: scope and
    row of a definition, then those of the outer value of that name which it hides. ``early``: the
    scope and row of a node's output, then a node input that takes it before. ``nowhere``: uses of
    what nothing in sight defines, by first row of the top and name. ``borrowed``: an output of a
    graph in an attribute, then the outer value that it names. ``inside``: by first row of a scope,
    and name, the uses of its value in scopes inside it.

    A node's output can be seen by the nodes after it; inputs and initializers can be seen all over
    their scope; the training algorithm sees all of the main graph (comments in onnx.proto).
    """

    def __init__(self, context: Context) -> None:
        self.scopes: list[tuple[Scope, Scope]] = []
        self.twice: list[tuple[Scope, list[int]]] = []
        self.hiding: list[tuple[Scope, int, Scope, int]] = []
        self.early: list[tuple[Scope, int, int]] = []
        self.nowhere: dict[tuple[int, Key], list[int]] = {}
        self.borrowed: list[tuple[int, int]] = []
        self.inside: dict[int, _Bound] = {}
        self.plain: list[tuple[Scope, list[int]]] = []
        self._document = context.document
        self._index = context.document.index
        for top in _tops(context):
            unused = unused_of(top)
            if unused is None:
                _Walk(self, top).run()
            else:
                self.plain.append((top, unused))

    @cached_property
    def orders(self) -> list[Order]:
        """The scopes with nodes that take a value before it is made."""
        from .sorting import orders

        return list(orders(self))

    @cached_property
    def unused(self) -> list[list[int]]:
        """For each top the rows, there and further inside, that define what nothing uses.

        Empty for one of which bytes could not be read.
        """
        found = {top.rows[0]: rows for top, rows in self.plain if not self.is_torn(top)}
        for scope, top in self.scopes:
            if not self.is_torn(scope):
                taken = scope.table.used.keys() | self.inside.get(scope.rows[0], {}).keys()
                rows = found.setdefault(top.rows[0], [])
                for key in scope.table.defined.keys() - taken:
                    rows += scope.table.defined[key]
        return [sorted(rows) for rows in found.values()]

    @cached_property
    def _damage(self) -> list[int]:
        return sorted(self._document.damage)

    def is_torn(self, scope: Scope) -> bool:
        """Whether bytes could not be read where the names that a scope sees may be defined."""
        top = scope.top
        if not self._index.complete():
            return True
        if top is not scope and not top.contains(scope.rows[0]):
            return bool(self._damage)  # the training algorithm sees the main graph too
        spans = ((row, self._index.next[row]) for row in top.rows)
        return any(bisect_left(self._damage, a) < bisect_left(self._damage, b) for a, b in spans)

    def ends(self, row: int) -> int:
        """Return the first row at which what a row defines can be seen, in its scope."""
        if self._index.slot[row] != NODE_OUTPUT:
            return 0
        return int(self._index.next[self._index.parent[row]])


class _Walk:
    """The walk over one top and all the scopes that see its names."""

    def __init__(self, found: Resolution, top: Scope) -> None:
        self.found = found
        self.top = top
        self.slots = top.field.document.index.slot
        # Of a graph whose surroundings are not in the file nobody knows what it may name.
        self.is_closed = top.is_main or top.is_function or self.slots[top.rows[0]] in _KNOWN
        self.visible: dict[Key, list[_Seen]] = {}  # the innermost last

    def run(self) -> None:
        """Visit all scopes; on the way out of one its names are taken back."""
        ahead = [(self.top, True)]
        while ahead:
            scope, entering = ahead.pop()
            if not entering:
                for key in scope.table.defined:
                    self.visible[key].pop()
                continue
            self.found.scopes.append((scope, self.top))
            self._define(scope)
            self._use(scope)
            inner = scope.inner
            if inner:
                for key, rows in scope.table.defined.items():
                    self.visible.setdefault(key, []).append((scope, rows[0]))
                ahead.append((scope, False))
                ahead.extend((each, True) for each in reversed(inner))

    def _define(self, scope: Scope) -> None:
        for key, rows in scope.table.defined.items():
            if len(rows) > 1:
                self.found.twice.append((scope, rows))
            if key in self.visible:
                hidden = self._seen(key, rows[0])
                if hidden:
                    self.found.hiding.append((scope, rows[0], *hidden))

    def _use(self, scope: Scope) -> None:
        defined, ends = scope.table.defined, self.found.ends
        for key, rows in scope.table.used.items():
            own = defined.get(key)
            if own is None:
                self._use_outer(scope, key, rows)
            elif rows[0] < ends(own[0]):
                self._use_early(scope, key, own[0], rows)

    def _use_outer(self, scope: Scope, key: Key, rows: list[int]) -> None:
        """Sort uses of a name that the scope does not define itself."""
        near = self.visible.get(key)
        takes = [row for row in rows if self.slots[row] == NODE_INPUT]
        if not near:
            if self.is_closed:
                self.found.nowhere.setdefault((self.top.rows[0], key), []).extend(rows)
            return
        owner, value = near[-1]
        for take in takes:
            if self._seen(key, take) is None:
                self.found.early.append((owner, value, take))
        self.found.inside.setdefault(owner.rows[0], {}).setdefault(key, []).extend(rows)
        if self.slots[scope.rows[0]] in INNER:
            gives = (row for row in rows if self.slots[row] != NODE_INPUT)
            self.found.borrowed.extend((give, value) for give in gives)

    def _use_early(self, scope: Scope, key: Key, row: int, rows: list[int]) -> None:
        end = self.found.ends(row)
        for take in rows:
            if take < end and self.slots[take] == NODE_INPUT and self._seen(key, take) is None:
                self.found.early.append((scope, row, take))

    def _seen(self, key: Key, at: int) -> _Seen | None:
        """Return the innermost value of a name in outer scopes that can be seen at a row."""
        for owner, row in islice(reversed(self.visible.get(key) or []), _LEVELS):
            if self.found.ends(row) <= at or not owner.contains(at):
                return owner, row
        return None


def _tops(context: Context) -> Iterator[Scope]:
    """Yield the scopes that see no other, graphs first."""
    seen: set[int] = set()
    for message in (GRAPH, FUNCTION):
        for row in context.rows_of(message):
            scope = context.scopes.at(row)
            if scope.rows[0] not in seen and scope.outer is None:
                seen.add(scope.rows[0])
                yield scope
