"""The one interface through which bytes are read."""

from abc import ABC, abstractmethod

from ..errors import SourceError

_CHUNK = 1 << 20  # bytes read at a time where a source cannot fill a buffer itself


class Source(ABC):
    """Bytes of a fixed size, read by absolute offset; may be used from several threads.

    ``name`` is how a person calls it, ``size`` its number of bytes when it was opened. ``folder``
    is where files beside it are, as an absolute path; None for bytes that came without a place.
    """

    name: str
    size: int
    folder: str | None = None

    @abstractmethod
    def read(self, offset: int, size: int) -> bytes | memoryview:
        """Return the bytes ``offset`` to ``offset + size``, fewer only at the end of the source.

        Both numbers are at least 0. Raises SourceError where the bytes cannot be had.
        """

    def readinto(self, offset: int, buffer: memoryview) -> int:
        """Fill ``buffer``, writable bytes, from ``offset`` (at least 0) on.

        Returns how many bytes were filled, fewer only at the end of the source. Raises
        SourceError as ``read`` does.
        """
        wanted = max(0, min(len(buffer), self.size - offset))
        for start in range(0, wanted, _CHUNK):
            part = buffer[start : min(start + _CHUNK, wanted)]
            part[:] = self.read(offset + start, len(part))
        return wanted

    def identity(self) -> tuple[object, ...]:
        """Return what changes when the bytes change: equal identities, equal bytes."""
        return (self.size,)

    def close(self) -> None:  # noqa: B027 - most sources hold nothing, so none must write it
        """Release what the source holds; reading afterwards raises SourceError."""

    def _short(self, offset: int, wanted: int, got: int) -> SourceError:
        """Return the error for a source that ends earlier than it did when it was opened."""
        return SourceError(
            f"changed while it was read: {self.size:,} bytes when opened, "
            f"{offset + got:,} now at most; needed {offset + wanted:,}",
            name=self.name,
            next="run that again once nothing writes the file",
        )
