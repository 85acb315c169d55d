"""The choice of a source for what a caller hands over."""

import os
from typing import IO

from .base import Source
from .file import FileSource
from .memory import MemorySource
from .stream import StreamSource, spool

Readable = str | os.PathLike[str] | bytes | bytearray | memoryview | IO[bytes] | Source


def open_source(thing: Readable) -> Source:
    """Return a source over a path, bytes, a binary file object, or a source itself.

    Raises SourceError where a path cannot be read, TypeError for anything else.
    """
    if isinstance(thing, Source):
        return thing
    if isinstance(thing, (bytes, bytearray, memoryview)):
        return MemorySource(thing)
    if isinstance(thing, (str, os.PathLike)):
        return FileSource(thing)
    if hasattr(thing, "read"):
        return _over(thing)
    raise TypeError(f"needed a path, bytes or a binary file object, not {type(thing).__name__}")


def _over(stream: IO[bytes]) -> Source:
    seekable = getattr(stream, "seekable", None)
    if seekable is not None and seekable():
        return StreamSource(stream)
    return spool(stream, str(getattr(stream, "name", None) or "stream"))
