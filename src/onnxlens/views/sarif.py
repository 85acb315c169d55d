"""Findings as SARIF 2.1.0, the format of code scanning services.

Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import quote

from ..checks.rule import Rule
from ..finding import Finding, Related
from .json import Json, text

if TYPE_CHECKING:
    from ..span import Span

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def sarif(
    version: str, rules: list[Rule], files: Iterable[tuple[str, list[Finding]]]
) -> Json:
    """Return one run over some files, given as pairs of a path and what was found there.

    ``version`` is that of onnxlens.
    """
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    results = [
        _result(path, finding, numbers[finding.code])
        for path, findings in files
        for finding in findings
    ]
    driver = {"name": "onnxlens", "version": version, "rules": [_rule(r) for r in rules]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Rule) -> Json:
    texts = {heading: text for heading, text in rule.texts.items() if text}
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": texts.get("Finds", rule.name)},
        "fullDescription": {"text": texts.get("Why", rule.name)},
        "help": {"text": texts.get("Fix", rule.name)},
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
    }


def _result(path: str, finding: Finding, number: int) -> Json:
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": number,
        "level": _LEVELS[finding.severity],
        "message": {"text": text(finding.message)},
        "locations": [_location(path, finding.path, finding.span)],
    }
    if finding.related:
        result["relatedLocations"] = [_related(path, related) for related in finding.related]
    return result


def _related(path: str, related: Related) -> Json:
    place = _location(path, related.path, related.span)
    return {**place, "message": {"text": text(related.message)}}


def _location(path: str, field: str, span: Span) -> Json:
    region = {"byteOffset": span.start, "byteLength": span.size}
    uri = quote(path.encode("utf-8", "surrogateescape"))
    return {
        "physicalLocation": {"artifactLocation": {"uri": uri}, "region": region},
        "logicalLocations": [{"fullyQualifiedName": text(field) or "(root)"}],
    }
