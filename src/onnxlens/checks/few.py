"""Rows that may be at fault, sought one by one: in a small file this takes no time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from ..tree.document import Document
from ..wire.index import FIELD_MASK
from ..wire.kinds import I32, LEN, VARINT
from .slots import ATTRIBUTES, WIDTHS

FEW = 1 << 14  # rows of a file, up to which loading numpy takes longer than looking at each


class Few:
    """The same questions as to Columns, of a file with few rows."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._index = document.index

    def varints(self, size: int, last: range, slots: frozenset[int] | None = None) -> list[int]:
        """Return VARINT rows, of some slots if given, whose value has ``size`` bytes or more and
        ends in a byte of a range.
        """
        index = self._index
        rows = range(1, len(index)) if slots is None else self._rows(slots)
        long = (r for r in rows if index.head[r] & 7 == VARINT and self._size(r) >= size)
        return [row for row in long if self._last(row) in last]

    @cached_property
    def long_heads(self) -> list[int]:
        """Rows whose tag and length take more bytes than the shortest form of them.

        Of fields 64 and above it may be that they do.
        """
        heads = self._index.head
        rows = (row for row in range(1, len(self._index)) if heads[row] & 7 <= I32)
        return [row for row in rows if heads[row] >> 3 > self._shortest(row)]

    def empty(self, slots: frozenset[int]) -> list[int]:
        """Return LEN rows of some slots, none of messages, without a payload."""
        return [row for row in self._long(slots) if not self._size(row)]

    def texts(self, slots: frozenset[int]) -> list[int]:
        """Return LEN rows of some slots with a byte above 127."""
        index, read = self._index, self._document.read
        rows = self._long(slots)
        return [row for row in rows if not read(index.payload(row), index.end(row)).isascii()]

    def bad_runs(self, slots: frozenset[int]) -> list[int]:
        """Return packed runs of some slots that do not end where an element ends."""
        return [row for row in self._long(slots) if self._is_bad(row)]

    def attributes(self) -> list[int]:
        """Return AttributeProtos, among them all but such as plainly have the one value that their
        type selects.
        """
        return self._long(ATTRIBUTES)

    def _rows(self, slots: Iterable[int]) -> list[int]:
        return sorted(row for slot in slots for row in self._index.rows_with(slot) if row)

    def _long(self, slots: Iterable[int]) -> list[int]:
        return [row for row in self._rows(slots) if self._index.head[row] & 7 == LEN]

    def _size(self, row: int) -> int:
        return self._index.end(row) - self._index.payload(row)

    def _last(self, row: int) -> int:
        end = self._index.end(row)
        return self._document.read(end - 1, end)[0]

    def _is_bad(self, row: int) -> bool:
        size, width = self._size(row), WIDTHS[self._index.slot[row]]
        return size % width > 0 if width else size > 0 and self._last(row) > 127

    def _shortest(self, row: int) -> int:
        tag = 1 if 0 < self._index.slot[row] & FIELD_MASK < 16 else 2
        if self._index.head[row] & 7 != LEN:
            return tag
        return tag + max(1, -(-self._size(row).bit_length() // 7))
