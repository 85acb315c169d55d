"""A statement about a file: what a rule found, and where."""

from __future__ import annotations

from .span import Span

SEVERITIES = ("error", "warning", "info")  # the worst first


class Related:
    """Another place that belongs to a finding: its path, its span and what is there."""

    __slots__ = ("message", "path", "span")

    def __init__(self, path: str, span: Span, message: str) -> None:
        self.path = path
        self.span = span
        self.message = message


class Finding:
    """What one rule says of one place.

    ``code`` is the rule's, such as ``T003``; ``severity`` one of SEVERITIES. ``path`` names the
    field, ``record`` its bytes in the file, and ``span`` those that are at fault, half-open.
    ``message`` says what was found, then what is needed, with numbers and without a full stop; it
    is one line, and names of the model in it are quoted. ``related`` are other places that the
    message speaks of.
    """

    __slots__ = ("code", "message", "path", "record", "related", "severity", "span")

    def __init__(
        self,
        code: str,
        severity: str,
        path: str,
        span: Span,
        message: str,
        related: tuple[Related, ...] = (),
        record: Span | None = None,
    ) -> None:
        self.code = code
        self.severity = severity
        self.path = path
        self.span = span
        self.message = message
        self.related = related
        self.record = span if record is None else record

    def __repr__(self) -> str:
        return f"<Finding {self.code} {self.path or 'root'} {self.span}: {self.message}>"
