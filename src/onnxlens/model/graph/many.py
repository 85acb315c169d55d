"""The names of many rows at once, by numpy; of a few rows it takes longer to load that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from secrets import randbits
from typing import TYPE_CHECKING, Any

from ...tree import gather
from ...tree.document import Document
from .names import LIMIT, Key, key_of

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_WORDS = 16  # of a string whose number is made of its words
_MASK = (1 << 64) - 1
_KEYS = [randbits(64) | 1 for _ in range(1 + 2 * _WORDS)]


def array(rows: Sequence[int]) -> Array:
    """Return rows as an array."""
    import numpy as np

    return np.asarray(rows, "i8")


def keys(document: Document, rows: Array) -> Iterator[list[Key]]:
    """Yield the keys of the strings in rows that ascend, some at a time; row 0 has an empty one.

    What stands within 64 KiB is read together.
    """
    import numpy as np

    begins, ends = _spans(document, rows)
    at = 0
    while at < len(rows):
        first = int(begins[at])
        after = int(np.searchsorted(ends, first + LIMIT, "right"))
        if after == at:
            yield [key_of(document, int(rows[at]))]
            at += 1
            continue
        data = document.read(first, int(ends[after - 1]))
        pairs = zip(
            (begins[at:after] - first).tolist(), (ends[at:after] - first).tolist(), strict=True
        )
        yield [data[a:b] for a, b in pairs]
        at = after


def hashes(document: Document, rows: Array) -> Array:
    """Return a number of 64 bits for the string in each of some rows that ascend; 0 for none.

    Equal strings have equal numbers. That two others share one is a matter of chance, with keys
    that are drawn anew in each process, so even who makes the file cannot choose two that do: for
    any two the odds are below 1 in 2**32, and for names as they are in models about 1 in 2**60.
    """
    import numpy as np

    starts, ends = _spans(document, rows)
    sizes = ends - starts
    found = sizes.astype("u8") * np.uint64(_KEYS[0])
    for number, some, words in gather.words(document, starts, ends, _WORDS):
        low, high = (np.uint64(key) for key in _KEYS[2 * number + 1 : 2 * number + 3])
        found[some] += (words & np.uint64(0xFFFFFFFF)) * low + (words >> np.uint64(32)) * high
    for number in np.flatnonzero(sizes > gather.WORD * _WORDS).tolist():
        found[number] = hash(key_of(document, int(rows[number]))) & _MASK
    return found


def hash_of(key: Key) -> int:
    """Return the number that ``hashes`` gives to a string of this key."""
    if not isinstance(key, bytes) or len(key) > gather.WORD * _WORDS:
        return hash(key) & _MASK
    found = len(key) * _KEYS[0]
    for number, at in enumerate(range(0, len(key), gather.WORD)):
        word = int.from_bytes(key[at : at + gather.WORD], "little")
        found += (word & 0xFFFFFFFF) * _KEYS[2 * number + 1] + (word >> 32) * _KEYS[2 * number + 2]
    return found & _MASK


def _spans(document: Document, rows: Array) -> tuple[Array, Array]:
    """Return where the string in each of some rows starts and ends; row 0 has an empty one."""
    import numpy as np

    starts = np.frombuffer(document.index.start, "i8")
    heads = np.frombuffer(document.index.head, "u1") >> 3
    # a string is a row without others inside it, so it ends at the next one
    ends = np.maximum.accumulate(np.where(rows > 0, starts[rows + 1], 0))
    return np.where(rows > 0, starts[rows] + heads[rows], ends), ends


def each_last(document: Document, parents: Array, records: Array) -> Array:
    """Return for each of some parents that ascend the last of some records in it; 0 if none."""
    import numpy as np

    owners = np.frombuffer(document.index.parent, "u4")[records]
    places = np.minimum(np.searchsorted(parents, owners), len(parents) - 1)
    found = np.zeros(len(parents), "i8")
    is_inside = parents[places] == owners
    found[places[is_inside]] = records[is_inside]  # of those with one parent the last one stays
    return found
