"""What Python objects are written as: kinds, data types, layouts, and what is refused."""

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from onnxlens.errors import DataError, TypeSyntaxError
from onnxlens.model.types.parse import parse_type
from onnxlens.model.values.python import array, to_python
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.model.values.write import encode
from onnxlens.schema.data_types import data_types

F = np.float32
EXTENDED = [row for row in data_types() if row.is_extended]
PLAIN = [row for row in data_types() if not row.is_extended and row.kind != "string"]


def serialised(message) -> bytes:
    return message.SerializeToString(deterministic=True)


# -- arrays: as the onnx package writes them -------------------------------------------------------


@pytest.mark.parametrize("row", [*PLAIN, *EXTENDED], ids=lambda row: row.name)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 8, 13])
def test_an_array_is_written_as_the_package_writes_it(row, count):
    dtype = np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)
    values = (np.arange(count) % 2 + 1).astype(dtype)
    data = encode(values, name="x")
    assert data == serialised(numpy_helper.from_array(values, "x"))
    assert encode(values, f"{row.name} [{count}]", "x") == data
    assert onnx.TensorProto.FromString(data).data_type == row.number


@pytest.mark.parametrize("name", ["int2", "int4", "float4_e2m1fn", "float6_e2m3fn"])
def test_negative_elements_are_packed(name):
    values = np.array([-1, 1, -1, 1, 1], getattr(ml_dtypes, name))
    unclean = np.array([0xFF, 0xF1, 0x41], np.uint8).view(values.dtype)  # the upper bits are free
    for each in (values, values[::-1], np.array([values, values]).T, unclean):
        assert encode(each) == serialised(numpy_helper.from_array(np.ascontiguousarray(each)))


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: row.name)
def test_byte_order_and_layout_do_not_matter(row):
    values = np.arange(24).reshape(2, 3, 4).astype(row.dtype)
    expected = serialised(numpy_helper.from_array(values))
    big = values.astype(values.dtype.newbyteorder(">"))
    wide = np.zeros((2, 6, 4), row.dtype)
    wide[:, ::2] = values
    for other in (values, big, np.asfortranarray(values), wide[:, ::2], values[::-1][::-1]):
        assert encode(other) == expected


@pytest.mark.parametrize("row", EXTENDED, ids=lambda row: row.name)
def test_every_bit_pattern_of_a_small_type_is_kept(row, read):
    codes = np.arange(1 << min(row.bits, 12), dtype=np.uint16 if row.bits > 8 else np.uint8)
    values = codes.view(getattr(ml_dtypes, row.dtype))
    data = encode(values[::-1])
    back = read(data, "TensorProto").tensor.numpy()
    assert np.array_equal(back.view(codes.dtype)[::-1], codes)


def test_strings_are_utf_8(read):
    values = np.array([["a", "é"], [b"\xff\0", "\udcfe"]], object)
    data = encode(values)
    message = onnx.TensorProto.FromString(data)
    assert list(message.string_data) == [b"a", "é".encode(), b"\xff\0", b"\xfe"]
    assert list(message.dims) == [2, 2]
    assert data == serialised(message)
    assert read(data, "TensorProto").tensor.numpy().tolist() == [["a", "é"], ["\udcff\0", "\udcfe"]]
    assert encode(np.array(["a", "bc"])) == serialised(
        numpy_helper.from_array(np.array(["a", "bc"]))
    )
    assert list(onnx.TensorProto.FromString(encode(np.array([b"x"]))).string_data) == [b"x"]


@pytest.mark.parametrize(
    ("value", "like", "data_type", "stored"),
    [
        (1.5, None, "FLOAT", F(1.5)),
        (0.1, None, "FLOAT", F(0.1)),
        (0.1, "DOUBLE", "DOUBLE", 0.1),
        (0.1, "FLOAT16", "FLOAT16", np.float16(0.1)),
        (float("inf"), "FLOAT16", "FLOAT16", np.float16("inf")),
        (3, None, "INT64", 3),
        (2**63, None, "UINT64", 2**63),
        (3, "INT8 []", "INT8", 3),
        (3, "FLOAT", "FLOAT", 3),
        (3.0, "INT64", "INT64", 3),
        (True, None, "BOOL", True),
        (1 + 2j, None, "COMPLEX64", 1 + 2j),
        (1 + 2j, "COMPLEX128", "COMPLEX128", 1 + 2j),
        (1, "COMPLEX64", "COMPLEX64", 1),
        ([1, 2], "FLOAT [2]", "FLOAT", [1, 2]),
        ([[1, 2.5]], "FLOAT [1, 2]", "FLOAT", [[1, 2.5]]),
        ((1, 2), "? [2]", "INT64", [1, 2]),
        (np.float64(0.1), None, "DOUBLE", 0.1),
        (np.array([0.5]), "FLOAT", "FLOAT", [0.5]),
        (np.array([1, 0]), "BOOL", "BOOL", [True, False]),
        (np.array([True]), "INT64", "INT64", [1]),
        (np.array([1, 7]), "INT4", "INT4", [1, 7]),
        (np.array([1, 7], ml_dtypes.int4), "INT64", "INT64", [1, 7]),
        (np.array([1.5], ml_dtypes.bfloat16), "FLOAT", "FLOAT", [1.5]),
        (np.array([np.nan, -np.inf]), "FLOAT", "FLOAT", [np.nan, -np.inf]),
        (np.array([1, 2], F), "official", "FLOAT", [1, 2]),
    ],
)  # fmt: skip
def test_an_object_becomes_a_tensor_of_a_data_type(value, like, data_type, stored):
    message = onnx.TensorProto.FromString(encode(value, "float[2]" if like == "official" else like))
    assert onnx.TensorProto.DataType.Name(message.data_type) == data_type
    found = numpy_helper.to_array(message).astype(complex)
    assert np.array_equal(found, np.asarray(stored, complex), equal_nan=True)


def test_text_becomes_a_scalar_string():
    for text in ("a\0", b"a\0", np.str_("a\0")):
        message = onnx.TensorProto.FromString(encode(text))
        assert (list(message.dims), list(message.string_data)) == ([], [b"a\0"])


# -- containers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        [np.zeros(2, F), np.ones((3, 1), F)],
        [F(1), F(2)],
        [[np.zeros(2, F)], []],
        [{1: F(0.5), 2: F(0.25)}, {1: F(1)}],
        [],
    ],
)
def test_a_list_is_written_as_the_package_writes_it(value):
    assert encode(value, name="s") == serialised(numpy_helper.from_list(value, "s"))


@pytest.mark.parametrize("value", [{1: F(1), -2: F(2)}, {1: np.zeros(2, F)}, {np.int8(3): F(1)}])
def test_a_dict_is_written_as_the_package_writes_it(value):
    assert encode(value, name="m") == serialised(numpy_helper.from_dict(value, "m"))


@pytest.mark.parametrize("value", [None, np.zeros(2, F), [np.zeros(2, F)], {1: np.zeros(2, F)}])
def test_an_optional_is_written_as_the_package_writes_it(value):
    like = parse_type("optional()")
    assert encode(value, like, "o") == serialised(numpy_helper.from_optional(value, "o"))


@pytest.mark.parametrize(
    ("value", "like", "message", "text"),
    [
        ([], "sequence(map(STRING, FLOAT))", onnx.SequenceProto, "elem_type: 4"),
        ([], "sequence(optional(FLOAT))", onnx.SequenceProto, "elem_type: 5"),
        ([], "sequence()", onnx.SequenceProto, "elem_type: 1"),
        ([[]], "sequence(sequence(sparse_tensor(FLOAT)))", onnx.SequenceProto,
         "elem_type: 3 sequence_values { elem_type: 2 }"),
        ({}, "map(STRING, sequence(FLOAT))", onnx.MapProto, "key_type: 8 values { elem_type: 3 }"),
        ({"a": 1}, "map(STRING, INT64)", onnx.MapProto, None),
        (None, "optional(sequence(FLOAT))", onnx.OptionalProto, "elem_type: 0"),
        ([], "optional(sequence(FLOAT))", onnx.OptionalProto,
         "elem_type: 3 sequence_value { elem_type: 1 }"),
        (None, "optional(optional(FLOAT))", onnx.OptionalProto, "elem_type: 0"),
        (1, "optional(optional(FLOAT))", onnx.OptionalProto, None),
        ([None, 1], "sequence(optional(FLOAT))", onnx.SequenceProto, None),
        ({3: 1}, "map(UINT8, FLOAT)", onnx.MapProto, None),
    ],
)  # fmt: skip
def test_the_type_decides_what_is_written(value, like, message, text):
    data = encode(value, like)
    found = message.FromString(data)
    assert serialised(found) == data
    assert text is None or " ".join(str(found).split()) == text


def test_what_was_read_is_written_back_the_same(read):
    tensor = serialised(numpy_helper.from_array(np.zeros(2, F), "t"))
    inner = onnx.SequenceProto(
        name="in", elem_type=1, tensor_values=[onnx.TensorProto.FromString(tensor)]
    )
    outer = serialised(onnx.SequenceProto(name="out", elem_type=3, sequence_values=[inner]))
    value = read(outer, "SequenceProto")
    assert encode(value) == outer
    assert encode(value.items) == outer.replace(b"\n\x03out", b"")
    assert encode(value.items[0].items[0].tensor) == tensor
    assert encode(value.items[0].items[0], name="u") == tensor.replace(b"B\x01t", b"B\x01u")
    assert b"t" not in encode(value.items[0].items[0], "optional(FLOAT)")[:3]


@pytest.mark.parametrize("size", [100, 110, 111, 112, 113, 120, 127, 128, 16_370, 16_384])
def test_lengths_of_every_width_nest(size):
    value = [[[np.zeros(size, np.int8)]]]
    assert encode(value) == serialised(numpy_helper.from_list(value))


def test_an_empty_container_that_was_read_keeps_its_kind(read):
    for kind in range(1, 6):
        data = b"\x10" + bytes((kind,))
        assert encode(read(data, "SequenceProto")) == data
    assert encode(read(b"\x10\x01", "OptionalProto")) == b"\x10\x00"


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "like", "path", "reason"),
    [
        (3.7, "INT64", "", "element 0 is 3.7, which INT64 cannot hold unchanged"),
        ([1, 3.7], "INT64 [2]", "", "element 1 is 3.7"),
        (np.array([0.1]), "FLOAT", "", "element 0 is 0.1, which FLOAT cannot hold unchanged"),
        (2**24 + 1, "FLOAT", "", "element 0 is 16777217, which FLOAT cannot hold unchanged"),
        (1e39, "FLOAT", "", "element 0 is 1e[+]39, which FLOAT cannot hold"),
        (7.5, "FLOAT4E2M1", "", "element 0 is 7.5"),
        (float("nan"), "FLOAT4E2M1", "", "element 0 is nan"),
        (float("inf"), "FLOAT8E4M3FN", "", "element 0 is inf"),
        (complex(1, 1e39), "COMPLEX64", "", "element 0 is"),
        (0.0, "FLOAT8E8M0", "", "element 0 is 0.0"),
        (-1, "UINT64", "", "element 0 is -1"),
        (2**63, "INT64", "", "element 0 is 9223372036854775808"),
        (np.uint64(2**63), "INT64", "", "element 0 is 9223372036854775808"),
        (np.float64(2**63), "INT64", "", "element 0 is"),
        (np.int64(2**63 - 1), "DOUBLE", "", "element 0 is 9223372036854775807"),
        (np.float64("nan"), "INT64", "", "element 0 is nan"),
        (300, "INT8", "", "element 0 is 300"),
        (8, "INT4", "", "element 0 is 8"),
        (2, "BOOL", "", "element 0 is 2"),
        (1j, "FLOAT", "", "elements are COMPLEX128, needed FLOAT"),
        ("a", "FLOAT", "", "elements are strings, needed FLOAT"),
        (1, "STRING", "", "elements are INT64, needed STRING"),
        (1, "UNDEFINED", "", "UNDEFINED is no data type of elements"),
        (1, "99", "", "99 is no data type of elements"),
        (2**64, None, "", "int is no element of a tensor"),
        (object(), None, "", "object is no element of a tensor"),
        (["a", 1], "STRING", "", "int is no element of a tensor"),
        ([[1], [1, 2]], "INT64", "", "a list that is no array"),
        ([2**53 + 1, 2.5], "DOUBLE", "", "int is no element of a tensor"),
        (np.zeros(2, "datetime64[s]"), None, "", "is no data type of ONNX"),
        (np.array(["\ud800"], object), None, "", "text that is not Unicode"),
        (np.zeros((2, 3), F), 'FLOAT [2, "N", 1]', "", "rank is 2"),
        (np.zeros((2, 3), F), 'FLOAT ["N", "N"]', "", 'dim 1 is 3, but "N" is 2 already'),
        ([np.zeros(1, F)], "sequence(FLOAT [2])", "[0]", "dim 0 is 1, needed 2"),
        ([1, 2.5], None, "[1]", "is FLOAT, while the first one is INT64"),
        ([1, "a"], None, "[1]", "is STRING, while the first one is INT64"),
        ([[1], [None]], None, "[1][0]", "is None, while the first one is a value of kind tensor"),
        ([1, [2]], None, "[1]", "is a list, while the first one is"),
        ([{"a": 1}, {"a": 0.5}], None, '[1]["a"]', "is FLOAT"),
        ([{"a": 1}, {1: 1}], None, "[1]", "is INT64, while the first one is STRING"),
        ({"a": 1, 1: 2}, None, "", "of type str; needed integers, or strings"),
        ({True: 1}, None, "", "of type bool; needed integers"),
        ({1.5: 1}, None, "", "of type float; needed integers"),
        ({1: 1}, "map(STRING, INT64)", "", "a key is of type int, needed text"),
        ({"a": 1, b"a": 2}, None, "", "1 key stands twice"),
        ({300: 1}, "map(INT8, INT64)", "", "key 300 is more than INT8 can hold"),
        ({2**63: 1}, "map(UINT64, INT64)", "", "is more than the list of keys can hold"),
        ({1: 1}, "map(DOUBLE, INT64)", "", "DOUBLE is no type of keys"),
        ({}, None, "", "a map without entries; needed like="),
        ({}, "map(?, FLOAT)", "", "a map without entries"),
        (np.zeros(1), "sequence(DOUBLE)", "", "is a ndarray, needed a value of kind sequence"),
        (None, "FLOAT", "", "is None, needed a value of kind tensor"),
        ({1: 1}, "FLOAT", "", "is a dict, needed a value of kind tensor"),
        (SparseTensor(np.zeros(1), None, (3,)), "sparse_tensor(FLOAT [4])", "", "dim 0 is 3"),
        ([], "sequence(opaque(d, n))", "", "opaque values have no message"),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_told_with_its_place(value, like, path, reason):
    with pytest.raises(DataError, match=reason) as caught:
        encode(value, like)
    assert caught.value.path == path
    assert not path or str(caught.value).startswith(f"{path}: ")


def test_a_map_that_was_read_with_too_few_values_is_refused(read):
    value = read(b"\x10\x07\x18\x01", "MapProto")
    with pytest.raises(DataError, match="1 keys and 0 values; needed as many"):
        encode(value)


def test_a_type_that_does_not_read_is_told():
    with pytest.raises(TypeSyntaxError):
        encode(1, "FLOAT [")


def test_a_list_too_deep_for_an_array_is_refused():
    deep = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(DataError, match=r"a list that is no array|is no element"):
        encode(deep, "INT64")


def test_reading_back_gives_the_value(read):
    value = {"a": [np.zeros((2, 0), F)], "b": []}
    back = to_python(read(encode(value), "MapProto"), array)
    assert back["a"][0].shape == (2, 0)
    assert back["b"] == []
