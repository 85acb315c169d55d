"""Bytes that are already in memory."""

from .base import Source


class MemorySource(Source):
    """A bytes-like object, read without copying."""

    def __init__(self, data: bytes | bytearray | memoryview, name: str = "bytes") -> None:
        self._view = memoryview(data).cast("B") if not isinstance(data, bytes) else memoryview(data)
        self.name = name
        self.size = len(self._view)

    def read(self, offset: int, size: int) -> memoryview:
        return self._view[offset : offset + size]

    def readinto(self, offset: int, buffer: memoryview) -> int:
        data = self._view[offset : offset + len(buffer)]
        buffer[: len(data)] = data
        return len(data)
