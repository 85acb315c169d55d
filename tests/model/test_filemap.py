"""Kinds of bytes by range: the same as counted row by row, over any span, without reading any."""

import gc
import random
import weakref
from itertools import pairwise
from pathlib import Path

import pytest

import make_example
from documents import samples
from onnxlens import api
from onnxlens.model import filemap
from onnxlens.model.census import KINDS, byte_kinds
from onnxlens.model.filemap import FileMap
from onnxlens.model.tensors import DATA_FIELDS
from onnxlens.source import Source
from onnxlens.tree.document import Document
from onnxlens.wire.kinds import MALFORMED, NOT_INDEXED
from onnxlens.wire.scalars import encode_varint
from recipes import each, entry, graph, int_of, metadata, model, of
from samples import every_wire_type, mutated

TINY = make_example.tiny_model()
MANY = model(
    graph(
        initializers=[int_of(1, 2) + int_of(2, 1) + of(8, "w") + each(4, [bytes(8), b"", b"\1"])]
    ),
    more=metadata(entry("a", "1"), entry("b", "2")) + every_wire_type() + metadata(entry("", "")),
)
SEEDS = [TINY, MANY]


def painted(document: Document) -> list[str]:
    """Return the kind of each byte, painted record by record from the outermost inwards."""
    kinds = ["structure"] * document.size
    done = 0
    for field in document.walk():
        if field.row < max(done, 1):
            continue
        start, kind = field.start, ""
        if field.spec is None:
            kind = {MALFORMED: "malformed", NOT_INDEXED: "not indexed"}.get(
                field.wire_type, "unknown"
            )
        elif field.spec.name in ("metadata_props", "external_data"):
            kind = "metadata"
        elif field.spec.message == "TensorProto" and field.spec.name in DATA_FIELDS:
            start, kind = field.payload.start, "weights"
        elif field.spec.type == "string":
            start, kind = field.payload.start, "text"
        if kind:
            done = document.index.next[field.row]
            kinds[start : field.end] = [kind] * (field.end - start)
    return kinds


def runs(kinds: list[str], kind: str) -> list[tuple[int, int]]:
    """Return the spans of a kind, the longest that there are."""
    edges = [at for at in range(len(kinds) + 1) if is_edge(kinds, kind, at)]
    return list(zip(edges[::2], edges[1::2], strict=True))


def is_edge(kinds: list[str], kind: str, at: int) -> bool:
    before, after = (kinds[i : i + 1] == [kind] for i in (at - 1 if at else len(kinds), at))
    return before != after


def walked(found: FileMap, kind: str, back: bool) -> list[tuple[int, int]]:
    spans, at = [], found.size if back else -1
    while (span := found.step(kind, at, back)) is not None:
        spans.append(tuple(span))
        at = span.start
    return spans[::-1] if back else spans


def documents() -> list[Document]:
    whole = [api.open(data, "ModelProto") for data in (*SEEDS, *mutated(SEEDS, 50, seed=1), b"")]
    cut = [api.open(MANY, "ModelProto", max_records=budget) for budget in (1, 5, 12, 20)]
    return [*whole, *cut, api.open(b"no message of ONNX")]


def test_totals_are_those_of_the_census_on_the_whole_corpus(corpus: Path) -> None:
    seen: set[str] = set()
    for sample in samples(corpus):
        with api.open(sample.data) as document:
            totals = FileMap(document).totals()
            assert totals == byte_kinds(document), sample.path
            seen |= {kind for kind, size in totals.items() if size}
    assert {"unknown", "weights", "metadata", "text", "structure"} <= seen


@pytest.mark.parametrize("rows", [1, 3, 1 << 16])
def test_totals_are_those_of_the_census_where_files_are_broken(
    rows: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filemap, "_CHUNK", rows)
    seen: set[str] = set()
    for document in documents():
        totals = FileMap(document).totals()
        assert totals == byte_kinds(document)
        assert list(totals) == list(KINDS)
        seen |= {kind for kind, size in totals.items() if size}
    assert seen == set(KINDS)


def test_each_byte_is_counted_where_it_is() -> None:
    chance = random.Random(2)
    for document in documents():
        found, kinds = FileMap(document), painted(document)
        for _ in range(6):
            start, end = sorted(chance.randrange(document.size + 1) for _ in range(2))
            count = chance.choice((1, 2, 7, 300))
            edges = [start + (end - start) * at // count for at in range(count + 1)]
            for kind, amounts in found.buckets(start, end, count).items():
                parts = pairwise(edges)
                assert amounts.tolist() == [kinds[a:b].count(kind) for a, b in parts]


def test_steps_go_through_all_spans_in_both_directions() -> None:
    for document in documents():
        found, kinds = FileMap(document), painted(document)
        for kind in KINDS:
            spans = runs(kinds, kind)
            assert walked(found, kind, back=False) == spans
            assert walked(found, kind, back=True) == spans


def test_a_step_goes_to_what_begins_after_or_before_an_offset() -> None:
    for data in SEEDS:
        document = api.open(data, "ModelProto")
        found, kinds = FileMap(document), painted(document)
        for kind in KINDS:
            spans = runs(kinds, kind)
            for at in range(-1, document.size + 2, 3):
                after = next((span for span in spans if span[0] > at), None)
                before = next((span for span in spans[::-1] if span[0] < at), None)
                assert found.step(kind, at) == after
                assert found.step(kind, at, back=True) == before


def test_records_side_by_side_are_one_span() -> None:
    document = api.open(model(more=metadata(entry("a", "1"), entry("b", "2"))))
    first, second = document["metadata_props[0]"], document["metadata_props[1]"]
    assert FileMap(document).step("metadata", -1) == (first.start, second.end)


def test_a_kind_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="padding"):
        FileMap(api.open(TINY)).step("padding", 0)


class Sparse(Source):
    """A source of zeros after some first bytes, which counts how many bytes are read."""

    def __init__(self, head: bytes, size: int) -> None:
        self.head, self.size, self.name, self.total = head, size, "sparse", 0

    def read(self, offset: int, size: int) -> bytes:
        size = max(0, min(size, self.size - offset))
        self.total += size
        return self.head[offset : offset + size].ljust(size, b"\0")


def test_nothing_of_the_file_is_read() -> None:
    source = Sparse(MANY, len(MANY))
    document = api.open(source)
    before = source.total
    assert before > 0
    found = FileMap(document)
    found.buckets(0, document.size, 100)
    found.step("structure", 5)
    found.weights()
    assert source.total == before


@pytest.mark.parametrize("size", [5_000_000_000, 1 << 40])
def test_a_file_of_any_size_has_exact_counts(size: int) -> None:
    head = b""
    for tag in (b"\x4a", b"\x2a", b"\x3a"):  # raw_data in an initializer in the graph
        head = tag + encode_varint(len(head) + size) + head
    source = Sparse(head, len(head) + size)
    document = api.open(source, "ModelProto")
    found = FileMap(document)
    assert found.totals()["weights"] == size
    assert found.step("weights", -1) == (len(head), source.size)
    parts = found.buckets(0, document.size, 2048)["weights"].tolist()
    assert sum(parts) == size
    assert max(parts) - min(parts[1:]) <= 1
    assert source.total < 1 << 20


def test_weights_are_the_bytes_of_each_tensor() -> None:
    document = api.open(MANY)
    rows, sizes = FileMap(document).weights()
    assert rows.tolist() == [document["graph.initializer[0]"].row]
    assert sizes.tolist() == [9]
    alone = api.open(int_of(2, 1) + of(9, bytes(4)), "TensorProto")
    assert [column.tolist() for column in FileMap(alone).weights()] == [[0], [4]]
    assert [column.tolist() for column in FileMap(api.open(b"", "ModelProto")).weights()] == [
        [],
        [],
    ]


def test_a_map_does_not_keep_the_document_alive() -> None:
    document = api.open(TINY)
    found, gone = FileMap(document), weakref.ref(document)
    del document
    gc.collect()
    assert gone() is None
    assert found.totals()["weights"] == 60
