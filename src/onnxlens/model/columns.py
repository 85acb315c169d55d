"""Rows of one field in a whole file, found by numpy in columns of the index.

``Index.rows_with`` sorts all rows once for every later question; to look through the columns for
one field takes a tenth of that time, and no memory that stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..tree.document import Document
from ..tree.slots import CHILD
from ..wire.kinds import LEN
from .graph import many

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_CHUNK = 1 << 16  # rows that are looked at together


def rows_of(document: Document, slot: int, wire_type: int = LEN) -> Array:
    """Return the rows of a slot that have a wire type, in file order."""
    import numpy as np

    return rows_among(document, np.arange(len(CHILD)) == slot, wire_type)


def rows_among(document: Document, slots: Array, wire_type: int = LEN) -> Array:
    """Return the rows of some slots, given as a table of all, that have a wire type."""
    import numpy as np

    index = document.index
    column, heads = np.frombuffer(index.slot, "u2"), np.frombuffer(index.head, "u1")
    found = [np.zeros(0, "u4")]
    for first in range(1, len(column), _CHUNK):
        some = slice(first, first + _CHUNK)
        held = slots[column[some]] & (heads[some] & 7 == wire_type)
        found.append(np.flatnonzero(held).astype("u4") + np.uint32(first))
    return np.concatenate(found)


def last_of(document: Document, parents: Array, slot: int, wire_type: int = LEN) -> Array:
    """Return for each of some rows that ascend the last row of a slot in it; 0 if none."""
    import numpy as np

    rows = rows_of(document, slot, wire_type)
    if not len(parents) or not len(rows):
        return np.zeros(len(parents), "i8")
    return many.each_last(document, parents, rows)


def strings(document: Document, rows: Array) -> list[bytes]:
    """Return the strings in rows that ascend but for 0, which has none; empty if over 64 KiB."""
    import numpy as np

    there = np.flatnonzero(rows)
    found = [b""] * len(rows)
    read = (key for some in many.keys(document, rows[there]) for key in some)
    for at, key in zip(there.tolist(), read, strict=True):
        found[at] = key if isinstance(key, bytes) else b""
    return found
