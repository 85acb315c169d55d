"""The whole page of a report."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from os.path import dirname, join

from ...checks.rule import Rule
from ...finding import Finding
from ...tree.document import Document
from ..text import safe
from .facts import facts_section
from .findings import findings_section
from .foot import Made, foot
from .head import foreign_head, head, what
from .html import Element, document, el
from .metadata import metadata_section
from .symbols import symbols_section
from .values import values_section

_HERE = dirname(__file__)
_SHEETS = (join(_HERE, "..", "palette.css"), join(_HERE, "report.css"))


def report(model: Document, findings: list[Finding], asked: list[Rule], made: Made) -> str:
    """Return a page of HTML in ASCII that needs no other file, no script and no network.

    ``findings`` are those that the rules ``asked`` found. A file without an ONNX root gives a short
    page that says what it is.
    """
    if model.root is None:
        return _page(model, foreign_head(model), el("main"), made)
    sections = [
        values_section(model),
        facts_section(model),
        findings_section(model, findings, asked),
        metadata_section(model),
        symbols_section(model),
    ]
    present = {"facts", "findings", "metadata", "symbols"} | ({"values"} if sections[0] else set())
    return _page(model, head(model, findings, present), el("main", *filter(None, sections)), made)


def _page(model: Document, top: Element, main: Element, made: Made) -> str:
    sheet = _sheet()
    title = el("title", f"{safe(model.name)}: {what(model)} - onnxlens report")
    meta = [
        el("meta", charset="utf-8"),
        el("meta", http_equiv="Content-Security-Policy", content=_policy(sheet)),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="referrer", content="no-referrer"),
        el("meta", name="generator", content=f"onnxlens {made.version}"),
    ]
    body = el("body", top, main, foot(model, made))
    return document(el("html", el("head", *meta, title, el("style", sheet)), body, lang="en"))


def _policy(sheet: str) -> str:
    """Return the policy of the page: nothing is loaded or run, and only our own sheet counts."""
    digest = b64encode(sha256(sheet.encode("ascii")).digest()).decode("ascii")
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _sheet() -> str:
    sheets = []
    for path in _SHEETS:
        with open(path, encoding="ascii") as file:
            sheets.append(file.read())
    return "".join(sheets)
