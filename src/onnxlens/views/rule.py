"""What a rule finds, why that matters and how to fix it; and the list of all rules."""

from __future__ import annotations

from collections.abc import Iterator

from ..checks.catalog import LAYERS
from ..checks.rule import HEADINGS, Rule
from .page import Page
from .table import Column, Row, table
from .text import plural, wrap


def rule_lines(page: Page, rule: Rule) -> Iterator[str]:
    """Yield one rule: code, severity and name, then the text under each heading."""
    yield page.paint("answer", f"{rule.code} {rule.name}")
    first, *more = wrap(f"{rule.severity}; {LAYERS[rule.code[0]][1]}", page.width)
    yield page.paint(rule.severity, rule.severity) + first.removeprefix(rule.severity)
    yield from more
    for heading in HEADINGS:
        yield ""
        yield heading
        yield from (f"  {part}" for part in wrap(rule.texts.get(heading, ""), page.width - 2))
    if rule.deep:
        yield ""
        yield "Only with --deep, since it reads much."


def rule_list(page: Page, rules: list[Rule]) -> Iterator[str]:
    """Yield all rules with what each of them finds."""
    columns = [
        Column("code"),
        Column("severity"),
        Column("name", limit=min(34, page.width - 16) if page.cut else 0),
        Column("finds", style="note", wrap=True),
    ]
    yield from table(page, columns, (_row(rule) for rule in rules))
    yield f"{plural(len(rules), 'rule')}; about one: onnxlens rule CODE"


def _row(rule: Rule) -> Row:
    first, stop, _ = rule.texts.get("Finds", "").partition(". ")
    return Row((rule.code, rule.severity, rule.name, first + stop.strip()))
