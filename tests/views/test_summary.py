"""The summary: what a person asks first, in order, with numbers that add up."""

import pytest

from onnxlens import api
from onnxlens.model.census import byte_kinds
from onnxlens.views.json_summary import summary_json
from onnxlens.views.page import Page
from onnxlens.views.summary import summary
from onnxlens.wire.scalars import encode_record, encode_tag


def _lines(data, kind=None, whole=False):
    return list(summary(Page(), api.open(data, kind), whole))


def _value(name, *dims):
    shape = b"".join(encode_record(1, dim) for dim in dims)
    type_ = encode_record(1, b"\x08\x01" + encode_record(2, shape))
    return encode_record(1, name) + encode_record(2, type_)


def _model(graph, extra=b""):
    return b"\x08\x08" + encode_record(7, graph) + encode_record(8, b"\x10\x11") + extra


N = encode_record(2, b"N")


def test_an_input_with_an_initializer_of_its_name_is_apart():
    graph = encode_record(11, _value(b"x", N)) + encode_record(11, _value(b"w", b"\x08\x02"))
    graph += encode_record(5, encode_record(8, b"w")) + encode_record(12, _value(b"y", N))
    lines = _lines(_model(graph))
    assert 'inputs       x: FLOAT ["N"]' in lines
    assert "             and 1 with a default (initializer of the same name): --all" in lines
    assert any("w: FLOAT [2]" in line for line in _lines(_model(graph), whole=True))
    assert "symbols      N: x axis 0, y axis 0" in lines


def test_long_names_are_compared_whole():
    long = b"n" * 300
    graph = encode_record(11, _value(long + b"1", encode_record(2, long + b"1")))
    graph += encode_record(11, _value(long + b"2", encode_record(2, long + b"2")))
    graph += encode_record(5, encode_record(8, long + b"1"))
    lines = _lines(_model(graph))
    assert any("and 1 with a default" in line for line in lines)
    assert sum(line.startswith(("symbols", " ")) and "axis" in line for line in lines) == 1


def test_lists_are_cut_at_8_and_say_how_to_see_the_rest():
    graph = b"".join(encode_record(12, _value(b"y%d" % i)) for i in range(20))
    assert "             and 12 more: --all" in _lines(_model(graph))
    assert sum(": FLOAT []" in line for line in _lines(_model(graph), whole=True)) == 20


def test_byte_kinds_tile_every_corpus_file(corpus):
    for path in sorted(corpus.rglob("*")):
        if path.is_file():
            document = api.open(path)
            assert sum(byte_kinds(document).values()) == document.size, path


def test_a_graph_that_occurs_twice_is_merged():
    model = encode_record(7, encode_record(1, b"")) + encode_record(7, encode_record(2, b"g"))
    assert "graph        g: 1 node, 0 initializers" in _lines(b"\x08\x08" + model, "ModelProto")


def _external(*entries):
    """Return a tensor whose data is where the entries say."""
    said = (encode_record(1, key) + encode_record(2, value) for key, value in entries)
    more = b"".join(encode_record(13, entry) for entry in said)
    return encode_record(5, encode_record(8, b"w") + more + encode_tag(14, 0) + b"\x01")


@pytest.mark.parametrize(("offset", "size"), [(b"0", 12), (b"4", 16), (b"12", 24)])
def test_files_that_the_model_needs_are_listed(offset, size):
    place = (b"location", b"w.bin"), (b"length", b"12")
    tensors = _external(*place) + _external(*place, (b"offset", offset))
    other = _external((b"location", b"v"), (b"length", b"1"))
    lines = _lines(_model(tensors + other), "ModelProto")
    found = "not looked for: the model cannot be loaded from bytes alone"
    start = next(at for at, line in enumerate(lines) if line.startswith("needs "))
    first, second = lines[start : start + 2]
    assert first == f'needs        "w.bin", {size} bytes for 2 tensors; {found}'
    assert second == f'             "v", 1 byte for 1 tensor; {found}'


@pytest.mark.parametrize(
    ("cut", "expected"),
    [
        (1, "1 byte is missing"),
        (3, "3 bytes are missing"),
    ],
)
def test_a_cut_file_says_what_is_missing(cut, expected):
    data = _model(encode_record(2, b"g"), encode_record(2, b"producer"))
    lines = _lines(data[:-cut])
    assert f"cut off: {len(data) - cut} bytes of at least {len(data)}" in lines[0]
    assert any(line.endswith(expected) for line in lines)


def test_one_cause_is_said_once():
    data = _model(encode_record(1, encode_record(4, b"Relu") + encode_record(1, b"x" * 50)))
    lines = _lines(data[:30])
    assert sum("declares" in line for line in lines) == 1
    assert any("graph.node[0].input[0] at" in line for line in lines)


def test_two_causes_are_counted():
    bad = encode_record(1, b"\x0f\x01")
    lines = _lines(_model(bad + encode_record(2, b"g") + bad))
    assert any("byte 0F is field 1, wire type 7" in line for line in lines)
    assert any("and 1 more place" in line for line in lines)


def test_a_tensor_shows_its_first_values():
    import struct

    tensor = b"\x08\x03\x10\x01" + encode_record(9, struct.pack("<3f", 0.1, -0.0, float("inf")))
    assert "says         FLOAT [3] = 0.1 -0 inf" in _lines(tensor, "TensorProto")


@pytest.mark.parametrize(
    ("digits", "needed", "at_least"),
    [(3, 999, False), (18, "9" * 18, False), (190, None, True)],
)
def test_a_length_of_190_digits_is_no_number_in_json(digits, needed, at_least):
    entries = (b"location", b"w"), (b"length", b"9" * digits)
    model = _model(_external(*entries))
    (found,) = summary_json(api.open(model, "ModelProto"))["external_files"]
    assert (found["needed"], found["at_least"]) == (needed, at_least)
