"""The flat index of a file: one row a record, in pre-order, as columns."""

import sys
from collections.abc import Iterator, Sequence

from .kinds import NOT_INDEXED

FIELD_BITS = 6
FIELD_MASK = (1 << FIELD_BITS) - 1
_MANY = 1 << 16  # rows, from which on sorting all by slot costs less than loading numpy does


class Index:
    """Columns over all records of a file; row 0 is the file itself.

    ``start`` (i64) is the offset of the tag and has one entry more than there are rows: the size
    of the file. ``next`` (u32) is the row after the subtree, ``parent`` (u32) the enclosing row,
    ``slot`` (u16) message id << 6 | field number (0 for numbers of 64 and above), ``head`` (u8)
    header bytes << 3 | wire type. Rows tile the file: row i ends at ``start[next[i]]``.
    ``damage_row`` (u32) and ``damage_reason`` (u8) list what cannot be decoded in the order in
    which the scan met it: a group that stays open comes after the damage inside it.
    """

    __slots__ = (
        "_sorted",
        "damage_reason",
        "damage_row",
        "head",
        "next",
        "parent",
        "root",
        "slot",
        "start",
    )

    def __init__(
        self,
        root: int,
        columns: tuple["memoryview", "memoryview", "memoryview", "memoryview", "memoryview"],
        damage: tuple["memoryview", "memoryview"],
    ) -> None:
        self.root = root
        self.start, self.next, self.parent, self.slot, self.head = columns
        self.damage_row, self.damage_reason = damage
        self._sorted: tuple[memoryview, memoryview] | None = None

    def __len__(self) -> int:
        return len(self.head)

    @property
    def size(self) -> int:
        """Size of the file in bytes."""
        return int(self.start[len(self.head)])

    @property
    def nbytes(self) -> int:
        """Memory of all columns in bytes."""
        columns = (self.start, self.next, self.parent, self.slot, self.head)
        return sum(c.nbytes for c in (*columns, self.damage_row, self.damage_reason))

    def end(self, row: int) -> int:
        """Offset after the last byte of a row."""
        return int(self.start[self.next[row]])

    def payload(self, row: int) -> int:
        """Offset of the first byte after tag and length."""
        return int(self.start[row]) + (self.head[row] >> 3)

    def wire_type(self, row: int) -> int:
        """Wire type of a row: 0 to 5, NOT_INDEXED or MALFORMED."""
        return int(self.head[row]) & 7

    def children(self, row: int) -> Iterator[int]:
        """Rows directly inside a row, in file order."""
        following = self.next
        after, child = following[row], row + 1
        while child < after:
            yield child
            child = following[child]

    def has_children(self, row: int) -> bool:
        """Tell whether any row lies inside a row."""
        return bool(self.next[row] > row + 1)

    def row_at(self, offset: int) -> int:
        """Return the innermost row that holds ``offset`` (0 <= offset < size)."""
        from bisect import bisect_right

        return bisect_right(self.start, offset, 0, len(self.head)) - 1

    def rows_with(self, slot: int) -> Sequence[int]:
        """Rows of a slot, in file order."""
        if len(self.head) < _MANY:
            return list(self._search(slot))
        if self._sorted is None:
            self._sorted = self._sort()
        order, ends = self._sorted
        return order[ends[slot - 1] if slot else 0 : ends[slot]]

    def _search(self, slot: int) -> Iterator[int]:
        """Yield the rows of a slot; found by a search for its bytes, not row by row."""
        column, wanted = self.slot.tobytes(), slot.to_bytes(2, sys.byteorder)
        at = column.find(wanted)
        while at >= 0:
            if at % 2 == 0:
                yield at // 2
            at = column.find(wanted, at + 1)

    def _sort(self) -> tuple["memoryview", "memoryview"]:
        """Return all rows by slot (u32), and for each slot where its rows end there (i64)."""
        import numpy as np

        slots = np.frombuffer(self.slot, "u2")
        order = np.argsort(slots, kind="stable").astype("u4")
        return order.data, np.bincount(slots, minlength=1 << 16).cumsum().data

    def complete(self) -> bool:
        """Tell whether every record that can be decoded has a row."""
        return self.wire_type(len(self.head) - 1) != NOT_INDEXED  # a rest is always the last row
