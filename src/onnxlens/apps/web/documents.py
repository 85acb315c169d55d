"""The open documents of one run: those of the command line, and those dropped on the page."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ... import __version__, api
from ...api import testdata
from ...source import FileSource, MemorySource
from ...views.text import unit
from .refused import Refused

LIMIT = 512 << 20  # bytes of all dropped files together
_MANY = 64  # dropped files
Json = dict[str, Any]


class Dropped(MemorySource):
    """A file that was dropped on the page; closing it gives its memory back."""

    def close(self) -> None:
        self._view = memoryview(b"")


class Opened:
    """A document under a number; ``kind`` is the message that the command line named.

    It is closed once nobody uses it any more, so that no thread reads a file that is closed.
    """

    def __init__(self, number: int, document: api.Document, kind: str | None) -> None:
        self.number = number
        self.document = document
        self.kind = kind
        self.dropped = isinstance(document.source, Dropped)
        self.findings: bytes | None = None  # as JSON, once somebody has asked
        self.judging = threading.Lock()
        self._entry: Json | None = None
        self._telling = threading.Lock()
        self._users = 1  # the session
        self._lock = threading.Lock()

    @property
    def weight(self) -> int:
        """Memory that it takes, in bytes."""
        return self.document.size + self.document.index.nbytes

    def entry(self) -> Json:
        """Return what the page is told of the document."""
        from ...views.web.documents import entry

        with self._telling:
            if self._entry is None:
                self._entry = entry(self.document)
        source = self.document.source
        changed = isinstance(source, FileSource) and source.changed()
        state = {"dropped": self.dropped, "changed": changed}
        return {"id": self.number, **self._entry, **state}

    def take(self) -> None:
        """Keep it open; Session hands it out while it holds its own."""
        with self._lock:
            self._users += 1

    def leave(self) -> None:
        """Close it if nobody else keeps it open."""
        with self._lock:
            self._users -= 1
            if not self._users:
                self.document.close()


class Session:
    """Documents by number; ``max_records`` is the budget of each index, ``room`` the bytes that
    all dropped files may have.
    """

    def __init__(self, max_records: int = api.BUDGET, room: int = LIMIT) -> None:
        self.max_records = max_records
        self.room = room
        self._opened: dict[int, Opened] = {}
        self._numbers = 0
        self._coming = 0  # bytes of files that are being sent
        self._lock = threading.RLock()

    def add(self, document: api.Document, kind: str | None = None) -> Opened:
        """Take a document over; the oldest dropped ones are closed where it needs their room."""
        with self._lock:
            self._numbers += 1
            opened = self._opened[self._numbers] = Opened(self._numbers, document, kind)
            if opened.dropped:
                self._make_room(0, opened)
            return opened

    @contextmanager
    def using(self, number: int | None) -> Iterator[Opened]:
        """Give a document, which stays open so long. Raises Refused where there is none."""
        if number is None:
            raise Refused(400, "needed doc")
        with self._lock:
            opened = self._opened.get(number)
            if opened is None:
                raise Refused(404, f"{number} is no open document", next="open the file again")
            opened.take()
        try:
            yield opened
        finally:
            opened.leave()

    def entries(self) -> Json:
        """Return what the page is told of all documents."""
        with self._lock:
            numbers = list(self._opened)
        return {"version": __version__, "documents": list(self._entries(numbers))}

    def _entries(self, numbers: list[int]) -> Iterator[Json]:
        for number in numbers:
            try:
                with self.using(number) as opened:
                    yield opened.entry()
            except Refused:  # closed meanwhile
                continue

    def close(self, number: int | None) -> None:
        """Close a document as soon as nobody uses it. Raises Refused where there is none."""
        with self._lock, self.using(number) as opened:
            self._opened.pop(opened.number).leave()

    def reload(self, number: int | None) -> Opened:
        """Open a file again that the command line named, and return it under the same number.

        Raises Refused for what has no path, SourceError where it cannot be read any more.
        """
        with self.using(number) as old:
            source = old.document.source
            if not isinstance(source, FileSource):
                raise Refused(400, f"{number} has no file to read again")
            opened = Opened(old.number, self._read(source.path, old.kind), old.kind)
        with self._lock:
            before = self._opened.pop(opened.number, None)
            self._opened[opened.number] = opened
        if before is not None:
            before.leave()
        return opened

    def _read(self, path: str, kind: str | None) -> api.Document:
        says = testdata.says_of(path) if kind is None and path.endswith(".pb") else None
        document = api.open(path, kind, max_records=self.max_records)
        return testdata.decided(document, says, self.max_records)

    # -- room for dropped files --------------------------------------------------------------

    @contextmanager
    def coming(self) -> Iterator[Coming]:
        """Give the account of a file that is being sent; what it took is free again at the end."""
        account = Coming(self)
        try:
            yield account
        finally:
            with self._lock:
                self._coming -= account.size

    def make_room(self, size: int) -> None:
        """Have room for so many more bytes of a file that is being sent.

        Raises Refused where other files that are being sent have it.
        """
        with self._lock:
            self._make_room(size)
            self._coming += size

    def _make_room(self, size: int, new: Opened | None = None) -> None:
        dropped = [each for each in self._opened.values() if each.dropped]
        held = sum(each.weight for each in dropped) + self._coming + size
        for number, each in enumerate(dropped):
            if each is new or (held <= self.room and len(dropped) - number <= _MANY):
                break
            held -= each.weight
            self._opened.pop(each.number).leave()
        if new is None and self._coming + size > self.room:
            raise Refused(503, "other files are being sent; there is no room", next="try again")


class Coming:
    """The account of a file that is being sent: ``size`` bytes of it have come."""

    def __init__(self, session: Session) -> None:
        self.size = 0
        self._session = session

    def grow(self, size: int) -> None:
        """Have room for more bytes. Raises Refused where the file is too large."""
        self.check(self.size + size)
        self._session.make_room(size)
        self.size += size

    def check(self, size: int) -> None:
        """Raise Refused for a file of a size that has no room."""
        room = self._session.room
        if size > room:
            needed = f"needed a file of at most {room:,} bytes{unit(room)}"
            raise Refused(413, needed, next="onnxlens serve FILE reads any size from the disk")
