"""Which nodes of a scope take values too early, and whether the nodes can be sorted at all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from ...model.graph.scopes import Scope
from ...model.graph.tables import NODE_INPUT, NODE_OUTPUT
from .cycles import groups, shortest
from .resolution import Resolution
from .words import nodes_of

Early = tuple[int, int]  # the row of a node's output, and that of a node input that takes it


class Order:
    """The nodes of one scope in which some value is taken before it is made.

    ``nodes`` are their rows. A node takes what its subgraphs take. ``cycles``: the numbers of nodes
    that need each other, each set with a way around, from a node to the one that it takes a value
    from before that is made, and with that use. ``unsorted``: the uses that no cycle explains, one
    for a node and value.
    """

    def __init__(self, names: Resolution, scope: Scope, early: list[Early]) -> None:
        self.scope = scope
        self.nodes = nodes_of(scope)
        self._index = scope.field.document.index
        after = self._after(names)
        sets = groups(after)
        group_of = {node: number for number, found in enumerate(sets) for node in found}
        self.cycles: dict[int, tuple[list[int], Early]] = {}
        self.unsorted: dict[Early, Early] = {}
        for made, taken in early:
            maker, taker = self.number(made), self.number(taken)
            group = group_of.get(maker)
            if group is None or group != group_of.get(taker):
                self.unsorted.setdefault((taker, made), (made, taken))
            elif group not in self.cycles:
                self.cycles[group] = shortest(after, taker, maker, sets[group]), (made, taken)

    def number(self, row: int) -> int:
        """Return which of the nodes a row is in; -1 for none."""
        at = bisect_right(self.nodes, row) - 1
        return at if at >= 0 and row < self._index.next[self.nodes[at]] else -1

    def _after(self, names: Resolution) -> list[list[int]]:
        """Return for each node those that take a value of it."""
        after: list[list[int]] = [[] for _ in self.nodes]
        slots, defined = self._index.slot, self.scope.table.defined
        for uses in (self.scope.table.used, names.inside.get(self.scope.rows[0], {})):
            for key, rows in uses.items():
                made = defined.get(key, (0,))[0]
                maker = self.number(made) if slots[made] == NODE_OUTPUT else -1
                if maker >= 0:
                    takers = (self.number(row) for row in rows if slots[row] == NODE_INPUT)
                    after[maker] += (taker for taker in takers if taker >= 0)
        return after


def orders(names: Resolution) -> Iterator[Order]:
    """Yield the scopes whose nodes are not in order."""
    by_scope: dict[int, tuple[Scope, list[Early]]] = {}
    for scope, made, taken in sorted(names.early, key=lambda each: each[2]):
        by_scope.setdefault(scope.rows[0], (scope, []))[1].append((made, taken))
    for scope, early in by_scope.values():
        yield Order(names, scope, early)
