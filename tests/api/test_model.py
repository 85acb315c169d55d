"""What a model says of itself, for Python."""

import onnx
import pytest
from onnx import TensorProto, ValueInfoProto, helper

import onnxlens
import recipes as r
from documents import samples

OPERATORS = [("", 17), ("ai.onnx.ml", 3)]


@pytest.fixture
def made() -> onnxlens.Document:
    """A model of a Clip without its minimum, a function, and metadata."""
    nodes = [
        helper.make_node("Clip", ["x", "", "top"], ["c"], "clip"),
        helper.make_node("Twice", ["c"], ["y"], "twice", domain="local"),
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 2])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["N", 2])],
        [helper.make_tensor("top", TensorProto.FLOAT, [], [6.0])],
    )
    function = helper.make_function(
        "local",
        "Twice",
        ["a"],
        ["b"],
        [helper.make_node("Add", ["a", "a"], ["b"])],
        [helper.make_opsetid("", 13)],
    )
    imports = [helper.make_opsetid(*each) for each in (*OPERATORS, ("local", 1))]
    model = helper.make_model(graph, functions=[function], opset_imports=imports, ir_version=9)
    helper.set_model_props(model, {"stride": "32"})
    return onnxlens.open(model.SerializeToString())


def test_a_model_has_versions_and_imports(made):
    assert made.model is made.model  # kept
    assert made.model.ir_version == 9
    assert made.model.opset_imports == {**dict(OPERATORS), "local": 1}


def test_inputs_and_outputs_have_types(made):
    (x,), (y,) = made.model.inputs.values(), made.model.outputs.values()
    assert list(made.model.inputs) == ["x"] and list(made.model.outputs) == ["y"]
    assert str(x.type) == 'FLOAT ["N", 2]' and x.type == y.type and not x.default
    assert x.field == made["graph.input[0]"] and y.field == made["graph.output[0]"]
    assert [(d.size, d.symbol) for d in x.type.shape] == [(None, "N"), (2, None)]


def test_of_two_inputs_of_one_name_the_first_counts():
    infos = [r.value("x", r.tensor_type(r.FLOAT, r.dim(size))) for size in (2, 3)]
    model = onnxlens.open(r.model(r.graph(inputs=[*infos, r.value("z")]))).model
    assert str(model.inputs["x"].type) == "FLOAT [2]"
    assert model.inputs["z"].type is None


def test_symbols_have_every_axis(made):
    uses = made.model.symbols["N"]
    assert list(made.model.symbols) == ["N"]
    assert [(use.role, use.value, use.axis) for use in uses] == [
        ("input", "x", 0),
        ("output", "y", 0),
    ]
    assert all(use.field.value == "N" and made[use.field.path] == use.field for use in uses)


def test_metadata_props_have_level_key_and_value(made):
    (entry,) = made.model.metadata_props
    assert (entry.level, entry.key, entry.value) == ("model", "stride", "32")
    assert entry.field == made["metadata_props[0]"]


def test_inputs_of_a_node_have_the_names_of_the_operator(made):
    clip = made["graph.node[0]"]
    given = made.model.node_inputs(clip)
    told = [(each.parameter.name, each.field.value, each.state) for each in given]
    assert told == [("input", "x", "given"), ("min", "", "omitted"), ("max", "top", "given")]
    (output,) = made.model.node_outputs(clip)
    assert (output.parameter.name, output.field.value) == ("output", "c")
    signature = made.model.signature(clip)
    assert (signature.name, signature.opset_version, signature.spec.since_version) == (
        "Clip",
        17,
        13,
    )


def test_an_input_too_many_has_no_parameter():
    document = onnxlens.open(r.model(r.graph([r.node("Relu", ["x", "z"], ["y"])])))
    given = document.model.node_inputs(document["graph.node[0]"])
    assert [(each.parameter is None, each.state) for each in given] == [
        (False, "given"),
        (True, "surplus"),
    ]


def test_a_function_of_the_model_comes_first(made):
    twice, add = made["graph.node[1]"], made["functions[0].node[0]"]
    assert made.model.signature(twice).function == made["functions[0]"]
    assert [each.parameter.name for each in made.model.node_inputs(twice)] == ["a"]
    assert made.model.signature(add).opset_version == 13
    assert [each.parameter.name for each in made.model.node_inputs(add)] == ["A", "B"]


def test_an_unknown_operator_has_no_signature():
    document = onnxlens.open(r.model(r.graph([r.node("Nope", ["x"], ["y"])])))
    node = document["graph.node[0]"]
    assert document.model.signature(node) is None and document.model.node_inputs(node) == []


@pytest.mark.parametrize("path", ["", "graph", "graph.node[0].op_type", "graph.input[0]"])
def test_what_is_no_node_has_no_signature(made, path):
    for ask in (made.model.signature, made.model.node_inputs, made.model.node_outputs):
        with pytest.raises(ValueError, match="needed a NodeProto"):
            ask(made[path])


def test_a_scope_tells_who_defines_and_who_uses_a_name(made):
    scope = made.model.scope(made["graph.node[0]"])
    assert scope.is_main and scope.field == made["graph"]
    assert scope.define("c").field == made["graph.node[0].output[0]"]
    assert scope.uses("c") == [made["graph.node[1].input[0]"]]
    inside = made.model.scope(made["functions[0].node[0]"])
    assert inside.is_function and inside.define("c") is None
    assert inside.define("a").role == "function input"
    assert made.model.scope(made[""]) is None


@pytest.mark.parametrize("kind", ["GraphProto", "TypeProto", "TensorProto", "NodeProto"])
def test_another_root_has_no_model(kind):
    document = onnxlens.open(b"", kind)
    assert document.root.name == kind and document.model is None


def test_a_file_that_is_no_onnx_has_no_model():
    document = onnxlens.open(b"hello, this is no model\n")
    assert document.root is None and document.model is None
    assert document.explain(document.file) == []


def test_an_empty_model_says_nothing():
    model = onnxlens.open(b"", "ModelProto").model
    assert model.ir_version is None and model.opset_imports == {}
    assert model.inputs == {} and model.outputs == {}
    assert model.symbols == {} and model.metadata_props == []


def test_a_field_is_explained_in_fragments(made):
    said = made.explain(made["graph.node[0].input[1]"])
    assert said[0] == "omitted (optional input min of Clip)"
    dim = made["graph.input[0].type.tensor_type.shape.dim[0].dim_param"]
    assert made.explain(dim)[0].startswith("any size; axis 0 of output")
    assert not any(text.endswith(".") for text in said)


def test_explaining_never_raises_and_says_each_thing_once(corpus):
    seen = 0
    for sample in samples(corpus):
        if sample.kind is None or len(sample.data) > 60_000:
            continue
        document = onnxlens.open(sample.data, sample.kind)
        for field in list(document.walk())[:300]:
            said = document.explain(field)
            assert len(set(said)) == len(said), (sample.path, field.path, said)
            assert not any(text.endswith(".") for text in said), (sample.path, field.path, said)
            seen += 1
    assert seen > 5000


def test_types_of_every_model_are_those_of_the_package(corpus):
    seen = 0
    for sample in samples(corpus):
        if sample.kind != "ModelProto" or not sample.parses:
            continue
        theirs = onnx.ModelProto.FromString(sample.data).graph
        model = onnxlens.open(sample.data).model
        for ours, infos in ((model.inputs, theirs.input), (model.outputs, theirs.output)):
            assert list(ours) == list(dict.fromkeys(info.name for info in infos))
            for info in infos:
                value = ours[info.name]
                read = value.type.to_bytes() if value.type else b""
                info.type.DiscardUnknownFields()
                assert onnx.TypeProto.FromString(read) == info.type
                again = ValueInfoProto.FromString(value.field.raw())
                assert again.name == info.name
                seen += 1
    assert seen > 300
