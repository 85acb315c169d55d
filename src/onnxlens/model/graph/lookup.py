"""Names of one large scope to ask single ones of: arrays instead of dictionaries of names.

A table of 300,000 names takes 100 MB and half a second; this takes 16 bytes a name. Who goes
through all names of a scope reads its ``Table``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ...tree.document import Document
from . import many
from .names import Key, key_of
from .tables import DECLARING, DEFINING, USING, VALUE_TYPE, Own, members, name_rows

if TYPE_CHECKING:
    from .many import Array


class Names:
    """The rows of one relation by name: ``get`` gives those of a name in the order that counts."""

    __slots__ = ("_document", "_hashes", "_holders", "_rows")

    def __init__(self, document: Document, found: Iterable[tuple[Array, Array]]) -> None:
        """``found`` are pairs of rows and of the rows of their names, both ascending in a pair."""
        import numpy as np

        pairs = [(rows, names) for rows, names in found if len(rows)]
        hashes = [many.hashes(document, names) for _, names in pairs]
        every = np.concatenate(hashes) if pairs else np.zeros(0, "u8")
        order = np.argsort(every, kind="stable")
        self._document = document
        self._hashes = every[order]
        self._rows = _joined([rows for rows, _ in pairs])[order]
        self._holders = _joined([names for _, names in pairs])[order]

    def get(self, key: Key) -> list[int]:
        """Return the rows of a name; none for an empty one, which is no name."""
        import numpy as np

        if not key:
            return []
        wanted = np.uint64(many.hash_of(key))
        start = int(np.searchsorted(self._hashes, wanted))
        end = int(np.searchsorted(self._hashes, wanted, "right"))
        holders = self._holders[start:end].tolist()
        rows = self._rows[start:end].tolist()
        return [
            row
            for row, holder in zip(rows, holders, strict=True)
            if holder and key_of(self._document, holder) == key
        ]

    def __contains__(self, key: Key) -> bool:
        return bool(self.get(key))


def _joined(arrays: list[Array]) -> Array:
    import numpy as np

    return np.concatenate(arrays).astype("u4") if arrays else np.zeros(0, "u4")


class Lookup:
    """What a ``Table`` knows of a scope, for questions about single names."""

    __slots__ = ("declared", "defined", "inner", "used")

    def __init__(self, document: Document, own: Own) -> None:
        self.inner = own.inner
        self.defined = Names(document, (_named(document, own, kind) for kind in DEFINING))
        self.used = Names(document, [_merged([_named(document, own, kind) for kind in USING])])
        self.declared = Names(document, (_typed(document, own, kind) for kind in DECLARING))


def _named(document: Document, own: Own, kind: int) -> tuple[Array, Array]:
    """Return the rows of a slot in a scope, and the rows of their names."""
    rows = own.rows(kind)
    return many.array(rows), many.array(name_rows(document, kind, rows) if len(rows) else ())


def _typed(document: Document, own: Own, kind: int) -> tuple[Array, Array]:
    """Return the same of the ValueInfoProtos that have a type."""
    rows, names = _named(document, own, kind)
    types: Sequence[int] = members(document, own.rows(kind), VALUE_TYPE) if len(rows) else ()
    has_type = many.array(types) > 0
    return rows[has_type], names[has_type]


def _merged(pairs: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Return rows of several slots with their names, in file order."""
    import numpy as np

    rows = np.concatenate([rows for rows, _ in pairs])
    order = np.argsort(rows, kind="stable")
    return rows[order], np.concatenate([names for _, names in pairs])[order]
