"""Names in their scope: hand-made models, and the onnx package as judge of the corpus."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from onnx import (
    GraphProto,
    ModelProto,
    NodeProto,
    TensorProto,
    TrainingInfoProto,
    ValueInfoProto,
    helper,
)

from documents import document_of, samples
from onnxlens import api
from onnxlens.model.graph.scopes import Scopes
from onnxlens.model.graph.symbols import symbols
from onnxlens.model.graph.tables import NODE_INPUT
from onnxlens.model.graph.words import origin_words, type_of
from onnxlens.tree.field import Field
from onnxlens.wire.scalars import encode_record as record
from oracle import parsed
from reworked import reworked

FLOAT = TensorProto.FLOAT


def value(name: str, shape: list[Any] | None = None) -> Any:
    return helper.make_tensor_value_info(name, FLOAT, shape or [1])


def weight(name: str) -> TensorProto:
    return helper.make_tensor(name, FLOAT, [1], [1.0])


def sparse(name: str) -> Any:
    return helper.make_sparse_tensor(
        weight(name), helper.make_tensor("i", TensorProto.INT64, [1], [0]), [3]
    )


def graph(nodes: list[NodeProto], inputs=(), outputs=(), **rest: Any) -> GraphProto:
    return helper.make_graph(
        nodes, "g", list(map(value, inputs)), list(map(value, outputs)), **rest
    )


def node(op: str, inputs: list[str], outputs: list[str], **attributes: Any) -> NodeProto:
    return helper.make_node(op, inputs, outputs, **attributes)


def scopes_of(message: Any, kind: str = "ModelProto") -> Scopes:
    return Scopes(api.open(message.SerializeToString(), kind))


def found(scopes: Scopes, path: str) -> str | None:
    """Return the path of what the name in a field means where it stands."""
    field = scopes.document[path]
    scope = scopes.scope_of(field)
    definition = scope.define(field.raw()) if scope else None
    return definition.field.path if definition else None


def branching() -> ModelProto:
    """A Loop whose body has an If: it shadows x, takes w from outside and lacks z."""
    then = graph([node("Add", ["x", "w"], ["t"])], outputs=["t"])
    other = graph([node("Add", ["i", "z"], ["e"])], outputs=["x"], initializer=[weight("w")])
    body = graph(
        [node("If", ["c"], ["y"], then_branch=then, else_branch=other)],
        inputs=["i", "c", "x"], outputs=["c", "y"],
    )  # fmt: skip
    nodes = [node("Relu", ["x"], ["r"]), node("Loop", ["", "", "r"], ["l"], body=body)]
    main = graph(nodes, inputs=["x"], outputs=["l"], initializer=[weight("w")])
    return helper.make_model(main)


BODY = "graph.node[1].attribute[0].g"
THEN, OTHER = f"{BODY}.node[0].attribute[1].g", f"{BODY}.node[0].attribute[0].g"
RESOLVED = [
    ("graph.node[0].input[0]", "graph.input[0]"),
    ("graph.node[1].input[0]", None),
    ("graph.node[1].input[2]", "graph.node[0].output[0]"),
    (f"{BODY}.node[0].input[0]", f"{BODY}.input[1]"),
    (f"{THEN}.node[0].input[0]", f"{BODY}.input[2]"),
    (f"{THEN}.node[0].input[1]", "graph.initializer[0]"),
    (f"{OTHER}.node[0].input[0]", f"{BODY}.input[0]"),
    (f"{OTHER}.node[0].input[1]", None),
    (f"{OTHER}.output[0].name", f"{BODY}.input[2]"),
]


@pytest.mark.parametrize(("use", "definition"), RESOLVED)
def test_a_name_means_the_nearest_value_of_that_name(use: str, definition: str | None) -> None:
    scopes = scopes_of(branching())
    assert found(scopes, use) == definition


def test_uses_stop_where_an_inner_graph_defines_the_name_itself() -> None:
    scopes = scopes_of(branching())
    main = scopes.main
    assert main is not None
    body = scopes.at(scopes.document[BODY].row)
    paths = {name: [f.path for f in main.uses(name)] for name in ("x", "w", "l", "z", "")}
    assert paths == {
        "x": ["graph.node[0].input[0]"],
        "w": [f"{THEN}.node[0].input[1]"],
        "l": ["graph.output[0]"],
        "z": [f"{OTHER}.node[0].input[1]"],
        "": [],
    }
    assert [f.path for f in body.uses("x")] == [f"{OTHER}.output[0]", f"{THEN}.node[0].input[0]"]
    assert [f.path for f in body.uses("w")] == [f"{THEN}.node[0].input[1]"]
    assert [f.path for f in body.uses("z")] == [f"{OTHER}.node[0].input[1]"]
    assert scopes.at(scopes.document[OTHER].row).uses("w") == []


def test_what_one_branch_defines_hides_nothing_in_the_other() -> None:
    hides = graph([node("Abs", ["x"], ["x"])], outputs=["x"])
    takes = graph([node("Abs", ["x"], ["t"])], outputs=["t"])
    for branches in ((hides, takes), (takes, hides)):
        at = branches.index(takes)
        branching = node("If", ["c"], ["y"], else_branch=branches[0], then_branch=branches[1])
        scope = scopes_of(helper.make_model(graph([branching], inputs=["c", "x"]))).main
        uses = [f.path for f in scope.uses("x")]
        assert uses == [f"graph.node[0].attribute[{at}].g.node[0].input[0]"]


def test_a_definition_tells_its_role_and_node() -> None:
    main = graph(
        [node("Add", ["x", "w"], ["y"])], inputs=["x", "w"], outputs=["y"],
        initializer=[weight("w"), weight("v")], sparse_initializer=[sparse("s")],
    )  # fmt: skip
    scope = scopes_of(helper.make_model(main)).main
    assert scope is not None
    found = {name: scope.define(name) for name in "xwvsyq"}
    assert found.pop("q") is None
    roles = {name: each.role for name, each in found.items()}
    assert roles == {
        "x": "input", "w": "input", "v": "initializer", "s": "sparse initializer",
        "y": "node output",
    }  # fmt: skip
    assert [n for n, each in found.items() if each.default] == ["w"]
    assert found["w"].default.path == "graph.initializer[0]"
    assert [n for n, each in found.items() if each.node] == ["y"]
    assert found["y"].node.path == "graph.node[0]"
    assert found["s"].field.path == "graph.sparse_initializer[0]"


def test_of_two_definitions_the_first_counts_and_the_other_is_told() -> None:
    nodes = [node("Relu", ["x"], ["y"]), node("Abs", ["x"], ["y"]), node("Abs", ["x"], ["w"])]
    main = graph(nodes, inputs=["x"], outputs=["y"], initializer=[weight("w")])
    scope = scopes_of(helper.make_model(main)).main
    assert scope is not None
    y, w = scope.define("y"), scope.define("w")
    assert y.field.path == "graph.node[0].output[0]"
    assert [f.path for f in y.others] == ["graph.node[1].output[0]"]
    assert (w.role, [f.path for f in w.others]) == ("initializer", ["graph.node[2].output[0]"])


def test_a_function_sees_only_its_own_names_and_subgraphs_in_it_see_the_function() -> None:
    branch = graph([node("Add", ["a", "x"], ["t"])], outputs=["t"])
    nodes = [node("If", ["c"], ["y"], then_branch=branch, else_branch=branch)]
    function = helper.make_function("d", "f", ["c", "a"], ["y"], nodes, [], ["alpha"])
    main = graph([node("f", ["x", "x"], ["y"])], inputs=["x"], outputs=["y"])
    scopes = scopes_of(helper.make_model(main, functions=[function]))
    inside = "functions[0].node[0].attribute[0].g.node[0]"
    assert found(scopes, "functions[0].node[0].input[0]") == "functions[0].input[0]"
    assert found(scopes, f"{inside}.input[0]") == "functions[0].input[1]"
    assert found(scopes, f"{inside}.input[1]") is None
    assert found(scopes, "functions[0].output[0]") == "functions[0].node[0].output[0]"
    scope = scopes.scope_of(scopes.document[inside])
    assert scope is not None
    assert scope.define("a").role == "function input"
    assert scope.define("alpha") is None
    assert scope.top.is_function
    assert len(scopes.at(scopes.document["functions[0]"].row).uses("a")) == 2


def test_a_training_step_sees_the_main_graph_and_an_initialization_does_not() -> None:
    model = helper.make_model(graph([node("Relu", ["x"], ["y"])], ["x"], ["y"]))
    part = graph([node("Abs", ["y"], ["u"])], outputs=["u"])
    model.training_info.append(TrainingInfoProto(initialization=part, algorithm=part))
    scopes = scopes_of(model)
    step, start = "training_info[0].algorithm.node[0]", "training_info[0].initialization.node[0]"
    assert found(scopes, f"{step}.input[0]") == "graph.node[0].output[0]"
    assert found(scopes, f"{start}.input[0]") is None
    assert [f.path for f in scopes.main.uses("y")] == ["graph.output[0]", f"{step}.input[0]"]


def test_a_graph_does_not_stand_in_itself() -> None:
    scopes = scopes_of(branching())
    document = scopes.document
    assert scopes.scope_of(document["graph"]) is None
    assert scopes.scope_of(document["ir_version"]) is None
    assert scopes.scope_of(document[BODY]) is scopes.main
    assert scopes.scope_of(document[f"{BODY}.node[0]"]) is scopes.at(document[BODY].row)


def test_a_graph_in_two_records_is_one_scope() -> None:
    first = GraphProto(node=[node("Relu", ["x"], ["y"])]).SerializeToString()
    second = graph([node("Relu", ["y"], ["z"])], inputs=["x"]).SerializeToString()
    scopes = Scopes(api.open(record(7, first) + record(7, second), "ModelProto"))
    assert scopes.main is scopes.scope_of(scopes.document["graph~0.node[0]"])
    assert found(scopes, "graph.node[0].input[0]") == "graph~0.node[0].output[0]"
    assert found(scopes, "graph~0.node[0].input[0]") == "graph.input[0]"


def test_a_type_is_that_of_the_value_that_is_meant() -> None:
    inner = graph([node("Abs", ["x"], ["k"]), node("Abs", ["w"], ["v"])], outputs=["k"])
    inner.value_info.extend([value("w", [7])])
    shadow = graph([node("Abs", ["r"], ["x"])], outputs=[])
    nodes = [
        node("Relu", ["x"], ["r"]),
        node("If", ["r"], [], then_branch=inner, else_branch=shadow),
    ]
    main = graph(nodes, inputs=["x"], outputs=[], initializer=[weight("w")])
    main.value_info.extend([ValueInfoProto(name="r"), value("r", [2])])
    scopes = scopes_of(helper.make_model(main))
    then = scopes.at(scopes.document["graph.node[1].attribute[1].g"].row)
    hides = scopes.at(scopes.document["graph.node[1].attribute[0].g"].row)
    assert then.type_of("x").path == "graph.input[0].type"
    assert then.type_of("w").path == "graph.node[1].attribute[1].g.value_info[0].type"
    assert then.type_of("r").path == "graph.value_info[1].type"
    assert scopes.main.type_of("w") is None
    assert hides.type_of("x") is None
    assert hides.type_of("nowhere") is None


def test_names_are_compared_as_whole_bytes() -> None:
    long = "n" * (1 << 17)
    names = [long + "a", long + "b", long, "n" * (1 << 16)]
    raw = [b"\xff", b"\xfe", b"\xc3\xbf"]
    nodes = b"".join(
        record(1, record(1, name) + record(2, b"out%d" % at))
        for at, name in enumerate([*map(str.encode, names), *raw])
    )
    inits = b"".join(record(5, record(8, name)) for name in [names[1].encode(), raw[0], raw[2]])
    scopes = Scopes(api.open(record(7, nodes + inits), "ModelProto"))
    places = [found(scopes, f"graph.node[{at}].input[0]") for at in range(7)]
    assert places == [
        None, "graph.initializer[0]", None, None,
        "graph.initializer[1]", None, "graph.initializer[2]",
    ]  # fmt: skip
    main = scopes.main
    assert main.define(names[1]).field.path == "graph.initializer[0]"
    assert main.define("\udcff").field.path == "graph.initializer[1]"
    assert main.define("ÿ").field.path == "graph.initializer[2]"
    assert main.define("\ud800") is None
    assert [f.path for f in main.uses(names[0].encode())] == ["graph.node[0].input[0]"]


def test_only_the_last_name_of_a_message_counts() -> None:
    data = record(11, record(1, b"a") + record(1, b"b")) + record(
        1, record(1, b"a") + record(1, b"b")
    )
    scopes = Scopes(api.open(record(7, data), "ModelProto"))
    assert [found(scopes, f"graph.node[0].input[{k}]") for k in (0, 1)] == [None, "graph.input[0]"]


def test_what_is_no_message_defines_nothing() -> None:
    number = b"\x58\x07"  # field 11, input, as a varint
    scopes = Scopes(api.open(record(7, number + record(11, b"")), "ModelProto"))
    assert scopes.main.define("") is None
    assert scopes.main.table.defined == {}


def nested(depth: int) -> bytes:
    """Return a model with graphs in graphs; each has a node that takes the weight w."""
    inner = b""
    for level in range(depth, 0, -1):
        graph = record(1, record(1, b"w") + record(2, b"o%d" % level) + inner)
        inner = record(5, record(6, graph))
    return record(7, record(5, record(8, b"w")) + record(1, inner))


def test_ten_thousand_nested_subgraphs_resolve() -> None:
    scopes = Scopes(api.open(nested(10_000), "ModelProto"))
    *_, deepest = scopes.document.index.rows_with(NODE_INPUT)
    main, scope = scopes.main, scopes.scope_of(Field(scopes.document, deepest))
    assert scope.define("w").scope is main
    assert scope.define("o10000").scope is scope
    assert scope.define("o1").scope.outer is main
    assert scope.top is main
    assert len(main.uses("w")) == 10_000
    assert [use.row for use in scope.uses("w")] == [deepest]


# -- the onnx package as judge ---------------------------------------------------------------


class Named(NamedTuple):
    """A use of a name, what it means and the type of that, all as paths."""

    use: str
    definition: str | None
    type: str | None


Around = list[tuple[dict[bytes, str], dict[bytes, str]]]


def _bytes(name: Any) -> bytes:
    return name if isinstance(name, bytes) else name.encode()


def _names(message: Any, path: str) -> tuple[dict[bytes, str], dict[bytes, str]]:
    """Return the path of each definition and of each type in one graph or function."""
    defined: dict[bytes, str] = {}
    types: dict[bytes, str] = {}
    is_graph = hasattr(message, "initializer")
    for at, each in enumerate(message.input):
        place = f"{path}input[{at}]"
        defined.setdefault(_bytes(each.name if is_graph else each), place)
    if is_graph:
        for at, each in enumerate(message.initializer):
            defined.setdefault(_bytes(each.name), f"{path}initializer[{at}]")
        for at, each in enumerate(message.sparse_initializer):
            defined.setdefault(_bytes(each.values.name), f"{path}sparse_initializer[{at}]")
    for at, each in enumerate(message.node):
        for to, name in enumerate(each.output):
            defined.setdefault(_bytes(name), f"{path}node[{at}].output[{to}]")
    for field in ("input", "output", "value_info") if is_graph else ("value_info",):
        for at, each in enumerate(getattr(message, field)):
            if each.HasField("type"):
                types.setdefault(_bytes(each.name), f"{path}{field}[{at}].type")
    defined.pop(b"", None)
    types.pop(b"", None)
    return defined, types


def _meaning(use: str, name: Any, around: Around) -> Named:
    key, kind = _bytes(name), None
    for defined, types in reversed(around):
        kind = kind or types.get(key)
        if key in defined:
            return Named(use, defined[key], kind)
    return Named(use, None, kind)


def judged(message: Any, path: str, around: Around) -> Iterator[Named]:
    """Yield every node input and output of a graph or function, and of the graphs in it."""
    around = [*around, _names(message, path)]
    for at, each in enumerate(message.node):
        yield from _judged_node(each, f"{path}node[{at}].", around)
    for at, each in enumerate(message.output):
        if hasattr(each, "name"):
            yield _meaning(f"{path}output[{at}]", each.name, around)
        else:
            yield _meaning(f"{path}output[{at}]", each, around)


def _judged_node(message: Any, path: str, around: Around) -> Iterator[Named]:
    for at, name in enumerate(message.input if around else ()):
        yield _meaning(f"{path}input[{at}]", name, around)
    for at, attribute in enumerate(message.attribute):
        here = f"{path}attribute[{at}]."
        if attribute.HasField("g"):
            yield from judged(attribute.g, f"{here}g.", around)
        for k, inner in enumerate(attribute.graphs):
            yield from judged(inner, f"{here}graphs[{k}].", around)


def judged_file(kind: str, message: Any) -> list[Named]:
    """Return all uses of names in a file."""
    if kind in ("GraphProto", "FunctionProto"):
        return list(judged(message, "", []))
    if kind == "NodeProto":
        return list(_judged_node(message, "", []))
    if kind != "ModelProto":
        return []
    uses = list(judged(message.graph, "graph.", []))
    for at, function in enumerate(message.functions):
        uses += judged(function, f"functions[{at}].", [])
    return uses


def test_every_use_of_a_name_in_the_corpus_means_what_the_onnx_package_says(corpus: Path) -> None:
    uses = undefined = typed = inner = 0
    for sample in samples(corpus):
        message = parsed(sample.kind, sample.data) if sample.kind else None
        if message is None:
            continue
        expected = judged_file(sample.kind, message)
        compare(Scopes(api.open(sample.data, sample.kind)), expected)
        uses += len(expected)
        undefined += sum(each.definition is None for each in expected)
        typed += sum(each.type is not None for each in expected)
        inner += sum(
            ".g." in each.use and ".g." not in (each.definition or ".g.") for each in expected
        )
    assert (uses > 12_000, undefined >= 20, typed > 1_600, inner > 70) == (True,) * 4


def compare(scopes: Scopes, expected: list[Named]) -> None:
    """Assert that uses mean what is expected, and that each value has exactly these uses."""
    by_definition = defaultdict(list)
    definitions = {}
    for each in expected:
        field = scopes.document[each.use]
        scope = scopes.scope_of(field)
        name = field.raw() if field.content is None else scopes.document[f"{each.use}.name"].raw()
        definition, kind = scope.define(name), scope.type_of(name)
        assert (definition.field.path if definition else None) == each.definition, each
        assert (kind.path if kind else None) == each.type, each
        if definition:
            by_definition[each.definition].append(each.use)
            definitions[each.definition] = (definition.scope, name)
    for path, paths in by_definition.items():
        scope, name = definitions[path]
        assert sorted(f.path for f in scope.uses(name)) == sorted(paths), path


def test_no_content_of_a_file_raises(corpus: Path, scanner: type) -> None:
    asked = 0
    for seed, sample in enumerate(samples(corpus)):
        if not sample.kind or not sample.parses or len(sample.data) > 3000:
            continue
        document = document_of(sample.data, sample.kind, scanner)
        cut = [sample.data[: len(sample.data) // 2], sample.data + b"\x3a\xff"]
        for data in [*cut, *reworked(document, 4, seed)]:
            scopes = Scopes(document_of(data, sample.kind, scanner, budget=400))
            for field in scopes.document.walk():
                asked += origin_words(scopes, field) != ""
                type_of(scopes, field)
            symbols(scopes.document)
    assert asked > 1_000
