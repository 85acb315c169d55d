"""The one interface through which bytes are read."""

from abc import ABC, abstractmethod

from ..errors import SourceError


class Source(ABC):
    """Bytes of a fixed size, read by absolute offset; may be used from several threads.

    ``name`` is how a person calls it, ``size`` its number of bytes when it was opened.
    """

    name: str
    size: int

    @abstractmethod
    def read(self, offset: int, size: int) -> bytes | memoryview:
        """Return the bytes ``offset`` to ``offset + size``, fewer only at the end of the source.

        Both numbers are at least 0. Raises SourceError where the bytes cannot be had.
        """

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
