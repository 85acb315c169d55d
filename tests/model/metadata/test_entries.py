"""Entries of metadata_props are found on every level, in file order, and cheaply."""

import time
from pathlib import Path

import pytest
from onnx import AttributeProto, FunctionProto, ModelProto, TensorProto, helper

from documents import samples
from onnxlens import api
from onnxlens.model.metadata.entries import Entry, entries, entry_of
from onnxlens.wire.scalars import encode_record as record
from oracle import parsed
from samples import group


def opened(data: bytes, kind: str = "ModelProto"):
    return api.open(data, kind)


def told(document) -> list[tuple[str, str, str, str]]:
    return [(entry.level, entry.owner, entry.key, entry.value) for entry in entries(document)]


def put(owner, *pairs: tuple[str, str]) -> None:
    for key, value in pairs:
        owner.metadata_props.add(key=key, value=value)


def every_level() -> ModelProto:
    """Return a model with an entry on each level, also inside a subgraph."""
    inner = helper.make_graph(
        [helper.make_node("Relu", ["a"], ["b"], "inner node")], "inner", [], []
    )
    put(inner.node[0], ("k", "inner node"))
    put(inner, ("k", "inner graph"))
    node = helper.make_node("If", ["c"], ["d"], "outer node")
    node.attribute.append(AttributeProto(name="then_branch", type=5, g=inner))
    put(node, ("k", "outer node"))
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    put(value, ("k", "value"))
    tensor = helper.make_tensor("w", TensorProto.FLOAT, [1], [1.0])
    put(tensor, ("k", "tensor"))
    graph = helper.make_graph([node], "main", [value], [], [tensor])
    put(graph, ("k", "graph"))
    function = FunctionProto(name="f", domain="d")
    put(function, ("k", "function"))
    model = helper.make_model(graph, functions=[function])
    put(model, ("k1", "model"), ("k2", ""))
    return model


def test_entries_of_every_level_are_found_with_their_owners():
    found = told(opened(every_level().SerializeToString()))
    assert sorted(found) == [
        ("function", "f", "k", "function"),
        ("graph", "inner", "k", "inner graph"),
        ("graph", "main", "k", "graph"),
        ("model", "", "k1", "model"),
        ("model", "", "k2", ""),
        ("node", "inner node", "k", "inner node"),
        ("node", "outer node", "k", "outer node"),
        ("tensor", "w", "k", "tensor"),
        ("value info", "x", "k", "value"),
    ]


def test_entries_stand_in_the_order_of_the_file():
    document = opened(every_level().SerializeToString())
    starts = [entry.field.start for entry in entries(document)]
    assert starts == sorted(starts) and len(set(starts)) == 9


def test_the_field_of_an_entry_has_a_path_that_leads_back_to_it():
    document = opened(every_level().SerializeToString())
    for entry in entries(document):
        assert document[entry.field.path] == entry.field
        assert entry_of(entry.field).level == entry.level


def test_a_model_without_metadata_has_no_entries(tiny: bytes):  # D1
    assert told(opened(record(7, b""))) == []


def test_other_lists_of_keys_and_values_are_no_metadata():
    tensor = TensorProto(name="w")
    tensor.external_data.add(key="location", value="w.bin")
    document = opened(tensor.SerializeToString(), "TensorProto")
    assert told(document) == []
    assert entry_of(document["external_data[0]"]) is None
    assert entry_of(document["name"]) is None


@pytest.mark.parametrize(
    "data",
    [
        b"\x70\x05",  # metadata_props as a number
        group(14, record(1, b"k")),
        group(40, record(14, record(1, b"k"))),
        record(40, record(14, record(1, b"k"))),
    ],
)
def test_a_record_that_a_parser_would_not_read_as_an_entry_is_none(data: bytes):
    assert told(opened(data)) == []


def test_key_and_value_are_read_as_a_parser_reads_them():
    twice = record(1, b"a") + record(2, b"b") + record(1, b"c")
    assert told(opened(record(14, twice))) == [("model", "", "c", "b")]


def test_entries_of_a_graph_that_stands_twice_are_all_there():
    once = record(7, record(2, b"g") + record(16, record(1, b"k")))
    assert [key for _, _, key, _ in told(opened(once + once))] == ["k", "k"]


def test_keys_and_values_are_cut():
    long = record(14, record(1, b"k" * 5000) + record(2, b"v" * 100_000))
    (entry,) = entries(opened(long))
    assert entry.key == "k" * 1024 + "…"
    assert entry.value == "v" * 65_536 + "…"
    assert entry.text(3) == "vvv…"


def test_bytes_that_are_not_text_do_no_harm():
    (entry,) = entries(opened(record(14, record(1, b"\xff\x00") + record(2, b"\xe9"))))
    assert (entry.key, entry.value) == ("\udcff\0", "\udce9")


def test_a_hundred_thousand_nodes_with_three_entries_each_are_quick():
    props = b"".join(record(9, record(1, b"k%d" % k) + record(2, b"v")) for k in range(3))
    graph = record(1, record(4, b"Relu") + props) * 100_000
    document = opened(record(7, graph))
    began = time.process_time()
    found = sum(1 for _ in entries(document))
    seconds = time.process_time() - began
    assert found == 300_000 and seconds < 6  # 0.5 s on one machine; paths alone would take minutes


def test_entries_come_one_by_one():
    document = opened(record(7, record(1, record(9, record(1, b"k"))) * 50_000))
    began = time.process_time()
    assert isinstance(next(entries(document)), Entry)
    assert time.process_time() - began < 0.5


def _oracle(message) -> list[tuple[str, str]]:
    """Return keys and values of all metadata_props inside a message of the package."""
    found, stack = [], [message]
    while stack:
        for field, value in stack.pop().ListFields():
            if field.message_type is None:
                continue
            items = value if field.is_repeated else [value]
            if field.name == "metadata_props":
                found += [(item.key, item.value) for item in items]
            stack += items
    return sorted(found)


def test_the_corpus_has_the_entries_that_the_package_reads(corpus: Path):
    counted = 0
    for sample in samples(corpus):
        if sample.kind and sample.parses:
            message = parsed(sample.kind, sample.data)
            ours = told(opened(sample.data, sample.kind))
            assert sorted((key, value) for *_, key, value in ours) == _oracle(message), sample.path
            counted += len(ours)
    assert counted > 40
