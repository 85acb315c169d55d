"""Stored values as people read them."""

import os

import ml_dtypes
import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper

import shown
from onnxlens import api, encode, schema
from onnxlens.model.external.files import DataFiles
from onnxlens.model.values.data_value import DataValue
from onnxlens.model.values.kinds import BY_MESSAGE
from onnxlens.model.values.pairs import first_pairs
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.source import FileSource
from onnxlens.views.elements import chunks
from onnxlens.views.initializers import initializer_lines
from onnxlens.views.page import Page
from onnxlens.views.values import stats_lines, value_lines
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

F = np.float32
PIPE = Page()


def value_of(thing, like=None, kind=None, name=""):
    """Return the value of an object, or of bytes with their message."""
    data = thing if isinstance(thing, bytes) else encode(thing, like, name)
    kind = kind or next(
        (kind for kind, row in BY_MESSAGE.items() if like and like.startswith(f"{row.name}(")),
        None,
    )
    document = api.open(data, kind)
    return DataValue(document.merged(), document.files)


def lines(thing, like=None, kind=None, page=PIPE, whole=False, name=""):
    return list(value_lines(page, value_of(thing, like, kind, name), whole))


# -- tensors -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thing", "like", "expected"),
    [
        (F([1, -2.5]), None, ["FLOAT [2] = 1 -2.5"]),
        (F(0.1), None, ["FLOAT [] = 0.1"]),
        (F([]), None, ["FLOAT [0]"]),
        (np.zeros((2, 0), F), None, ["FLOAT [2, 0]"]),
        (F([[1, 2], [3, 4]]), None, ["FLOAT [2, 2]", "  [0]  1  2", "  [1]  3  4"]),
        (np.array([True, False]), None, ["BOOL [2] = true false"]),
        (np.array([1 + 2j], np.complex64), None, ["COMPLEX64 [1] = 1+2j"]),
        (np.array([0.1, np.nan, -np.inf], ml_dtypes.bfloat16), None,
         ["BFLOAT16 [3] = 0.1 NaN -inf"]),
        (np.array([[-8, 7]], ml_dtypes.int4), None, ["INT4 [1, 2]", "  [0]  -8  7"]),
        (["a", "b c"], "STRING [2]", ['STRING [2] = "a" "b c"']),
        (np.int64([[[1]], [[2]]]), None, ["INT64 [2, 1, 1]", "  [0, 0]  1", "  [1, 0]  2"]),
    ],
)  # fmt: skip
def test_a_tensor_is_shown_by_its_rows(thing, like, expected):
    assert lines(thing, like) == expected


def test_a_name_stands_before_the_type():
    assert lines(F([1]), name="x") == ["x: FLOAT [1] = 1"]
    assert lines(F([1]), name="seq") == ['"seq": FLOAT [1] = 1']
    assert lines(F([1]), name="n" * 300) == [f'"{"n" * 200}…": FLOAT [1] = 1']


def test_eight_rows_are_shown_and_the_rest_is_counted():
    found = lines(np.arange(60).reshape(20, 3))
    assert found[1] == "  [0]  0  1  2" and found[8] == "  [7]  21  22  23"
    assert found[9:] == ["  … 12 more rows: --all"]
    found = lines(np.arange(60).reshape(20, 3), whole=True)
    assert len(found) == 21 and found[-1] == "  [19]  57  58  59"


def test_a_long_row_is_cut_and_says_how_long_it_is():
    _, row = lines(np.arange(100), page=Page(80, True))
    assert row.startswith("  0  1  2 ") and row.endswith("  … 100 in all: --all")
    assert len(row) <= 80
    found = lines(np.arange(200).reshape(2, 100), page=Page(80, True))
    assert [row[-14:] for row in found[1:]] == ["  … 100 in all"] * 2


@pytest.mark.parametrize("page", [PIPE, Page(60, True), Page(80, True)])
def test_all_shows_every_element(page):
    found = lines(np.arange(5000).reshape(2, 2500), page=page, whole=True)
    words = " ".join(found[1:]).replace("[0]", "").replace("[1]", "").split()
    assert words == [str(number) for number in range(5000)]
    assert not page.cut or max(map(len, found)) <= page.width
    assert sum("[1]" in line for line in found) == 1
    assert len(found) > 5 and all(len(line.split()) <= 1025 for line in found)


def test_a_row_that_is_cut_short_counts_as_one():
    tensor = TensorProto(data_type=1, dims=[20, 2], float_data=range(17))
    found = lines(tensor.SerializeToString(), kind="TensorProto")
    assert found[9] == "  … 1 more row: --all"
    found = lines(tensor.SerializeToString(), kind="TensorProto", whole=True)
    assert found[9] == "  [8]   16"


def test_all_shows_strings_whole():
    text = "x" * 500
    assert lines([text, "a"], "STRING [2]", whole=True) == [f'STRING [2] = "{text}" "a"']
    assert lines([text], "STRING [1]") == [f'STRING [1] = "{"x" * 80}…"']
    found = lines([[text]], "STRING [1, 1]", whole=True)
    assert found[1] == f'  [0]  "{text}"'


def test_strings_that_are_not_utf8_or_act_on_a_terminal_are_escaped():
    strings = [b"\xff\xfe", "\x1b[2J\u202e".encode()]
    data = TensorProto(data_type=8, dims=[2], string_data=strings).SerializeToString()
    assert lines(data) == ['STRING [2] = b"\\xFF\\xFE" "\\u001b[2J\\u202e"']


@pytest.mark.parametrize(
    ("tensor", "expected"),
    [
        (TensorProto(data_type=1, dims=[2], raw_data=bytes(4)),
         ["FLOAT [2] = 0", "problem      raw_data has 4 bytes; FLOAT [2] needs 8"]),
        (TensorProto(data_type=1, dims=[2], raw_data=bytes(12)),
         ["FLOAT [2] = 0 0", "problem      raw_data has 12 bytes; FLOAT [2] needs 8"]),
        (TensorProto(data_type=1, dims=[2, 2], float_data=[1, 2, 3]),
         ["FLOAT [2, 2]", "  [0]  1  2", "  [1]  3",
          "problem      float_data has 3 entries; FLOAT [2, 2] needs 4"]),
        (TensorProto(data_type=1, dims=[2]),
         ["FLOAT [2]", "problem      no data field, data_location DEFAULT, 8 bytes expected"]),
        (TensorProto(data_type=99, dims=[2], raw_data=bytes(8)),
         ["99 [2]", "problem      data_type is 99, which is unknown"]),
        (TensorProto(data_type=1, dims=[-1, 2], raw_data=bytes(8)),
         ["FLOAT [-1, 2]", "problem      dims[0] is -1; a stored size is 0 or more"]),
        (TensorProto(data_type=1, dims=[1 << 40], raw_data=bytes(4)),
         ["FLOAT [1099511627776]", "  0",
          "problem      FLOAT [1099511627776] declares 4 TiB, raw_data holds 4 bytes"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("whole", [False, True])
def test_what_is_there_is_shown_and_what_is_wrong_is_said_once(tensor, expected, whole):
    assert lines(tensor.SerializeToString(), kind="TensorProto", whole=whole) == expected


def test_a_tensor_of_any_number_of_dims_is_shown():
    dims = encode_record(1, encode_varint(1) * 1000)
    found = lines(dims + b"\x10\x01" + encode_record(9, bytes(4)), kind="TensorProto")
    assert found[1] == "  0" and "1,000 dims" in found[2]


def test_stats_are_told_of_what_is_there():
    tensor = value_of(F([1, np.nan, np.inf, -np.inf, 0, 3])).tensor
    found = [line.split() for line in stats_lines(PIPE, tensor)]
    assert found == [
        ["elements", "6"], ["min", "-inf"], ["max", "inf"], ["mean", "1.33333"], ["zeros", "1"],
        ["NaN", "1"], ["inf", "1"], ["-inf", "1"],
    ]  # fmt: skip
    tensor = value_of(["abc", ""], "STRING [2]").tensor
    assert [line.split() for line in stats_lines(PIPE, tensor)] == [
        ["elements", "2"], ["zeros", "1"], ["longest", "3"],
    ]  # fmt: skip


# -- containers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("thing", "like", "expected"),
    [
        ([F([1, 2]), F([3])], "sequence(FLOAT)",
         ["sequence(FLOAT [?]), 2 elements", "[0]  FLOAT [2] = 1 2", "[1]  FLOAT [1] = 3"]),
        ([], "sequence(FLOAT)", ["sequence(?), 0 elements"]),
        ([F([[1, 2]])], "sequence(FLOAT)",
         ["sequence(FLOAT [1, 2]), 1 element", "[0]  FLOAT [1, 2]", "    [0]  1  2"]),
        ({"a b": F(1), 'q"': F(2)}, "map(STRING, FLOAT)",
         ["map(STRING, FLOAT []), 2 elements", '["a b"]  FLOAT [] = 1', '["q\\""]  FLOAT [] = 2']),
        ({7: F(1)}, "map(INT64, FLOAT)",
         ["map(INT64, FLOAT []), 1 element", "[7]  FLOAT [] = 1"]),
        (F([1, 2]), "optional(FLOAT)", ["optional(FLOAT [2]) = 1 2"]),
        (F([[1, 2]]), "optional(FLOAT)", ["optional(FLOAT [1, 2])", "  [0]  1  2"]),
        (None, "optional(FLOAT)", ["optional(), empty: elem_type 0 (UNDEFINED)"]),
        ([F(1)], "optional(sequence(FLOAT))",
         ["optional(sequence(FLOAT [])), 1 element", "[0]  FLOAT [] = 1"]),
        ([[F(1)], []], "sequence(sequence(FLOAT))",
         ["sequence(sequence(FLOAT [])), 2 elements", "[0]  sequence, 1 element",
          "[0][0]  FLOAT [] = 1", "[1]  sequence, 0 elements"]),
        ([F(1), None], "sequence(optional(FLOAT))",
         ["sequence(optional(FLOAT [])), 2 elements", "[0]  FLOAT [] = 1",
          "[1]  optional, empty: elem_type 0 (UNDEFINED)"]),
    ],
)  # fmt: skip
def test_a_container_is_shown_with_a_line_for_each_value_inside(thing, like, expected):
    assert lines(thing, like) == expected


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "optional(), empty: no bytes"),
        (b"\x10\x00", "optional(), empty: elem_type 0 (UNDEFINED)"),
        (b"\x10\x01", "optional(?), empty: elem_type 1 (TENSOR) without tensor_value"),
        (b"\x0a\x01x", "x: optional(), empty: no elem_type"),
    ],
)
def test_each_spelling_of_an_empty_optional_is_told(data, words):
    assert lines(data, kind="OptionalProto")[0] == words


def test_of_many_values_32_are_shown_and_a_thousand_checked():
    data = b"\x10\x01" + encode_record(3, encode(F([1]))) * 1500
    found = lines(data, kind="SequenceProto")
    assert found[33:] == ["… 1,468 more: --all", "checked      the first 1,000 values: --all"]
    found = lines(data, kind="SequenceProto", whole=True)
    assert len(found) == 1501 and found[-1] == "[1499]  FLOAT [1] = 1"


def test_a_problem_inside_stands_behind_its_place_and_many_are_counted():
    bad = TensorProto(data_type=1, dims=[2], raw_data=bytes(4)).SerializeToString()
    data = b"\x10\x01" + encode_record(3, bad) * 12
    found = lines(data, kind="SequenceProto")[13:]
    assert found[0] == "problem      [0]: raw_data has 4 bytes; FLOAT [2] needs 8"
    assert found[-1].strip() == "and 4 more" and len(found) == 9


@pytest.mark.parametrize("kind", ["SequenceProto", "OptionalProto"])
def test_depth_is_no_matter(kind):
    name, elem = ("sequence_values", 3) if kind == "SequenceProto" else ("optional_value", 5)
    number = schema.message(kind).by_name[name].number
    parts, size = [], 0
    for _ in range(20_000):  # from the innermost outwards
        head = b"\x10" + bytes((elem,)) + encode_tag(number, 2) + encode_varint(size)
        parts.append(head)
        size += len(head)
    found = lines(b"".join(reversed(parts)), kind=kind)
    assert 1 < len(found) < 50


# -- sparse tensors ------------------------------------------------------------------------------


def sparse(values, indices, dims):
    return encode(SparseTensor(F(values), np.int64(indices), dims))


def test_sparse_values_stand_behind_their_places():
    expected = ["sparse_tensor(FLOAT [2, 4]), 2 values", "  [0, 3] = 1.5", "  [1, 0] = 2"]
    assert lines(sparse([1.5, 2], [[0, 3], [1, 0]], (2, 4))) == expected
    assert lines(sparse([1.5, 2], [3, 4], (2, 4))) == expected
    assert lines(sparse([1.5], [3], (4,))) == ["sparse_tensor(FLOAT [4]), 1 value", "  [3] = 1.5"]
    assert lines(sparse([], [], (4,))) == ["sparse_tensor(FLOAT [4]), 0 values"]


def test_eight_sparse_values_are_shown_and_the_rest_is_counted():
    data = sparse(range(20), range(20), (5, 4))
    assert lines(data)[8:] == ["  [1, 3] = 7", "  … 12 more values: --all"]
    assert lines(data, whole=True)[-1] == "  [4, 3] = 19"


def test_where_shapes_do_not_fit_both_lists_are_shown():
    data = onnx.SparseTensorProto(dims=[2, 4])
    data.values.CopyFrom(TensorProto(data_type=1, dims=[2], float_data=[1.5, 2]))
    data.indices.CopyFrom(TensorProto(data_type=7, dims=[3], int64_data=[1, 2, 3]))
    found = lines(data.SerializeToString(), kind="SparseTensorProto")
    assert found[1:5] == [
        "  values  FLOAT [2]",
        "    1.5  2",
        "  indices  INT64 [3]",
        "    1  2  3",
    ]
    assert "indices have dims [3]" in found[5]


@given(st.data())
def test_pairs_are_those_of_the_dense_tensor(data):
    dims = tuple(data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    size = int(np.prod(dims))
    places = sorted(data.draw(st.sets(st.integers(0, size - 1))))
    rows = [list(map(int, np.unravel_index(place, dims))) for place in places]
    values = [float(number + 1) for number in range(len(places))]
    linear = data.draw(st.booleans())
    indices = np.int64(places if linear else np.int64(rows).reshape(len(places), len(dims)))
    found = value_of(encode(SparseTensor(F(values), indices, dims))).sparse
    expected = list(zip(map(tuple, rows), values, strict=True))
    limit = data.draw(st.integers(0, 10))
    assert first_pairs(found, limit) == expected[:limit]


def test_places_outside_of_the_dims_are_shown_as_they_are():
    found = value_of(sparse([1], [[5, -7]], (2, 2))).sparse
    assert first_pairs(found, 8) == [((5, -7), 1.0)]
    found = value_of(sparse([1], [9], (2, 2))).sparse
    assert first_pairs(found, 8) == [((4, 1), 1.0)]
    assert first_pairs(SparseTensor(F([1]), np.int64([0]), (2,)), 8) is None  # not from a file


# -- initializers --------------------------------------------------------------------------------


def listed(*tensors, folder=None, whole=False, page=PIPE, sparse=()):
    graph = onnx.GraphProto(initializer=tensors, sparse_initializer=sparse)
    merged = api.open(graph.SerializeToString(), "GraphProto").merged()
    with DataFiles(folder) as files:
        return list(initializer_lines(page, merged, files, whole))


def outside(location, name="w", dims=(2,)):
    tensor = TensorProto(name=name, data_type=1, dims=dims, data_location=1)
    tensor.external_data.add(key="location", value=location)
    return tensor


def test_initializers_are_listed_with_their_first_elements():
    tensors = [
        helper.make_tensor("w", TensorProto.FLOAT, [20], range(20)),
        helper.make_tensor("s", TensorProto.STRING, [2], [b"x" * 50, b"\xff"]),
        TensorProto(data_type=1, dims=[2], raw_data=bytes(4)),
    ]
    assert listed(*tensors) == [
        "w: FLOAT [20] = 0 1 2 3 4 5 6 7 …",
        f's: STRING [2] = "{"x" * 20}…" b"\\xFF"',
        "FLOAT [2] = 0",
        "  raw_data has 4 bytes; FLOAT [2] needs 8",
        "3 initializers",
    ]


def test_50_initializers_are_listed_and_the_rest_is_counted():
    tensors = [helper.make_tensor(f"w{n}", TensorProto.FLOAT, [], [n]) for n in range(60)]
    assert listed(*tensors)[50:] == ["… 10 more: --all", "60 initializers"]
    assert listed(*tensors, whole=True)[59:] == ["w59: FLOAT [] = 59", "60 initializers"]
    assert listed() == ["0 initializers"]


def test_sparse_initializers_follow():
    made = onnx.SparseTensorProto(dims=[3])
    made.values.CopyFrom(helper.make_tensor("s", TensorProto.FLOAT, [1], [5]))
    made.indices.CopyFrom(helper.make_tensor("", TensorProto.INT64, [1], [2]))
    assert listed(sparse=[made]) == [
        "s: sparse_tensor(FLOAT [3]), 1 value", "0 initializers, 1 sparse initializer",
    ]  # fmt: skip


def test_elements_in_other_files_are_shown_or_why_not(tmp_path):
    (tmp_path / "w.bin").write_bytes(F([1.5, -2]).tobytes())
    os.symlink("w.bin", tmp_path / "link.bin")
    expected = {
        "w.bin": ["w: FLOAT [2] = 1.5 -2"],
        "no.bin": ["w: FLOAT [2]", '  "no.bin": no such file'],
        "../w.bin": ["w: FLOAT [2]", '  "../w.bin": leaves the folder'],
        "/w.bin": ["w: FLOAT [2]", '  "/w.bin": is absolute'],
        "link.bin": ["w: FLOAT [2]", '  "link.bin": is a symbolic link to "w.bin"'],
        "": ["w: FLOAT [2]", '  "": is empty'],
    }
    for location, found in expected.items():
        assert listed(outside(location), folder=str(tmp_path))[:-1] == found, location
    reason = '  "w.bin": cannot be loaded from bytes alone'
    assert listed(outside("w.bin"))[:-1] == ["w: FLOAT [2]", reason]


def test_both_faults_of_an_external_tensor_leave_room_for_the_reason(tmp_path):
    tensor = outside("no.bin")
    tensor.int64_data.append(1)  # is ignored, which is the lesser fault
    assert listed(tensor, folder=str(tmp_path))[1] == '  "no.bin": no such file'


# -- any bytes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BY_MESSAGE)
@pytest.mark.parametrize("text", shown.HOSTILE)
def test_hostile_strings_stay_harmless(kind, text):
    data = shown.full(schema.message(kind), shown.HOSTILE[text], 3)
    for page in (*shown.PAGES, PIPE):
        for whole in (False, True):
            assert shown.harmless(lines(data, kind=kind, page=page, whole=whole), page)


@pytest.mark.parametrize("kind", BY_MESSAGE)
@given(data=st.binary(max_size=60))
def test_any_bytes_are_shown(kind, data):
    for page in (Page(60, True), PIPE):
        assert shown.harmless(lines(data, kind=kind, page=page), page)


def test_every_cut_of_a_value_is_shown():
    whole = encode({"a": F([1, 2]), "b": F([3])})
    for size in range(len(whole)):
        assert lines(whole[:size], kind="MapProto")


def test_a_string_of_a_megabyte_is_cut():
    tensor = TensorProto(name="x", data_type=8, dims=[1], string_data=[shown.LONG])
    (line,) = lines(tensor.SerializeToString())
    assert len(line) < 1000


# -- work, counted -------------------------------------------------------------------------------


class Counting(FileSource):
    """A file that counts the bytes that are read from it."""

    count = 0

    def read(self, offset, size):
        data = super().read(offset, size)
        self.count += len(data)
        return data


def test_showing_one_tensor_of_a_large_file_reads_little(tmp_path):
    size, name = 1 << 32, encode_record(8, b"w")
    head = encode_tag(1, 0) + encode_varint(size // 4) + b"\x10\x01" + name
    raw = encode_tag(9, 2) + encode_varint(size)
    tensor = encode_tag(5, 2) + encode_varint(len(head) + len(raw) + size) + head + raw
    with (tmp_path / "m.onnx").open("wb") as file:
        file.write(b"\x08\x08" + encode_tag(7, 2) + encode_varint(len(tensor) + size) + tensor)
        file.truncate(file.tell() + size)
    source = Counting(tmp_path / "m.onnx")
    with api.open(source, "ModelProto") as document:
        field = document['graph.initializer["w"]']
        before = source.count
        assert document.model.initializers["w"].head(10) == [0] * 10
        assert source.count - before < 1 << 10
        graph = document.merged().message("graph")
        assert list(initializer_lines(PIPE, graph, document.files, False))[1] == "1 initializer"
        (value,) = [DataValue(message, document.files) for message in graph.each("initializer")]
        assert len(list(value_lines(PIPE, value))) == 2 and value.field == field
        assert source.count - before < 1 << 16


def test_an_external_tensor_is_read_only_as_far_as_it_is_shown(tmp_path, monkeypatch):
    with (tmp_path / "w.bin").open("wb") as file:
        file.truncate(1 << 32)
    read = []
    plain = FileSource.read
    monkeypatch.setattr(
        FileSource, "read",
        lambda self, offset, size: read.append(size) or plain(self, offset, size),
    )  # fmt: skip
    found = listed(outside("w.bin", dims=(1 << 30,)), folder=str(tmp_path))
    assert found[0] == "w: FLOAT [1073741824] = 0 0 0 0 0 0 0 0 …" and sum(read) < 1 << 16


def test_chunks_hold_every_element_once():
    value = value_of(np.arange(200_000))
    found = [element for chunk in chunks(value.tensor) for element in chunk]
    assert found == list(range(200_000))
