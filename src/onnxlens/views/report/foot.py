"""The foot of a report: what made it, when, from which bytes."""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from ...tree.document import Document
from ..text import safe
from .html import Element, el

_HASHED = 64 << 20  # bytes of a file up to which all of them are read for their hash
_BLOCK = 1 << 20


class Made(NamedTuple):
    """How a report was made: version of onnxlens, time in ISO 8601, command."""

    version: str
    time: str
    command: str


def foot(document: Document, made: Made) -> Element:
    """Return the footer."""
    return el(
        "footer",
        el("p", "made by ", el("code", safe(made.command, 4096))),
        el("p", f"onnxlens {made.version}, ", el("time", made.time, datetime=made.time)),
        el("p", "sha256 of the file: ", *_hash(document)),
    )


def _hash(document: Document) -> tuple[Element | str, ...]:
    if document.size >= _HASHED:
        return ("left out, as it would take reading more than 64 MiB",)
    digest, source = sha256(), document.source
    for start in range(0, document.size, _BLOCK):
        digest.update(source.read(start, _BLOCK))
    return (el("code", digest.hexdigest()),)
