"""Bytes from many places of a document at once, by numpy; of few places reading each is faster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .document import Document

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_NEAR = 1 << 14  # bytes that are read together for single ones,
_WINDOW = 1 << 18  # and for texts
WORD = 8  # bytes


def bytes_at(document: Document, places: Array) -> Array:
    """Return the byte at each of some offsets, which ascend."""
    import numpy as np

    at, found = 0, np.zeros(len(places), "u1")
    while at < len(places):
        start = int(places[at])
        after = int(np.searchsorted(places, start + _NEAR))
        data = document.read(start, int(places[after - 1]) + 1)
        found[at:after] = np.frombuffer(data, "u1")[places[at:after] - start]
        at = after
    return found


def words(
    document: Document, starts: Array, ends: Array, count: int
) -> Iterator[tuple[int, Array, Array]]:
    """Yield the texts between some offsets (i8), none longer than ``count`` words of 8 bytes.

    Given are the number of a word, from 0, the numbers of some texts that have it, and the word of
    each as little-endian u64, filled up with zeros. Longer texts are left out.
    """
    import numpy as np

    sizes = ends - starts
    order = np.flatnonzero((sizes > 0) & (sizes <= count * WORD))
    if (np.diff(starts[order]) < 0).any():
        order = order[np.argsort(starts[order], kind="stable")]
    ascending, at = starts[order], 0
    while at < len(order):
        first = int(ascending[at])
        after = int(np.searchsorted(ascending, first + _WINDOW))
        some, at = order[at:after], after
        end = int(ends[some].max())
        data = document.read(first, end) + bytes(WORD)
        every = np.ndarray((end - first,), "<u8", data, strides=(1,))
        number = 0
        while len(some):
            begun = WORD * number
            over = WORD * np.maximum(WORD - (sizes[some] - begun), 0).astype("u8")
            mask = np.uint64(0xFFFFFFFFFFFFFFFF) >> over
            yield number, some, every[starts[some] + (begun - first)] & mask
            number += 1
            some = some[sizes[some] > begun + WORD]
