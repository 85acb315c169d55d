"""Puts many messages together by numpy that have the same rows or the same texts."""

from __future__ import annotations

from collections.abc import Iterator
from secrets import randbits
from typing import TYPE_CHECKING, Any

from ..tree import gather
from ..tree.document import Document
from ..wire.index import Index

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_CELLS = 1 << 17  # of a table that is made at once
_WORDS = 4
LONGEST = gather.WORD * _WORDS  # bytes of a text that can be compared


def by_rows(index: Index, rows: Array) -> list[Array]:
    """Put rows together that have the same slots and heads, in the rows inside them too."""
    import numpy as np

    kinds = np.frombuffer(index.slot, "u2").astype("u4") << 8 | np.frombuffer(index.head, "u1")
    sizes = np.frombuffer(index.next, "u4")[rows] - rows
    found: dict[bytes, list[Array]] = {}
    for size in np.unique(sizes).tolist():
        same, step = rows[sizes == size], max(1, _CELLS // size)
        for some in (same[at : at + step] for at in range(0, len(same), step)):
            table = kinds[some[:, None] + np.arange(size)]
            for group in equal(table):
                found.setdefault(table[group[0]].tobytes(), []).append(some[group])
    return [np.concatenate(parts) for parts in found.values()]


def equal(table: Array) -> Iterator[Array]:
    """Yield the numbers of equal lines of a table of whole numbers, ascending."""
    import numpy as np

    if not len(table):
        return
    if (table == table[0]).all():
        yield np.arange(len(table))
        return
    factors = np.array([randbits(64) | 1 for _ in range(table.shape[1])], "u8")
    hashes = (table * factors).sum(axis=1)
    order = np.argsort(hashes, kind="stable")
    steps = np.flatnonzero(np.diff(hashes[order])) + 1
    for group in np.split(order, steps):
        if (table[group] == table[group[0]]).all():
            yield group
        else:  # two kinds share a hash
            yield from _split(table, group)


def _split(table: Array, group: Array) -> Iterator[Array]:
    """Put equal lines together one by one."""
    import numpy as np

    found: dict[bytes, list[int]] = {}
    for number in group.tolist():
        found.setdefault(table[number].tobytes(), []).append(number)
    for numbers in found.values():
        yield np.array(numbers)


def texts(document: Document, starts: Array, ends: Array) -> Array:
    """Return each text between some offsets as a line of numbers: its size, then its bytes.

    Of one longer than LONGEST there are no bytes.
    """
    import numpy as np

    table = np.zeros((len(starts), 1 + _WORDS), "u8")
    table[:, 0] = ends - starts
    for number, some, words in gather.words(document, starts, ends, _WORDS):
        table[some, 1 + number] = words
    return table
