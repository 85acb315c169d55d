"""Attributes whose type and value fields do not plainly say what the value is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import (
    AttributeProto,
    FunctionProto,
    GraphProto,
    ModelProto,
    NodeProto,
    TensorProto,
    TypeProto,
    checker,
)

from onnxlens import api
from onnxlens.model.explaining.attributes import EXPLAINS

# each begins with a name of one letter, so with 3 bytes; a float then takes 5, a small int 2
PLAIN = [
    AttributeProto(name="a", type=AttributeProto.FLOAT, f=0.5),
    AttributeProto(name="a", type=AttributeProto.INTS, ints=[1, 2]),
    AttributeProto(name="a", type=AttributeProto.TENSOR, t=TensorProto()),
    AttributeProto(name="a", type=AttributeProto.GRAPH, g=GraphProto()),
]


@pytest.mark.parametrize("attribute", PLAIN, ids=str)
def test_a_plain_attribute_needs_no_word(said, attribute):
    assert said(EXPLAINS, attribute) == []


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"type": 1, "f": 0.0, "i": 0},
         ["f (offset 3) and i (offset 8) are set; only one may be", "type FLOAT selects f"]),
        ({"type": 7, "f": 0.0, "i": 0, "ints": [5]},
         ["f (offset 3), i (offset 8) and ints (offset 10) are set; only one may be",
          "type INTS selects ints"]),
        ({"type": 3, "f": 0.0, "i": 0},
         ["f (offset 3) and i (offset 8) are set; only one may be",
          "type STRING selects s, which is not set: by the type it reads as an empty string"]),
        ({"type": 2, "f": 0.5},
         ["type INT selects i, which is not set (f (offset 3) is): by the type it reads as 0"]),
        ({"type": 6, "f": 0.5},
         ["type FLOATS selects floats, which is not set (f (offset 3) is): by the type it reads as "
          "an empty list"]),
        ({"type": 4, "f": 0.5},
         ["type TENSOR selects t, which is not set (f (offset 3) is): by the type it reads as "
          "nothing"]),
        ({"type": 1},
         ["no value field: type FLOAT then reads as 0 (proto3 writers leave zeros out)"]),
        ({"type": 2},
         ["no value field: type INT then reads as 0 (proto3 writers leave zeros out)"]),
        ({"type": 3},
         ["no value field: type STRING then reads as an empty string (proto3 writers leave empty "
          "ones out)"]),
        ({"type": 4}, ["no value field: type TENSOR needs t"]),
        ({"type": 5}, ["no value field: type GRAPH needs g"]),
        ({"type": 11}, ["no value field: type SPARSE_TENSOR needs sparse_tensor"]),
        ({"type": 13}, ["no value field: type TYPE_PROTO needs tp"]),
        ({"type": 7}, ["no value field: type INTS then reads as an empty list"]),
        ({"type": 9}, ["no value field: type TENSORS then reads as an empty list"]),
        ({"f": 0.5}, ["type absent; f is set, so FLOAT (files of IR version 1 have no type)"]),
        ({"strings": [b"a"]},
         ["type absent; strings is set, so STRINGS (files of IR version 1 have no type)"]),
        ({"f": 0.5, "i": 1},
         ["type absent, and f (offset 3) and i (offset 8) are set: nothing selects one"]),
        ({"type": 0, "f": 0.5}, ["type UNDEFINED; f is set, so FLOAT"]),
        ({}, ["type absent and no value field is set, so it says nothing"]),
    ],
)  # fmt: skip
def test_type_and_value_are_weighed(said, fields, expected):
    assert said(EXPLAINS, AttributeProto(name="a", **fields)) == expected


def test_a_type_that_the_standard_does_not_have_reads_as_absent(said):
    data = AttributeProto(name="a", i=1).SerializeToString() + b"\xa0\x01\x4d"
    assert said(EXPLAINS, data, kind="AttributeProto") == [
        "type 77 is not of the standard and reads as absent; i is set, so INT"
    ]


def test_a_packed_run_without_elements_is_no_value(said):
    data = AttributeProto(name="a", type=AttributeProto.INT, i=1).SerializeToString() + b"\x42\x00"
    assert said(EXPLAINS, data, kind="AttributeProto") == []


def test_of_a_value_that_stands_twice_the_last_is_placed(said):
    data = AttributeProto(name="a", type=AttributeProto.INT, f=1).SerializeToString() * 2
    assert "f (offset 14)" in said(EXPLAINS, data, kind="AttributeProto")[0]


# References

REFERENCE = AttributeProto(name="a", type=AttributeProto.FLOAT, ref_attr_name="alpha")
NODE = NodeProto(op_type="Elu", attribute=[REFERENCE])
BRANCH = AttributeProto(name="then_branch", type=AttributeProto.GRAPH, g=GraphProto(node=[NODE]))


@pytest.mark.parametrize(
    ("message", "path"),
    [
        (FunctionProto(node=[NODE]), "node[0].attribute[0]"),
        (ModelProto(functions=[FunctionProto(node=[NODE])]), "functions[0].node[0].attribute[0]"),
        (FunctionProto(node=[NodeProto(attribute=[BRANCH])]),
         "node[0].attribute[0].g.node[0].attribute[0]"),
        (REFERENCE, ""),
        (NODE, "attribute[0]"),
    ],
)  # fmt: skip
def test_a_reference_names_the_attribute_of_the_function(said, message, path):
    assert said(EXPLAINS, message, path) == ["takes the value of the function's attribute alpha"]


def test_a_reference_in_the_graph_of_a_model_refers_to_nothing(said):
    model = ModelProto(graph=GraphProto(node=[NODE]))
    assert said(EXPLAINS, model, "graph.node[0].attribute[0]") == [
        "ref_attr_name alpha stands outside of any function, where it refers to nothing"
    ]


def test_a_reference_has_no_value_of_its_own(said):
    attribute = AttributeProto(name="a", type=AttributeProto.FLOAT, ref_attr_name="alpha", f=1)
    assert said(EXPLAINS, FunctionProto(node=[NodeProto(attribute=[attribute])]),
                "node[0].attribute[0]")[1:] == [
        "ref_attr_name and f (offset 7) are set; with ref_attr_name there may be no value"
    ]  # fmt: skip


def test_an_empty_ref_attr_name_is_none(said):
    assert said(EXPLAINS, AttributeProto(name="a", type=1, f=1, ref_attr_name="")) == []


# Texts


@pytest.mark.parametrize("field", ["s", "strings"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", []),
        ("né".encode(), []),
        (b"\xff\xfe\x00", ["not UTF-8 from byte 0 (FF) on; the standard asks for UTF-8"]),
        (b"ab\xc3", ["not UTF-8 from byte 2 (C3) on; the standard asks for UTF-8"]),
        (b"a\xed\xa0\x80", ["not UTF-8 from byte 1 (ED) on; the standard asks for UTF-8"]),
    ],
)
def test_a_text_that_is_bytes_is_told(said, field, text, expected):
    value = text if field == "s" else [text]
    path = field if field == "s" else f"{field}[0]"
    assert said(EXPLAINS, AttributeProto(name="a", **{field: value}), path) == expected


def test_a_text_that_the_end_of_the_file_cut_is_not_blamed(said):
    data = AttributeProto(name="a", s="né".encode()).SerializeToString()
    assert said(EXPLAINS, data[:-1], "s", "AttributeProto") == []
    assert said(EXPLAINS, data[:-2], "s", "AttributeProto") == []


# The checker of the onnx package as a judge

VALUES = {
    "f": 1.0, "i": 1, "s": b"x", "t": TensorProto(name="t", data_type=1, dims=[0]),
    "tp": TypeProto(tensor_type={"elem_type": 1, "shape": {}}), "floats": [1.0], "ints": [1],
    "strings": [b"x"],
}  # fmt: skip
KINDS = [None, *sorted(AttributeProto.AttributeType.values())]


@given(fields=st.sets(st.sampled_from(sorted(VALUES)), max_size=3), kind=st.sampled_from(KINDS))
def test_what_the_checker_refuses_is_told_and_what_it_lets_pass_is_no_fault(fields, kind):
    attribute = AttributeProto(name="a", type=kind, **{name: VALUES[name] for name in fields})
    field = api.open(attribute.SerializeToString(), "AttributeProto").file
    texts = list(EXPLAINS["AttributeProto"](field, str))
    try:
        checker.check_attribute(attribute)
    except checker.ValidationError:
        assert texts
    else:
        assert all(text.startswith(("no value field", "type UNDEFINED and no")) for text in texts)
