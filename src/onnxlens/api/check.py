"""Checks of one file or of many, with all rules or some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from .. import schema
from ..checks.catalog import rules
from ..checks.engine import check as check_document
from ..errors import SourceError
from ..finding import Finding
from ..wire.fill import BUDGET
from . import testdata
from .document import Document, open

if TYPE_CHECKING:
    from ..source.opening import Readable


class Checked:
    """What was found in one file.

    ``root`` is its root message and ``title`` that and its size in words; None and empty where
    nothing was judged. Then ``error`` says why, and ``next`` is advice: the file is of another
    format, or, with ``read`` false, its bytes cannot be had. ``records`` is how many it has.
    """

    __slots__ = ("error", "findings", "next", "path", "read", "records", "root", "size", "title")

    def __init__(self, path: str, error: str | None = None, next: str | None = None) -> None:
        self.path = path
        self.read = error is None
        self.root: str | None = None
        self.title = ""
        self.size = 0
        self.records = 0
        self.findings: list[Finding] = []
        self.error = error
        self.next = next


def check(
    thing: Readable,
    kind: str | None = None,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    deep: bool = False,
    infer: bool = False,
) -> list[Finding]:
    """Return what is wrong with a file: errors, then warnings, then infos, by offset.

    ``thing`` and ``kind`` are as for ``open``. ``select`` and ``ignore`` are codes or beginnings of
    codes (``T``, ``D00``). ``deep`` rules read much, such as the checksums of data files. ``infer``
    has the onnx package infer types, in a process of its own, to compare declared ones with. Raises
    SourceError where bytes cannot be had, SchemaError for a word that no code begins with,
    OnnxLensError where the onnx package is needed and not installed.
    """
    with open(thing, kind) as document:
        return document.check(select=select, ignore=ignore, deep=deep, infer=infer)


def findings_of(
    document: Document, select: Iterable[str], ignore: Iterable[str], deep: bool, infer: bool
) -> list[Finding]:
    """Return what rules find in an open document."""
    from .infer import infer as infer_types

    asked = rules(select, ignore)
    return check_document(document, asked, deep, infer_types(document) if infer else None)


def check_file(
    path: str,
    kind: str | None = None,
    max_records: int = BUDGET,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    deep: bool = False,
    infer: bool = False,
) -> Checked:
    """Check one file of many: what cannot be read is part of the result.

    A file of test data is read as the model beside it says.
    """
    try:
        with open(path, kind, max_records=max_records) as document:
            says = testdata.says_of(path) if kind is None and path.endswith(".pb") else None
            document = testdata.decided(document, says, max_records)
            return checked(path, document, select, ignore, deep, infer)
    except SourceError as error:
        return Checked(path, str(error), error.next)


def checked(
    path: str,
    document: Document,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    deep: bool = False,
    infer: bool = False,
) -> Checked:
    """Return what is found in an open document, named ``path``."""
    from ..views.summary import headline, other

    found = Checked(path)
    found.size, found.records = document.size, len(document.index) - 1
    if document.root is None:
        found.error, entries = other(document)
        found.next = dict(entries).get("next")
        return found
    found.root, found.title = document.root.name, headline(document, None)
    found.findings = findings_of(document, select, ignore, deep, infer)
    return found


def check_files(
    paths: Iterable[str], jobs: int, kind: str | None = None, **asked: Any
) -> Iterator[Checked]:
    """Yield the result of each file, in the order of ``paths``.

    ``jobs`` is the number of processes, ``kind`` and ``asked`` are as for ``check_file``. Raises
    as ``check`` does, but for files that cannot be read.
    """
    if kind is not None:
        schema.message(kind)
    task = partial(check_file, kind=kind, **asked)
    if jobs == 1:
        yield from map(task, paths)
        return
    from .pool import results

    yield from results(task, paths, jobs, _lost)


def _lost(path: str) -> Checked:
    """Return the result for a file at which the process that checked it died."""
    died = "the process that checked it died; it may have needed too much memory"
    return Checked(path, died, f"onnxlens check --jobs 1 {path}")
