"""The few bytes of a file that tell its format: its first 64 KiB, and others when asked for."""

from collections.abc import Callable

from .records import printable_message, tiles

Read = Callable[[int, int], bytes | memoryview]

HEAD = 1 << 16  # bytes read in front, and the most that any single read asks for

# C0 controls that no text has; TAB to CR and ESC (coloured terminal output) occur in text.
_CONTROLS = bytes(set(range(0x20)) - {0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B}) + b"\x7f"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Window:
    """What is looked at of a file: ``head`` is its first bytes, ``size`` its size in bytes.

    ``text`` is the head as text (without a byte order mark; U+FFFD for what is no UTF-8), or
    None where it holds a control character, or is protobuf that happens to be printable.
    """

    __slots__ = ("_read", "head", "size", "text")

    def __init__(self, read: Read, size: int) -> None:
        self._read = read
        self.size = size
        self.head = bytes(read(0, min(size, HEAD))) if size > 0 else b""
        self.text = self._as_text()

    @property
    def whole(self) -> bool:
        """True where the head is the whole file."""
        return len(self.head) >= self.size

    def at(self, offset: int, size: int) -> bytes:
        """Return at most ``size`` (and ``HEAD``) bytes from ``offset``; none outside the file."""
        if not 0 <= offset < self.size:
            return b""
        size = min(size, self.size - offset, HEAD)
        if offset + size <= len(self.head):
            return self.head[offset : offset + size]
        return bytes(self._read(offset, size))

    def tail(self, size: int) -> bytes:
        """Return at most the last ``size`` (and ``HEAD``) bytes of the file."""
        return self.at(max(0, self.size - min(size, HEAD)), size)

    def tiles(self) -> bool:
        """Return whether the file's top level reads as protobuf exactly to its end."""
        return tiles(self.at, self.size)

    def _as_text(self) -> str | None:
        head = self.head
        # Most binary files show it in the first bytes; the rest need not be copied then.
        for part in (head[:64], head):
            if len(part.translate(None, _CONTROLS)) != len(part):
                return None
        if not head or printable_message(head, self.size):
            return None
        return head.removeprefix(_BYTE_ORDER_MARK).decode("utf-8", "replace")
