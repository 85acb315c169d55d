"""The driver: windows of a source through a scanner, until the index is full."""

from collections.abc import Callable
from typing import Protocol

from ..errors import SourceError
from ..source import Source
from .backend import Scanner
from .index import Index
from .status import DONE, NEED_BYTES

BUDGET = 32_000_000  # rows, 19 bytes of memory each
WINDOWS = (1 << 14, 1 << 22)  # bytes read after a jump, and at most while reading is contiguous
_NEAR = 1 << 12  # skipped past a window's end, such as the rest of a name, and still contiguous


class _Scanner(Protocol):
    @property
    def position(self) -> int: ...
    def feed(self, window: bytes | memoryview, base: int) -> int: ...
    def frames(self) -> list[tuple[int, int, int]]: ...
    def add_rest(self, start: int, parent: int, message: int) -> None: ...
    def close(self, row: int) -> None: ...
    def index(self) -> Index: ...


def fill(
    source: Source,
    root: int,
    child: memoryview,
    *,
    budget: int = BUDGET,
    windows: tuple[int, int] = WINDOWS,
    scanner: Callable[[int, int, memoryview, int], _Scanner] = Scanner,
    progress: Callable[[int], None] | None = None,
) -> Index:
    """Return the index of a source's records, read as the message with id ``root``.

    ``child`` maps a slot to the message id that its payload holds. A root of 0 stands for "no
    message": the whole file is one not-indexed row. ``progress`` is told each position reached.
    Raises SourceError where the source cannot be read, never on content.
    """
    machine = scanner(source.size, root, child, max(budget, 1))
    if root == 0 or not _feed_all(source, machine, windows, progress):
        _leave_rest(machine)
    return machine.index()


def _feed_all(
    source: Source,
    machine: _Scanner,
    windows: tuple[int, int],
    progress: Callable[[int], None] | None,
) -> bool:
    """Feed windows until the end (True) or until the budget is reached (False)."""
    first, largest = windows
    base, size = 0, first
    while True:
        window = _window(source, base, size)
        status = machine.feed(window, base)
        if status != NEED_BYTES:
            return status == DONE
        position = machine.position
        if progress is not None:
            progress(position)
        if position == base:  # the window was too small for one header
            size *= 2
        elif position <= base + len(window) + _NEAR:
            size = min(size * 4, max(largest, first))
        else:
            size = first
        base = position


def _window(source: Source, base: int, size: int) -> bytes | memoryview:
    window, wanted = source.read(base, size), min(size, source.size - base)
    if len(window) < wanted:  # else the same bytes would be asked for without end
        raise SourceError(
            f"gave {len(window):,} bytes at {base:,}; needed {wanted:,}", name=source.name
        )
    return window


def _leave_rest(machine: _Scanner) -> None:
    """End every open message with one not-indexed row for what it has left."""
    position = machine.position
    for end, row, message in reversed(machine.frames()):
        if position < end:
            machine.add_rest(position, row, message)
            position = end
        machine.close(row)
