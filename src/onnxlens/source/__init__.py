"""Where bytes come from: memory, a local file, a file object."""

from .base import Source
from .file import FileSource
from .memory import MemorySource
from .opening import open_source
from .stream import StreamSource, spool

__all__ = ["FileSource", "MemorySource", "Source", "StreamSource", "open_source", "spool"]
