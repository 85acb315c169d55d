"""Constant shapes that fix the first axis of a value."""

import numpy as np
import pytest
from onnx import GraphProto, NodeProto, TensorProto, helper, numpy_helper

from onnxlens import api
from onnxlens.model.explaining.constants import fixed_axes

X = helper.make_tensor_value_info("x", 1, ["N", 2])
SHAPE = numpy_helper.from_array(np.array([1, 256]), "shape")
WEIGHT = numpy_helper.from_array(np.zeros((2, 2), np.float32), "w")


def reshape(shape="shape", data="x", op="Reshape", **more) -> NodeProto:
    return helper.make_node(op, [data, shape], ["y"], **more)


def shape(*numbers: int, name: str = "shape", kind: type = np.int64) -> TensorProto:
    return numpy_helper.from_array(np.array(numbers, kind), name)


def graph(nodes, initializers=(SHAPE, WEIGHT), inputs=(X,)) -> GraphProto:
    return GraphProto(node=nodes, initializer=initializers, input=inputs, name="g")


def found(made: GraphProto) -> list:
    """Return what is found in a graph, from bytes that are the graph alone."""
    return list(fixed_axes(api.open(made.SerializeToString(), "GraphProto").merged()))


def test_the_node_its_constant_and_the_numbers_are_given():
    (fixed,) = found(graph([helper.make_node("Relu", ["x"], ["r"]), reshape()]))
    assert (fixed.op, fixed.name, fixed.numbers, fixed.count) == ("Reshape", "shape", [1, 256], 2)
    assert fixed.node.path == "node[1]"
    assert fixed.constant.path == "initializer[0]"


def test_the_graph_of_a_model_is_read_too():
    model = helper.make_model(graph([reshape()]))
    document = api.open(model.SerializeToString(), "ModelProto")
    (fixed,) = fixed_axes(document.merged().message("graph"))
    assert fixed.node.path == "graph.node[0]"


def constant(**attribute) -> list[NodeProto]:
    return [helper.make_node("Constant", [], ["shape"], **attribute), reshape()]


@pytest.mark.parametrize(
    ("nodes", "path"),
    [
        (constant(value=SHAPE), "node[0].attribute[0].t"),
        (constant(value_ints=[1, 256]), "node[0].attribute[0]"),
        (constant(value=SHAPE)[::-1], "node[1].attribute[0].t"),
    ],
)
def test_a_shape_may_come_from_a_constant_node(nodes, path):
    (fixed,) = found(graph(nodes, [WEIGHT]))
    assert (fixed.constant.path, fixed.numbers, fixed.count) == (path, [1, 256], 2)


@pytest.mark.parametrize(
    ("op", "numbers", "expected"),
    [
        ("Reshape", (1, 256), True),
        ("Reshape", (8, -1), True),
        ("Reshape", (-1, 256), False),
        ("Reshape", (0, 256), False),
        ("Reshape", (256,), False),
        ("Reshape", (), False),
        ("Expand", (8, 1), True),
        ("Expand", (1, 8), False),
        ("Tile", (8, 1), False),
        ("Gather", (1, 2), False),
    ],
)
def test_only_a_number_that_fixes_the_axis_counts(op, numbers, expected):
    made = graph([reshape(op=op)], [shape(*numbers)])
    assert [fixed.op for fixed in found(made)] == [op] * expected


@pytest.mark.parametrize(
    ("op", "numbers", "expected"),
    [
        ("Reshape", (1, 4), False),
        ("Expand", (8, 2), True),
        ("Tile", (8, 1), True),
        ("Tile", (1, 8), False),
    ],
)
def test_of_constant_data_only_what_makes_a_batch_counts(op, numbers, expected):
    made = graph([reshape(data="w", op=op)], [shape(*numbers), WEIGHT])
    assert [fixed.op for fixed in found(made)] == [op] * expected


def test_constant_of_shape_takes_its_shape_first():
    (fixed,) = found(graph([helper.make_node("ConstantOfShape", ["shape"], ["h"])]))
    assert fixed.op == "ConstantOfShape"


@pytest.mark.parametrize("dims", [None, [], [4, "M"]])
def test_nothing_is_said_where_no_input_leaves_the_axis_open(dims):
    fixed = helper.make_tensor_value_info("x", 1, dims)
    assert not found(graph([reshape()], inputs=[fixed]))


@pytest.mark.parametrize("dims", [["N", 2], [None, 2]])
def test_one_open_input_is_enough(dims):
    opened = helper.make_tensor_value_info("z", 1, dims)
    closed = helper.make_tensor_value_info("x", 1, [1, 2])
    assert len(found(graph([reshape()], inputs=[closed, opened]))) == 1


@pytest.mark.parametrize(
    ("nodes", "initializers"),
    [
        ([reshape(domain="my.dom")], [SHAPE]),
        ([reshape("other")], [SHAPE]),
        ([reshape("x")], [SHAPE]),
        ([reshape()], [shape(1, 256, kind=np.int32)]),
        ([reshape()], [numpy_helper.from_array(np.array([[1, 256]]), "shape")]),
        ([reshape()], [TensorProto(name="shape", data_type=7, dims=[2])]),
        ([helper.make_node("Reshape", ["x"], ["y"])], [SHAPE]),
        ([helper.make_node("Shape", ["x"], ["shape"]), reshape()], []),
        (constant(value_int=1), []),
        ([NodeProto()], [SHAPE]),
    ],
)
def test_other_nodes_and_operands_are_left_alone(nodes, initializers):
    assert not found(graph(nodes, initializers))


def test_the_standard_domain_has_two_names():
    assert len(found(graph([reshape(domain="ai.onnx")]))) == 1


def test_an_initializer_that_is_an_input_too_counts():
    listed = helper.make_tensor_value_info("shape", 7, [2])
    assert len(found(graph([reshape()], inputs=[X, listed]))) == 1


def test_eight_numbers_are_read_and_all_are_counted():
    (fixed,) = found(graph([reshape()], [shape(*range(1, 21))]))
    assert (fixed.numbers, fixed.count) == (list(range(1, 9)), 20)
    (fixed,) = found(graph(constant(value_ints=range(1, 21)), []))
    assert (fixed.numbers, fixed.count) == (list(range(1, 9)), 20)
