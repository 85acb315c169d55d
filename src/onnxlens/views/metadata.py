"""The metadata of a file on every level, with what its keys and values mean."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ..model.metadata.entries import KEY_LIMIT, Entry, entries
from ..model.metadata.leaks import leaks
from ..model.metadata.meaning import ADVICE, meaning
from ..model.words import short, word
from ..schema.writers import profiles
from ..tree.document import Document
from . import block
from .page import Page
from .table import Column, Row, table
from .text import quote, safe, size

_NAME = 200
_VALUE = 500  # characters of a value in its line
_COUNTED = 100_000  # texts with paths that are counted
_LEAKS = 8  # texts with paths that are listed


def metadata_lines(page: Page, document: Document) -> Iterator[str]:
    """Yield a table of all metadata_props entries in file order, and texts that name paths."""
    listing = Listing(page, document)
    if next(entries(document), None) is not None:
        yield from table(page, listing.columns(), listing.rows())
    notes = [*own_notes(listing.own), *writer_notes(document), *_leaks(page, document)]
    if notes:
        yield ""
        yield from block.lines(page, notes, fold=True)
    one = listing.count == 1
    found = f"{listing.count:,} {'entry' if one else 'entries'} of metadata_props"
    yield found if listing.count else "no metadata_props on any level"


class Listing:
    """The rows of the table, counted while they pass."""

    def __init__(self, page: Page, document: Document) -> None:
        self.page, self.document = page, document
        self.count = 0
        self.own = 0  # keys of which only the advice can be said
        self._seen: dict[tuple[int, str], Entry] = {}  # by owner and key the first entry

    def columns(self) -> list[Column]:
        """Return the columns; what an entry means stands below it."""
        width = self.page.offset_width(self.document.size)
        return [
            Column("offset", right=True, least=width, style="offset"),
            Column("of", limit=26),
            Column("key = value"),
        ]

    def rows(self) -> Iterator[Row]:
        """Yield the row of each entry."""
        yield from map(self.row, entries(self.document))

    def row(self, entry: Entry) -> Row:
        """Return the row of one entry."""
        self.count += 1
        place = self.page.offset(entry.field.start, self.document.size)
        below = tuple(map(safe, self._meaning(entry)))
        return Row((place, self._owner(entry), self._text(entry)), below=below)

    def _owner(self, entry: Entry) -> str:
        name = entry.owner[:_NAME]
        return safe(
            f"{entry.level} {word(name)}" if name and entry.level != "model" else entry.level
        )

    def _text(self, entry: Entry) -> str:
        return f"{safe(word(entry.key[:_NAME]))} = {quote(entry.text(_VALUE), _VALUE)}"

    def _meaning(self, entry: Entry) -> Iterator[str]:
        owner = self.document.index.parent[entry.field.row]
        first = self._seen.setdefault((owner, entry.key), entry)
        if first is not entry:
            other = self.page.place(first.field.start, self.document.size)
            refuses = "the onnx checker refuses that; " if entry.level == "model" else ""
            yield f"the key stands at {other} too; {refuses}most readers take the last"
        text = meaning(entry)
        if text == ADVICE:
            self.own += first is entry
        elif text:
            yield text


def own_notes(count: int) -> Iterator[tuple[str, str]]:
    """Yield how many keys are the writer's own."""
    if count:
        keys = "1 key is" if count == 1 else f"{count:,} keys are"
        yield "notes", f"{keys} the writer's own; ONNX recommends a reversed domain name in front"


def writer_notes(document: Document, limit: int = _COUNTED) -> Iterator[tuple[str, str]]:
    """Yield which keys of a well-known writer the model has, and which readers may miss.

    ``limit`` is how many entries of the model itself are looked at.
    """
    if document.root is None or document.root.name != "ModelProto":
        return
    own = document.merged().each("metadata_props")
    keys = [short(entry, "key", KEY_LIMIT) for entry in islice(own, limit)]
    for writer, has, lacks in profiles(keys):
        text = f"readers of {writer} models ask for {', '.join((*has, *lacks))}"
        yield "notes", f"{text}; not here: {', '.join(lacks)}" if lacks else f"{text}: all are here"


def _leaks(page: Page, document: Document) -> Iterator[tuple[str, str]]:
    """Yield the texts that name a path of the machine that wrote the file."""
    found = list(islice(leaks(document), _COUNTED))
    for leak in found[:_LEAKS]:
        place = page.place(leak.field.start, document.size)
        yield "paths", safe(f"{leak.path} in {leak.level} at {place}, {size(leak.size)}")
    if len(found) > _LEAKS:
        yield "paths", f"and {len(found) - _LEAKS:,} more texts"
    if found:
        yield "means", "paths of the machine that wrote it; to ONNX itself these texts do nothing"
