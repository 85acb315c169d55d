"""Nodes without inputs and outputs, or with outputs that nothing can use."""

import pytest
from onnx import NodeProto, checker, helper

from onnxlens.model.explaining.nodes import EXPLAINS

EMPTY = ["neither inputs nor outputs: the onnx checker refuses such a node"]


@pytest.mark.parametrize(
    ("inputs", "outputs", "expected"),
    [
        (["x"], ["y"], []),
        ([], ["y"], []),
        (["x"], [], []),
        ([""], [], []),
        (["x"], ["", "h"], []),
        ([], [], EMPTY),
        (["x"], [""],
         ["its 1 output has an empty name: nothing can use what the node computes"]),
        ([], ["", ""],
         ["all 2 outputs have an empty name: nothing can use what the node computes"]),
    ],
)  # fmt: skip
def test_a_node_is_judged_by_its_names(said, inputs, outputs, expected):
    assert said(EXPLAINS, helper.make_node("Relu", inputs, outputs)) == expected


def test_the_checker_refuses_a_node_without_names(said):
    node = NodeProto(op_type="Relu")
    with pytest.raises(checker.ValidationError, match="zero input and zero output"):
        checker.check_node(node)
    assert said(EXPLAINS, node) == EMPTY
