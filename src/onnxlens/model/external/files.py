"""The files beside a model, looked at and opened without leaving its folder."""

from __future__ import annotations

import os

from ...errors import SourceError
from ...source import Source
from ...source.file import FileSource
from ...tree.names import quote
from .disguise import disguise
from .inside import MISSING, REFUSED, OpeningError, open_inside
from .names import normal, steps, wrong

PRESENT, NO_FOLDER = "present", "no folder"
_KEPT = 64  # descriptors kept open; a model may have a file for each of its tensors
_LISTED = 10_000  # names of the folder among which another spelling is looked for
_SHOWN = 200


class DataFile:
    """What is there for a location.

    ``state`` is "present", "missing", "refused" (there may be a file, and it is not opened) or
    "no folder". ``reason`` says why in a few words that follow the location, "" if present.
    ``size`` is in bytes, ``path`` where it is or would be, both None where nothing tells.
    ``content`` says what a present file is if it holds no data, such as "Git LFS pointer; …".
    """

    __slots__ = ("content", "path", "reason", "size", "state")

    def __init__(
        self,
        state: str,
        reason: str = "",
        path: str | None = None,
        size: int | None = None,
        content: str = "",
    ) -> None:
        self.state = state
        self.reason = reason
        self.path = path
        self.size = size
        self.content = content

    def __repr__(self) -> str:
        return f"<DataFile {self.path} {self.state} {self.reason}>"


class DataFiles:
    """The files in and below the folder of a model; None where the model came without one."""

    def __init__(self, folder: str | None) -> None:
        self.folder = None if folder is None else os.path.abspath(folder)
        self._open: dict[str, Source] = {}
        self._spellings: dict[str, str] | None = None

    def __enter__(self) -> DataFiles:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def look(self, location: str) -> DataFile:
        """Return what is there for a location now. Never raises."""
        try:
            source = self._fresh(location)
        except OpeningError as error:
            path = self._path(location) if error.state == MISSING else None
            return DataFile(error.state, error.reason, path)
        try:
            return DataFile(PRESENT, "", source.path, source.size, disguise(source))
        finally:
            source.close()

    def source(self, location: str) -> Source:
        """Return the bytes of a file, opened anew or kept from before.

        Raises SourceError, with the location as its name, where it is missing or refused.
        """
        key = normal(location)
        kept = self._open.get(key)
        if kept is not None:
            return kept
        try:
            opened = self._fresh(location)
        except OpeningError as error:
            name = quote(location if len(location) <= _SHOWN else f"{location[:_SHOWN]}…")
            raise SourceError(error.reason, name=name, next=_next(error.state)) from None
        while len(self._open) >= _KEPT:  # the descriptor goes with the last who reads from it
            self._open.pop(next(iter(self._open)), None)
        self._open[key] = opened
        return opened

    def close(self) -> None:
        """Close all that ``source`` opened and still keeps."""
        kept, self._open = self._open, {}
        for source in kept.values():
            source.close()

    def _fresh(self, location: str) -> FileSource:
        """Open a location. Raises OpeningError."""
        reason = wrong(location)
        if reason:
            raise OpeningError(REFUSED, reason)
        if self.folder is None:
            raise OpeningError(NO_FOLDER, "cannot be loaded from bytes alone")
        try:
            fd = open_inside(self.folder, steps(location))
        except OpeningError as error:
            if error.state == MISSING:
                raise OpeningError(MISSING, error.reason + self._hint(location)) from None
            raise
        return FileSource(self._path(location) or location, fd)

    def _path(self, location: str) -> str | None:
        return os.path.join(self.folder, *steps(location)) if self.folder else None

    def _hint(self, location: str) -> str:
        """Return how a file that is missing may be there after all, as words after the reason."""
        other = self._other_spelling(location)
        if other:
            return f"; there is {quote(other)}"
        return "; a backslash is part of a name here" if "\\" in location else ""

    def _other_spelling(self, location: str) -> str | None:
        if self._spellings is None:
            self._spellings = _names(self.folder or "")
        found = self._spellings.get(location.casefold())
        return found if found != location else None


def _names(folder: str) -> dict[str, str]:
    from itertools import islice

    try:
        with os.scandir(folder) as entries:
            return {entry.name.casefold(): entry.name for entry in islice(entries, _LISTED)}
    except OSError:
        return {}


def _next(state: str) -> str:
    if state == MISSING:
        return "put it beside the model"
    return "open the model by its path" if state == NO_FOLDER else "treat this file as untrusted"
