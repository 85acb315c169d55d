"""The compiled scanner: the kernel of _scan.c with the buffers that it fills."""

import struct
from typing import Literal

from . import _scan
from .index import Index
from .status import DONE, FULL, NEED_BYTES

_FRAME = 24  # bytes of a scan_frame
_FRAME_HEAD = struct.Struct("=qII")  # its end, row and message id
_FIRST_ROWS = 1 << 12
_STEP_ROWS = 1 << 23  # most rows that are added at a time on a guess
_WIDTHS = (8, 4, 4, 2, 1)
_FORMATS: tuple[Literal["q", "I", "H", "B"], ...] = ("q", "I", "I", "H", "B")
_NEED_STACK = 3


class Scanner:
    """The same as ``scan.Scanner``, column for column, some forty times faster."""

    def __init__(self, size: int, root: int, child: memoryview, budget: int) -> None:
        self.size, self.root, self.child, self.budget = size, root, child, budget
        self._state_bytes = bytearray(40)
        self._state = memoryview(self._state_bytes).cast("q")
        self._columns = [bytearray() for _ in _WIDTHS]
        self._damage = [bytearray(4 * 64), bytearray(64)]
        self._stack = bytearray(_FRAME * 64)
        self._room = 0
        self._grow(min(_FIRST_ROWS, budget))
        self._first_row()

    def _first_row(self) -> None:
        for column, kind, value in zip(self._columns, _FORMATS, (0, 1, 0, 0, 2), strict=True):
            memoryview(column).cast(kind)[0] = value
        _FRAME_HEAD.pack_into(self._stack, 0, self.size, 0, self.root)
        # position, rows, depth, damages, size
        struct.pack_into("=5q", self._state_bytes, 0, 0, 1, 1, 0, self.size)

    @property
    def position(self) -> int:
        """Offset where the next record begins."""
        return self._state[0]

    def feed(self, window: bytes | memoryview, base: int) -> int:
        """Read records from a window; see ``scan.Scanner.feed``."""
        buffers: tuple[bytearray | memoryview, ...]
        buffers = (*self._columns, self._stack, *self._damage, self.child)
        while True:
            status = _scan.scan(self._state_bytes, window, base, *buffers)
            if status in (DONE, NEED_BYTES):
                return status
            if status == FULL:
                if self._room >= self.budget:
                    return FULL
                self._grow(self._wanted())
            elif status == _NEED_STACK:
                self._stack += bytes(len(self._stack))
            else:
                for buffer in self._damage:
                    buffer += bytes(len(buffer))

    def _wanted(self) -> int:
        """Return the rows to make room for: what the file needs if it goes on as it began."""
        rows, position = self._state[1], max(self.position, 1)
        likely = rows * self.size // position * 5 // 4  # room that is not used costs no memory
        return min(self.budget, max(2 * self._room, min(likely, self._room + _STEP_ROWS)))

    def _grow(self, room: int) -> None:
        for i, width in enumerate(_WIDTHS):
            _scan.resize(self._columns[i], width * (room + (i == 0)))  # "start" has one more
        self._room = room

    def frames(self) -> list[tuple[int, int, int]]:
        """End, row and message id of each message or group that is open, the outermost first."""
        offsets = range(0, self._state[2] * _FRAME, _FRAME)
        return [_FRAME_HEAD.unpack_from(self._stack, offset) for offset in offsets]

    def add_rest(self, start: int, parent: int, message: int) -> None:
        """Add a not-indexed row; see ``scan.Scanner.add_rest``."""
        row = self._state[1]
        if row >= self._room:
            self._grow(self._room + 64)
        for column, kind, value in zip(
            self._columns, _FORMATS, (start, row + 1, parent, message << 6, 6), strict=True
        ):
            memoryview(column).cast(kind)[row] = value
        self._state[1] = row + 1

    def close(self, row: int) -> None:
        """End a row's subtree after the last row so far."""
        memoryview(self._columns[1]).cast("I")[row] = self._state[1]

    def index(self) -> Index:
        """Return the columns, cut to their rows."""
        rows, damages = self._state[1], self._state[3]
        memoryview(self._columns[0]).cast("q")[rows] = self.size
        for i, width in enumerate(_WIDTHS):
            del self._columns[i][width * (rows + (i == 0)) :]
        del self._damage[0][4 * damages :], self._damage[1][damages:]
        starts, nexts, parents, slots, heads = (
            memoryview(c).cast(kind) for c, kind in zip(self._columns, _FORMATS, strict=True)
        )
        damage = (memoryview(self._damage[0]).cast("I"), memoryview(self._damage[1]))
        return Index(self.root, (starts, nexts, parents, slots, heads), damage)
