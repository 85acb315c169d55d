"""Rows that may be at fault, sought in whole columns: in a large file this saves seconds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .. import schema
from ..tree.document import Document
from ..tree.gather import bytes_at
from ..wire.index import FIELD_BITS, FIELD_MASK
from ..wire.kinds import I32, LEN, VARINT
from .slots import ATTRIBUTES, VALUES, WIDTHS

if TYPE_CHECKING:
    import numpy as np

    _Array = np.ndarray[Any, np.dtype[Any]]

_WINDOW = 1 << 22  # bytes that are read together
_LONG = 1 << 12  # bytes of a payload that is skipped where it is no text
_ATTRIBUTE = schema.message("AttributeProto")
_TYPE, _REFERENCE = (_ATTRIBUTE.by_name[name].number for name in ("type", "ref_attr_name"))


class Columns:
    """The index of a document as arrays. All questions give rows in file order, never the root's.

    Nothing of long payloads is read, but of texts where they are asked for.
    """

    def __init__(self, document: Document) -> None:
        import numpy as np

        index = document.index
        self._document, self._index, self._np = document, index, np
        self._starts = np.frombuffer(index.start, "i8")
        self._nexts = np.frombuffer(index.next, "u4")
        self._slots = np.frombuffer(index.slot, "u2")
        self._heads = np.frombuffer(index.head, "u1")
        self._types = self._heads & 7
        # bytes of each payload; 0 where there are rows inside it
        self._sizes = self._starts[1:] - self._starts[:-1] - (self._heads >> 3)

    def varints(self, size: int, last: range, slots: frozenset[int] | None = None) -> list[int]:
        """Return VARINT rows, of some slots if given, whose value has ``size`` bytes or more and
        ends in a byte of a range.
        """
        if slots is None:
            rows = self._rows((self._types == VARINT) & (self._sizes >= size))
        else:
            rows = self._of(slots)
            rows = rows[(self._types[rows] == VARINT) & (self._sizes[rows] >= size)]
        ends = bytes_at(self._document, self._starts[rows + 1] - 1)
        return _list(rows[(ends >= last.start) & (ends < last.stop)])

    @cached_property
    def long_heads(self) -> list[int]:
        """Rows whose tag and length take more bytes than the shortest form of them.

        Of fields 64 and above it may be that they do.
        """
        tags = 1 + (self._slots - 1 & FIELD_MASK > 14).astype("u1")
        rows = self._rows((self._heads >> 3 > tags + (self._types == LEN)) & (self._types <= I32))
        is_len, heads = self._types[rows] == LEN, self._heads[rows] >> 3
        sizes = self._starts[self._nexts[rows]] - self._starts[rows] - heads
        lengths = 1 + sum((sizes >> bits > 0).astype("u1") for bits in range(7, 63, 7))
        return _list(rows[heads > tags[rows] + lengths * is_len])

    def empty(self, slots: frozenset[int]) -> list[int]:
        """Return LEN rows of some slots, none of messages, without a payload."""
        return _list(self._rows((self._types == LEN) & (self._sizes == 0) & self._are(slots)))

    def texts(self, slots: frozenset[int]) -> list[int]:
        """Return LEN rows of some slots with a byte above 127."""
        np, found = self._np, []
        wanted = self._are(slots) & (self._types == LEN)
        for start, data in self._windows(wanted):
            places = start + np.flatnonzero(np.frombuffer(data, "u1") > 127)
            rows = np.searchsorted(self._starts, places, "right") - 1
            inside = wanted[rows] & (places >= self._starts[rows] + (self._heads[rows] >> 3))
            found.append(rows[inside])
        return _list(np.unique(np.concatenate(found))) if found else []

    def bad_runs(self, slots: frozenset[int]) -> list[int]:
        """Return packed runs of some slots that do not end where an element ends."""
        np, widths = self._np, self._np.zeros(1 << 16, "i8")
        widths[list(WIDTHS)] = list(WIDTHS.values())
        rows = self._rows((self._types == LEN) & (self._sizes > 0) & self._are(slots))
        width = widths[self._slots[rows]]
        open_ = bytes_at(self._document, self._starts[rows + 1] - 1) > 127
        return _list(rows[np.where(width, self._sizes[rows] % np.maximum(width, 1) > 0, open_)])

    def attributes(self) -> list[int]:
        """Return AttributeProtos, among them all but such as plainly have the one value that their
        type selects.
        """
        np, parents = self._np, self._np.frombuffer(self._index.parent, "u4")
        odd, implied, stated = (np.zeros(len(self._slots), "u1") for _ in range(3))
        inside = self._rows(self._slots >> FIELD_BITS == _ATTRIBUTE.id)
        around, types = parents[inside], self._types[inside]
        numbers = self._slots[inside] & FIELD_MASK
        kinds = np.array(_KINDS, "u1")[numbers << 3 | types]
        implied[around[kinds > 0]] = kinds[kinds > 0]
        is_other = (kinds > 0) & (implied[around] != kinds)
        is_run = (types == LEN) & np.isin(self._slots[inside], list(WIDTHS))
        is_empty = is_run & (self._sizes[inside] == 0)
        odd[around[is_other | is_empty | (numbers == _REFERENCE)]] = 1
        said = (numbers == _TYPE) & (types == VARINT)
        places = self._starts[inside[said]] + (self._heads[inside[said]] >> 3)
        stated[around[said]] = bytes_at(self._document, places)
        mask = (odd > 0) | (implied != stated) | (implied == 0)
        return _list(self._rows(mask & (self._types == LEN) & self._are(ATTRIBUTES)))

    def _rows(self, mask: _Array) -> _Array:
        """Return the rows of a mask, but not that of the file."""
        rows: _Array = mask.nonzero()[0]
        return rows[rows > 0]

    def _of(self, slots: frozenset[int]) -> _Array:
        """Return the rows of some slots."""
        rows = [self._np.asarray(self._index.rows_with(slot), "i8") for slot in slots]
        return self._np.sort(self._np.concatenate(rows), kind="stable")

    def _are(self, slots: frozenset[int]) -> _Array:
        """Return of each row whether it is of one of some slots."""
        table = self._np.zeros(1 << 16, bool)
        table[list(slots)] = True
        found: _Array = table[self._slots]
        return found

    def _windows(self, texts: _Array) -> Iterator[tuple[int, bytes]]:
        """Yield offset and bytes of all that is not the long payload of a row without text."""
        skipped = self._rows((self._sizes > _LONG) & ~texts)
        ends, at = [*_list(self._starts[skipped]), self._document.size], 0
        for end, after in zip(ends, [*_list(self._starts[skipped + 1]), 0], strict=True):
            for start in range(at, end, _WINDOW):
                yield start, self._document.read(start, min(start + _WINDOW, end))
            at = after


def _list(rows: _Array) -> list[int]:
    found: list[int] = rows.tolist()
    return found


def _kind(number: int, wire_type: int) -> int:
    """Return the number of the AttributeType that a record implies; 0 where it is no value."""
    spec = _ATTRIBUTE.by_number.get(number)
    if spec is None or spec.name not in VALUES or not spec.fits(wire_type):
        return 0
    return schema.enum("AttributeProto.AttributeType").number_of(VALUES[spec.name]) or 0


_KINDS = [_kind(slot >> 3, slot & 7) for slot in range(1 << FIELD_BITS << 3)]
