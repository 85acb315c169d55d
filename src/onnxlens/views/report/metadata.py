"""The metadata of every level in a report, with what its keys and values mean."""

from __future__ import annotations

from itertools import islice

from ...model.metadata.entries import Entry, entries
from ...model.metadata.meaning import ADVICE, meaning
from ...model.words import word
from ...tree.document import Document
from ..text import count, quote, safe
from .html import Element, el
from .parts import Column, Part, note, section, table
from .places import offset_words

_LISTED = 200  # entries
_VALUE = 500  # characters of a value
_NAME = 200
_COUNTED = 100_000  # entries that are counted
_COLUMNS = (
    Column("key", "name"),
    Column("value", "code"),
    Column("of"),
    Column("meaning"),
    Column("offset", "number"),
)


def metadata_section(document: Document) -> Element:
    """Return all entries of metadata_props in file order with what they mean."""
    found = list(islice(entries(document), _COUNTED))
    told = [(entry, meaning(entry)) for entry in found[:_LISTED]]
    if found:
        inside = table("Entries of metadata_props", _COLUMNS, (_row(*pair) for pair in told))
    else:
        inside = el("p", "no metadata_props on any level")
    left = _more(len(found), _LISTED, "more; all of them: onnxlens summary --metadata")
    own = sum(words == ADVICE for _, words in told)  # said once, not in every row
    advice = f"{count(own)} of the entries: {ADVICE}" if own else None
    return section("metadata", "Metadata", inside, note(left), note(advice))


def _row(entry: Entry, words: str) -> list[Part]:
    name = entry.owner[:_NAME]
    owner = f"{entry.level} {word(name)}" if name and entry.level != "model" else entry.level
    value = quote(entry.text(_VALUE), _VALUE)
    place = offset_words(entry.field.start)
    said = safe(words) if words != ADVICE else ""
    return [safe(word(entry.key[:_NAME])), value, safe(owner), said, place]


def _more(found: int, shown: int, words: str) -> str | None:
    """Return ``and 12 more``, where more were found than are shown."""
    if found <= shown:
        return None
    least = "at least " if found == _COUNTED else ""
    return f"and {least}{count(found - shown)} {words}"
