"""A block of keys and values, and a list that says what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .page import Page
from .text import cut, width

KEY = 13  # cells before the values
LISTED = 8  # entries of a list that a summary shows
# keys of sentences, and of lists with numbers in them, which are never cut
_PROSE = (
    "feed", "gives", "means", "notes", "types", "limit", "needs",
    "bytes", "largest", "symbols", "opsets",
)  # fmt: skip
# what stands between the members of a list, by its key; its lines end there
_BETWEEN = {"bytes": "  ", "largest": "  ", "symbols": ", ", "opsets": ", ", "inside": ", "}


def lines(page: Page, entries: Iterable[tuple[str, str]], fold: bool = False) -> Iterator[str]:
    """Yield ``key          value`` lines; a key that is the same as before is left blank.

    Too long a value is cut on a terminal; with ``fold``, and of sentences and lists, it is
    wrapped there instead, but for a command to be pasted.
    """
    before = None
    for key, value in entries:
        shown = "" if key == before else key
        room = page.width - KEY
        folds = (fold and key != "next") or key in _PROSE
        long = folds and page.cut and width(value) > room
        parts = _folded(value, room, _BETWEEN.get(key, " ")) if long else [value]
        for part in parts:
            text = cut(part, room) if page.cut else part
            style = "next" if key == "next" else "plain"
            label = page.paint(style, shown) + " " * max(1 if shown else 0, KEY - width(shown))
            yield (label + text).rstrip()
            shown = ""
        before = key


def _folded(value: str, room: int, between: str) -> list[str]:
    """Return the lines of a value, each ending at ``between``; within a line spaces stay as many.

    A member that is longer than a line is broken at its words.
    """
    mark = between.rstrip()
    *others, last = value.split(between)
    lines: list[str] = []
    for member in [*(other + mark for other in others), last]:
        joined = f"{lines[-1]}{between[len(mark) :]}{member}" if lines and lines[-1] else member
        if width(joined) <= room:
            lines[-1:] = [joined]
        elif between == " " or width(member) <= room:
            lines.append(member.lstrip())
        else:
            lines += _folded(member.lstrip(), room, " ")
    return lines
