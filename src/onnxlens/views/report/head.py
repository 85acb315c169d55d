"""The head of a report: what the file is, damage and the next step, and how much was found."""

from __future__ import annotations

from collections.abc import Iterator

from ...finding import Finding
from ...tree.document import Document
from ..damage import damage_entries
from ..summary import because, damage_of, headline, left_out, other
from ..text import safe
from .findings import counts
from .html import Element, el
from .parts import entries, note

_SECTIONS = (  # in the order of the report
    ("values", "Inputs and outputs"),
    ("facts", "Facts"),
    ("findings", "Findings"),
    ("metadata", "Metadata"),
    ("symbols", "Symbols"),
)


def what(document: Document) -> str:
    """Return what line 1 says after the file's name."""
    if document.root is None:
        return other(document)[0]
    return headline(document, damage_of(document))


def head(document: Document, findings: list[Finding], sections: set[str]) -> Element:
    """Return the head of the report of a file that is ONNX."""
    links = (
        el("li", el("a", title, href=f"#{key}")) for key, title in _SECTIONS if key in sections
    )
    return el(
        "header",
        *_title(document),
        _damage(document),
        entries(because(document)),
        note(left_out(document)),
        counts(findings),
        el("nav", el("ul", *links), aria_label="Sections"),
    )


def foreign_head(document: Document) -> Element:
    """Return the head of the report of a file that is not ONNX, which is all that it has."""
    return el("header", *_title(document), entries(other(document)[1]))


def _title(document: Document) -> Iterator[Element]:
    yield el("h1", safe(document.name))
    yield el("p", what(document), class_="what")


def _damage(document: Document) -> Element | None:
    """Return what is damaged, what is whole before it, and what to do."""
    broken = damage_of(document)
    pairs = list(damage_entries(document, broken)) if broken else []
    if document.verdict.foreign is not None:  # bytes of ONNX that were rewritten on the way
        title, lines = other(document)
        pairs += [("damage", title), *lines]
    return el("div", entries(pairs), class_="damage") if pairs else None
