"""What attributes are to the operator of their node, and which inputs and outputs it lacks."""

import onnx
import pytest
from onnx import AttributeProto, NodeProto, helper

from onnxlens import api
from onnxlens.model.explaining.parameters import explain_attribute, explain_node
from onnxlens.model.operators.calls import Operators
from onnxlens.schema.operators import operator_domains
from onnxlens.wire.scalars import encode_record

NODE = "graph.node[0]"


def model(*nodes: NodeProto, version: int = 17, **more: object) -> bytes:
    """Return a model of these nodes."""
    imports = [helper.make_opsetid("", version), helper.make_opsetid("my.domain", 1)]
    graph = helper.make_graph(nodes, "g", [], [])
    made = helper.make_model(graph, opset_imports=imports, ir_version=8, **more)
    return made.SerializeToString()


def of_attribute(data: bytes, path: str = f"{NODE}.attribute[0]", kind: str = "ModelProto"):
    """Return what is said of the attribute at a path."""
    document = api.open(data, kind)
    return list(explain_attribute(Operators(document), document[path]))


def of_node(data: bytes, path: str = NODE) -> list[str]:
    """Return what is said of the node at a path."""
    document = api.open(data, "ModelProto")
    return list(explain_node(Operators(document), document[path]))


@pytest.mark.parametrize(
    ("op_type", "attribute", "value", "version", "words"),
    [
        ("Concat", "axis", 1, 17, ["attribute axis of Concat-13: INT, required"]),
        ("Conv", "group", 1, 17, ["attribute group of Conv-11: INT, optional"]),
        ("Conv", "pads", [1, 1], 17, ["attribute pads of Conv-11: INTS, optional"]),
        ("Gemm", "alpha", 2.0, 17, ["attribute alpha of Gemm-13: FLOAT, optional"]),
        # what an opset version took away or brought
        ("Squeeze", "axes", [0], 11, ["attribute axes of Squeeze-11: INTS, optional"]),
        ("Squeeze", "axes", [0], 13, ["Squeeze-13 has no attribute axes"]),
        ("Clip", "min", 0.0, 6, ["attribute min of Clip-6: FLOAT, optional"]),
        ("Clip", "min", 0.0, 17, ["Clip-13 has no attribute min"]),
        ("Relu", "Axis", 1, 17, ["Relu-14 has no attribute Axis"]),
        # the type is that of the operator, whatever stands in the file
        ("Concat", "axis", 1.5, 17, ["attribute axis of Concat-13: INT, required"]),
        ("Mine", "axis", 1, 17, []),
    ],
)
def test_an_attribute_is_looked_up_in_the_operator_of_its_opset(
    op_type, attribute, value, version, words
):
    node = helper.make_node(op_type, ["x"], ["y"], **{attribute: value})
    assert of_attribute(model(node, version=version)) == words


def test_every_attribute_of_every_operator_is_as_the_package_says():
    version, kinds = operator_domains()[""], AttributeProto.AttributeType
    newest = {s.name: s for s in onnx.defs.get_all_schemas_with_history() if s.domain == ""}
    schemas = [onnx.defs.get_schema(name, version, "") for name in newest]
    compared = 0
    for schema in schemas:
        attributes = [AttributeProto(name=name) for name in schema.attributes]
        node = NodeProto(op_type=schema.name, attribute=attributes)
        for number, attribute in enumerate(schema.attributes.values()):
            needed = "required" if attribute.required else "optional"
            kind = kinds.Name(attribute.type.value)
            title = f"{schema.name}-{schema.since_version}"
            said = of_attribute(model(node, version=version), f"{NODE}.attribute[{number}]")
            assert said == [f"attribute {attribute.name} of {title}: {kind}, {needed}"]
            compared += 1
    assert compared > 300


def test_attributes_that_no_operator_of_the_standard_has_are_left_alone():
    inner = helper.make_function(
        "my.domain", "Foo", ["a"], ["b"], [helper.make_node("Relu", ["a"], ["b"])],
        [helper.make_opsetid("", 17)], ["axis"])  # fmt: skip
    inner.attribute_proto.add(name="beta", type=AttributeProto.FLOAT, f=1.0)
    call = helper.make_node("Foo", ["x"], ["y"], domain="my.domain", axis=1, other=2)
    data = model(call, functions=[inner])
    assert of_attribute(data) == of_attribute(data, f"{NODE}.attribute[1]") == []
    assert of_attribute(data, "functions[0].attribute_proto[0]") == []
    alone = AttributeProto(name="axis", type=AttributeProto.INT).SerializeToString()
    assert of_attribute(alone, "", "AttributeProto") == []


def test_an_attribute_in_a_subgraph_is_that_of_its_own_node():
    branch = helper.make_graph([helper.make_node("Concat", ["x"], ["t"], axis=0)], "b", [], [])
    data = model(helper.make_node("If", ["c"], ["y"], axis=0, then_branch=branch))
    assert of_attribute(data) == ["If-16 has no attribute axis"]
    outer = f"{NODE}.attribute[1]"
    assert of_attribute(data, outer) == ["attribute then_branch of If-16: GRAPH, required"]
    path = f"{outer}.g.node[0].attribute[0]"
    assert of_attribute(data, path) == ["attribute axis of Concat-13: INT, required"]


@pytest.mark.parametrize(
    ("op_type", "inputs", "outputs", "words"),
    [
        ("Add", ["x"], ["y"], ["input B of Add is missing"]),
        ("Add", [], ["y"], ["input A of Add is missing", "input B of Add is missing"]),
        ("Add", ["x", "x"], [], ["output C of Add is missing"]),
        ("Conv", ["x"], [], ["input W of Conv is missing", "output Y of Conv is missing"]),
        ("Concat", [], ["y"], ["input inputs of Concat is missing"]),
        ("Add", ["x", "x"], ["y"], []),
        # an empty name stands there, and is told of itself
        ("Add", ["x", ""], ["y"], []),
        # an optional one may be left out
        ("Conv", ["x", "w"], ["y"], []),
        ("Dropout", ["x"], ["y"], []),
        ("Mine", [], [], []),
    ],
)
def test_what_an_operator_needs_and_the_node_lacks_is_named(op_type, inputs, outputs, words):
    assert of_node(model(helper.make_node(op_type, inputs, outputs))) == words


def test_the_checker_refuses_an_add_of_one_input():
    node = helper.make_node("Add", ["x"], ["y"])
    with pytest.raises(onnx.checker.ValidationError, match="has input size 1 not in range"):
        onnx.checker.check_node(node)
    assert of_node(model(node)) == ["input B of Add is missing"]


def test_an_input_that_another_opset_version_took_is_missing_only_there():
    node = helper.make_node("Pad", ["x"], ["y"])
    assert of_node(model(node, version=10)) == []
    assert of_node(model(node, version=11)) == ["input pads of Pad is missing"]


def test_a_function_needs_none_of_its_inputs():
    inner = helper.make_function("my.domain", "Foo", ["a"], ["b"], [], [])
    call = helper.make_node("Foo", [], [], domain="my.domain")
    assert of_node(model(call, functions=[inner])) == []


def test_hostile_names_are_escaped_and_cut():
    raw = encode_record(1, b"\x1b[2J\xff" + b"n" * 1_000_000)
    node = encode_record(4, b"Relu") + encode_record(5, raw)
    imported = encode_record(8, b"\x10\x11")
    data = encode_record(7, encode_record(1, node)) + imported
    (said,) = of_attribute(data)
    assert said.startswith('Relu-14 has no attribute "\\u{1B}[2J\\xFFnnn')
    assert said.isprintable() and len(said) < 1000


def test_the_explainer_says_it_of_node_and_attribute_and_of_nothing_else():
    data = model(helper.make_node("Concat", [], ["y"], axis=1))
    document = api.open(data, "ModelProto")
    explained = {field.path: document.explain(field) for field in document.walk()}
    missing = "input inputs of Concat is missing"
    axis = "attribute axis of Concat-13: INT, required"
    assert [path for path, said in explained.items() if missing in said] == [NODE]
    assert [path for path, said in explained.items() if axis in said] == [f"{NODE}.attribute[0]"]
