"""One line for a whole message, as the official package builds it."""

import numpy as np
import pytest
from onnx import (
    AttributeProto,
    NodeProto,
    OperatorSetIdProto,
    StringStringEntryProto,
    TensorProto,
    TypeProto,
    helper,
    numpy_helper,
)

from onnxlens import api
from onnxlens.model.lines import line
from onnxlens.model.tensors import first_elements


def _merged(proto, kind=None):
    return api.open(proto.SerializeToString(), kind or type(proto).__name__).merged()


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        (helper.make_node("Relu", ["x"], ["y"]), "Relu: x -> y"),
        (helper.make_node("Clip", ["x", "", "m"], ["y"], name="c"), 'Clip "c": x, "", m -> y'),
        (helper.make_node("F", [], [], domain="my.dom"), "my.dom.F"),
        (NodeProto(), "?"),
        (helper.make_node("Sum", [f"i{i}" for i in range(20)], ["y"]),
         "Sum: i0, i1, i2, i3, i4, i5, i6, i7, and 12 more -> y"),
    ],
)  # fmt: skip
def test_a_node_is_its_operator_and_names(node, expected):
    assert line(_merged(node)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.5, "a = 1.5"),
        (0.1, "a = 0.1"),
        (-7, "a = -7"),
        ("text", 'a = "text"'),
        ([1, 2], "a = [1, 2]"),
        ([0.1, float("inf"), float("nan")], "a = [0.1, inf, NaN]"),
        (list(range(100)), "a = [0, 1, 2, 3, 4, 5, 6, 7, …]"),
        (["x", "y"], 'a = ["x", "y"]'),
        (numpy_helper.from_array(np.zeros((2, 3), np.float32), "t"), "a = t: FLOAT [2, 3]"),
        (helper.make_graph([], "g", [], []), "a = g: 0 nodes, 0 initializers"),
    ],
)
def test_an_attribute_is_its_name_and_value(value, expected):
    assert line(_merged(helper.make_attribute("a", value))) == expected


def test_an_attribute_without_a_value_says_its_type():
    assert (
        line(_merged(AttributeProto(name="a", type=AttributeProto.INT))) == "a: INT without a value"
    )
    reference = AttributeProto(name="a", ref_attr_name="b", type=AttributeProto.INT)
    assert line(_merged(reference)) == "a = the function's b"


def test_an_opset_of_the_default_domain_is_ai_onnx():
    assert line(_merged(OperatorSetIdProto(version=21))) == "ai.onnx 21"
    assert line(_merged(OperatorSetIdProto(domain="com.x", version=1))) == "com.x 1"


def test_an_entry_is_key_and_quoted_value():
    assert line(_merged(StringStringEntryProto(key="k", value='a"b'))) == 'k = "a\\"b"'


FLOAT = helper.make_tensor_type_proto(TensorProto.FLOAT, [1, "N"])
DENOTED = helper.make_sequence_type_proto(FLOAT)
DENOTED.sequence_type.elem_type.denotation = "IMAGE"
CONTENTS = [
    (TypeProto.Map(key_type=7, value_type=FLOAT), 'map(INT64, FLOAT [1, "N"])'),
    (TypeProto.Map(), "map(?, )"),
    (TypeProto.Map(key_type=8), "map(STRING, )"),
    (TypeProto.Sequence(elem_type=FLOAT), 'sequence(FLOAT [1, "N"])'),
    (TypeProto.Sequence(elem_type=TypeProto()), "sequence(untyped)"),
    (TypeProto.Sequence(), "sequence()"),
    (DENOTED.sequence_type, 'sequence(FLOAT [1, "N"] as IMAGE)'),
    (TypeProto.Optional(elem_type=DENOTED), 'optional(sequence(FLOAT [1, "N"] as IMAGE))'),
    (TypeProto.Optional(), "optional()"),
    (TypeProto.Opaque(domain="com.x", name="T"), "opaque(com.x, T)"),
    (TypeProto.Opaque(name="T"), "opaque(T)"),
    (TypeProto.Opaque(domain="com.x"), "opaque(com.x, )"),
    (TypeProto.Opaque(), "opaque()"),
]


@pytest.mark.parametrize(("content", "expected"), CONTENTS, ids=[text for _, text in CONTENTS])
def test_what_a_type_holds_is_the_type_that_it_makes(content, expected):
    member = content.DESCRIPTOR.name.lower()
    assert line(_merged(content, content.DESCRIPTOR.full_name.removeprefix("onnx."))) == expected
    whole = TypeProto()
    getattr(whole, f"{member}_type").CopyFrom(content)
    assert line(_merged(whole)) == expected


NUMPY = [np.float32, np.float64, np.float16, np.int8, np.uint8, np.int16, np.uint16, np.int32,
         np.uint32, np.int64, np.uint64, np.bool_]  # fmt: skip


@pytest.mark.parametrize("kind", NUMPY)
@pytest.mark.parametrize("raw", [True, False])
def test_first_elements_are_those_of_the_official_package(kind, raw):
    array = np.array([0, 1, 2, 3, 100], dtype=kind)
    data_type = helper.np_dtype_to_tensor_dtype(array.dtype)
    vals = array.tobytes() if raw else array.tolist()
    tensor = helper.make_tensor("t", data_type, array.shape, vals, raw=raw)
    found = first_elements(_merged(tensor), 4)
    assert found == numpy_helper.to_array(tensor)[:4].tolist()


def test_elements_of_four_bits_are_numbers_too():
    tensor = TensorProto(data_type=TensorProto.FLOAT4E2M1, dims=[2], raw_data=b"\x12")
    assert first_elements(_merged(tensor), 4) == [1.0, 0.5]
