"""Findings as JSON (format 1); the keys stand in docs/json.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..finding import Finding
from .json import Json, text

if TYPE_CHECKING:
    from ..span import Span


def finding_json(finding: Finding) -> Json:
    """Return one finding."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        **_place(finding.path, finding.span),
        "message": text(finding.message),
        "related": [
            {**_place(related.path, related.span), "message": text(related.message)}
            for related in finding.related
        ],
    }


def _place(path: str, span: Span) -> Json:
    return {"path": text(path), "offset": span.start, "end": span.end}
