"""Stored values as JSON: always valid, and the same values as the onnx package reads."""

import json
import re

import ml_dtypes
import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

import shown
from onnxlens import api, encode, schema
from onnxlens.model.values.data_value import DataValue
from onnxlens.model.values.kinds import BY_MESSAGE
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.schema.data_types import data_types
from onnxlens.views.initializers import stored_values
from onnxlens.views.json_values import list_json, value_json
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

F = np.float32


def text_of(thing, kind=None, also=(), like=None):
    """Return the JSON text about an object, or about bytes with their message."""
    data = thing if isinstance(thing, bytes) else encode(thing, like)
    document = api.open(data, kind)
    text = " ".join(value_json(DataValue(document.merged(), document.files), also))
    assert text.isascii() and not set(map(chr, range(32))) & set(text)
    return text


def found(*arguments, **options):
    return json.loads(text_of(*arguments, **options), parse_constant=pytest.fail)


# -- each kind -----------------------------------------------------------------------------------


def test_a_tensor_has_type_dims_and_elements():
    assert found(encode(F([[1, 2.5]]), name="x")) == {
        "format": 1, "root": "TensorProto", "also_fits": [], "name": "x", "kind": "tensor",
        "type": "FLOAT [1, 2]", "dims": [1, 2], "value": [1.0, 2.5],
    }  # fmt: skip


def test_a_scalar_is_a_list_of_one_and_no_elements_are_an_empty_list():
    assert found(F(3))["dims"] == [] and found(F(3))["value"] == [3.0]
    empty = found(np.zeros((2, 0), F))
    assert empty["dims"] == [2, 0] and empty["value"] == []


def test_a_sequence_holds_values():
    assert found(encode([F([1]), F([2])]), "SequenceProto", ["OptionalProto"]) == {
        "format": 1, "root": "SequenceProto", "also_fits": ["OptionalProto"], "name": "",
        "type": "sequence(FLOAT [1])", "kind": "sequence", "value": [
            {"kind": "tensor", "type": "FLOAT [1]", "dims": [1], "value": [1.0]},
            {"kind": "tensor", "type": "FLOAT [1]", "dims": [1], "value": [2.0]},
        ],
    }  # fmt: skip


def test_a_map_has_keys_and_values():
    assert found({"a": F(1), b"\xff": F(2)}) == {
        "format": 1, "root": "MapProto", "also_fits": [], "name": "",
        "type": "map(STRING, FLOAT [])", "kind": "map", "keys": ["a", "\\xFF"], "value": [
            {"kind": "tensor", "type": "FLOAT []", "dims": [], "value": [1.0]},
            {"kind": "tensor", "type": "FLOAT []", "dims": [], "value": [2.0]},
        ],
    }  # fmt: skip
    assert found({2**60: F(1), -3: F(2)})["keys"] == [str(2**60), -3]


def test_an_optional_has_a_value_or_null():
    assert found(encode(None), "OptionalProto")["value"] is None
    inside = found(encode(F([1]), "optional(FLOAT)"), "OptionalProto")["value"]
    assert inside == {"kind": "tensor", "type": "FLOAT [1]", "dims": [1], "value": [1.0]}


def test_a_sparse_tensor_has_indices_by_axis():
    data = encode(SparseTensor(F([5, 6]), np.int64([1, 4]), (2, 3)))
    tensor = found(data)
    assert tensor["type"] == "sparse_tensor(FLOAT [2, 3])" and tensor["dims"] == [2, 3]
    assert tensor["value"] == [5.0, 6.0] and tensor["indices"] == [0, 1, 1, 1]


# -- numbers and text ----------------------------------------------------------------------------

SPECIAL = (
    (F([np.nan, np.inf, -np.inf, -0.0]), ["NaN", "inf", "-inf", -0.0]),
    (np.int64([2**53, 2**53 + 1, -(2**63)]), [2**53, str(2**53 + 1), str(-(2**63))]),
    (np.uint64([2**64 - 1]), [str(2**64 - 1)]),
    (np.array([1 + 2j, complex(np.nan, -np.inf)]), [[1.0, 2.0], ["NaN", "-inf"]]),
    (np.array([True, False]), [True, False]),
    (np.array([0.1], F), [float(F(0.1))]),
    (np.array([-8, 7], ml_dtypes.int4), [-8, 7]),
    (np.array([1.5, np.nan], ml_dtypes.bfloat16), [1.5, "NaN"]),
    (np.array([2.0**-127, np.nan], ml_dtypes.float8_e8m0fnu), [2.0**-127, "NaN"]),
)


@pytest.mark.parametrize(("array", "expected"), SPECIAL)
def test_numbers_that_json_lacks_are_strings(array, expected):
    assert found(array)["value"] == expected


def test_strings_are_text_and_what_is_not_utf8_is_escaped():
    strings = [b"a", "字".encode(), b"\xff\x00", b'"\\\n']
    tensor = TensorProto(data_type=8, dims=[4], string_data=strings).SerializeToString()
    assert found(tensor)["value"] == ["a", "字", "\\xFF\x00", '"\\\n']


@pytest.mark.parametrize("row", data_types(), ids=lambda row: row.name)
def test_every_data_type_gives_what_the_package_reads(row):
    tensor = TensorProto(data_type=row.number, dims=[3])
    if row.kind == "string":
        tensor.string_data.extend([b"a", b"b", b"c"])
    else:
        tensor.raw_data = bytes(range(1, row.bytes_for(3) + 1))
        if row.bits < 8:  # what is over is padding, and 0
            tensor.raw_data = tensor.raw_data[:-1] + b"\x01"
        if row.kind == "bool":
            tensor.raw_data = b"\x01\x00\x01"
    expected = numpy_helper.to_array(tensor)
    if row.is_extended:
        expected = expected.astype(np.float64 if row.kind == "float" else np.int64)
    values = found(tensor.SerializeToString())["value"]
    if row.kind == "complex":
        values = [complex(*map(float, pair)) for pair in values]
    given = expected.tolist()
    assert [str(value).lower() for value in values] == [str(value).lower() for value in given]


# -- what cannot be had --------------------------------------------------------------------------


def test_elements_that_cannot_be_had_are_null_and_the_reason_is_given():
    tensor = TensorProto(data_type=1, dims=[2], raw_data=bytes(4)).SerializeToString()
    assert found(tensor) == {
        "format": 1, "root": "TensorProto", "also_fits": [], "name": "", "kind": "tensor",
        "problems": ["raw_data has 4 bytes; FLOAT [2] needs 8"], "type": "FLOAT [2]",
        "dims": [2], "value": None, "reason": "raw_data has 4 bytes; FLOAT [2] needs 8",
    }  # fmt: skip
    good = encode(F([1]))
    data = b"\x10\x01" + encode_record(3, tensor) + encode_record(3, good)
    assert [each["value"] for each in found(data, "SequenceProto")["value"]] == [None, [1.0]]


def test_an_external_tensor_without_its_file_is_null():
    tensor = TensorProto(data_type=1, dims=[2], data_location=1)
    tensor.external_data.add(key="location", value="w.bin")
    value = found(tensor.SerializeToString())
    assert value["value"] is None and value["reason"] == "cannot be loaded from bytes alone"


def test_a_sparse_tensor_that_does_not_fit_is_null():
    made = onnx.SparseTensorProto(dims=[2])
    made.values.CopyFrom(helper.make_tensor("", TensorProto.FLOAT, [1], [5]))
    made.indices.CopyFrom(helper.make_tensor("", TensorProto.INT64, [1], [7]))
    value = found(made.SerializeToString(), "SparseTensorProto")
    assert value["value"] is value["indices"] is None and "outside of dims" in value["reason"]


def test_dims_that_no_array_has_do_no_harm():
    for dims in ([2**62, 2**62], [-1], [0, 2**62], [1] * 100):
        tensor = TensorProto(data_type=1, dims=dims, raw_data=bytes(4)).SerializeToString()
        value = found(tensor, "TensorProto")
        assert value["dims"][0] == (str(dims[0]) if dims[0] > 2**53 else dims[0])


# -- many ----------------------------------------------------------------------------------------


def test_the_initializers_of_a_graph_are_one_document():
    graph = onnx.GraphProto(name="g")
    graph.initializer.append(helper.make_tensor("w", TensorProto.FLOAT, [2], [1, 2]))
    graph.initializer.append(helper.make_tensor("w", TensorProto.INT64, [], [3]))
    sparse = graph.sparse_initializer.add(dims=[2])
    sparse.values.CopyFrom(helper.make_tensor("s", TensorProto.FLOAT, [1], [5]))
    sparse.indices.CopyFrom(helper.make_tensor("", TensorProto.INT64, [1], [1]))
    document = api.open(graph.SerializeToString(), "GraphProto")
    values = stored_values(document.merged(), document.files)
    made = json.loads("".join(list_json(values)))
    assert made["format"] == 1
    assert [(each["path"], each["name"], each["value"]) for each in made["values"]] == [
        ("initializer[0]", "w", [1.0, 2.0]), ("initializer[1]", "w", [3]),
        ("sparse_initializer[0]", "s", [5.0]),
    ]  # fmt: skip
    assert json.loads("".join(list_json(()))) == {"format": 1, "values": []}


def test_every_initializer_of_the_corpus_is_what_the_package_reads(corpus):
    for name in (
        "tracel-ai__burn-onnx/data_types.onnx",
        "NVIDIA__TensorRT/ext_weights/ext_weights.onnx",
    ):
        with api.open(corpus / name) as document:
            graph = document.merged().message("graph")
            made = json.loads("".join(list_json(stored_values(graph, document.files))))
        model = onnx.load(corpus / name)
        assert len(made["values"]) == len(model.graph.initializer) > 0
        for each, tensor in zip(made["values"], model.graph.initializer, strict=True):
            array = numpy_helper.to_array(tensor)
            assert each["dims"] == list(array.shape)
            assert np.array_equal(np.array(each["value"]).reshape(array.shape), array)


def test_many_elements_come_in_lines_that_are_one_document():
    document = api.open(encode(np.arange(50_000)))
    lines = list(value_json(DataValue(document.merged(), document.files)))
    assert len(lines) > 3 and max(map(len, lines)) < 1 << 18
    assert json.loads("\n".join(lines))["value"] == list(range(50_000))


# -- any bytes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", BY_MESSAGE)
@given(data=st.binary(max_size=60))
def test_any_bytes_give_valid_json(kind, data):
    assert found(data, kind)["root"] == kind


@pytest.mark.parametrize("kind", BY_MESSAGE)
@pytest.mark.parametrize("text", shown.HOSTILE)
def test_hostile_strings_stay_harmless(kind, text):
    assert found(shown.full(schema.message(kind), shown.HOSTILE[text], 3), kind)


def matches(text):
    """Tell whether brackets match; with a stack, for json.loads is recursive."""
    stack = []
    for token in re.sub(r'"(?:[^"\\]|\\.)*"', "", text):
        if token in "{[":
            stack.append(token)
        elif token in "}]" and (not stack or stack.pop() + token not in ("{}", "[]")):
            return False
    return not stack


def nested(kind, name, depth):
    """Return a message inside itself, made from the innermost outwards."""
    field = schema.message(kind).by_name[name]
    elem = {"SequenceProto": b"\x10\x03", "OptionalProto": b"\x10\x05"}[kind]
    parts, size = [], 0
    for _ in range(depth):
        parts.append(elem + encode_tag(field.number, 2) + encode_varint(size))
        size += len(parts[-1])
    return b"".join(reversed(parts))


@pytest.mark.parametrize(
    ("kind", "name"), [("SequenceProto", "sequence_values"), ("OptionalProto", "optional_value")]
)
def test_ten_thousand_levels_are_valid_json(kind, name):
    few, many = (text_of(nested(kind, name, depth), kind) for depth in (50, 10_000))
    assert json.loads(few) and matches(few) and not matches(few[:-1])
    assert many.count('"kind"') == 10_001 and matches(many)
    layers, more = (text.replace(" ", "").split('"kind":')[1:-1] for text in (few, many))
    assert len(set(layers)) == 1 and set(layers) == set(more)
