"""The map of a file: shares that do not lie, labels that do not overlap, steps to records."""

from base64 import b64decode
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from documents import samples
from onnxlens import api
from onnxlens.model.census import KINDS, byte_kinds
from onnxlens.schema import message
from onnxlens.tree.document import Document
from onnxlens.views.web.map import file_map, map_of, step
from recipes import each, entry, graph, int_of, metadata, model, of
from samples import every_wire_type, mutated
from shown import HOSTILE, full
from told import sound


def tensor(name: str, size: int) -> bytes:
    return int_of(2, 3) + of(8, name) + of(9, bytes(size))


LARGE = model(
    graph(initializers=[tensor("large", 5000), tensor("small", 20), tensor("", 900)]),
    more=metadata(entry("a", "1"), entry("b", "2")),
)


def whole(document: Document, buckets: int = 2048) -> dict[str, Any]:
    return file_map(document, 0, document.size, buckets)


def shares(told: dict[str, Any]) -> dict[str, bytes]:
    return {kind["kind"]: b64decode(kind["shares"]) for kind in told["kinds"]}


def labels(told: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(each["text"], each["start"], each["end"]) for each in told["labels"]]


def test_sizes_and_shares_are_those_of_the_whole_file(tiny: bytes) -> None:
    document = api.open(tiny)
    for told in (whole(document), file_map(document, 100, 120, 7)):
        sizes = {kind["kind"]: kind["size"] for kind in told["kinds"]}
        assert sizes == byte_kinds(document)
        assert [kind["share"] for kind in told["kinds"]] == [
            "0 %", "0 %", "0 %", "25.8 %", "11.2 %", "19.7 %", "43.3 %"
        ]  # fmt: skip


def test_a_share_is_0_only_of_nothing_and_255_only_of_everything() -> None:
    document = api.open(LARGE)
    for count in (1, 2, 5, 100, 777):
        told = whole(document, count)
        size = document.size
        edges = [size * at // count for at in range(count + 1)]
        for kind, found in shares(told).items():
            amounts = map_of(document).buckets(0, size, count)[kind].tolist()
            assert len(found) == told["buckets"] == count
            for at, (amount, share) in enumerate(zip(amounts, found, strict=True)):
                width = edges[at + 1] - edges[at]
                assert (share == 0) == (amount == 0)
                assert (share == 255) == (amount == width)
                assert abs(share / 255 - amount / width) < 0.01


def test_a_short_range_has_one_part_for_each_byte(tiny: bytes) -> None:
    told = file_map(api.open(tiny), 4, 9, 2048)
    assert (told["from"], told["to"], told["buckets"]) == (4, 9, 5)
    assert shares(told)["text"] == b"\xff" * 5


@pytest.mark.parametrize("span", [(0, 0), (50, 50), (233, 233), (9999, 10**15)])
def test_a_range_without_bytes_has_no_parts(span: tuple[int, int], tiny: bytes) -> None:
    told = file_map(api.open(tiny), *span, 10)
    assert (told["buckets"], told["from"]) == (0, told["to"])
    assert set(shares(told).values()) == {b""}
    assert told["labels"] == []


def test_an_empty_file_has_a_map_too() -> None:
    told = whole(api.open(b"", "ModelProto"))
    assert [kind["size"] for kind in told["kinds"]] == [0] * len(KINDS)


@pytest.mark.parametrize(
    ("start", "end", "buckets"), [(-1, 5, 5), (5, 4, 5), (0, 5, 0), (0, 5, 2049)]
)
def test_a_range_that_is_none_is_refused(start: int, end: int, buckets: int, tiny: bytes) -> None:
    with pytest.raises(ValueError, match="needed a range and 1 to 2,048 buckets"):
        file_map(api.open(tiny), start, end, buckets)


# -- labels --------------------------------------------------------------------------------------


def test_labels_name_the_largest_tensors_and_the_fields_of_root_and_graph() -> None:
    document = api.open(LARGE)
    large, unnamed = document["graph.initializer[0]"], document["graph.initializer[2]"]
    metadata_ = document["metadata_props[0]"].start, document["metadata_props[1]"].end
    assert labels(whole(document, 100)) == [
        ("large", *large.span), ("graph.initializer[2]", *unnamed.span)
    ]  # fmt: skip
    fine = labels(whole(document))
    assert ("metadata_props (2)", *metadata_) in fine
    assert ("graph.node", *document["graph.node[0]"].span) in fine


def test_of_a_file_that_is_a_tensor_the_fields_are_named() -> None:
    document = api.open(tensor("w", 500), "TensorProto")
    assert labels(whole(document)) == [
        (name, *document[name].span) for name in ("data_type", "name", "raw_data")
    ]


def test_many_small_tensors_are_one_label() -> None:
    initializers = [tensor(f"w{at}", 30) for at in range(1000)]
    document = api.open(model(graph(initializers=initializers)))
    start, end = document["graph.initializer[0]"].start, document["graph.initializer[999]"].end
    assert labels(whole(document, 100)) == [("graph.initializer (1,000)", start, end)]
    first, third = document["graph.initializer[0]"], document["graph.initializer[2]"]
    near = labels(file_map(document, first.start, third.end, 100))
    assert [text for text, *_ in near] == ["w0", "w1", "w2"]


def test_labels_are_in_order_never_overlap_and_can_be_seen(corpus: Path) -> None:
    seen = 0
    for sample in samples(corpus):
        with api.open(sample.data) as document:
            size = document.size
            for start, end in ((0, size), (size // 3, 2 * size // 3)):
                told = file_map(document, start, end, 200)
                spans = [span for _, *span in labels(told)]
                for a, b in spans:
                    assert a < end and b > start and b - a >= (end - start) // 200
                for (_, b), (a, _) in pairwise(spans):
                    assert b <= a
                assert len(spans) <= 80
                seen += len(spans)
    assert seen > 500


def test_labels_read_only_names(corpus: Path) -> None:
    path = corpus / "alrevuelta__cONNXr" / "super_resolution.onnx"
    told = whole(api.open(path))
    assert [text for text, *_ in labels(told) if text.startswith("conv")] == [
        "conv1.bias", "conv1.weight", "conv2.bias", "conv2.weight", "conv3.bias", "conv3.weight",
        "conv4.weight",
    ]  # fmt: skip


# -- steps ---------------------------------------------------------------------------------------


def test_a_step_tells_the_innermost_record_at_its_start(tiny: bytes) -> None:
    document = api.open(tiny)
    found = document["metadata_props[0]"]
    assert step(document, "metadata", -1, False) == {
        "start": found.start, "end": found.end, "row": found.row,
    }  # fmt: skip
    assert step(document, "metadata", found.start, False) is None
    raw = document["graph.initializer[1].raw_data"]
    assert step(document, "weights", document.size, True) == {
        "start": raw.payload.start, "end": raw.end, "row": raw.row,
    }  # fmt: skip
    assert step(document, "malformed", -1, False) is None


def test_an_unknown_kind_is_refused_with_the_kinds(tiny: bytes) -> None:
    with pytest.raises(ValueError, match="weight: no kind of bytes; they are malformed, unknown"):
        step(api.open(tiny), "weight", 0, False)


# -- hostile -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_names_in_labels_are_harmless(name: str) -> None:
    data = full(message("ModelProto"), HOSTILE[name], 3)
    assert sound(whole(api.open(data, "ModelProto")))


def test_broken_files_have_a_map(tiny: bytes) -> None:
    seeds = [tiny, LARGE, every_wire_type() + each(14, [entry("a", "b")])]
    for data in mutated(seeds, 100, seed=11):
        document = api.open(data, "ModelProto")
        assert sound(whole(document, 50))
        for kind in KINDS:
            assert sound(step(document, kind, document.size // 2, True))
