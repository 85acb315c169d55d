"""The bytes of a file in hexadecimal, with a mark before each byte where a record starts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from ..tree.document import Document
from ..wire.kinds import LEN, LONGEST_HEAD
from .page import Page

_BLOCK = 1 << 16  # bytes read at a time; a multiple of every row
_HALF = 8  # bytes before the gap in a row
_MARK = "|"
_STYLES = ("payload", "tag", "length")  # by number, as _Block keeps them
_TAG, _LENGTH = 1, 2
_SHOWN = bytes(c if 0x20 <= c < 0x7F else ord(".") for c in range(256))  # as ASCII shows it


class _Layout(NamedTuple):
    """``row`` bytes a row, and whether they are shown as ASCII too."""

    row: int
    ascii: bool


_LAYOUTS = (_Layout(16, True), _Layout(8, True), _Layout(8, False), _Layout(4, False))


class _Block(NamedTuple):
    """Bytes from offset ``start`` on, where records start, and the part that each byte is of."""

    start: int
    data: bytes
    marks: frozenset[int]
    parts: bytes | None


def hex_dump(page: Page, document: Document, span: tuple[int, int]) -> Iterator[str]:
    """Yield the rows that hold the bytes of ``span``, aligned at multiples of 16.

    Reads a block at a time and looks records up in the index, so that the size of the file does
    not matter.
    """
    start, end = max(span[0], 0), min(span[1], document.size)
    layout = _layout(page, document.size)
    while start < end:
        stop = min(end, start - start % _BLOCK + _BLOCK)
        yield from _rows(page, document, _block(document, start, stop, page.colour), layout)
        start = stop


def _layout(page: Page, size: int) -> _Layout:
    if not page.cut:
        return _LAYOUTS[0]
    room = page.width - page.offset_width(size) - 1
    return next((each for each in _LAYOUTS if _cells(each) <= room), _LAYOUTS[-1])


def _cells(layout: _Layout) -> int:
    """Cells of a row after its offset and the space that follows."""
    gap = 1 if layout.row > _HALF else 0
    return 3 * layout.row + gap + (2 + layout.row if layout.ascii else 0)


def _block(document: Document, start: int, end: int, colour: bool) -> _Block:
    """Read a block; a header that began before it may reach into it."""
    index = document.index
    before = max(0, start - LONGEST_HEAD)
    low = bisect_left(index.start, before, 1, len(index))
    high = bisect_left(index.start, end, low, len(index))
    data = document.read(before, end)
    marks = frozenset(at for at in index.start[low:high].tolist() if at >= start)
    parts = _parts(document, range(low, high), data, before) if colour else None
    skipped = start - before
    return _Block(start, data[skipped:], marks, parts[skipped:] if parts else None)


def _parts(document: Document, rows: range, data: bytes, base: int) -> bytes:
    """Return for each byte of ``data``, which begins at ``base``, the part that it is of."""
    index, parts = document.index, bytearray(len(data))
    for row in rows:
        at = index.start[row] - base
        header = min(index.head[row] >> 3, len(data) - at)
        tag = header
        if index.wire_type(row) == LEN:
            ends = (i + 1 for i in range(header) if data[at + i] < 0x80)
            tag = next(ends, header)
        parts[at : at + header] = bytes([_TAG]) * tag + bytes([_LENGTH]) * (header - tag)
    return bytes(parts)


def _rows(page: Page, document: Document, block: _Block, layout: _Layout) -> Iterator[str]:
    count, end = layout.row, block.start + len(block.data)
    for row in range(block.start - block.start % count, end, count):
        first, last = max(row, block.start), min(row + count, end)
        cells = [_cell(page, block, at) for at in range(first, last)]
        line = ["   "] * (first - row) + cells + ["   "] * (row + count - last)
        if count > _HALF:
            line.insert(_HALF, " ")
        text = page.paint("offset", page.offset(row, document.size)) + " " + "".join(line)
        if layout.ascii:
            data = block.data[first - block.start : last - block.start]
            text += "  " + " " * (first - row) + data.translate(_SHOWN).decode("ascii")
        yield text.rstrip()


def _cell(page: Page, block: _Block, offset: int) -> str:
    at = offset - block.start
    text = f"{block.data[at]:02X}"
    if block.parts is not None:
        text = page.paint(_STYLES[block.parts[at]], text)
    return (_MARK if offset in block.marks else " ") + text
