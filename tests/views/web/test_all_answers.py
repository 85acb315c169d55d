"""All that the page is told of all files, whole and broken, is sound and names true places."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from documents import Sample, samples
from onnxlens import api
from onnxlens.span import Span
from onnxlens.views.web import map as file_map
from onnxlens.views.web import record, reference
from onnxlens.views.web.about import about
from onnxlens.views.web.children import children
from onnxlens.views.web.findings import findings_json
from onnxlens.views.web.summary import summary
from onnxlens.views.web.symbols import symbols_of
from onnxlens.views.web.tensors import tensors
from onnxlens.views.web.window import window
from recipes import of
from told import places, sound

_LARGEST = 300_000  # bytes of a whole file
_BROKEN = 10_000  # bytes of a file of which broken ones are made
_ROWS = 6  # of one file that are asked about
_WINDOW = 2000  # bytes


class Asked:
    """One document, and every question that the page asks about it."""

    def __init__(self, document: api.Document, chance: random.Random) -> None:
        self.document = document
        self.chance = chance
        self.places = 0

    def all(self) -> None:
        """Ask everything."""
        self.lists()
        self.window()
        self.records()
        self.findings()
        self.of_the_file()

    def sound(self, value: Any) -> Any:
        assert sound(value)
        return value

    def right(self, value: Any) -> Any:
        """Return an answer whose places are right as well."""
        self.places += places(self.sound(value), self.document)
        return value

    def lists(self) -> None:
        """Follow lists from the file down, a way by chance."""
        key = ""
        while key is not None:
            answer = self.sound(children(self.document, key, 0, 50))
            rows = answer["rows"]
            assert len(rows) == min(answer["total"], 50)
            self.right([row for row in rows if row["kind"] not in ("group", "chunk")])
            assert all(row["size"] == row["end"] - row["start"] for row in rows)
            open_ = [row["key"] for row in rows if row["kids"]]
            key = self.chance.choice(open_) if open_ else None

    def window(self) -> None:
        index, size = self.document.index, self.document.size
        start = self.chance.randrange(size + 1)
        told = self.sound(window(self.document, start, min(size, start + _WINDOW)))
        for row, begin, tag_end, payload, end, _, parent, _ in told["records"]:
            assert (begin, end) == (index.start[row], index.end(row))
            assert begin <= tag_end <= payload <= end
            assert parent == index.parent[row]

    def records(self) -> None:
        """Ask about the first record and some others, each by row, by offset and by path."""
        count = len(self.document.index)
        first = self.right(record.first(self.document))
        for row in {first["row"], *(self.chance.randrange(count) for _ in range(_ROWS))}:
            told = self.right(record.record(self.document, row))
            assert self.right(record.by_path(self.document, told["path"])) == told
            assert self.right(record.at(self.document, told["start"]))["start"] <= told["start"]
            self.right(about(self.document, row))
            if told["reference"]:
                self.right(reference.entry(self.document, told["reference"]))

    def findings(self) -> None:
        """Compare the findings with the check; a finding's row holds what is at fault."""
        findings, index = self.document.check(), self.document.index
        told = self.sound(findings_json(self.document, findings))
        assert told["more"] == 0
        for one, finding in zip(told["findings"], findings, strict=True):
            assert (one["code"], Span(one["start"], one["end"])) == (finding.code, finding.span)
            for place in (one, *one["related"]):
                assert index.start[place["row"]] <= place["start"]
                assert place["end"] <= index.end(place["row"])

    def of_the_file(self) -> None:
        document = self.document
        self.right(summary(document))
        self.right(symbols_of(document))
        self.right(tensors(document, 50))
        told = self.right(file_map.file_map(document, 0, document.size, 64))
        assert sum(each["size"] for each in told["kinds"]) == document.size


def ask(data: bytes, kind: str | None, seed: int) -> int:
    """Ask everything about some bytes; return how many places were right."""
    with api.open(data, kind) as document:
        asked = Asked(document, random.Random(seed))
        asked.all()
        return asked.places


def broken(sample: Sample, seed: int) -> Iterator[bytes]:
    """Yield a file cut at two offsets, and with some bytes changed."""
    chance, size = random.Random(seed), len(sample.data)
    for cut in (size // 3, size - 1):
        yield sample.data[:cut]
    data = bytearray(sample.data)
    for _ in range(3):
        data[chance.randrange(size)] ^= 1 << chance.randrange(8)
    yield bytes(data)


def test_every_answer_about_every_file_is_sound(corpus: Path) -> None:
    found = [
        ask(sample.data, None, seed)
        for seed, sample in enumerate(samples(corpus)) if len(sample.data) < _LARGEST
    ]  # fmt: skip
    assert len(found) > 100 and all(found)


def test_every_answer_about_every_broken_file_is_sound(corpus: Path) -> None:
    found = [
        ask(data, sample.kind, seed)
        for seed, sample in enumerate(samples(corpus)) if 0 < len(sample.data) < _BROKEN
        for data in broken(sample, seed)
    ]  # fmt: skip
    assert len(found) > 300 and all(found)


@pytest.mark.parametrize("kind", ["ModelProto", "TensorProto", None])
def test_every_answer_about_an_empty_file_is_sound(kind: str | None) -> None:
    assert ask(b"", kind, 1)


def test_every_answer_about_a_deep_type_is_sound() -> None:
    data = b""
    for _ in range(150):
        data = of(4, of(1, data))
    assert ask(data, "TypeProto", 2) > 2 * 100  # crumbs
