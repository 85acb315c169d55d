"""Bytes behind a file object."""

import threading
from typing import IO

from ..errors import SourceError
from .base import Source

SPOOL_IN_MEMORY = 64 << 20  # bytes of standard input kept in memory before a file takes over
_CHUNK = 1 << 20


class StreamSource(Source):
    """A seekable binary file object; its position is used under a lock and left anywhere."""

    def __init__(self, stream: IO[bytes], name: str | None = None) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.name = name or str(getattr(stream, "name", None) or "stream")
        self.size = stream.seek(0, 2)

    def read(self, offset: int, size: int) -> bytes:
        wanted = max(0, min(size, self.size - offset))
        with self._lock:
            try:
                self._stream.seek(offset)
                data = self._read_all(wanted)
            except (OSError, ValueError) as error:  # ValueError: a closed stream
                raise SourceError(str(error), name=self.name) from error
        if len(data) < wanted:
            raise self._short(offset, wanted, len(data))
        return data

    def _read_all(self, wanted: int) -> bytes:
        data = self._stream.read(wanted)
        while len(data) < wanted:  # a raw stream may give less than asked
            more = self._stream.read(wanted - len(data))
            if not more:
                break
            data += more
        return data

    def close(self) -> None:
        self._stream.close()


def spool(stream: IO[bytes], name: str) -> StreamSource:
    """Return a source over all of a stream that cannot seek, such as standard input.

    Over 64 MiB go to an unlinked temporary file. Raises SourceError where that cannot be.
    """
    import tempfile

    kept: IO[bytes] = tempfile.SpooledTemporaryFile(SPOOL_IN_MEMORY)  # noqa: SIM115 - stays open
    try:
        while chunk := stream.read(_CHUNK):
            kept.write(chunk)
    except OSError as error:  # standard input is a directory, or the disk is full
        kept.close()
        raise SourceError(error.strerror or str(error), name=name) from error
    return StreamSource(kept, name)
