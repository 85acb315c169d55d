"""Findings for people: by file, each with its bytes and a mark under those at fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..finding import SEVERITIES, Finding
from ..source import Source
from ..span import Span
from .page import Page
from .text import count, hexadecimal, plural, safe, wrap

ALIKE = 10  # findings of one rule that are shown
_BYTES = 16  # of the line with the bytes
_RELATED = 4
_INDENT = 12  # cells before bytes and sentences: indent, offset, gap


def finding_lines(page: Page, source: Source, finding: Finding) -> Iterator[str]:
    """Yield one finding: what and where, the bytes with carets, and related places."""
    head = f"  {page.paint(finding.severity, finding.severity)} {finding.code}  "
    used = len(finding.severity) + len(finding.code) + 5
    where = safe(finding.path) or "the file"
    for number, part in enumerate(_wrapped(page, f"{where}: {safe(finding.message)}", used)):
        yield (head if number == 0 else " " * used) + part
    yield from _bytes(page, source, finding.span)
    for related in finding.related[:_RELATED]:
        at = page.span(related.span, source.size)
        text = f"{at} {safe(related.path) or 'the file'}: {safe(related.message)}"
        for part in _wrapped(page, text, _INDENT):
            yield " " * _INDENT + page.paint("note", part)
    more = len(finding.related) - _RELATED
    if more > 0:
        yield f"{' ' * _INDENT}and {plural(more, 'more place')}"


def _wrapped(page: Page, text: str, used: int) -> list[str]:
    return wrap(text, max(page.width - used, 20)) if page.cut else [text]


def _bytes(page: Page, source: Source, span: Span) -> Iterator[str]:
    """Yield the bytes at fault, with some before them where they are few, and carets below."""
    start = max(0, span.start - (4 if span.size <= _BYTES - 4 else 0))
    end = min(source.size, max(span.end, start) + 4, start + _BYTES)
    data = source.read(start, end - start)
    if not data:
        return
    more = " …" if span.end > end else ""
    place = page.place(start, source.size)
    yield f"{place:>{_INDENT - 2}}  {hexadecimal(data)}{more}"
    marked = min(span.end, end) - span.start
    carets = "^" * (3 * marked - 1) if marked > 0 else "^"
    yield " " * (_INDENT + 3 * (span.start - start)) + carets


def shown(findings: list[Finding], whole: bool) -> tuple[list[Finding], Counter[str]]:
    """Return the findings to show, and how many of each code are left out."""
    seen: Counter[str] = Counter()
    kept = []
    for finding in findings:
        seen[finding.code] += 1
        if whole or seen[finding.code] <= ALIKE:
            kept.append(finding)
    left = Counter({code: number - ALIKE for code, number in seen.items() if number > ALIKE})
    return kept, Counter() if whole else left


def left_out(left: Counter[str]) -> Iterator[str]:
    """Yield how many findings of which rules are not shown."""
    for code, number in sorted(left.items()):
        yield f"  … {count(number)} more {code}: --all"


def heading(page: Page, name: str, title: str) -> str:
    """Return the line above the findings of a file."""
    return page.paint("answer", page.fit(f"{safe(name)}: {title}"))


def total(findings: list[Finding], files: int) -> str:
    """Return ``1 error, 2 infos in 1 file; about a rule: onnxlens rule W003``."""
    counts = Counter(finding.severity for finding in findings)
    parts = [plural(counts[severity], severity) for severity in SEVERITIES if counts[severity]]
    first = findings[0].code
    return f"{', '.join(parts)} in {plural(files, 'file')}; about a rule: onnxlens rule {first}"


def nothing(records: int, rules: int, files: int) -> str:
    """Return the last line where nothing was found."""
    among = "" if files == 1 else f" in {files:,} files"
    return f"no findings{among}: {plural(records, 'record')}, {plural(rules, 'rule')}"


def concise(name: str, finding: Finding) -> str:
    """Return a finding as one line: ``half.onnx:134: error W003 graph.initializer[1]: …``."""
    where = f"{safe(finding.path)}: " if finding.path else ""
    text = f"{finding.severity} {finding.code} {where}{safe(finding.message)}"
    return f"{safe(name)}:{finding.span.start}: {text}"


_GITHUB = {"error": "error", "warning": "warning", "info": "notice"}


def github(name: str, finding: Finding) -> str:
    """Return a finding as a workflow command of GitHub Actions, which puts it beside the file."""
    where = f"{finding.path or 'the file'} at {finding.span}"
    title = _escaped(f"{finding.code} {where}", ":,")
    text = _escaped(f"{where}: {finding.message}", "")
    return f"::{_GITHUB[finding.severity]} file={_escaped(name, ':,')},title={title}::{text}"


def _escaped(text: str, marks: str) -> str:
    out = safe(text, 4000).replace("%", "%25")
    for mark in marks:
        out = out.replace(mark, f"%{ord(mark):02X}")
    return out
