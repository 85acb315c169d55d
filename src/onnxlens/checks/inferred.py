"""What shape inference found out about the values of a model, beside what it declares."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from ..model.graph.names import slot
from ..model.graph.scopes import Scope, Scopes
from ..tree.document import Document

_GRAPHS = slot("AttributeProto", "graphs")


class Inferred:
    """The types that were inferred, or why there are none.

    ``types`` is an AttributeProto: its ``graphs`` stand for those of the model, an outer one before
    those inside it, and their ``value_info`` has the types. It is None where inference failed;
    ``problem`` then says how, a sentence without a full stop.
    """

    __slots__ = ("problem", "types")

    def __init__(self, types: Document | None, problem: str = "") -> None:
        self.types = types
        self.problem = problem

    def pairs(self, scopes: Scopes) -> Iterator[tuple[Scope, Scope]]:
        """Yield each graph of a model with the one that has the types of its values.

        Where inference saw other graphs than there are, nothing but the main one is told apart.
        """
        if self.types is None or scopes.main is None:
            return
        own, found = _graphs(scopes), Scopes(self.types)
        rows = list(found.columns.rows(_GRAPHS))
        for scope, row in islice(
            zip(own, rows, strict=False), None if len(own) == len(rows) else 1
        ):
            yield scope, found.at(row)


def _graphs(scopes: Scopes) -> list[Scope]:
    """Return the main graph, then the graphs in attributes of its nodes, level by level."""
    level, found = [scopes.main] if scopes.main else [], list[Scope]()
    while level:
        found += level
        rows = chain.from_iterable(scope.table.inner for scope in level)
        level = list(dict.fromkeys(map(scopes.at, rows)))
    return found
