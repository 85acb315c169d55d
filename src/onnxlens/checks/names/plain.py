"""Large graphs in which every name is as it should be, told without a look at single names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...model.graph.names import MANY
from ...model.graph.scopes import Scope
from ...model.graph.tables import (
    DECLARED_ONLY,
    DEFINING,
    NODE_INPUT,
    NODE_OUTPUT,
    USING,
    VALUE_TYPE,
    members,
    name_rows,
)
from ...tree.document import Document

if TYPE_CHECKING:
    from ...model.graph.many import Array

_Names = tuple["Array", "Array"]  # hashes of names that are not empty, and the rows they belong to


def unused_of(scope: Scope) -> list[int] | None:
    """Return the rows that define what nothing uses, in a scope where no other rule about names
    finds anything: all have one definition, before their uses, and one declaration at most.

    None where this is not so or not sure: in a scope that is small, has others inside it or sees
    one. Names are compared by hashes (``many.hashes``). Two names of a graph share one by chance
    in one of 2**29 graphs of a million names; that would hide a fault only where one is at fault.
    """
    count = sum(end - start for start, end in scope.own.spans)
    if count < MANY or scope.inner or scope.outer is not None:
        return None
    import numpy as np

    document = scope.field.document
    hashes, rows = _names(scope, DEFINING)
    order = np.argsort(hashes, kind="stable")
    known, rows = hashes[order], rows[order]
    if len(known) == 0 or (known[1:] == known[:-1]).any():
        return None
    used = _uses(scope, known, _ends(document, rows))
    if used is None or not _are_declared_well(scope, known):
        return None
    unused: list[int] = np.sort(rows[~used]).tolist()
    return unused


def _names(scope: Scope, kinds: Iterable[int]) -> _Names:
    """Return the names of the rows of some slots."""
    import numpy as np

    from ...model.graph import many

    document = scope.field.document
    hashes, rows = [np.zeros(0, "i8")], [np.zeros(0, "i8")]
    for kind in kinds:
        own = scope.own.rows(kind)
        rows.append(many.array(own))
        hashes.append(many.hashes(document, many.array(name_rows(document, kind, own))))
    found = np.concatenate(hashes)
    return found[found != 0], np.concatenate(rows)[found != 0]


def _ends(document: Document, rows: Array) -> Array:
    """Return the row from which on what each row defines can be seen."""
    import numpy as np

    index = document.index
    slots, parents = np.frombuffer(index.slot, "u2"), np.frombuffer(index.parent, "u4")
    after = np.frombuffer(index.next, "u4")[parents[rows]]
    return np.where(slots[rows] == NODE_OUTPUT, after, 0)


def _uses(scope: Scope, known: Array, ends: Array) -> Array | None:
    """Return which of the names, whose hashes ascend, are used; None if others are, or too early.

    ``ends`` has for each name the row from which on it can be seen.
    """
    import numpy as np

    found = np.zeros(len(known), bool)
    for kind in USING:
        hashes, rows = _names(scope, (kind,))
        places = _places(known, hashes)
        if (known[places] != hashes).any():
            return None
        if kind == NODE_INPUT and (rows < ends[places]).any():
            return None
        found[places] = True
    return found


def _are_declared_well(scope: Scope, known: Array) -> bool:
    """Whether the entries of value_info that have a type are of different names, all known."""
    import numpy as np

    from ...model.graph import many

    document = scope.field.document
    for kind in DECLARED_ONLY:
        rows = scope.own.rows(kind)
        types = many.array(members(document, rows, VALUE_TYPE))
        hashes = many.hashes(document, many.array(name_rows(document, kind, rows)))
        hashes = np.sort(hashes[(types > 0) & (hashes != 0)])
        if (hashes[1:] == hashes[:-1]).any() or (known[_places(known, hashes)] != hashes).any():
            return False
    return True


def _places(known: Array, hashes: Array) -> Array:
    """Return where each hash stands among the known ones, if it does."""
    import numpy as np

    return np.minimum(np.searchsorted(known, hashes), len(known) - 1)
