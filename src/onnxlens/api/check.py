"""Checks of one file or of many, with all rules or some of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from ..checks.catalog import rules
from ..checks.engine import check as check_document
from ..errors import SourceError
from ..finding import Finding
from .document import Document, open

if TYPE_CHECKING:
    from ..source.opening import Readable

_MANY = 4  # files from which on several processes share the work


class Checked:
    """What was found in one file.

    ``root`` is its root message, None where it holds none; then ``other`` names the format, if it
    is known. ``records`` is how many records it has. ``error`` says why it could not be read.
    """

    __slots__ = ("error", "findings", "name", "other", "path", "records", "root", "size")

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = path
        self.root: str | None = None
        self.other: str | None = None
        self.size = 0
        self.records = 0
        self.findings: list[Finding] = []
        self.error: SourceError | None = None


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
    kind: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    deep: bool,
    infer: bool,
) -> Checked:
    """Check one file of many: what cannot be read is part of the result."""
    checked = Checked(path)
    try:
        with open(path, kind) as document:
            fill(checked, document, select, ignore, deep, infer)
    except SourceError as error:
        checked.error = error
    return checked


def fill(
    checked: Checked,
    document: Document,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    deep: bool,
    infer: bool,
) -> None:
    """Check a document, and put what is found into ``checked``."""
    checked.name, checked.size = document.name, document.size
    checked.records = len(document.index) - 1
    if document.root is None:
        foreign = document.verdict.foreign
        checked.other = foreign.kind if foreign else ""
        return
    checked.root = document.root.name
    checked.findings = findings_of(document, select, ignore, deep, infer)


def check_files(
    paths: list[str],
    kind: str | None = None,
    select: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    deep: bool = False,
    infer: bool = False,
    jobs: int | None = None,
) -> Iterator[Checked]:
    """Yield the result of each file, in the order of ``paths``.

    ``jobs`` is the number of processes, by default one for each processor where there are more
    than a few files.
    """
    task = partial(check_file, kind=kind, select=select, ignore=ignore, deep=deep, infer=infer)
    workers = jobs or (os.cpu_count() or 1 if len(paths) >= _MANY else 1)
    if workers <= 1 or len(paths) < 2:
        yield from map(task, paths)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # a fresh process each: forking one that has threads may hang
    with ProcessPoolExecutor(min(workers, len(paths)), get_context("spawn")) as pool:
        yield from pool.map(task, paths, chunksize=max(1, len(paths) // (8 * workers)))
