"""Asks the rules about a document, each only about what concerns it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .. import schema
from ..finding import SEVERITIES, Finding, Related
from ..schema import MessageSpec
from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from ..wire.kinds import LEN
from .context import Context
from .inferred import Inferred
from .rule import BYTES, STRUCTURE, Found, Rule
from .structures import NESTING

_DEPTH = 101  # messages around a field that is still judged: W009 tells the first one too deep
_SAME_BYTES = 4096  # bytes of a message up to which one is compared with those seen before


def check(
    document: Document,
    rules: Iterable[Rule],
    deep: bool = False,
    inferred: Inferred | None = None,
) -> list[Finding]:
    """Return what rules find in a document, by offset within severity.

    Reading never fails on content, so neither does a check; a document without a root has nothing
    to be judged by and gives nothing.
    """
    if document.root is None:
        return []
    context = Context(document, deep, inferred)
    found = list(_findings(context, [rule for rule in rules if deep or not rule.deep]))
    return sorted(found, key=_place)


def _place(finding: Finding) -> tuple[int, int, int, str]:
    span = finding.span
    return SEVERITIES.index(finding.severity), span.start, span.end, finding.code


def _findings(context: Context, rules: list[Rule]) -> Iterator[Finding]:
    by_message: dict[str, list[Rule]] = {}
    for rule in rules:
        if not rule.on:
            yield from _told(rule, rule.check(context))
        else:
            by_message.setdefault(rule.on, []).append(rule)
    for name, asked in by_message.items():
        yield from _Messages(context, schema.message(name), asked).findings()


def _told(rule: Rule, faults: Iterable[Found]) -> Iterator[Finding]:
    """Yield faults as findings, but what lies so deep that no parser reads it."""
    for found in faults:
        if not _is_deep(found.field) and (rule.code[0] == "W" or not _is_cut(found.field)):
            yield _finding(rule, found)


def _is_cut(field: Field) -> bool:
    """Whether a record is damaged: layer W says so, and what it would have said is not known."""
    return field.row > 0 and field.row in field.document.damage


def _is_deep(field: Field) -> bool:
    """Whether a field has more messages around it than standard parsers read.

    W009 says so, once; and the path of each field in there would take as long as it is deep.
    """
    parents, row, depth = field.document.index.parent, field.row, 0
    while row and depth <= _DEPTH:
        row, depth = parents[row], depth + 1
    return depth > _DEPTH


def _finding(rule: Rule, found: Found) -> Finding:
    related = tuple(Related(field.path, field.span, text) for field, text in found.related)
    severity = found.severity or rule.severity
    field = found.field
    return Finding(rule.code, severity, field.path, found.span, found.message, related, field.span)


class _Messages:
    """Asks some rules about all messages of one name; one that is like a quiet one is left out."""

    def __init__(self, context: Context, spec: MessageSpec, rules: list[Rule]) -> None:
        self.context, self.spec = context, spec
        self.document, index = context.document, context.document.index
        self.index = index
        self.groups = [
            (kind, [rule for rule in rules if rule.looks_at == kind], set[object]())
            for kind in ("", STRUCTURE, BYTES)
        ]
        self.slots, self.heads = index.slot.tobytes(), index.head.tobytes()

    def findings(self) -> Iterator[Finding]:
        """Yield what the rules find, message by message."""
        told: list[Finding] = []
        for row in self.context.rows_of(self.spec):
            if row and self.index.head[row] & 7 != LEN:
                continue
            message: Merged | None = None
            for kind, rules, quiet in self.groups:
                if not rules:
                    continue
                like = self._like(kind, row)
                if like is not None and like in quiet and not self._is_part(row):
                    continue
                if message is None:
                    message = self._message(row)
                if message is None:
                    break
                before = len(told)
                for rule in rules:
                    told += _told(rule, rule.check(message, self.context))
                if len(told) == before and like is not None and len(message.rows) == 1:
                    quiet.add(like)
            yield from told
            told.clear()

    def _is_part(self, row: int) -> bool:
        """Whether a parser joins a message with others of the same field."""
        spec = self.document.spec_of(row)
        if spec is None or spec.repeated:
            return False
        return len(self.document.places.records(self.index.parent[row], spec.number).rows) > 1

    def _like(self, kind: str, row: int) -> object:
        """Return what two messages share that a rule of a kind cannot tell apart."""
        if self.document.damage:
            return None  # what is cut off may look like what is whole
        if kind == STRUCTURE:
            after = self.index.next[row]
            if not NESTING.isdisjoint(self.index.slot[row + 1 : after]):
                return None  # slots alone do not tell which message a record stands in
            return self.slots[2 * row + 2 : 2 * after], self.heads[row + 1 : after]
        if kind == BYTES:
            start, end = self.index.payload(row), self.index.end(row)
            return self.document.read(start, end) if end - start <= _SAME_BYTES else None
        return None

    def _message(self, row: int) -> Merged | None:
        """Return the message as a parser builds it; None for a later part of one."""
        spec = self.document.spec_of(row)
        if spec is None or spec.repeated:
            return Merged(self.document, self.spec, (row,))
        rows = self.document.places.records(self.index.parent[row], spec.number).rows
        return Merged(self.document, self.spec, tuple(rows)) if rows[0] == row else None
