"""Findings for people: by file, each with its bytes and a mark under those at fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..checks.rule import Rule
from ..finding import SEVERITIES, Finding
from ..source import Source
from ..span import Span
from .page import Page
from .text import count, hexadecimal, plural, safe, width, wrap

ALIKE = 10  # findings of one rule that are shown
_BYTES = 16  # of the line with the bytes, at most
_AROUND = 4  # bytes before and behind those at fault
_RELATED = 4
_INDENT = 12  # cells before bytes and sentences: indent, offset, gap
_SECURITY = "X"  # the layer
SAFETY = "read as data, nothing was run; a clean result is no proof of safety"


def file_lines(
    page: Page, title: str, size: int, source: Source | None, findings: list[Finding], whole: bool
) -> Iterator[str]:
    """Yield a file's title and its findings; of many of one rule only some, but for ``whole``.

    ``size`` is that of the file in bytes, ``source`` gives them; None leaves them out.
    """
    yield page.paint("answer", page.fit(title))
    kept, left = shown(findings, whole)
    for finding in kept:
        yield from finding_lines(page, size, source, finding)
    for code, number in sorted(left.items()):
        yield f"  … {count(number)} more {code}: --all"


def finding_lines(page: Page, size: int, source: Source | None, finding: Finding) -> Iterator[str]:
    """Yield one finding: what and where, the bytes with carets, and related places."""
    head = f"  {page.paint(finding.severity, finding.severity)} {finding.code}  "
    used = len(finding.severity) + len(finding.code) + 5
    where = safe(finding.path) or "the file"
    for number, part in enumerate(_wrapped(page, f"{where}: {safe(finding.message)}", used)):
        yield (head if number == 0 else " " * used) + part
    if source is not None and finding.span != (0, size):  # all bytes are no place
        yield from _bytes(page, source, finding)
    for related in finding.related[:_RELATED]:
        at = page.span(related.span, size)
        text = f"also {at} {safe(related.path) or 'the file'}: {safe(related.message)}"
        for part in _wrapped(page, text, _INDENT):
            yield " " * _INDENT + page.paint("note", part)
    more = len(finding.related) - _RELATED
    if more > 0:
        yield f"{' ' * _INDENT}and {plural(more, 'more place')}"


def _wrapped(page: Page, text: str, used: int) -> list[str]:
    """Return text in lines of what a terminal has left; a word that is longer is broken."""
    room = max(page.width - used, 20)
    if not page.cut:
        return [text]
    return [piece for part in wrap(text, room) for piece in _broken(part, room)]


def _broken(word: str, room: int) -> Iterator[str]:
    """Yield a word in pieces of at most ``room`` cells."""
    piece, used = "", 0
    for character in word:
        cells = width(character)
        if used + cells > room:
            yield piece
            piece, used = "", 0
        piece, used = piece + character, used + cells
    yield piece


def _bytes(page: Page, source: Source, finding: Finding) -> Iterator[str]:
    """Yield the bytes at fault, some around them where they are few, and carets below."""
    span = finding.span
    room = min(_BYTES, (page.width - _INDENT - 2) // 3) if page.cut else _BYTES
    start, end = _window(finding, room, source.size)
    data = source.read(start, end - start)
    if not data:
        return
    left = f"{page.place(start, source.size):>{_INDENT - 2}}  "
    if span.end > end:
        yield f"{left}{hexadecimal(data)} …"
        marks = f"^^ … {plural(span.size, 'byte')} up to {page.place(span.end, source.size)}"
    else:
        yield f"{left}{hexadecimal(data)}"
        marks = "^" * max(1, 3 * span.size - 1)
    blank = " " * (len(left) + 3 * (span.start - start))
    yield blank + page.paint(finding.severity, marks)


def _window(finding: Finding, room: int, size: int) -> Span:
    """Return the bytes to show: from the start of the record on, where that is near enough."""
    span, record = finding.span, finding.record
    start = record.start
    if not span.start - room < start <= span.start or span.end - start > room:
        start = max(start if start <= span.start else 0, span.start - _AROUND)
    if span.end - start > room:
        start = span.start
    behind = max(span.end, min(span.end + _AROUND, record.end))
    end = min(size, start + room, behind)
    return Span(start, end if end > start else min(size, start + _AROUND))


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


class Total:
    """Counts over all files: how many, with findings, not judged; records; findings."""

    def __init__(self) -> None:
        self.files = self.flawed = self.unjudged = self.records = 0
        self.counts: Counter[str] = Counter()
        self.first = ""  # the code of the first finding

    def add(self, judged: bool, records: int, findings: list[Finding]) -> None:
        """Count one file."""
        self.files += 1
        self.unjudged += not judged
        self.records += records
        if findings:
            self.flawed += 1
            self.counts.update(finding.severity for finding in findings)
            self.first = self.first or findings[0].code


def total_lines(page: Page, total: Total, rules: list[Rule]) -> Iterator[str]:
    """Yield the last lines, wrapped where a terminal would cut them."""
    for text in _total(total, rules):
        yield from _wrapped(page, text, 0)


def _total(total: Total, rules: list[Rule]) -> Iterator[str]:
    """Yield ``1 error, 2 infos in 1 file; about a rule: onnxlens rule W003``, or that all is well.

    Nothing where no file was judged.
    """
    judged, counts = total.files - total.unjudged, total.counts
    if not judged:
        return
    unjudged = f"; {plural(total.unjudged, 'file')} not judged" if total.unjudged else ""
    if total.first:
        parts = [plural(counts[severity], severity) for severity in SEVERITIES if counts[severity]]
        among = f"{count(total.flawed)} of " if total.flawed < judged else ""
        where = f"{among}{plural(judged, 'file')}{unjudged}"
        yield f"{', '.join(parts)} in {where}; about a rule: onnxlens rule {total.first}"
    else:
        among = f" in {count(judged)} files" if judged > 1 else ""
        asked = f"{plural(total.records, 'record')}, {plural(len(rules), 'rule')}"
        yield f"no findings{among}: {asked}{unjudged}"
    if all(rule.code.startswith(_SECURITY) for rule in rules):
        yield SAFETY


def concise(name: str, finding: Finding) -> str:
    """Return a finding as one line: ``half.onnx:134: error W003 graph.initializer[1]: …``."""
    where = f"{safe(finding.path)}: " if finding.path else ""
    text = f"{finding.severity} {finding.code} {where}{safe(finding.message)}"
    return f"{safe(name)}:{finding.span.start}: {text}"


_GITHUB = {"error": "error", "warning": "warning", "info": "notice"}


def github(name: str, finding: Finding) -> str:
    """Return a finding as a workflow command of GitHub Actions, which puts it beside the file."""
    where = f"{safe(finding.path) or 'the file'} at {finding.span}"
    text = f"{where}: {safe(finding.message)}"
    return _command(_GITHUB[finding.severity], name, f"{finding.code} {where}", text)


def github_error(name: str, error: str) -> str:
    """Return why a file was not judged as a workflow command."""
    return _command("error", name, "onnxlens", f"not judged: {safe(error)}")


def _command(kind: str, name: str, title: str, text: str) -> str:
    file = _escaped(safe(name, 4096), ":,")
    return f"::{kind} file={file},title={_escaped(title, ':,')}::{_escaped(text)}"


def _escaped(text: str, marks: str = "") -> str:
    """Return text in which nothing ends a value: ``%``, which escapes, and ``marks``."""
    out = text.replace("%", "%25")
    for mark in marks:
        out = out.replace(mark, f"%{ord(mark):02X}")
    return out
