"""Family F of known-problems.md, nodes: what each row asks is said of its recipe."""

import struct
import subprocess
import sys

import pytest

import recipes as r

# what a row asks and nothing can say yet; all else of these rows is tested below
LATER = {"F10": "whether nodes out of order could be sorted is a statement about the whole graph"}
NODE = "graph.node[0]"


def calling(
    op: str, inputs: list[str], outputs: list[str], *attributes: bytes, opset: int = 17
) -> r.Said:
    """Return what is said of a model of one node."""
    return r.Said(r.model(r.graph([r.node(op, inputs, outputs, attributes)]), opset=opset))


@pytest.mark.parametrize("opset", [11, 17])
def test_f1_an_empty_name_is_an_omitted_optional_input(opset):
    said = calling("Clip", ["x", "", "x"], ["y"], opset=opset)
    assert "omitted (optional input min of Clip)" in said.of(f"{NODE}.input[1]")
    assert "omitted (optional input min of Clip)" in said.tree
    assert "dropped" not in said.tree


def test_f2_a_trailing_empty_name_may_be_dropped():
    said = calling("Squeeze", ["x", ""], ["y"])
    words = "omitted (optional input axes of Squeeze), at the end: may be dropped"
    assert words in said.of(f"{NODE}.input[1]") and words in said.tree


def test_f3_empty_inputs_and_outputs_of_lstm_have_their_names():
    inputs = ["x", "w", "r", "", "", "", "", "p"]
    said = calling("LSTM", inputs, ["", "Y_h", ""])
    for at, name in enumerate(("B", "sequence_lens", "initial_h", "initial_c"), 3):
        assert said.of(f"{NODE}.input[{at}]").startswith(f"omitted (optional input {name} of LSTM)")
    assert said.of(f"{NODE}.output[0]").startswith("omitted (optional output Y of LSTM)")
    assert said.of(f"{NODE}.output[1]").startswith("output Y_h of LSTM")
    assert said.of(f"{NODE}.input[7]").startswith("input P of LSTM")


def test_f4_a_trailing_empty_output_may_be_dropped():
    words = "omitted (optional output mask of Dropout), at the end: may be dropped"
    assert words in calling("Dropout", ["x"], ["y", ""]).of(f"{NODE}.output[1]")


@pytest.mark.parametrize("op", ["Concat", "Max"])
def test_f5_a_hole_in_a_variadic_input_is_undefined(op):
    said = calling(op, ["x", "", "x"], ["y"])
    words = f"of {op}: undefined by the standard, runtimes differ"
    assert "omitted inside the variadic input" in said.of(f"{NODE}.input[1]")
    assert words in said.of(f"{NODE}.input[1]") and words in said.tree


def test_f6_an_input_too_many_is_told_at_its_place():
    said = calling("Relu", ["x", "x"], ["y"])
    words = "surplus: Relu takes 1 input, this is number 2"
    assert words in said.of(f"{NODE}.input[1]") and words in said.tree
    assert words in said.at(said.document[f"{NODE}.input[1]"].start)


def test_f7_a_required_input_may_not_be_empty():
    said = calling("Add", ["x", ""], ["y"])
    assert "required input B of Add is empty" in said.of(f"{NODE}.input[1]")
    assert "required input B of Add is empty" in said.tree


def test_f8_two_values_of_an_attribute_are_listed_with_what_the_type_selects():
    body = b"\x15" + struct.pack("<f", 1.5) + r.int_of(3, 2)
    said = calling("LeakyRelu", ["x"], ["y"], r.attribute("alpha", 1, body))
    path = f"{NODE}.attribute[0]"
    f, i = (said.document[f"{path}.{name}"].start for name in "fi")
    assert f"f (offset {f}) and i (offset {i}) are set; only one may be" in said.of(path)
    assert "type FLOAT selects f" in said.of(path)


def test_f9_a_type_without_a_value_reads_as_0():
    words = calling("LeakyRelu", ["x"], ["y"], r.attribute("alpha", 1)).of(f"{NODE}.attribute[0]")
    assert "type FLOAT then reads as 0 (proto3 writers leave zeros out)" in words


def test_f10_a_node_that_uses_a_later_one_is_told():
    nodes = [r.node("Relu", ["t"], ["y"]), r.node("Relu", ["x"], ["t"])]
    words = r.Said(r.model(r.graph(nodes))).of(f"{NODE}.input[0]")
    assert "from node[1] (Relu), output 0; that node comes later" in words
    sorted_ = r.Said(r.model(r.graph(nodes[::-1])))
    assert "comes later" not in sorted_.of("graph.node[1].input[0]")


def test_f10_a_subgraph_that_takes_the_value_of_an_earlier_node_is_in_order():
    inner = r.graph([r.node("Relu", ["t"], ["u"])], [], [r.value("u")])
    branch = r.node("If", ["c"], ["y"], [r.attribute("then_branch", 5, r.of(6, inner))])
    first = r.node("Relu", ["x"], ["t"])
    path = "attribute[0].g.node[0].input[0]"
    right = r.Said(r.model(r.graph([first, branch]))).of(f"graph.node[1].{path}")
    wrong = r.Said(r.model(r.graph([branch, first]))).of(f"graph.node[0].{path}")
    assert "node[0] (Relu)" in right and "comes later" not in right
    assert "node[1] (Relu)" in wrong and "comes later" in wrong


def test_f11_what_aborts_inference_is_read_and_no_inference_is_run():
    type_ = r.tensor_type(r.FLOAT, r.dim(-1))
    slice_ = r.node("Slice", ["x", "x", "x"], ["y"])
    data = r.model(r.graph([slice_], [r.value("x", type_)], [r.value("y", type_)]))
    code = (
        "import sys; from onnxlens.apps.cli.main import run; "
        f"status = run(['--hex', '{data.hex()}']); sys.exit(status or 'onnx' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "-1 is no size" in done.stdout


def test_f12_a_node_without_inputs_and_outputs_is_told():
    words = calling("Relu", [], []).of(NODE)
    assert "neither inputs nor outputs: the onnx checker refuses such a node" in words


def test_f12_an_output_of_the_graph_needs_a_name():
    body = r.graph(outputs=[r.value("", r.tensor_type(r.FLOAT, r.dim(2)))])
    said = r.Said(r.model(body))
    start = said.document["graph.output[0]"].start
    assert "an output of the main graph needs one that nodes can refer to" in said.at(start)
    assert '"": FLOAT [2]' in said.summary


def test_every_row_of_the_family_is_tested_or_in_the_table():
    tested = {name.split("_")[1].upper() for name in globals() if name.startswith("test_f")}
    assert tested | set(LATER) == {f"F{number}" for number in range(1, 13)}
