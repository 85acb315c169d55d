"""Lines of a summary: text with a place in the file, in lists that say what they leave out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from ...tree.field import Field
from .record import place

LISTED = 100  # lines of one list
T = TypeVar("T")
Json = dict[str, Any]


class Line(NamedTuple):
    """``field`` is where it stands in the file, or what it is about; None where that is nowhere."""

    text: str
    field: Field | None = None


Entry = tuple[str, list[Line]]


def entry(key: str, text: str, field: Field | None = None) -> Entry:
    """Return an entry of one line."""
    return key, [Line(text, field)]


def listed(
    key: str, things: Iterable[T], say: Callable[[T], Line], total: int | None = None
) -> Iterator[Entry]:
    """Yield an entry with up to 100 of some things, and how many more there are; none of nothing.

    ``total`` is how many there are where ``things`` are only the first of them.
    """
    rest = iter(things)
    lines = [say(thing) for thing in islice(rest, LISTED)]
    more = sum(1 for _ in rest) if total is None else total - len(lines)
    if more > 0:
        lines.append(Line(f"and {more:,} more"))
    if lines:
        yield key, lines


def block(title: str, entries: Iterable[Entry]) -> list[Json]:
    """Return a block as the page gets it, in a list; an empty list where it has no entry.

    Entries of one key that follow each other are one.
    """
    found: list[Json] = []
    for key, lines in entries:
        told = [{"text": text, "place": place(field) if field else None} for text, field in lines]
        if found and found[-1]["key"] == key:
            found[-1]["lines"] += told
        else:
            found.append({"key": key, "lines": told})
    return [{"title": title, "entries": found}] if found else []
