"""Findings as SARIF 2.1.0, the format of code scanning services.

Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import os
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
    version: str,
    rules: list[Rule],
    files: Iterable[tuple[str, list[Finding]]],
    errors: Iterable[tuple[str, str]] = (),
) -> Json:
    """Return one run over some files, given as pairs of a path and what was found there.

    ``version`` is that of onnxlens; ``errors`` are pairs of a path and why it was not judged.
    """
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    results = [
        _result(path, finding, numbers[finding.code])
        for path, findings in files
        for finding in findings
    ]
    driver = {"name": "onnxlens", "version": version, "rules": [_rule(r) for r in rules]}
    unjudged = [_notification(path, error) for path, error in errors]
    invocation = {
        "executionSuccessful": not unjudged,
        "toolExecutionNotifications": unjudged,
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
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


def _notification(path: str, error: str) -> Json:
    place = {"physicalLocation": {"artifactLocation": {"uri": _uri(path)}}}
    return {"level": "error", "message": {"text": text(error)}, "locations": [place]}


def _location(path: str, field: str, span: Span) -> Json:
    region = {"byteOffset": span.start, "byteLength": span.size}
    return {
        "physicalLocation": {"artifactLocation": {"uri": _uri(path)}, "region": region},
        "logicalLocations": [{"fullyQualifiedName": text(field) or "(root)"}],
    }


def _uri(path: str) -> str:
    """Return a path as a URI: relative to the current folder, or with the scheme file.

    What services find in a repository must be relative to it, so a path below the current folder
    is so given.
    """
    inside = os.path.relpath(path) if os.path.isabs(path) else os.path.normpath(path)
    below = inside.split(os.sep)[0] != os.pardir
    name = inside if below or not os.path.isabs(path) else path
    quoted = quote(name.replace(os.sep, "/").encode("utf-8", "surrogateescape"))
    return f"file://{quoted}" if quoted.startswith("/") else quoted
