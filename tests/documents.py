"""Documents at hand for tests: over bytes with one scanner, and over the corpus."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from onnxlens.schema import message
from onnxlens.source import MemorySource, Source
from onnxlens.tree.document import Document
from onnxlens.tree.field import Field
from onnxlens.tree.root import Verdict
from onnxlens.tree.slots import CHILD
from onnxlens.wire.fill import BUDGET, fill

LONG = 4000  # bytes of a run of varints up to which all its elements are tried


def document_of(
    data: bytes | Source, kind: str | None, scanner: type, budget: int = BUDGET
) -> Document:
    """Return a document whose root is named; ``kind`` None stands for no root."""
    source = data if isinstance(data, Source) else MemorySource(data)
    root = message(kind) if kind else None
    index = fill(source, root.id if root else 0, CHILD, scanner=scanner, budget=budget)
    return Document(source, index, Verdict(root))


def everything(document: Document) -> Iterator[Field]:
    """Yield all records and all elements of packed runs.

    Only of a long run of varints, where finding one costs a pass, it is the ends and each 101st.
    """
    for field in document.walk():
        yield field
        if not field.is_run:
            continue
        run, size = document.run_of(field.row), field.payload.size
        short = size < LONG or (run is not None and run.width > 0)
        for at, element in enumerate(field.children):
            if short or at < 1000 or at % 101 == 0 or element.end > field.end - LONG:
                yield element


class Sample(NamedTuple):
    """One file of the corpus; ``kind`` is None where it is no binary ONNX message."""

    path: str
    kind: str | None
    parses: bool
    data: bytes


def samples(corpus: Path) -> list[Sample]:
    """Return all files that the manifest of the corpus lists."""
    with (corpus / "MANIFEST.csv").open(newline="") as manifest:
        return [_sample(corpus, line) for line in csv.DictReader(manifest)]


def _sample(corpus: Path, line: dict[str, str]) -> Sample:
    word = line["kind"].partition("?")[0]
    known = line["form"] == "binary" and word.endswith("Proto") and " " not in word
    parses = known and line["parse_onnx"] == "ok"
    return Sample(
        line["path"], word if known else None, parses, (corpus / line["path"]).read_bytes()
    )
