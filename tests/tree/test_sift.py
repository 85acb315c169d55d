"""Searching whole stretches of bytes: it must find what looking at each row finds."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from documents import samples
from onnxlens import schema
from onnxlens.tree import find as module
from onnxlens.tree import sift
from onnxlens.tree.document import Document
from onnxlens.tree.find import seek
from samples import VALUE_INFO, mutated
from shown import HOSTILE, document, full


class _Rows:
    """What both ways of searching give for a document."""

    def __init__(self, tree: Document, monkeypatch: pytest.MonkeyPatch) -> None:
        self.tree, self.monkeypatch = tree, monkeypatch

    def same(self, how: dict[str, str]) -> int:
        """Check that both give the same hits; return how many there are."""
        found = []
        for few in (0, 1 << 30):
            self.monkeypatch.setattr(module, "_FEW", few)
            found.append([seen for seen in seek(self.tree, **how) if seen.row >= 0])
        assert found[0] == found[1], how
        return len(found[0])


def _texts(tree: Document, chance: random.Random) -> Iterator[dict[str, str]]:
    """Yield texts that may be in a document, some of them parts of its strings."""
    strings = [str(hit.value) for hit in tree.walk() if hit.spec and hit.spec.type == "string"]
    for string in chance.sample(strings, min(len(strings), 3)):
        start = chance.randrange(len(string) + 1)
        part = string[start : start + chance.randrange(1, 9)]
        yield from ({"text": text} for text in (part, part.lower(), part.upper(), part[:1]) if text)
        yield {"op": string}
    for text in ("1", "-1", "float", "name", "k", "i", "0.5"):
        yield {"text": text}
    yield {"text": "x", "field": "name"}
    yield {"field": "dims"}


def test_both_ways_agree_on_the_corpus(corpus: Path, monkeypatch: pytest.MonkeyPatch):
    chance, hits = random.Random(3), 0
    for sample in samples(corpus):
        tree = document(sample.data[: 1 << 16], sample.kind)
        if len(tree.index) < 5_000:
            hits += sum(map(_Rows(tree, monkeypatch).same, _texts(tree, chance)))
    assert hits > 10_000


@pytest.mark.parametrize(("block", "window", "long"), [(3, 1, 10), (17, 5, 12), (64, 40, 10)])
def test_both_ways_agree_wherever_blocks_end(
    tiny: bytes, monkeypatch: pytest.MonkeyPatch, block: int, window: int, long: int
):
    for name, value in (("_BLOCK", block), ("_WINDOW", window), ("_LONG", long)):
        monkeypatch.setattr(sift, name, value)
    chance, hits = random.Random(7), 0
    texts = [text for text in HOSTILE.values() if text]
    trees = [document(full(spec, chance.choice(texts), 2), spec.name) for spec in schema.messages()]
    trees += [document(data) for data in (tiny, *mutated([tiny, VALUE_INFO], 40, 5))]
    for tree in trees:
        hits += sum(map(_Rows(tree, monkeypatch).same, _texts(tree, chance)))
    assert hits > 1_000


def test_only_two_letters_outside_ascii_have_a_small_one_in_it():
    others = (chr(code) for code in range(0x80, 0x110000) if not 0xD800 <= code < 0xE000)
    found = [each for each in others if any(letter.isascii() for letter in each.lower())]
    assert sorted(found) == sorted(folded.decode() for folded in sift._FOLDED.values())
