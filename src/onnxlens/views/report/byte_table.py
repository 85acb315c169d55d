"""The bytes around a finding as a table: offset, bytes, field, meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ...finding import Finding
from ...tree.document import Document
from ..text import hexadecimal, plural
from .around import PAYLOAD, Line, Piece, around
from .html import Element, el
from .parts import Column, Part, table

_COLUMNS = (
    Column("offset", "number"),
    Column("bytes", "bytes"),
    Column("field", "code"),
    Column("meaning"),
)


def byte_table(document: Document, finding: Finding) -> Iterator[Element]:
    """Yield the table of the bytes around a finding, and how many records are not in it."""
    lines, left = around(document, finding)
    if not lines:
        return
    caption = "Bytes around it"
    yield table(caption, _COLUMNS, map(_row, lines), hidden=True)
    if left:
        yield el("p", f"{plural(left, 'more record')} in it not shown", class_="note")


def _row(line: Line) -> list[Part]:
    name = " " * line.level + line.name
    return [str(line.offset), el("code", *_bytes(line.pieces)), el("code", name), line.meaning]


def _bytes(pieces: Iterable[Piece]) -> Iterator[Part]:
    """Yield pieces, those at fault in a mark of their own."""
    first = True
    for fault, group in groupby(pieces, lambda piece: piece.fault):
        inner = list(_spaced(group))
        yield from () if first else (" ",)
        yield from (el("mark", *inner),) if fault else inner
        first = False


def _spaced(pieces: Iterable[Piece]) -> Iterator[Part]:
    for number, piece in enumerate(pieces):
        if number:
            yield " "
        shown = hexadecimal(piece.data) or "…"
        yield shown if piece.part == PAYLOAD else el("span", shown, class_=piece.part)


def legend() -> Element:
    """Return how the parts of a record look."""
    return el(
        "p",
        "In the tables of bytes: ",
        el("code", el("span", "tag", class_="tag"), " ", el("span", "length", class_="length")),
        ", then the payload; ",
        el("mark", "bytes at fault"),
        " are in a box. Offsets count from the start of the file.",
        class_="note",
    )
