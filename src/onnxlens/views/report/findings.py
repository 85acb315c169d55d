"""The findings of a report, by severity and rule, each with its place and its bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...checks.catalog import rule_of
from ...checks.rule import Rule
from ...finding import SEVERITIES, Finding, Related
from ...tree.document import Document
from ..check import SAFETY
from ..text import count, plural, safe
from .byte_table import byte_table, legend
from .groups import SHAPES, Group, groups
from .html import Element, el
from .parts import Column, Part, folded, note, section, table
from .places import span_words

_RELATED = 8  # places that belong to one finding
_BRIEF = (Column("bytes"), Column("path", "code"), Column("what was found"))
_RULE = (("Why", "why"), ("Fix", "fix"))  # the headings of a rule's texts that stand here


def counts(findings: Iterable[Finding]) -> Element:
    """Return how many findings of each severity there are, as links to them."""
    numbers = Counter(finding.severity for finding in findings)
    items = (
        el("li", _linked(severity, numbers[severity]), class_=severity) for severity in SEVERITIES
    )
    return el("ul", *items, class_="counts", aria_label="Findings")


def _linked(severity: str, number: int) -> Element:
    parts = (_shape(severity), f" {plural(number, severity)}")
    return el("a", *parts, href=f"#{severity}") if number else el("span", *parts)


def _shape(severity: str) -> Element:
    return el("span", SHAPES[severity], aria_hidden="true", class_="shape")


def findings_section(document: Document, findings: list[Finding], asked: list[Rule]) -> Element:
    """Return all findings, or the sentence that there are none."""
    grouped = groups(findings)
    seen: set[str] = set()
    children: list[Part | None] = [
        el("p", _total(document, findings, asked)),
        el("p", SAFETY) if all(rule.code[0] == "X" for rule in asked) else None,
        legend() if findings else None,
    ]
    for severity in SEVERITIES:
        here = [group for group in grouped if group.severity == severity]
        if here:
            children.append(_severity(document, severity, here, seen))
    return section("findings", "Findings", *children)


def _total(document: Document, findings: list[Finding], asked: list[Rule]) -> str:
    records = plural(len(document.index) - 1, "record")
    among = f"{records}, {plural(len(asked), 'rule')}"
    return f"{plural(len(findings), 'finding')}: {among}" if findings else f"no findings: {among}"


def _severity(document: Document, severity: str, grouped: list[Group], seen: set[str]) -> Element:
    number = sum(len(group.findings) for group in grouped)
    title = (_shape(severity), f" {plural(number, severity)}")
    inside = [_group(document, group, seen) for group in grouped]
    heading = el("h3", *title, id=severity)
    return el("section", heading, *inside, class_=severity, aria_labelledby=severity)


def _group(document: Document, group: Group, seen: set[str]) -> Element:
    """Return the findings of one rule; what the rule is for is told where it comes first."""
    rule, key = rule_of(group.code), f"{group.severity}-{group.code}"
    many = f", {count(len(group.findings))} findings" if len(group.findings) > 1 else ""
    first = group.code not in seen
    seen.add(group.code)
    return el(
        "section",
        el("h4", el("span", _shape(group.severity), f" {group.severity} {group.code}",
                    class_="code"), f" {rule.name}{many}", id=key),
        _rule(rule) if first else None,
        *(_finding(document, finding) for finding in group.findings[: group.full]),
        _brief(document, group),
        note(_left(document, group)),
        class_="rule",
        aria_labelledby=key,
    )  # fmt: skip


def _rule(rule: Rule) -> Element:
    texts = [(title, rule.texts.get(heading, "")) for heading, title in _RULE]
    pairs = ((el("dt", title), el("dd", text)) for title, text in texts if text)
    return el("dl", *(part for pair in pairs for part in pair), class_="entries why")


def _finding(document: Document, finding: Finding) -> Element:
    return el(
        "article",
        el("h5", el("code", safe(finding.path) or "the file")),
        el("p", safe(finding.message), class_="message"),
        el("p", "at ", span_words(finding.span, document.size), class_="place"),
        *byte_table(document, finding),
        _related(document, finding.related),
    )


def _related(document: Document, related: tuple[Related, ...]) -> Element | None:
    """Return the places that belong to a finding."""
    if not related:
        return None
    items = [_also(document, each) for each in related[:_RELATED]]
    if len(related) > _RELATED:
        items.append(el("li", f"and {plural(len(related) - _RELATED, 'more place')}"))
    return el("ul", *items, class_="related")


def _also(document: Document, related: Related) -> Element:
    path = el("code", safe(related.path) or "the file")
    words = f": {safe(related.message)}, at {span_words(related.span, document.size)}"
    return el("li", "also ", path, words)


def _brief(document: Document, group: Group) -> Element | None:
    """Return the findings that are shown without bytes, folded."""
    if not group.brief:
        return None
    title = f"{count(group.brief)} more of {group.code}, without their bytes"
    shown = group.findings[group.full : group.full + group.brief]
    return folded(title, table(title, _BRIEF, _lines(document, shown), hidden=True))


def _lines(document: Document, findings: list[Finding]) -> Iterator[list[Part]]:
    for finding in findings:
        path = safe(finding.path) or "the file"
        yield [span_words(finding.span, document.size), path, safe(finding.message)]


def _left(document: Document, group: Group) -> str | None:
    if not group.left:
        return None
    return (
        f"and {count(group.left)} more of {group.code}: onnxlens check --all --select {group.code}"
    )
