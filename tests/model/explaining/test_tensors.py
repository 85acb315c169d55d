"""What is said of a stored tensor, and of the file that its data is in."""

import hashlib

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from onnxlens import api
from onnxlens.model.explaining import tensors
from onnxlens.model.explaining.tensors import EXPLAINS


def told(folder, tensor, path=""):
    """Return what is said of a field of a tensor in a file of its own."""
    (folder / "t.pb").write_bytes(tensor.SerializeToString())
    with api.open(folder / "t.pb", "TensorProto") as document:
        field = document[path]
        keys = [field.spec.qualified] if field.spec else []
        keys += [field.content.name] if field.content else []
        return [text for key in keys if key in EXPLAINS for text in EXPLAINS[key](field, str)]


def outside(*entries, dims=(2,), data_type=1):
    tensor = TensorProto(data_type=data_type, dims=dims, data_location=1)
    for key, value in entries:
        tensor.external_data.add(key=key, value=value)
    return tensor


AT = ("location", "w.bin")
NONE = "no checksum, so nothing tells whether the data is what the writer stored"


def test_a_good_tensor_has_nothing_to_say(tmp_path):
    for array in (np.float32([1, 2]), np.int64([1, 224, 224, 3]), np.array(["a"], object)):
        assert told(tmp_path, numpy_helper.from_array(array)) == []


def test_the_bytes_in_the_file_are_told(tmp_path):
    (tmp_path / "w.bin").write_bytes(bytes(100))
    place = f'the data is in "{tmp_path}/w.bin", bytes '
    assert told(tmp_path, outside(AT, ("offset", "4"), ("length", "8"))) == [
        f"{place}4:12 of 100", NONE,
    ]  # fmt: skip
    found = told(tmp_path, outside(AT))
    assert found[1:] == [f"{place}0:8 of 100", NONE] and "no length" in found[0]
    found = told(tmp_path, outside(AT, ("offset", "x")))
    assert found[1] == f'the data is in "{tmp_path}/w.bin"'


def test_a_file_that_is_missing_or_refused_is_told(tmp_path):
    found = told(tmp_path, outside(AT))
    assert found == ['"w.bin": no such file', f'"w.bin" is looked for in "{tmp_path}"', NONE]
    assert told(tmp_path, outside(("location", "../w"))) == ['"../w": leaves the folder', NONE]
    assert told(tmp_path, outside())[0] == "external_data has no location"


def test_a_checksum_is_compared_up_to_a_size(tmp_path, monkeypatch):
    (tmp_path / "w.bin").write_bytes(b"12345678")
    digest = hashlib.sha1(b"12345678").hexdigest()
    found = told(tmp_path, outside(AT, ("length", "8"), ("checksum", digest)))
    assert found[-1] == "the checksum is the SHA-1 of the file"
    found = told(tmp_path, outside(AT, ("length", "8"), ("checksum", "\x1bx")))
    assert found[-1] == f'checksum "\\u{{1B}}x" is not the SHA-1 of the file, {digest}'
    monkeypatch.setattr(tensors, "_HASHED", 7)
    found = told(tmp_path, outside(AT, ("length", "8"), ("checksum", digest)))
    assert found[-1].endswith("is not compared with a file of over 64 MiB")


def test_the_location_itself_is_told(tmp_path):
    tensor = outside(("offset", "0"), AT)
    missing = [f'no such file, looked for in "{tmp_path}"']
    for path in ("external_data[1]", "external_data[1].value"):
        assert told(tmp_path, tensor, path) == missing
    (tmp_path / "w.bin").write_bytes(bytes(8))
    assert told(tmp_path, tensor, "external_data[1]") == [f'"{tmp_path}/w.bin", 8 bytes']
    assert told(tmp_path, tensor, "external_data[0]") == []
    (tmp_path / "w.bin").write_bytes(b"<!DOCTYPE html><html>")
    assert told(tmp_path, tensor, "external_data[1]")[0].endswith(": an HTML page, not data")


def test_entries_of_other_lists_are_left_alone(said):
    tensor = TensorProto(metadata_props=[onnx.StringStringEntryProto(key="location", value="x")])
    assert said(EXPLAINS, tensor, "metadata_props[0]") == []
    entry = onnx.StringStringEntryProto(key="location", value="x")
    assert said(EXPLAINS, entry) == [] and said(EXPLAINS, entry, "value") == []


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.array([1, 3, 224, 224], ">i8"), "as big-endian it would be 1, 3, 224, 224"),
        (np.array(784, ">i4"), "as big-endian it would be 784"),
        (np.array([0, 7], ">u8"), "as big-endian it would be 0, 7"),
    ],
)
def test_a_shape_stored_big_endian_is_read_both_ways(tmp_path, array, words):
    kind = {"i8": 7, "i4": 6, "u8": 13}[array.dtype.str[1:]]
    tensor = TensorProto(data_type=kind, dims=array.shape, raw_data=array.tobytes())
    (found,) = told(tmp_path, tensor)
    assert found.startswith("as little-endian") and words in found


@pytest.mark.parametrize(
    "array",
    [
        np.int64([0, -1]), np.int64([2**63 - 1]), np.int64([-(2**63), 0]), np.int32([-(2**31)]),
        np.int64([1, 256, 65536]), np.int64([0]), np.int64([123456789012]), np.int16([7 << 8]),
        np.int64([[1 << 56]]), np.arange(17) << 56, np.int32([2**31 - 1]),
    ],
)  # fmt: skip
def test_other_integers_are_no_reversed_shape(tmp_path, array):
    assert told(tmp_path, numpy_helper.from_array(array)) == []


def test_entries_are_told_by_their_packing_only_where_they_do_not_fit(tmp_path):
    tensor = TensorProto(data_type=TensorProto.BOOL, dims=[4], int32_data=[1])
    assert told(tmp_path, tensor)[1].startswith("each BOOL takes an entry of its own")
    tensor = helper.make_tensor("", TensorProto.INT4, [3], [1, 2, 3])
    assert told(tmp_path, tensor) == []
    tensor.dims[0] = 9
    assert "holds 2 elements of INT4" in " ".join(told(tmp_path, tensor))


def test_the_explainer_says_it_too(tmp_path):
    (tmp_path / "t.pb").write_bytes(TensorProto(data_type=1, dims=[2]).SerializeToString())
    with api.open(tmp_path / "t.pb", "TensorProto") as document:
        assert any("8 bytes expected" in text for text in document.explain(document.file))
