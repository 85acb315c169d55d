"""A half-open range of bytes in a file."""

from typing import NamedTuple


class Span(NamedTuple):
    """Bytes ``start`` up to, not including, ``end``; absolute offsets, ``0 <= start <= end``."""

    start: int
    end: int

    @property
    def size(self) -> int:
        """Number of bytes."""
        return self.end - self.start

    def __contains__(self, offset: object) -> bool:
        return isinstance(offset, int) and self.start <= offset < self.end

    def __str__(self) -> str:
        return f"{self.start}:{self.end}"
