"""A block of keys and values, and a list that says what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .page import Page
from .text import cut, width, wrap

KEY = 13  # cells before the values
LISTED = 8  # entries of a list that a summary shows
_PROSE = ("feed", "gives", "means", "notes")  # keys of sentences, which are never cut


def lines(page: Page, entries: Iterable[tuple[str, str]], fold: bool = False) -> Iterator[str]:
    """Yield ``key          value`` lines; a key that is the same as before is left blank.

    Too long a value is cut on a terminal; with ``fold``, and of sentences, it is wrapped at
    words there instead, but for a command to be pasted.
    """
    before = None
    for key, value in entries:
        shown = "" if key == before else key
        room = page.width - KEY
        folds = (fold and key != "next") or key in _PROSE
        long = folds and page.cut and width(value) > room
        parts = wrap(value, room) if long else [value]
        for part in parts:
            text = cut(part, room) if page.cut else part
            style = "next" if key == "next" else "plain"
            label = page.paint(style, shown) + " " * max(1 if shown else 0, KEY - width(shown))
            yield (label + text).rstrip()
            shown = ""
        before = key
