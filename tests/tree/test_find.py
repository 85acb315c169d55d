"""Finding: names, strings, enums, numbers, operators, and bytes across chunks."""

import struct
from itertools import pairwise

import pytest

from onnxlens import schema
from onnxlens.tree import find as module
from onnxlens.tree.document import Document
from onnxlens.tree.find import Seen, find, seek
from onnxlens.wire.kinds import I32, VARINT
from onnxlens.wire.scalars import encode_record, encode_tag
from samples import VALUE_INFO, mutated
from shown import document


@pytest.fixture(autouse=True, params=["row by row", "sifted"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Search each file as if it were small, and as if it were large."""
    if request.param == "sifted":
        monkeypatch.setattr(module, "_FEW", 0)
    return str(request.param)


def paths(tree: Document, text: str | None = None, **how: object) -> list[str]:
    return [field.path for field, _ in find(tree, text, **how)]


# Text


def test_a_field_is_found_by_its_whole_name(tiny: bytes):
    tree = document(tiny)
    assert paths(tree, "op_type") == ["graph.node[0].op_type", "graph.node[1].op_type"]
    assert paths(tree, "op_typ") == []


def test_a_string_is_found_by_a_part(tiny: bytes):
    assert paths(document(tiny), "lens") == ["producer_name", "metadata_props[0].value"]


@pytest.mark.parametrize(("text", "hits"), [("relu", 1), ("Relu", 1), ("RELU", 0), ("ELU", 0)])
def test_text_without_upper_case_fits_both(tiny: bytes, text: str, hits: int):
    assert len(paths(document(tiny), text)) == hits


def test_letters_outside_ascii_have_cases_too():
    tree = document(encode_record(2, "ÄPFEL".encode()))
    assert paths(tree, "äpfel") == ["producer_name"]


@pytest.mark.parametrize(("text", "hits"), [("float", 4), ("FLOAT", 4), ("Float", 0), ("floa", 0)])
def test_an_enum_is_found_by_its_name(tiny: bytes, text: str, hits: int):
    assert len(paths(document(tiny), text)) == hits


def test_a_number_is_found_where_it_is_equal(tiny: bytes):
    assert paths(document(tiny), "3") == [
        "graph.initializer[0].dims[1]",
        "graph.initializer[1].dims[0]",
        "graph.output[0].type.tensor_type.shape.dim[1].dim_value",
    ]
    assert paths(document(tiny), "21") == ["opset_import[0].version"]


def test_a_negative_number_is_found():
    tree = document(encode_tag(1, VARINT) + b"\xff" * 9 + b"\x01", "TensorProto")
    assert paths(tree, "-1") == ["dims[0]"]


def test_a_float_is_found_by_its_shortest_text():
    tree = document(encode_tag(2, I32) + struct.pack("<f", 0.1), "AttributeProto")
    assert paths(tree, "0.1") == ["f"]
    assert paths(tree, "0.1000001") == []


@pytest.mark.parametrize("text", ["1e999", "-1e39", "9" * 5000, "nan", "\udcff", "٣x"])
def test_odd_numbers_are_no_fault(tiny: bytes, text: str):
    assert paths(document(tiny), text) == []


def test_packed_runs_and_bytes_are_not_searched_for_text():
    data = encode_record(1, b"\x07\x08") + encode_record(9, b"text") + encode_record(6, b"text")
    tree = document(data, "TensorProto")
    assert paths(tree, "7") == []
    assert paths(tree, "text") == []


def test_a_string_is_searched_in_its_first_megabyte():
    near = document(encode_record(2, b"a" * ((1 << 20) - 6) + b"needle" + b"a" * 10))
    far = document(encode_record(2, b"a" * ((1 << 20) - 5) + b"needle" + b"a" * 10))
    assert paths(near, "needle") == ["producer_name"]
    assert paths(far, "needle") == []


def test_a_field_name_restricts_text(tiny: bytes):
    tree = document(tiny)
    assert paths(tree, "x", field="name") == ["graph.input[0].name"]
    assert paths(tree, "x", field="input") == ["graph.node[0].input[0]"]


def test_a_field_name_alone_gives_every_such_field(tiny: bytes):
    tree = document(tiny)
    every = [field.path for field in tree.walk() if field.name == "name"]
    assert paths(tree, field="name") == every
    assert len(every) == 7
    assert paths(tree, field="nothing") == []


def test_records_that_fit_no_field_are_not_found_by_name():
    tree = document(encode_tag(2, VARINT) + b"\x01")  # producer_name with another wire type
    assert paths(tree, "producer_name") == []


class _Watched(Document):
    """A document that keeps which spans were read."""

    def __init__(self, made: Document) -> None:
        super().__init__(made.source, made.index, made.verdict)
        self.spans: list[tuple[int, int]] = []

    def read(self, start: int, end: int) -> bytes:
        self.spans.append((start, end))
        return super().read(start, end)


def test_only_what_may_be_a_hit_is_read(tiny: bytes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_FEW", 1 << 16)
    watched = _Watched(document(tiny))
    assert paths(watched, "zebra") == []
    strings = [
        field.payload for field in watched.walk() if field.spec and field.spec.type == "string"
    ]
    assert watched.spans == strings


@pytest.mark.parametrize("how", [{"text": "w"}, {"text": "3"}, {"op": "Relu"}, {"field": "dims"}])
def test_no_long_payload_is_read_but_of_strings(how: dict[str, str]):
    weights = encode_record(8, b"w") + encode_record(9, bytes(1 << 20)) + b"\x08\x03"
    data = encode_record(7, encode_record(5, weights) * 2 + encode_record(10, b"w" * 100_000))
    watched = _Watched(document(data))
    list(find(watched, **how))
    assert sum(end - start for start, end in watched.spans) < 300_000


def test_a_field_name_alone_reads_nothing(tiny: bytes):
    watched = _Watched(document(tiny))
    assert len(list(find(watched, field="name"))) == 7
    assert watched.spans == []


# Letters outside ASCII


FOLDED = "\u212a \u0130 \u03a3\u03a3 \xc4 KI"


@pytest.mark.parametrize(
    ("text", "hits"),
    [("k", 1), ("i", 1), ("ki", 1), ("k i", 1), ("i\u0307", 1), ("\u03c3\u03c2", 1), ("\xe4", 1),
     ("K", 1), ("\u212a", 1), ("kk", 0), ("\xe4 k", 1), ("\xe4 K", 0), ("\u0130", 1)],
)  # fmt: skip
def test_letters_whose_other_case_is_further_away_are_found(text: str, hits: int):
    assert len(paths(document(encode_record(2, FOLDED.encode())), text)) == hits


def test_bytes_that_are_not_utf_8_are_found_as_they_are_decoded():
    tree = document(encode_record(2, b"a\xffB\xe2\x84"))
    assert paths(tree, "\udcffB") == paths(tree, "\udcffb") == ["producer_name"]
    assert paths(tree, "\ud800") == []


# How far it is


@pytest.mark.parametrize("how", [{"text": "x"}, {"op": "Relu"}, {"data": b"\x01"}, {"field": "f"}])
def test_a_search_tells_how_far_it_is(tiny: bytes, how: dict[str, object]):
    told: list[int] = []
    list(find(document(tiny), **how, progress=told.append))
    assert told == sorted(told)
    assert told[-1] == len(tiny)


def test_no_more_than_some_thousand_rows_pass_without_a_word(way: str):
    data = b"\x08\x07" * 20_000
    told: list[int] = [0]
    list(find(document(data, "TensorProto"), "x", progress=told.append))
    steps = [after - before for before, after in pairwise(told)]
    assert max(steps) <= 2 * (1 << 16)
    assert way == "sifted" or len(told) > 4


def test_what_progress_raises_ends_the_search(tiny: bytes):
    def stop(offset: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        list(find(document(tiny), "zebra", progress=stop))


# Operators


def test_nodes_are_found_by_their_operator(tiny: bytes):
    tree = document(tiny)
    assert paths(tree, op="Relu") == ["graph.node[1]"]
    assert paths(tree, op="relu") == ["graph.node[1]"]
    assert paths(tree, op="Rel") == []


def test_the_offset_of_a_node_is_its_start(tiny: bytes):
    assert [at for _, at in find(document(tiny), op="Relu")] == [48]


def test_an_operator_of_a_schema_file_is_no_node():
    tree = document(encode_record(1, b"Relu"), "OperatorProto")
    assert paths(tree, op="Relu") == []


# Bytes


def test_bytes_are_found_wherever_they_are(tiny: bytes):
    hits = list(find(document(tiny), data=b"\x0a\x01"))
    assert [at for _, at in hits] == [i for i in range(232) if tiny[i : i + 2] == b"\x0a\x01"]
    assert all(field.start <= at < field.end for field, at in hits)


def test_hits_may_overlap():
    tree = document(encode_record(2, b"aaaa"))
    assert [at for _, at in find(tree, data=b"aa")] == [2, 3, 4]


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 100])
@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_bytes_across_chunks_are_found_once(
    tiny: bytes, chunk: int, size: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "_CHUNK", chunk)
    for start in range(len(tiny) - size):
        data = tiny[start : start + size]
        found = [at for _, at in find(document(tiny), data=data)]
        assert found == [i for i in range(len(tiny)) if tiny.startswith(data, i)]


def test_no_bytes_are_found_nowhere(tiny: bytes):
    assert list(find(document(tiny), data=b"")) == []


TENSOR = schema.message("TensorProto")
RAW = TENSOR.id << 6 | TENSOR.by_name["raw_data"].number
WEIGHTS = encode_record(8, b"abc") + encode_record(9, b"abcabc") + encode_record(12, b"abc")


def test_bytes_are_not_sought_in_what_is_left_out():
    tree = _Watched(document(WEIGHTS, "TensorProto"))
    found = [seen.offset for seen in seek(tree, data=b"abc", skip=[RAW]) if seen.row >= 0]
    assert found == [2, 15]
    assert tree.spans == [(0, 7), (13, 18)]


def test_bytes_that_end_in_what_is_left_out_are_no_hit():
    tree = document(WEIGHTS, "TensorProto")
    sought = {data: list(seek(tree, data=data, skip=[RAW])) for data in (b"\x4a\x06", b"\x06a")}
    assert Seen(2, 5) in sought[b"\x4a\x06"]
    assert all(seen.row < 0 for seen in sought[b"\x06a"])


# Damage


def test_damaged_files_are_searched_in_order(tiny: bytes):
    for data in mutated([tiny, VALUE_INFO], 300, 13):
        tree = document(data)
        for how in ({"text": "x"}, {"text": "1"}, {"op": "relu"}, {"data": b"\x01"}):
            offsets = [at for _, at in find(tree, **how)]
            assert offsets == sorted(offsets)
        assert len(offsets) == data.count(b"\x01")
