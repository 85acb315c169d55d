"""Which kind of bytes stands where in a file: sorted spans, counted over any range at once.

The kinds and their rule are those of ``census``; here numpy applies it to whole columns of the
index. No byte of the file is read, so 5 GB cost what their records cost.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..span import Span
from ..tree.document import Document
from .census import KIND_OF, KINDS, PAYLOADS, STRUCTURE, WEIGHTS, WIRE_BITS

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_CHUNK = 1 << 16  # rows that are looked at together, so that little memory is needed beside them
_SHOWN = 40  # characters of what is no kind
_SHORT = 1 << 32  # bytes of a file in which 32 bits hold every count


class FileMap:
    """The spans of each kind in one file; they are disjoint, and the gaps are structure.

    Kept are for each span its row and the bytes of its kind before it: 8 bytes, or 12 in a file of
    4 GiB and more. It does not keep the document, so that it can be kept beside it.
    """

    def __init__(self, document: Document) -> None:
        import numpy as np

        index = document.index
        self.size = document.size
        self._starts = np.frombuffer(index.start, "i8")
        self._nexts = np.frombuffer(index.next, "u4")
        self._parents = np.frombuffer(index.parent, "u4")
        self._heads = np.frombuffer(index.head, "u1")
        self._width = "u4" if self.size < _SHORT else "i8"
        rows, before = self._sorted(np.frombuffer(index.slot, "u2"))
        self._rows = [np.frombuffer(column, "u4") for column in rows]
        self._before = [np.frombuffer(column, self._width) for column in before]

    # -- finding the spans -------------------------------------------------------------------

    def _sorted(self, slots: Array) -> tuple[list[bytearray], list[bytearray]]:
        """Return by kind the rows of its spans, and how many bytes of it are before each.

        The second has one entry more: all bytes of the kind.
        """
        import numpy as np

        kinds, table = range(STRUCTURE), np.frombuffer(KIND_OF, "u1")
        rows, before = [bytearray() for _ in kinds], [bytearray() for _ in kinds]
        totals = [0 for _ in kinds]
        reach = 1
        for first in range(1, len(slots), _CHUNK):
            some = slice(first, first + _CHUNK)
            codes = slots[some].astype("u4") << WIRE_BITS | self._heads[some] & 7
            found, reach = self._outermost(table[codes], first, reach)
            for kind, mine, sizes in self._by_kind(found, table, slots):
                rows[kind] += mine.data
                ends = totals[kind] + np.cumsum(sizes)
                before[kind] += (ends - sizes).astype(self._width).data
                totals[kind] = int(ends[-1])
        for kind in kinds:
            before[kind] += np.array([totals[kind]], self._width).data
        return rows, before

    def _outermost(self, kinds: Array, first: int, reach: int) -> tuple[Array, int]:
        """Return the rows from ``first`` on whose kind is decided, none inside another one, and
        the row up to which they reach. Rows before ``reach`` are inside one of an earlier chunk.
        """
        import numpy as np

        found = np.flatnonzero(kinds != STRUCTURE).astype("u4") + np.uint32(first)
        if not len(found):
            return found, reach
        reaches = np.maximum.accumulate(np.append(np.uint32(reach), self._nexts[found]))
        return found[found >= reaches[:-1]], int(reaches[-1])

    def _by_kind(self, rows: Array, table: Array, slots: Array) -> list[tuple[int, Array, Array]]:
        """Return kind, rows and sizes of the spans among some rows; empty ones are left out."""
        kinds = table[slots[rows].astype("u4") << WIRE_BITS | self._heads[rows] & 7]
        found = []
        for kind in range(STRUCTURE):
            mine = rows[kinds == kind]
            sizes = self._starts[self._nexts[mine]] - self._begins(kind, mine)
            if sizes.any():
                found.append((kind, mine[sizes > 0], sizes[sizes > 0]))
        return found

    def _begins(self, kind: int, rows: Array) -> Array:
        """Return where the spans of some rows begin."""
        starts: Array = self._starts[rows]
        return starts + (self._heads[rows] >> 3) if kind in PAYLOADS else starts

    # -- counting ----------------------------------------------------------------------------

    def totals(self) -> dict[str, int]:
        """Return the bytes of each kind in the whole file, as ``census.byte_kinds`` does."""
        known = [int(before[-1]) for before in self._before]
        return dict(zip(KINDS, [*known, self.size - sum(known)], strict=True))

    def buckets(self, start: int, end: int, count: int) -> dict[str, Array]:
        """Return by kind how many bytes of it are in each of ``count`` equal parts of a range.

        Where they cannot be equal, they differ by one byte.
        """
        import numpy as np

        edges = np.array([start + (end - start) * at // count for at in range(count + 1)], "i8")
        return {kind: np.diff(ranks) for kind, ranks in zip(KINDS, self._all(edges), strict=True)}

    def _all(self, offsets: Array) -> list[Array]:
        """Return by kind how many bytes of it are before each of some offsets."""
        import numpy as np

        rows = np.searchsorted(self._starts[:-1], offsets, "right").astype("u4") - np.uint32(1)
        known = [self._ranks(kind, rows, offsets) for kind in range(STRUCTURE)]
        return [*known, offsets - sum(known)]

    def _ranks(self, kind: int, rows: Array, offsets: Array) -> Array:
        """Return how many bytes of a kind are before some offsets, which are in ``rows``."""
        import numpy as np

        own, before = self._rows[kind], self._before[kind]
        if not len(own):
            return np.zeros(len(offsets), "i8")
        at = np.searchsorted(own, rows, "right")  # the span before is the last that has begun
        last = np.maximum(at, 1) - 1
        earlier = before[last].astype("i8")
        into = np.clip(offsets - self._begins(kind, own[last]), 0, before[last + 1] - earlier)
        return np.where(at > 0, earlier + into, 0)

    # -- spans -------------------------------------------------------------------------------

    def step(self, kind: str, offset: int, back: bool = False) -> Span | None:
        """Return the first span of a kind that begins after ``offset``; with ``back`` the last
        that begins before it. None at the end; -1 is before all of a file.

        Spans side by side are one. Raises ValueError for a kind that is none of KINDS.
        """
        if kind not in KINDS:
            raise ValueError(f"{kind[:_SHOWN]}: no kind of bytes; they are {', '.join(KINDS)}")
        rank = self._rank(KINDS.index(kind))
        at = min(max(offset, 0), self.size)
        if back:
            end = bisect_left(range(at), rank(at), key=rank)
            return self._run(rank, end - 1) if rank(at) else None
        begin = self._end(rank, at) if offset >= 0 else 0
        begin += bisect_right(range(begin + 1, self.size + 1), rank(begin), key=rank)
        return self._run(rank, begin) if begin < self.size else None

    def _rank(self, kind: int) -> Callable[[int], int]:
        import numpy as np

        return lambda offset: int(self._all(np.array([offset], "i8"))[kind][0])

    def _run(self, rank: Callable[[int], int], offset: int) -> Span:
        """Return the longest span around a byte that has bytes of its kind only."""

        def others(at: int) -> int:
            return at - rank(at)

        begin = bisect_left(range(offset), others(offset), key=others)
        return Span(begin, self._end(rank, offset))

    def _end(self, rank: Callable[[int], int], offset: int) -> int:
        """Return where the bytes of a kind end that follow an offset without a gap."""
        others = offset - rank(offset)
        after = range(offset + 1, self.size + 1)
        return offset + bisect_right(after, others, key=lambda at: at - rank(at))

    def weights(self) -> tuple[Array, Array]:
        """Return the rows of tensors that have data in the file, and the bytes of it."""
        import numpy as np

        rows, before = self._rows[WEIGHTS], self._before[WEIGHTS]
        owners = self._parents[rows]
        firsts = np.flatnonzero(np.append(True, owners[1:] != owners[:-1])[: len(owners)])
        sums = np.diff(np.append(before[firsts], before[-1]).astype("i8"))
        return owners[firsts], sums
