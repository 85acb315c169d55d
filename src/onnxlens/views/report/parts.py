"""What the sections of a report are built of: headings, tables, lists of keys and values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from .html import Element, el

Part = Element | str


class Column(NamedTuple):
    """A column: its title, and how a cell looks, ``number``, ``code``, ``name`` or plain.

    The cell of a ``name`` is the heading of its row.
    """

    title: str
    look: str = ""


def section(key: str, title: str, *children: Part | None) -> Element:
    """Return a section under a heading of the second level, which a link can name."""
    return el("section", el("h2", title, id=key), *children, aria_labelledby=key)


def table(
    caption: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Part]],
    hidden: bool = False,
    small: bool = False,
) -> Element:
    """Return a table without the columns in which nothing stands.

    ``hidden`` keeps its caption for those who do not see the heading above; a ``small`` table has
    room on every screen, so that its rows are never stacked.
    """
    lines = list(rows)
    used = [number for number, _ in enumerate(columns) if any(line[number] != "" for line in lines)]
    head = el("tr", *(_head(columns[number]) for number in used))
    body = (el("tr", *(_cell(columns[number], line[number]) for number in used)) for line in lines)
    return el(
        "table",
        el("caption", caption, class_="hidden" if hidden else None),
        el("thead", head),
        el("tbody", *body),
        class_="small" if small else None,
    )


def _head(column: Column) -> Element:
    return el("th", column.title, scope="col", class_=column.look or None)


def _cell(column: Column, content: Part) -> Element:
    if column.look == "name":
        return el("th", content, scope="row", class_="name")
    label = column.title if content != "" else None  # where rows are stacked, an empty one is none
    return el("td", content, class_=column.look or None, data_label=label)


def entries(pairs: Iterable[tuple[str, str]]) -> Element | None:
    """Return keys with their values, a key that stands more than once only the first time."""
    grouped = list(_grouped(pairs))
    return el("dl", *grouped, class_="entries") if grouped else None


def _grouped(pairs: Iterable[tuple[str, str]]) -> Iterator[Element]:
    for key, values in groupby(pairs, lambda pair: pair[0]):
        yield el("dt", key)
        yield from (
            el("dd", value, class_="next" if key == "next" else None) for _, value in values
        )


def listed(texts: Iterable[str]) -> Element | None:
    """Return sentences as a list; None without any."""
    items = [el("li", text) for text in texts]
    return el("ul", *items) if items else None


def note(text: str | None) -> Element | None:
    """Return a sentence that is said beside something, such as what was left out."""
    return el("p", text, class_="note") if text else None


def folded(title: str, *children: Part | None) -> Element:
    """Return what is seen once its title is opened."""
    return el("details", el("summary", title), *children)
