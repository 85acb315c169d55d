"""The choice of a source for what a caller hands over."""

import os
import stat
from typing import IO

from ..errors import SourceError
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
        return _at_path(os.fspath(thing))
    if hasattr(thing, "read"):
        return _over(thing)
    raise TypeError(f"needed a path, bytes or a binary file object, not {type(thing).__name__}")


def _at_path(path: str) -> Source:
    """Return a source over a file; a named pipe, such as a shell's ``<(…)``, is read to its end."""
    if "://" in path and not os.path.exists(path):
        advice = "fetch it first, or pipe it in: curl -L URL | onnxlens -"
        raise SourceError("an address; needed a file on this machine", name=path, next=advice)
    if _is_pipe(path):
        with open(path, "rb") as stream:
            return spool(stream, path)
    return FileSource(path)


def _is_pipe(path: str) -> bool:
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):  # FileSource says what is wrong with it
        return False


def _over(stream: IO[bytes]) -> Source:
    seekable = getattr(stream, "seekable", None)
    if seekable is not None and seekable():
        return StreamSource(stream)
    return spool(stream, str(getattr(stream, "name", None) or "stream"))
