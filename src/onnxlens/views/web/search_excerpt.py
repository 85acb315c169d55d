"""What a hit says on one line, and which part of it was looked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...tree.field import Field
from ...tree.sift import TEXT_BYTES
from ..meaning import value_text
from ..text import hexadecimal, quote

_ROOM = 120  # characters of a line
_LEAD = 40  # of them before what was found, where that is not near the start
_LONGEST = 60  # of what was found
_BYTES = 24  # of those found,
_BEFORE, _BEHIND = 4, 8  # and around them


class Excerpt(NamedTuple):
    """``match`` is the part of ``text`` that was sought, in characters; ``offset`` where in the
    file it is.
    """

    text: str
    match: tuple[int, int] | None
    offset: int


def text_excerpt(field: Field, sought: str) -> Excerpt:
    """Return what a field says around a text, or from its start where it does not have that."""
    spec = field.spec
    if spec is not None and spec.type == "string":
        return _string_excerpt(field, sought)
    shown = value_text(field)
    text, match = _line(shown, place(shown, sought), str)
    return Excerpt(text, match, field.start)


def bytes_excerpt(field: Field, offset: int, size: int) -> Excerpt:
    """Return some bytes at an offset with a few of the record around them."""
    document = field.document
    start = min(max(field.start, offset - _BEFORE), offset)
    after = offset + min(size, _BYTES)
    end = max(after, min(field.end, after + _BEHIND)) if size <= _BYTES else after
    text = hexadecimal(document.read(start, end))
    begin = 3 * (offset - start)
    return Excerpt(
        text + (" …" if size > _BYTES else ""), (begin, begin + 3 * (after - offset) - 1), offset
    )


def place(text: str, sought: str) -> tuple[int, int] | None:
    """Return where a text stands in another, as find compares: without capitals in any case."""
    if not sought:
        return None
    folded = text if sought != sought.lower() else text.lower()
    start = folded.find(sought)
    if start < 0:
        return None
    if len(folded) == len(text):
        return start, start + len(sought)
    return _unfolded(text, start, start + len(sought))


def _unfolded(text: str, start: int, end: int) -> tuple[int, int]:
    """Return which characters the lower-case ones from ``start`` to ``end`` came from."""
    at, first = 0, -1
    for number, character in enumerate(text):
        at += len(character.lower())
        if first < 0 and at > start:
            first = number
        if at >= end:
            return first, number + 1
    return first, len(text)


def _string_excerpt(field: Field, sought: str) -> Excerpt:
    value = str(field.preview(TEXT_BYTES))
    found = place(value, sought)
    line, match = _line(value, found, _escaped)
    mark = 'b"' if any("\udc80" <= character <= "\udcff" for character in value) else '"'
    before = value[: found[0]].encode("utf-8", "surrogateescape") if found else b""
    offset = field.payload.start + len(before) if found else field.start
    shifted = (match[0] + len(mark), match[1] + len(mark)) if match else None
    return Excerpt(f'{mark}{line}"', shifted, offset)


def _escaped(text: str) -> str:
    """Return text as it stands between the quotes of a string."""
    return quote(text, len(text)).removeprefix("b")[1:-1]


def _line(
    text: str, found: tuple[int, int] | None, escape: Callable[[str], str]
) -> tuple[str, tuple[int, int] | None]:
    """Return the part of a text around a place, and where the place is in that part."""
    start, end = found or (0, 0)
    end = min(end, start + _LONGEST)
    first = 0 if end <= _ROOM - _LEAD else start - _LEAD
    last = first + _ROOM
    before = ("…" if first else "") + escape(text[first:start])
    hit = escape(text[start:end])
    line = before + hit + escape(text[end:last]) + ("…" if last < len(text) else "")
    return line, (len(before), len(before) + len(hit)) if found else None
