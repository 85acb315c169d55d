"""Findings for the page, each with the record to go to; and the text of a rule."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...checks.catalog import rule_of, rules
from ...checks.rule import Rule
from ...finding import SEVERITIES, Finding, Related
from ...span import Span
from ...tree.document import Document
from ..text import safe

Json = dict[str, Any]

MOST = 10_000  # findings that the page is given; all are counted


def findings_json(document: Document, findings: list[Finding]) -> Json:
    """Return what a check of all rules but the deep ones found, in the order of ``findings``."""
    asked = [rule for rule in rules() if not rule.deep]
    severities = Counter(finding.severity for finding in findings)
    return {
        "records": len(document.index) - 1,
        "rules": len(asked),
        "totals": {severity: severities[severity] for severity in SEVERITIES},
        "codes": _codes(findings),
        "findings": [_finding(document, finding) for finding in findings[:MOST]],
        "more": max(0, len(findings) - MOST),
    }


def rule_json(code: str) -> Json:
    """Return what a rule finds, why that matters and how to fix it, in paragraphs.

    Raises SchemaError, with the nearest code, where there is no such rule.
    """
    rule = rule_of(code)
    return {
        "code": rule.code,
        "severity": rule.severity,
        "title": _title(rule),
        "finds": _paragraphs(rule, "Finds"),
        "why": _paragraphs(rule, "Why"),
        "fix": _paragraphs(rule, "Fix"),
    }


def _codes(findings: list[Finding]) -> list[Json]:
    """Return the codes that were found, the worst first; each with its worst severity."""
    known = {rule.code: rule for rule in rules()} if findings else {}
    counts = Counter(finding.code for finding in findings)
    worst: dict[str, int] = {}
    for finding in findings:
        severity = SEVERITIES.index(finding.severity)
        worst[finding.code] = min(worst.get(finding.code, severity), severity)
    return [
        {
            "code": code,
            "severity": SEVERITIES[worst[code]],
            "count": counts[code],
            "title": _title(known[code]),
        }
        for code in sorted(counts, key=lambda code: (worst[code], code))
    ]


def _finding(document: Document, finding: Finding) -> Json:
    return {
        "severity": finding.severity,
        "code": finding.code,
        **_place(document, finding, finding.record),
        "related": [_place(document, each, each.span) for each in finding.related],
    }


def _place(document: Document, said: Finding | Related, record: Span) -> Json:
    """Return what is said of a place, and the row of the record that it is in."""
    start, end = said.span
    return {
        "path": safe(said.path),
        "message": safe(said.message),
        "start": start,
        "end": end,
        "row": _row(document, said.path, start, record),
    }


def _row(document: Document, path: str, start: int, record: Span) -> int:
    """Return the innermost row that holds ``start``, but none that is a part of a record only."""
    if not path:
        return 0
    index, row = document.index, document.index.row_at(start)
    while row and (index.start[row] > record.start or index.end(row) < record.end):
        row = index.parent[row]
    return row


def _title(rule: Rule) -> str:
    return rule.name.replace("-", " ")


def _paragraphs(rule: Rule, heading: str) -> list[str]:
    text = rule.texts.get(heading, "")
    return [text] if text else []
