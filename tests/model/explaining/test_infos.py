"""Declarations of values that lack something or stand twice."""

import pytest
from onnx import (
    AttributeProto,
    FunctionProto,
    GraphProto,
    ModelProto,
    NodeProto,
    TypeProto,
    ValueInfoProto,
    checker,
    helper,
)

from onnxlens.model.explaining.infos import EXPLAINS

KINDS = "tensor, sequence, map, optional, sparse tensor or opaque"
DROP = "this entry of value_info says nothing and may be dropped"


def info(name="x", elem_type=1, shape=(2,)):
    return helper.make_tensor_value_info(name, elem_type, shape)


def untyped(name="x", type_=None):
    return ValueInfoProto(name=name, type=type_)


def model(**lists):
    return ModelProto(ir_version=8, graph=GraphProto(name="g", **lists))


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("input", info(), []),
        ("output", info(), []),
        ("value_info", info(), []),
        ("output", untyped(), [f"no type: an output of the main graph needs one: {KINDS}"]),
        ("input", untyped(), [f"no type: an input of the main graph needs one: {KINDS}"]),
        ("value_info", untyped(), [f"no type: {DROP}"]),
        ("output", untyped(type_=TypeProto()),
         [f"a type of no kind: an output of the main graph needs one: {KINDS}"]),
        ("output", untyped(type_=TypeProto(denotation="IMAGE")),
         [f"a type of no kind: an output of the main graph needs one: {KINDS}"]),
        ("value_info", untyped(type_=TypeProto()), [f"a type of no kind: {DROP}"]),
        ("value_info", info(elem_type=0), [f"elem_type UNDEFINED: {DROP}"]),
        ("input", info(elem_type=0),
         ["elem_type UNDEFINED: an input of the main graph needs a data type"]),
        ("input", untyped(type_=TypeProto(tensor_type=TypeProto.Tensor())),
         ["elem_type absent: an input of the main graph needs a data type"]),
        ("value_info", untyped(type_=TypeProto(sparse_tensor_type={"elem_type": 0})),
         [f"elem_type UNDEFINED: {DROP}"]),
        ("output", untyped(type_=TypeProto(sequence_type=TypeProto.Sequence())), []),
        ("output", untyped(type_=TypeProto(opaque_type=TypeProto.Opaque(name="T"))), []),
        ("output", info(name=""),
         ["no name: an output of the main graph needs one that nodes can refer to"]),
        ("value_info", info(name=""), [f"no name: {DROP}"]),
    ],
)  # fmt: skip
def test_what_a_declaration_lacks_is_told(said, field, value, expected):
    assert said(EXPLAINS, model(**{field: [value]}), f"graph.{field}[0]") == expected


def test_a_graph_that_is_the_file_is_a_main_graph(said):
    assert said(EXPLAINS, GraphProto(output=[untyped()]), "output[0]") == [
        f"no type: an output of the main graph needs one: {KINDS}"
    ]


def test_a_subgraph_may_leave_types_out(said):
    body = AttributeProto(name="body", g=GraphProto(input=[untyped()], output=[untyped("")]))
    nested = model(node=[NodeProto(attribute=[body])])
    at = "graph.node[0].attribute[0].g"
    assert said(EXPLAINS, nested, f"{at}.input[0]") == []
    assert said(EXPLAINS, nested, f"{at}.output[0]") == [
        "no name: an output of the graph needs one that nodes can refer to"
    ]


def test_a_value_that_is_the_file_stands_in_no_list(said):
    assert said(EXPLAINS, untyped()) == []
    assert said(EXPLAINS, ValueInfoProto()) == ["no name: it names no value"]


@pytest.mark.parametrize("number", [0, 1])
def test_two_entries_of_one_name_are_told_with_offsets_and_types(said, number):
    function = FunctionProto(value_info=[info("t"), info("t", shape=(3,))])
    assert said(EXPLAINS, function, f"value_info[{number}]") == [
        "declared twice in value_info: FLOAT [2] (offset 0) and FLOAT [3] (offset 17); "
        "names in it are distinct"
    ]


def test_two_equal_entries_are_told_too(said):
    function = FunctionProto(value_info=[info("t"), info("u"), info("t")])
    assert said(EXPLAINS, function, "value_info[0]") == [
        "declared twice in value_info: FLOAT [2] (offset 0) and FLOAT [2] (offset 34); "
        "names in it are distinct"
    ]
    assert said(EXPLAINS, function, "value_info[1]") == []


def test_of_many_entries_the_first_with_another_type_is_named(said):
    function = FunctionProto(value_info=[info("t"), info("t"), info("t", 7), info("t")])
    assert said(EXPLAINS, function, "value_info[0]") == [
        "declared 4 times in value_info: FLOAT [2] (offset 0) and INT64 [2] (offset 34); "
        "names in it are distinct"
    ]


def test_another_list_counts_where_its_type_differs(said):
    same = model(input=[info("x")], output=[info("x")])
    assert said(EXPLAINS, same, "graph.output[0]") == []
    other = model(input=[info("x")], output=[info("x", shape=(3,))], value_info=[untyped("x")])
    assert said(EXPLAINS, other, "graph.output[0]") == [
        "declared as FLOAT [3] here, but as FLOAT [2] (offset 7) in input",
        "declared as FLOAT [3] here, but as no type (offset 41) in value_info",
    ]


def test_names_that_only_begin_alike_are_different(said):
    function = FunctionProto(value_info=[info("t" * 300 + "a"), info("t" * 300 + "b")])
    assert said(EXPLAINS, function, "value_info[0]") == []


def test_a_function_with_inputs_of_that_name_is_read(said):
    function = FunctionProto(input=["t"], output=["t"], value_info=[info("t")])
    assert said(EXPLAINS, function, "value_info[0]") == []


@pytest.mark.parametrize("output", [untyped("y"), untyped("y", TypeProto())])
def test_the_checker_refuses_an_output_without_a_type(said, output):
    graph = GraphProto(name="g", input=[info("x")], output=[output])
    graph.node.append(helper.make_node("Relu", ["x"], ["y"]))
    made = helper.make_model(graph, ir_version=8)
    with pytest.raises(checker.ValidationError):
        checker.check_model(made)
    assert said(EXPLAINS, made, "graph.output[0]")
