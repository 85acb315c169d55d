"""Rows that may be what is sought, told from whole stretches of bytes instead of one by one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ..wire.kinds import NOT_INDEXED

if TYPE_CHECKING:
    import numpy as np

    from .document import Document

    _Array = np.ndarray[Any, np.dtype[Any]]

TEXT_BYTES = 1 << 20  # of a string in which text is looked for
_BLOCK = 1 << 16  # rows that are looked at together,
_WINDOW = 1 << 20  # and bytes that are read together
_LONG = 1 << 14  # bytes of a payload that is not read along where it is no text; no number has 11
_NOTHING, _ANY, _TEXT, _NUMBER = range(4)  # what is asked of a row; from _NUMBER on, which bytes

# The only characters outside ASCII whose lower-case form has an ASCII letter in it: the Kelvin
# sign and the capital I with a dot, in UTF-8.
_FOLDED = {"k": "\u212a".encode(), "i": "\u0130".encode()}
_IS_ASCII = bytes(min(byte, 0x80) for byte in range(256))

Candidates = Iterator[tuple[Sequence[int], int]]


class Needles(NamedTuple):
    """Bytes of which one is in every string that contains a text, after ``prepare``."""

    prepare: Callable[[bytes], bytes]
    needles: tuple[bytes, ...]


def needles(text: str) -> Needles:
    """Return what to look for; text without an upper-case letter fits both cases."""
    if text != text.lower():
        try:
            return Needles(bytes, (text.encode("utf-8", "surrogateescape"),))
        except UnicodeEncodeError:
            return Needles(bytes, ())  # half of a surrogate pair is in no string
    if not text.isascii():
        return Needles(lambda data: data.translate(_IS_ASCII), (b"\x80",))
    others = (folded for letter, folded in _FOLDED.items() if letter in text)
    return Needles(bytes.lower, (text.encode(), *others))


def sift(
    document: Document,
    any_: Sequence[int],
    strings: Sequence[int],
    firsts: dict[int, bytes],
    sought: Needles,
) -> Candidates:
    """Yield rows in file order among which all hits are, and the offset up to which that holds.

    Rows of the slots ``any_`` are hits anyway; of ``strings`` those in which one of the needles
    begins; and ``firsts`` has by slot the bytes with which the payload of a hit may begin. What
    was found is still to be tested. No long payload is read but of strings.
    """
    blocks = _Blocks(document, any_, strings, firsts, sought)
    rows = len(document.index)
    for first in range(1, rows, _BLOCK):
        after = min(first + _BLOCK, rows)
        yield blocks.candidates(first, after), int(document.index.start[after])


class _Blocks:
    """The columns of an index as arrays, and by slot what is asked."""

    def __init__(
        self,
        document: Document,
        any_: Sequence[int],
        strings: Sequence[int],
        firsts: dict[int, bytes],
        sought: Needles,
    ) -> None:
        import numpy as np

        self.np, self.document, self.sought = np, document, sought
        index = document.index
        self.starts, self.heads = np.frombuffer(index.start, "i8"), np.frombuffer(index.head, "u1")
        self.slots = np.frombuffer(index.slot, "u2")
        self.kinds = np.zeros(1 << 16, "u1")  # by slot
        self.kinds[list(any_)] = _ANY
        self.kinds[list(strings)] = _TEXT
        sets = sorted(set(firsts.values()))
        self.begins = np.zeros((_NUMBER + len(sets), 256), bool)  # by kind and first byte
        for kind, bytes_ in enumerate(sets, _NUMBER):
            self.begins[kind, list(bytes_)] = True
        for slot, bytes_ in firsts.items():
            self.kinds[slot] = _NUMBER + sets.index(bytes_)

    def candidates(self, first: int, after: int) -> list[int]:
        """Return the rows among ``first`` to ``after`` that may be hits."""
        np = self.np
        kinds = self.kinds[self.slots[first:after]]
        kinds[self.heads[first:after] & 7 >= NOT_INDEXED] = _NOTHING
        found = [np.flatnonzero(kinds == _ANY) + first]
        read = np.flatnonzero(kinds >= _TEXT)
        if len(read):
            first, kinds = first + int(read[0]), kinds[int(read[0]) : int(read[-1]) + 1]
            for row, stop, end in self._stretches(first, kinds):
                inside = kinds[row - first : stop - first]
                if inside.max() >= _TEXT:
                    data = self.document.read(int(self.starts[row]), end)
                    found.append(self._numbers(row, inside, data))
                    found.append(np.array(list(self._texts(row, stop, data)), "i8"))
        rows: list[int] = np.unique(np.concatenate(found)).tolist()
        return rows

    def _stretches(self, first: int, kinds: _Array) -> Iterator[tuple[int, int, int]]:
        """Yield first row, row after the last and end of bytes without a long payload in them."""
        np, starts, after = self.np, self.starts, first + len(kinds)
        payloads = starts[first:after] + (self.heads[first:after] >> 3)
        most = np.where(kinds == _TEXT, TEXT_BYTES, _LONG)
        long = np.flatnonzero(starts[first + 1 : after + 1] - payloads > most)
        ends = dict(zip((long + first).tolist(), payloads[long].tolist(), strict=True))
        row = first
        for last in [*ends, after - 1]:
            while row <= last:
                stop = row + int(np.searchsorted(starts[row : last + 1], starts[row] + _WINDOW))
                end = int(starts[stop])
                if stop > last and last in ends:
                    end = ends[last] + (TEXT_BYTES if kinds[last - first] == _TEXT else 0)
                yield row, stop, end
                row = stop

    def _numbers(self, first: int, kinds: _Array, data: bytes) -> _Array:
        """Return the rows whose payload begins with a byte that a hit's may begin with."""
        np = self.np
        rows = np.flatnonzero(kinds >= _NUMBER)
        places = self.starts[rows + first] + (self.heads[rows + first] >> 3) - self.starts[first]
        bytes_ = np.frombuffer(data, "u1")[np.minimum(places, len(data) - 1)]
        found: _Array = rows[self.begins[kinds[rows], bytes_]] + first
        return found

    def _texts(self, first: int, after: int, data: bytes) -> Iterator[int]:
        """Yield the rows in whose bytes a needle begins, those of each needle in order."""
        starts, base = self.document.index.start, int(self.starts[first])
        prepared = self.sought.prepare(data)
        for needle in self.sought.needles:
            at = prepared.find(needle)
            while 0 <= at < len(prepared):  # the needle of an empty text is found at the end too
                row = bisect_right(starts, base + at, first, after) - 1
                yield row
                at = prepared.find(needle, starts[row + 1] - base)
