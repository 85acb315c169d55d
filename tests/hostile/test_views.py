"""Every view of every file: nothing that a file holds raises."""

import json as standard
from pathlib import Path

import pytest

from documents import samples as corpus_samples
from onnxlens import api, schema
from onnxlens.tree.field import Field
from onnxlens.views import json
from onnxlens.views.at import at_lines
from onnxlens.views.bytes import byte_table
from onnxlens.views.hexdump import hex_dump
from onnxlens.views.json_summary import summary_json
from onnxlens.views.page import Page
from onnxlens.views.summary import summary
from onnxlens.views.tree import Shown, tree
from onnxlens.views.value import value_lines
from samples import mutated

PAGES = (Page(), Page(30, cut=True), Page(80, cut=True, colour=True), Page(200, hex_offsets=True))


def _show(data: bytes, kind: str | None, budget: int, number: int) -> int:
    """Show a file in every way; return how many lines that makes."""
    document, page = api.open(data, kind, max_records=budget), PAGES[number % len(PAGES)]
    lines = list(summary(page, document))
    lines += tree(page, document.file, Shown(None, True, True, True))
    lines += tree(page, document.file, Shown(2, False, False, False))
    lines += byte_table(page, document, None, None, number % 2 == 0)
    lines += byte_table(page, document, None, (3, 9), True)
    lines += hex_dump(page, document, (0, document.size))
    lines += at_lines(page, document, number % document.size) if document.size else []
    lines += value_lines(Field(document, len(document.index) - 1))
    assert standard.loads(json.dump(summary_json(document)))
    assert standard.loads("".join(json.records(document, document.walk(), False)))
    assert all(hit.start <= offset for hit, offset in document.find("a"))
    return len(lines)


@pytest.mark.parametrize("seed", range(4))
def test_mutated_files_are_shown_in_every_way(corpus: Path, tiny: bytes, seed: int) -> None:
    small = [s.data for s in corpus_samples(corpus) if 0 < len(s.data) < 2000]
    kinds = [None, None, None, *(message.name for message in schema.messages())]
    for number, data in enumerate(mutated([tiny, *small], 400, seed=seed)):
        budget = (5, 20, 10**6)[number % 3]
        assert _show(data, kinds[number % len(kinds)], budget, number)


def test_each_file_of_the_corpus_is_shown_in_every_way(corpus: Path) -> None:
    for number, sample in enumerate(corpus_samples(corpus)):
        if len(sample.data) < 20_000:
            assert _show(sample.data, None, 10**6, number)
