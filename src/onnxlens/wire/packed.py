"""Packed runs: the elements that stand one after another in one LEN payload."""

import re
from collections.abc import Callable, Iterator

from .kinds import MAX_VARINT

_CHUNK = 1 << 16
_CONTINUED = bytes(range(0x80, 0x100))
_TOO_LONG = re.compile(rb"[\x80-\xff]{%d}" % MAX_VARINT)
_ENDS = re.compile(rb"[\x00-\x7f]")


class Run:
    """One packed run, read in chunks of 64 KiB and only as far as is asked.

    ``read(offset, size)`` gives bytes of the file, ``start`` and ``end`` are the payload's span,
    ``width`` is 4 or 8 for fixed-size elements, 0 for varints.
    """

    __slots__ = ("_count", "_good", "_read", "end", "start", "width")

    def __init__(
        self, read: Callable[[int, int], bytes | memoryview], start: int, end: int, width: int
    ) -> None:
        self._read = read
        self.start, self.end, self.width = start, end, width
        self._good = -1
        self._count = -1

    def good_end(self) -> int:
        """Offset after the last whole element; what follows up to ``end`` cannot be decoded."""
        if self._good < 0:
            if self.width:
                self._good = self.end - (self.end - self.start) % self.width
            else:
                self._good = self._whole_varints()
        return self._good

    def __len__(self) -> int:
        """Return the number of whole elements."""
        if self._count < 0:
            self._count = self._count_to(self.good_end())
        return self._count

    def element(self, number: int) -> tuple[int, int] | None:
        """Return the span of element ``number`` (from 0), None where there are not so many."""
        if self.width:
            start = self.start + number * self.width
            return (start, start + self.width) if start < self.good_end() else None
        begin = self.start
        for offset, chunk in self._chunks(self.start, self.good_end()):
            count = _ends_in(chunk)
            if number >= count:
                number -= count
                begin = offset + len(chunk.rstrip(_CONTINUED))
                continue
            start, end = _nth(chunk, number)
            return offset + start if number else begin, offset + end
        return None

    def locate(self, offset: int) -> tuple[int, int, int] | None:
        """Return number, start and end of the element at ``offset``; None in the bad tail."""
        if not self.start <= offset < self.good_end():
            return None
        if self.width:
            number = (offset - self.start) // self.width
            start = self.start + number * self.width
            return number, start, start + self.width
        back = max(self.start, offset - MAX_VARINT)
        start = back + len(bytes(self._read(back, offset - back)).rstrip(_CONTINUED))
        ahead = bytes(self._read(offset, min(MAX_VARINT, self.end - offset)))
        match = _ENDS.search(ahead)
        end = offset + (match.end() if match else len(ahead))
        return self._count_to(start), start, end

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of the whole elements."""
        if self.width:
            for start in range(self.start, self.good_end(), self.width):
                yield start, start + self.width
            return
        begin = self.start
        for offset, chunk in self._chunks(self.start, self.good_end()):
            for match in _ENDS.finditer(chunk):
                yield begin, offset + match.end()
                begin = offset + match.end()

    def _count_to(self, stop: int) -> int:
        if self.width:
            return (stop - self.start) // self.width
        chunks = self._chunks(self.start, stop)
        return sum(_ends_in(chunk) for _, chunk in chunks)

    def _whole_varints(self) -> int:
        """Return where the first varint that is too long begins, or the last one that is cut."""
        before, begin = b"", self.start  # what an unfinished varint left in the chunk before
        for offset, chunk in self._chunks(self.start, self.end):
            match = _TOO_LONG.search(before + chunk)
            if match:
                return offset - len(before) + match.start()
            whole = (before + chunk).rstrip(_CONTINUED)
            before = (before + chunk)[len(whole) :]
            begin = offset + len(chunk) - len(before)
        return begin

    def _chunks(self, start: int, stop: int) -> Iterator[tuple[int, bytes]]:
        for offset in range(start, stop, _CHUNK):
            yield offset, bytes(self._read(offset, min(_CHUNK, stop - offset)))


def _ends_in(chunk: bytes) -> int:
    """Return how many varints end in a chunk."""
    return len(chunk.translate(None, _CONTINUED))


def _nth(chunk: bytes, number: int) -> tuple[int, int]:
    """Return the span in a chunk of the varint that ends there as number ``number``."""
    low, high = 0, len(chunk)  # it ends between them
    while high - low > 1:
        middle = (low + high) // 2
        count = _ends_in(chunk[low:middle])
        if number < count:
            high = middle
        else:
            low, number = middle, number - count
    return len(chunk[:low].rstrip(_CONTINUED)), high
