"""What is wrong with a document, found once: here, or in a process of its own if it is large."""

from __future__ import annotations

from ... import api
from ...errors import SourceError
from ...source import FileSource
from .answers import encoded
from .apart import apart
from .documents import Opened
from .refused import Refused

LARGE = 300_000  # records; judging more of them here would keep other answers waiting


def findings(opened: Opened, max_records: int) -> bytes:
    """Return the findings as JSON; who asks while they are looked for waits for the same ones.

    Raises SourceError where the file cannot be read, Refused where the process died.
    """
    with opened.judging:
        if opened.findings is None:
            document = opened.document
            large = len(document.index) > LARGE and isinstance(document.source, FileSource)
            opened.findings = _apart(document, max_records) if large else judged(document)
        return opened.findings


def judged(document: api.Document) -> bytes:
    """Return the findings of a document as JSON."""
    from ...views.web.findings import findings_json

    return encoded(findings_json(document, document.check()))


def _apart(document: api.Document, max_records: int) -> bytes:
    """Judge a file in another process: its memory is given back, and this one stays quick."""
    source, root = document.source, document.root
    assert isinstance(source, FileSource)
    kind = root.name if root and not document.verdict.candidates else None  # a person named it
    found = apart(__name__, "judged_file", source.path, source.identity(), kind, max_records)
    if found is None:
        died = "the process that checks it died; it may have needed too much memory"
        raise Refused(503, died, next=f"onnxlens check {source.path}")
    if not found:
        raise SourceError("changed since it was opened", name=source.name, next="open it again")
    return found


def judged_file(path: str, identity: list[object], kind: str | None, max_records: int) -> bytes:
    """Return the findings of the file at a path; nothing where it is no longer the one meant."""
    try:
        with api.open(path, kind, max_records=max_records) as document:
            return judged(document) if [*document.source.identity()] == identity else b""
    except SourceError:
        return b""
