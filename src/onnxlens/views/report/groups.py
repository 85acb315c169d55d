"""Which findings a report shows with their bytes, which as a line, and which are only counted."""

from __future__ import annotations

from collections.abc import Iterable

from ...finding import SEVERITIES, Finding
from ..check import ALIKE

LIMIT = 1000  # findings that are shown
SHAPES = dict(zip(SEVERITIES, "▲■●", strict=True))


class Group:
    """The findings of one rule and one severity, by offset.

    Of them ``full`` are shown with their bytes, ``brief`` more as a line each.
    """

    __slots__ = ("brief", "code", "findings", "full", "severity")

    def __init__(self, severity: str, code: str) -> None:
        self.severity = severity
        self.code = code
        self.findings: list[Finding] = []
        self.full = self.brief = 0

    @property
    def left(self) -> int:
        """How many findings are not shown."""
        return len(self.findings) - self.full - self.brief


def groups(findings: Iterable[Finding], limit: int = LIMIT) -> list[Group]:
    """Return findings by severity, then by rule in the order of their first offsets.

    At most ``limit`` are shown: first of every rule as many as ``check`` shows, then the rest.
    """
    found: dict[tuple[str, str], Group] = {}
    for finding in findings:
        key = finding.severity, finding.code
        if key not in found:
            found[key] = Group(*key)
        found[key].findings.append(finding)
    ordered = sorted(found.values(), key=lambda group: SEVERITIES.index(group.severity))
    for group in ordered:
        group.full = min(len(group.findings), ALIKE, limit)
        limit -= group.full
    for group in ordered:
        group.brief = min(len(group.findings) - group.full, limit)
        limit -= group.brief
    return ordered
