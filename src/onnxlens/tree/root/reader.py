"""Reading of a few places of a file, with a limit on the bytes that it costs."""

from ...source import Source

HEAD = 1 << 16  # bytes read in front, in one piece
MOST_BYTES = 1 << 20  # bytes read in all

_PAGE = 256  # bytes of the smallest read after a jump
_MOST_PAGES = 64  # pages of the largest read, where reading goes on from the last one


class Reader:
    """Bytes of a source: its first ``HEAD`` at once, others in pages that are kept.

    ``size`` is the size of the file in bytes, ``left`` how many may still be read.
    """

    __slots__ = ("_grown", "_next", "_pages", "_source", "head", "left", "size")

    def __init__(self, source: Source) -> None:
        self.size = source.size
        self.head = bytes(source.read(0, min(source.size, HEAD)))
        self.left = MOST_BYTES - len(self.head)
        self._source = source
        self._pages: dict[int, bytes] = {}
        self._next = 0
        self._grown = 1

    def at(self, offset: int, size: int) -> bytes:
        """Return ``size`` bytes from ``offset``: fewer at the end of the file, and where the
        limit is reached."""
        if offset + size <= len(self.head) or len(self.head) == self.size:
            return self.head[offset : offset + size]
        end = max(offset, min(offset + size, self.size))
        first = offset // _PAGE
        parts: list[bytes] = []
        for page in range(first, (end - 1) // _PAGE + 1):
            parts.append(self._page(page))
            if len(parts[-1]) < _PAGE:  # the end, or unread: what follows may have been read
                break
        return b"".join(parts)[offset - first * _PAGE :][: end - offset]

    def around(self, offset: int, size: int) -> tuple[bytes, int]:
        """Return bytes that hold ``size`` bytes from ``offset`` as far as ``at`` gives them, and
        where in the bytes ``offset`` is; nothing is copied where that can be."""
        if offset + size <= len(self.head) or len(self.head) == self.size:
            return self.head, offset
        return self.at(offset, size), 0

    def far(self, offset: int, size: int) -> bytes:
        """Return bytes as ``at``, but neither limited nor kept: for those who limit themselves."""
        if offset + size <= len(self.head):
            return self.head[offset : offset + size]
        return bytes(self._source.read(offset, size))

    def _page(self, page: int) -> bytes:
        found = self._pages.get(page)
        if found is None:
            self._fill(page)
            found = self._pages.get(page, b"")
        return found

    def _fill(self, page: int) -> None:
        """Read a page, and more after it the longer reading has gone on without a jump."""
        self._grown = min(2 * self._grown, _MOST_PAGES) if page == self._next else 1
        offset = page * _PAGE
        size = min(self._grown * _PAGE, self.size - offset, self.left)
        data = bytes(self._source.read(offset, size)) if size > 0 else b""
        self.left -= len(data)
        self._next = page + self._grown
        for start in range(0, len(data), _PAGE):
            self._pages[page + start // _PAGE] = data[start : start + _PAGE]
