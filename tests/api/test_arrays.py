"""Files of arrays: what is written reads back the same, and what does not fit is refused."""

import json
import zipfile

import ml_dtypes
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from onnxlens import api, encode
from onnxlens.api.arrays import encoded, load, put, save
from onnxlens.errors import DataError, OnnxLensError, SourceError, TypeSyntaxError
from onnxlens.model.values.data_value import DataValue
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.schema.data_types import data_types

F = np.float32
NUMBERS = [row for row in data_types() if row.kind != "string"]


def value_of(data, kind=None):
    """Return the value that bytes hold."""
    document = api.open(data, kind)
    return DataValue(document.merged(), document.files)


def dtype_of(row):
    return np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)


# -- written -------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", NUMBERS, ids=lambda row: row.name)
def test_a_tensor_is_saved_with_all_its_numbers(tmp_path, row):
    low = 1 if row.name == "FLOAT8E8M0" else 0  # it has no zero
    values = np.array([[1, low, 1], [low, 1, 1]]).astype(dtype_of(row))
    said = save(value_of(encode(values)), str(tmp_path / "x.npy"))
    found = np.load(tmp_path / "x.npy")
    assert found.shape == (2, 3) and np.array_equal(found.astype(values.dtype), values)
    if row.is_extended:
        plain = {"signed": "int8", "unsigned": "uint8"}.get(row.kind, "float32")
        assert found.dtype == plain and said.endswith(f"; {row.name} as {plain}")
    else:
        assert found.dtype == values.dtype and ";" not in said


def test_large_integers_and_doubles_are_saved_as_they_are(tmp_path):
    for values in (np.int64([2**62, -(2**62)]), np.float64([0.1, 1e300]), np.uint64([2**64 - 1])):
        save(value_of(encode(values)), str(tmp_path / "x.npy"))
        found = np.load(tmp_path / "x.npy")
        assert found.dtype == values.dtype and found.tolist() == values.tolist()


def test_a_scalar_and_complex_numbers_are_saved(tmp_path):
    save(value_of(encode(np.float64(0.5))), str(tmp_path / "x.npy"))
    assert np.load(tmp_path / "x.npy").shape == () and np.load(tmp_path / "x.npy") == 0.5
    save(value_of(encode(np.array([1 + 2j], np.complex64))), str(tmp_path / "x.npy"))
    assert np.load(tmp_path / "x.npy").tolist() == [1 + 2j]


def test_strings_are_saved_also_those_that_are_not_utf8(tmp_path):
    path = str(tmp_path / "x.npy")
    tensor = TensorProto(
        data_type=8, dims=[2, 2], string_data=[b"a", b"\xff\xfe", "字".encode(), b""]
    )
    data = tensor.SerializeToString()
    save(value_of(data), path)
    assert np.load(path).tolist() == [["a", "\udcff\udcfe"], ["字", ""]]
    assert encoded(path) == data


@pytest.mark.parametrize(
    ("strings", "words"),
    [([b"a\0"], "ends in a NUL"), ([b"x" * 70_000] + [b""] * 5_000, "too many for numpy")],
)
def test_strings_that_numpy_would_change_are_refused(tmp_path, strings, words):
    tensor = TensorProto(data_type=8, dims=[len(strings)], string_data=strings)
    with pytest.raises(DataError, match=words):
        save(value_of(tensor.SerializeToString()), str(tmp_path / "x.npy"))
    assert not (tmp_path / "x.npy").exists()


def test_a_list_and_a_map_are_saved_as_npz_and_read_back(tmp_path):
    path = str(tmp_path / "x.npz")
    listed = [F([1, 2]), F([3])]
    assert save(value_of(encode(listed), "SequenceProto"), path).endswith("x.npz: 2 arrays")
    assert encoded(path) == encode(listed)
    mapped = {"file": F([1]), "cat": F([2]), "0": F([3])}  # numpy.savez takes "file" for its own
    save(value_of(encode(mapped)), path)
    assert encoded(path) == encode(mapped)
    by_number = {7: F([1]), -2: F([2])}
    save(value_of(encode(by_number)), path)
    assert encoded(path, "map(INT64, FLOAT)") == encode(by_number)


def test_what_an_optional_holds_is_saved(tmp_path):
    save(value_of(encode(F([1, 2]), "optional(FLOAT)"), "OptionalProto"), str(tmp_path / "x.npy"))
    assert np.load(tmp_path / "x.npy").tolist() == [1, 2]
    data = encode([F([1, 2])], "optional(sequence(FLOAT))")
    save(value_of(data, "OptionalProto"), str(tmp_path / "x.npz"))
    assert len(load(str(tmp_path / "x.npz"))) == 1


def test_a_sparse_tensor_is_saved_dense(tmp_path):
    data = encode(SparseTensor(F([5, 6]), np.int64([1, 3]), (2, 2)))
    assert save(value_of(data), str(tmp_path / "x.npy")).endswith("a sparse tensor as dense")
    assert np.load(tmp_path / "x.npy").tolist() == [[0, 5], [0, 6]]


REFUSED = (
    (F([1]), "TensorProto", "x.npz", OnnxLensError, "ends in .npy"),
    (F([1]), "TensorProto", "x.txt", OnnxLensError, "ends in .npy"),
    ([F([1])], "SequenceProto", "x.npy", OnnxLensError, "for a sequence needed"),
    ([[F([1])]], "SequenceProto", "x.npz", DataError, r"\[0\] is a sequence"),
    (None, "OptionalProto", "x.npy", DataError, "empty optional"),
    ({"a\0b": F([1])}, "MapProto", "x.npz", DataError, "no key that an .npz can hold"),
    ({b"\xff": F([1])}, "MapProto", "x.npz", DataError, "no key that an .npz can hold"),
    (F([1]), "TensorProto", "no/x.npy", SourceError, "No such file"),
)  # value, message, file, error, words


@pytest.mark.parametrize(("value", "kind", "name", "error", "words"), REFUSED)
def test_what_has_no_array_is_refused(tmp_path, value, kind, name, error, words):
    with pytest.raises(error, match=words):
        save(value_of(encode(value), kind), str(tmp_path / name))


def test_a_broken_tensor_is_not_saved(tmp_path):
    data = TensorProto(data_type=1, dims=[2], raw_data=b"123").SerializeToString()
    with pytest.raises(DataError, match="raw_data has 3 bytes"):
        save(value_of(data), str(tmp_path / "x.npy"))
    assert not list(tmp_path.iterdir())


# -- read ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["<f4", ">f4", "<i8", ">i2", "|u1", "|b1", "<c16", "<f2"])
def test_an_npy_becomes_the_tensor_that_the_package_reads(tmp_path, dtype):
    values = np.array([[0, 1, 1], [1, 0, 1]]).astype(dtype)
    np.save(tmp_path / "x.npy", values)
    tensor = TensorProto.FromString(encoded(str(tmp_path / "x.npy"), None, "x"))
    assert tensor.name == "x"
    assert np.array_equal(numpy_helper.to_array(tensor), values)


def test_an_npz_becomes_a_list_or_a_map(tmp_path):
    path = str(tmp_path / "x.npz")
    np.savez(path, *[F([n]) for n in range(12)])
    sequence = onnx.SequenceProto.FromString(encoded(path))
    assert [array.tolist() for array in numpy_helper.to_list(sequence)] == [[n] for n in range(12)]
    np.savez_compressed(path, b=F([1]), a=F([2]))
    found = numpy_helper.to_dict(onnx.MapProto.FromString(encoded(path)))
    assert {key: array.tolist() for key, array in found.items()} == {b"b": [1], b"a": [2]}


JSON = (
    ("[1, 2, 3]", "FLOAT [3]", F([1, 2, 3])),
    ("[[1, 2], [3, 4]]", "INT32", np.int32([[1, 2], [3, 4]])),
    ("[NaN, Infinity]", "FLOAT", F([np.nan, np.inf])),
    ("0.1", "BFLOAT16 []", np.array(0.1, ml_dtypes.bfloat16)),
    ('["a", "字"]', "STRING [2]", np.array(["a", "字"], object)),
    ("[[1], [2, 3]]", "sequence(INT64)", [np.int64([1]), np.int64([2, 3])]),
    ('{"1": [2.0], "-5": [3.0]}', "map(INT64, FLOAT)", {1: F([2]), -5: F([3])}),
    ('{"1": [2.0]}', "map(STRING, FLOAT)", {"1": F([2])}),
    ('[{"1": 2.0}]', "sequence(map(INT32, FLOAT []))", [{np.int32(1): F(2)}]),
    ("null", "optional(FLOAT)", None),
    ('{"1": 2.5}', "optional(map(INT64, FLOAT))", {1: F(2.5)}),
)  # text, type, the value that is meant


@pytest.mark.parametrize(("text", "like", "value"), JSON)
def test_json_becomes_what_the_type_says(tmp_path, text, like, value):
    (tmp_path / "x.json").write_text(text)
    assert encoded(str(tmp_path / "x.json"), like) == encode(value, like)


def test_json_without_a_type_is_taken_as_it_is(tmp_path):
    (tmp_path / "x.json").write_text('{"a": 1.5, "b": 2}')
    with pytest.raises(DataError, match="INT64, while the first one is FLOAT"):
        encoded(str(tmp_path / "x.json"))
    (tmp_path / "x.json").write_text('{"a": 1.5, "b": 2.5}')
    assert encoded(str(tmp_path / "x.json")) == encode({"a": F(1.5), "b": F(2.5)})


MISFITS = (
    ("[1, 2, 3]", "FLOAT [2]", "dim 0 is 3, needed 2"),
    ("[1, 2]", "FLOAT []", "rank is 1"),
    ("[300]", "UINT8 [1]", "element 0 is 300, which UINT8 cannot hold"),
    ('["a"]', "FLOAT [1]", "strings, needed FLOAT"),
    ("[1, 2]", "map(INT64, FLOAT)", "needed a value of kind map"),
    ('{"x": 1}', "map(INT64, FLOAT)", "needed integers"),
    ('{"01": 1}', "map(INT64, FLOAT)", "needed integers"),
    ('{"a": [1]}', "FLOAT", "needed a value of kind tensor"),
    ("[[1], [1, 2]]", "FLOAT", "no array"),
    ("[1]", "opaque(x)", "no message that stores them"),
    ("[18446744073709551616]", "INT64", "no element of a tensor"),
)


@pytest.mark.parametrize(("text", "like", "words"), MISFITS)
def test_a_value_unlike_its_type_is_refused_with_what_was_needed(tmp_path, text, like, words):
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(DataError, match=words):
        encoded(str(tmp_path / "x.json"), like)


def test_a_type_that_does_not_read_is_refused_before_the_file_is_read(tmp_path):
    with pytest.raises(TypeSyntaxError):
        encoded(str(tmp_path / "nope.npy"), "FLOAT [")


def _zip(path, name, data):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, data)


BROKEN = {
    "empty.npy": b"",
    "text.npy": b"hello",
    "short.npy": b"\x93NUMPY\x01\x00v\x00"
    + b"{'descr': '<f4', 'fortran_order': False, 'shape': (9,), }".ljust(117)
    + b"\n1234",
    "huge.npy": b"\x93NUMPY\x01\x00v\x00"
    + b"{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846975,), }".ljust(117)
    + b"\n1234",
    "text.npz": b"hello",
    "zip.npz": b"PK\x03\x04 no zip",
    "deep.json": b"[" * 100_000,
    "cut.json": b'{"a": ',
    "latin.json": b'"\xff"',
    "ours.json": json.dumps({"format": 1, "root": "TensorProto", "kind": "tensor"}).encode(),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_is_not_what_its_name_says_is_refused(tmp_path, name):
    (tmp_path / name).write_bytes(BROKEN[name])
    with pytest.raises(SourceError) as caught:
        load(str(tmp_path / name))
    assert caught.value.name == str(tmp_path / name) and str(caught.value)


def test_arrays_of_objects_and_other_members_are_refused(tmp_path):
    np.save(tmp_path / "x.npy", np.array([{}], object), allow_pickle=True)
    with pytest.raises(SourceError, match="pickle"):
        load(str(tmp_path / "x.npy"))
    _zip(tmp_path / "x.npz", "notes.txt", b"x")
    with pytest.raises(SourceError, match="no array"):
        load(str(tmp_path / "x.npz"))
    np.save(tmp_path / "y.npy", F([1]))
    (tmp_path / "y.npy").rename(tmp_path / "y.npz")
    with pytest.raises(SourceError, match="one array"):
        load(str(tmp_path / "y.npz"))
    np.save(tmp_path / "z.npy", np.zeros(2, [("a", "<i4")]))
    with pytest.raises(DataError, match="no data type of ONNX"):
        encoded(str(tmp_path / "z.npy"))


def test_another_name_is_refused():
    with pytest.raises(OnnxLensError, match=r"\.npy, \.npz or \.json"):
        load("x.txt")


def test_bytes_are_put_into_a_file(tmp_path):
    assert put(str(tmp_path / "x.pb"), b"123").endswith("x.pb: 3 bytes")
    assert (tmp_path / "x.pb").read_bytes() == b"123"
    with pytest.raises(SourceError):
        put(str(tmp_path), b"")


def test_every_initializer_of_the_corpus_survives_npy(corpus, tmp_path):
    path = str(tmp_path / "x.npy")
    model = onnx.load(corpus / "tracel-ai__burn-onnx/data_types.onnx")
    for tensor in model.graph.initializer:
        value = value_of(tensor.SerializeToString(), "TensorProto")
        save(value, path)
        like = helper.tensor_dtype_to_string(tensor.data_type).removeprefix("TensorProto.")
        assert value_of(encoded(path, like)) == value, tensor.name
