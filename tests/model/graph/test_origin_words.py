"""Words for where a value comes from and who uses it."""

from typing import Any

import pytest
from onnx import FunctionProto, GraphProto, ModelProto, TensorProto, TrainingInfoProto, helper

from onnxlens import api
from onnxlens.model.graph.scopes import Scopes
from onnxlens.model.graph.words import origin_words, type_of
from onnxlens.wire.scalars import encode_record as record


def value(name: str) -> Any:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1])


def weight(name: str) -> TensorProto:
    return helper.make_tensor(name, TensorProto.FLOAT, [1], [1.0])


def node(op: str, inputs: list[str], outputs: list[str], **attributes: Any) -> Any:
    return helper.make_node(op, inputs, outputs, **attributes)


def model() -> ModelProto:
    then = helper.make_graph(
        [node("Add", ["r", "w"], ["t"]), node("Add", ["t", "k"], ["u"]), node("Neg", ["k"], ["v"])],
        "then", [value("k")], [value("u"), value("r")],
    )  # fmt: skip
    nodes = [
        node("Conv", ["x", "w", "", "s"], ["r", ""], name="conv1"),
        node("Relu", ["r"], ["a"]),
        node("If", ["d"], ["b"], then_branch=then),
        node("Mul", ["r", "r"], ["c"]),
        node("Add", ["r", "lost"], ["e"]),
        node("Relu", ["a"], ["b"]),
    ]
    values, indices = weight("s"), helper.make_tensor("i", TensorProto.INT64, [1], [0])
    graph = helper.make_graph(
        nodes, "main", [value("x"), value("d"), value("n")], [value("b"), value("a"), value("d")],
        [weight("w"), weight("d")], value_info=[value("r")],
        sparse_initializer=[helper.make_sparse_tensor(values, indices, [3])],
    )  # fmt: skip
    inner = helper.make_graph([node("Add", ["p", "q"], ["z"])], "inner", [], [value("q")])
    function = helper.make_function(
        "d", "f", ["p", "o"], ["q", "o"],
        [node("Relu", ["p"], ["q"], name="in f"), node("If", ["q"], ["m"], then_branch=inner)], [],
    )  # fmt: skip
    made = helper.make_model(graph, functions=[function])
    step = helper.make_graph([node("Abs", ["x"], ["grad"])], "step", [], [value("c")])
    made.training_info.append(TrainingInfoProto(algorithm=step))
    return made


THEN, INNER = "graph.node[2].attribute[0].g", "functions[0].node[1].attribute[0].g"
WORDS = [
    ("graph.node[0].input[0]", "graph input 0"),
    ("graph.node[0].input[1]", "initializer[0]"),
    ("graph.node[0].input[2]", "left out"),
    ("graph.node[0].input[3]", "sparse_initializer[0]"),
    ("graph.node[1].input[0]", 'from node[0] "conv1" (Conv), output 0'),
    ("graph.node[2].input[0]", "graph input 1, by default initializer[1]"),
    ("graph.node[4].input[1]", "nothing defines it"),
    ("graph.output[0].name", "from node[2] (If), output 0, and 1 more defines it"),
    ("graph.value_info[0].name", 'from node[0] "conv1" (Conv), output 0'),
    (f"{THEN}.node[0].input[0]", 'from the main graph\'s node[0] "conv1" (Conv), output 0'),
    (f"{THEN}.node[0].input[1]", "the main graph's initializer[0]"),
    (f"{THEN}.node[1].input[0]", "from node[0] (Add), output 0"),
    (f"{THEN}.node[1].input[1]", "subgraph input 0"),
    ("functions[0].node[0].input[0]", 'input "p" of the function'),
    ("functions[0].output[0]", 'from node[0] "in f" (Relu), output 0'),
    ("functions[0].output[1]", 'input "o" of the function'),
    (f"{INNER}.node[0].input[0]", 'input "p" of the function'),
    (f"{INNER}.node[0].input[1]", 'from the function\'s node[0] "in f" (Relu), output 0'),
    ("training_info[0].algorithm.node[0].input[0]", "the main graph's input 0"),
    (
        "graph.node[0].output[0]",
        "used by 4 nodes: node[1] (Relu), node[0] (Add) in a subgraph of node[2] (If),"
        " node[3] (Mul), … and output 1 in a subgraph of node[2] (If)",
    ),
    ("graph.node[0].output[1]", "left out"),
    ("graph.node[1].output[0]", "used by node[5] (Relu) and graph output 1"),
    ("graph.node[2].output[0]", "graph output 0"),
    ("graph.node[3].output[0]", "output 0 of a training step"),
    ("graph.node[4].output[0]", "not used"),
    ("graph.input[0].name", "used by 2 nodes: node[0] (Conv), node[0] (Abs) of a training step"),
    ("graph.input[1].name", "used by node[2] (If) and graph output 2"),
    ("graph.input[2].name", "not used"),
    ("graph.initializer[1].name", "used by node[2] (If) and graph output 2"),
    ("graph.sparse_initializer[0].values.name", "used by node[0] (Conv)"),
    (f"{THEN}.input[0].name", "used by 2 nodes: node[1] (Add), node[2] (Neg)"),
    (f"{THEN}.node[1].output[0]", "subgraph output 0"),
    (
        "functions[0].input[0]",
        "used by 2 nodes: node[0] (Relu), node[0] (Add) in a subgraph of node[1] (If)",
    ),
    ("functions[0].input[1]", "function output 1"),
    ("graph.name", ""),
    ("graph.input[0]", ""),
    ("graph.node[0].op_type", ""),
    ("producer_name", ""),
    ("graph.sparse_initializer[0].indices.name", ""),
]  # fmt: skip


@pytest.fixture(scope="module")
def scopes() -> Scopes:
    made = model()
    made.producer_name = "p"
    return Scopes(api.open(made.SerializeToString(), "ModelProto"))


@pytest.mark.parametrize(("path", "words"), WORDS)
def test_a_record_that_names_a_value_has_words(scopes: Scopes, path: str, words: str) -> None:
    assert origin_words(scopes, scopes.document[path]) == words


TYPES = [
    ("graph.node[1].input[0]", "graph.value_info[0].type"),
    (f"{THEN}.node[0].input[0]", f"{THEN}.output[1].type"),
    ("graph.node[0].input[1]", None),
    ("graph.initializer[1].name", "graph.input[1].type"),
    ("graph.node[0].input[2]", None),
    ("graph.name", None),
    ("producer_name", None),
]


@pytest.mark.parametrize(("path", "expected"), TYPES)
def test_the_declared_type_of_a_named_value_is_found(
    scopes: Scopes, path: str, expected: str | None
) -> None:
    found = type_of(scopes, scopes.document[path])
    assert (found.path if found else None) == expected


ROOTS = [
    (
        GraphProto(node=[node("Relu", ["x"], ["y"])], output=[value("y")]), "GraphProto",
        {"node[0].output[0]": "graph output 0", "node[0].input[0]": "nothing defines it"},
    ),
    (
        FunctionProto(input=["x"], node=[node("Relu", ["x"], ["y"])]), "FunctionProto",
        {"node[0].input[0]": 'input "x" of the function', "input[0]": "used by node[0] (Relu)"},
    ),
    (node("Relu", ["x"], ["y"]), "NodeProto", {"input[0]": "", "op_type": ""}),
    (value("x"), "ValueInfoProto", {"name": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("message", "kind", "words"), ROOTS, ids=[root[1] for root in ROOTS])
def test_any_root_has_words_or_none(message: Any, kind: str, words: dict[str, str]) -> None:
    scopes = Scopes(api.open(message.SerializeToString(), kind))
    assert {p: origin_words(scopes, scopes.document[p]) for p in words} == words


def test_a_node_that_is_the_whole_file_may_hold_graphs() -> None:
    body = helper.make_graph([node("Relu", ["x"], ["y"])], "b", [value("x")], [value("z")])
    data = node("Loop", ["x"], ["y"], body=body).SerializeToString()
    scopes = Scopes(api.open(data, "NodeProto"))
    inside = "attribute[0].g"
    words = {p: origin_words(scopes, scopes.document[f"{inside}.{p}"]) for p in (
        "node[0].input[0]", "output[0].name", "input[0].name")}  # fmt: skip
    assert words == {
        "node[0].input[0]": "subgraph input 0",
        "output[0].name": "nothing defines it",
        "input[0].name": "used by node[0] (Relu)",
    }


def test_names_of_a_file_are_quoted_and_cut() -> None:
    name = "\x1b[31m\u202e" + "n" * 5000
    nodes = [node("Re lu\n", ["x"], ["y"], name=name), node("Abs", ["y"], ["z"])]
    graph = helper.make_graph(nodes, "g", [value("x")], [])
    scopes = Scopes(api.open(graph.SerializeToString(), "GraphProto"))
    words = origin_words(scopes, scopes.document["node[1].input[0]"])
    assert words.startswith('from node[0] "\\u{1B}[31m\\u{202E}nnn')
    assert words.endswith('n…" ("Re lu\\n"), output 0')
    assert len(words) < 150
    function = FunctionProto(input=[name], node=[node("Abs", [name], ["z"])])
    scopes = Scopes(api.open(function.SerializeToString(), "FunctionProto"))
    words = origin_words(scopes, scopes.document["node[0].input[0]"])
    assert words.startswith('input "\\u{1B}[31m\\u{202E}nnn')
    assert words.endswith('n…" of the function')


def test_a_name_that_is_overruled_has_no_words() -> None:
    info = record(1, b"a") + record(1, b"x")
    nodes = record(1, record(1, b"x"))
    scopes = Scopes(api.open(record(11, info) + nodes, "GraphProto"))
    name = [origin_words(scopes, f) for f in scopes.document["input[0]"].children]
    assert name == ["", "used by node[0]"]


def test_words_of_many_uses_stay_short() -> None:
    nodes = [node("Relu", ["x"], [f"y{i}"]) for i in range(2_000)]
    graph = helper.make_graph(nodes, "g", [value("x")], [value("x")] * 5)
    scopes = Scopes(api.open(graph.SerializeToString(), "GraphProto"))
    assert origin_words(scopes, scopes.document["input[0].name"]) == (
        "used by 2,000 nodes: node[0] (Relu), node[1] (Relu), node[2] (Relu), …"
        " and graph output 0 and graph output 1 and graph output 2 and 2 more outputs"
    )
