"""The records and bytes around a finding."""

import pytest

from onnxlens.finding import Finding
from onnxlens.source import MemorySource
from onnxlens.span import Span
from onnxlens.views.report.around import around
from onnxlens.wire.scalars import encode_record
from shown import document

PACKED = encode_record(7, encode_record(5, encode_record(4, bytes(range(80)))))  # float_data


def finding(made, place, span=None):
    """Return a finding about a field, named by its path or itself, as the engine makes it."""
    field = made[place] if isinstance(place, str) else place
    return Finding("T001", "error", field.path, span or field.span, "", (), field.span)


def table(made, path, span=None):
    """Return offset, indented name, bytes (those at fault in brackets) of each line."""
    lines, left = around(made, finding(made, path, span))
    return [(line.offset, " " * line.level + line.name, shown(line.pieces)) for line in lines], left


def shown(pieces):
    texts = [
        f"[{piece.data.hex(' ') or '…'}]" if piece.fault else piece.data.hex(" ") or "…"
        for piece in pieces
    ]
    return " ".join(texts)


def test_a_record_stands_between_what_encloses_it_and_its_neighbours(tiny):
    rows, left = table(document(tiny), "graph.input[0].name")
    assert left == 0
    assert rows == [
        (157, "GraphProto.input[0]", "5a 14"),
        (159, " ValueInfoProto.name", "[0a] [01] [78]"),
        (162, " ValueInfoProto.type", "12 0f 0a 0d 08 01 12 09 …"),
    ]


def test_only_the_bytes_at_fault_are_marked(tiny):
    rows, _ = table(document(tiny), "graph.input[0].name", Span(161, 162))
    assert rows[1] == (159, " ValueInfoProto.name", "0a 01 [78]")


def test_a_message_at_fault_opens_and_the_rest_of_it_is_counted(tiny):
    made = document(tiny)
    rows, left = table(made, "graph")
    names = [name for _, name, _ in rows]
    assert names[:4] == [
        "ModelProto.producer_name", "ModelProto.graph",
        " GraphProto.node[0]", "  NodeProto.input[0]",
    ]  # fmt: skip
    assert names[-1] == "ModelProto.opset_import[0]"
    assert left == made.index.next[3] - 3 - 1 - 6 and made["graph"].row == 3
    assert rows[1][2] == "[3a] [b1 01]"


def test_a_fault_deep_inside_shows_the_way_down_to_it(tiny):
    made = document(tiny)
    inner = made["graph.input[0].type.tensor_type.elem_type"].span
    rows, left = table(made, "graph.input[0]", inner)
    assert left == 0
    assert [name for _, name, _ in rows[2:6]] == [
        " GraphProto.input[0]", "  ValueInfoProto.type", "   TypeProto.tensor_type",
        "    TypeProto.Tensor.elem_type",
    ]  # fmt: skip
    assert [bytes_ for _, _, bytes_ in rows[2:6]] == ["5a 14", "12 0f", "0a 0d", "[08] [01]"]


def test_of_a_long_record_the_header_and_the_fault_are_shown():
    made = document(PACKED)
    element = made["graph.initializer[0].float_data[10]"]
    rows, _ = table(made, "graph.initializer[0].float_data[10]")
    assert element.span == Span(46, 50)
    assert rows == [
        (2, "GraphProto.initializer[0]", "2a 52"),
        (4, " TensorProto.float_data", "22 50 00 01 … 24 25 26 27 [28 29 2a 2b] 2c 2d 2e 2f …"),
    ]


def test_a_fault_that_goes_on_beyond_what_is_shown_says_so():
    made = document(PACKED)
    rows, _ = table(made, made["graph.initializer[0].float_data[0]"].parent)
    assert rows[1][2].startswith("[22] [50] [00 01") and rows[1][2].endswith("[…]")


def test_much_data_is_told_by_its_size_alone():
    made = document(PACKED)
    lines, _ = around(made, finding(made, "graph.initializer[0].float_data[0]"))
    assert lines[1].meaning == "80 bytes of data"


def test_no_more_of_a_payload_is_read_than_is_shown():
    data = encode_record(7, encode_record(5, encode_record(9, bytes(1 << 20))))
    reads = []

    class Watched(MemorySource):
        def read(self, offset, size):
            reads.append(size)
            return super().read(offset, size)

    made = document(data)
    made.source = Watched(data)
    around(made, finding(made, "graph.initializer[0].raw_data"))
    assert 16 <= sum(reads) < 100


def test_bytes_that_cannot_be_decoded_are_a_line(tiny):
    made = document(tiny[:139])
    rows, _ = table(made, "graph.initializer[1].!")
    assert rows[-1] == (138, " !", "[10]")


@pytest.mark.parametrize("path", ["", "graph"])
def test_all_bytes_are_no_place(path):
    made = document(encode_record(7, b""))
    assert around(made, finding(made, path)) == ([], 0)


def test_an_empty_file_has_no_bytes_around():
    made = document(b"")
    assert around(made, Finding("S001", "error", "", Span(0, 0), "")) == ([], 0)


def test_an_empty_span_at_the_end_marks_nothing(tiny):
    made = document(tiny)
    lines, _ = around(made, Finding("S001", "error", "", Span(233, 233), ""))
    assert lines[-1].name == "StringStringEntryProto.value"
    assert not any(piece.fault for line in lines for piece in line.pieces)


def test_a_part_of_the_file_is_found_without_a_path(tiny):
    lines, _ = around(
        document(tiny), Finding("W001", "error", "", Span(0, 2), "", (), Span(0, 233))
    )
    assert [line.name for line in lines] == ["ModelProto.ir_version", "ModelProto.producer_name"]


@pytest.mark.parametrize("budget", [1, 5, 20, 40])
def test_what_is_not_indexed_is_a_neighbour_like_others(tiny, budget):
    made = document(tiny, budget=budget)
    for field in made.walk():
        found = Finding("T001", "error", field.path, field.span, "", (), field.span)
        assert all(line.pieces for line in around(made, found).lines)


def test_of_a_long_way_down_the_last_steps_are_shown():
    data = b""
    for _ in range(200):
        data = encode_record(4, encode_record(1, data))  # a sequence in a sequence
    made = document(data, "TypeProto")
    rows, left = table(made, "sequence_type", Span(made.size - 2, made.size))
    assert left == 400 - 1 - 6
    assert [offset for offset, _, _ in rows[-2:]] == [made.size - 4, made.size - 2]
    assert rows[-1] == (made.size - 2, " " * 6 + "TypeProto.Sequence.elem_type", "[0a] [00]")
