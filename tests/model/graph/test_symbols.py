"""Symbols of a model: all their axes, in order, and words for odd ones."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from onnx import AttributeProto, GraphProto, ModelProto, TensorShapeProto, TypeProto, helper

from documents import samples
from onnxlens import api
from onnxlens.model.graph.symbol_kinds import kind_of_symbol
from onnxlens.model.graph.symbols import Use, symbols, twice, uses
from onnxlens.wire.scalars import encode_record as record
from onnxlens.wire.scalars import encode_tag as tag
from oracle import parsed

FLOAT = 1


def value(name: str, *shape: Any) -> Any:
    return helper.make_tensor_value_info(name, FLOAT, list(shape))


def read(message: Any, kind: str = "ModelProto", limit: int | None = None) -> dict[str, list[Use]]:
    data = message if isinstance(message, bytes) else message.SerializeToString()
    return symbols(api.open(data, kind), limit)


def told(found: dict[str, list[Use]]) -> dict[str, list[tuple[str, str, int]]]:
    return {text: [(u.role, u.value, u.axis) for u in each] for text, each in found.items()}


def everywhere() -> ModelProto:
    """A model with symbols in every place that can have one."""
    body = helper.make_graph([], "b", [value("bi", "N")], [value("bo", 1, "B")])
    type_ = helper.make_tensor_type_proto(FLOAT, ["N"])
    node = helper.make_node("Loop", ["x"], ["y"], name="loop", body=body, kind=type_)
    spec = node.device_configurations.add(configuration_id="c").sharding_spec.add(tensor_name="x")
    spec.sharded_dim.add(axis=-1).simple_sharding.add(dim_param="N", num_shards=2)
    sequence = helper.make_sequence_type_proto(helper.make_tensor_type_proto(FLOAT, [2, "S"]))
    graph = helper.make_graph(
        [node], "g", [value("x", "N", 3, "M")], [value("y", "M", "N")],
        value_info=[helper.make_value_info("s", sequence)],
    )  # fmt: skip
    function = helper.make_function(
        "d", "f", ["a"], ["b"], [], [], value_info=[value("a", "N", "F")]
    )
    return helper.make_model(graph, functions=[function])


def test_symbols_stand_in_the_order_of_a_reader() -> None:
    assert told(read(everywhere())) == {
        "N": [
            ("input", "x", 0), ("output", "y", 1), ("value", "bi", 0), ("attribute", "kind", 0),
            ("function value", "a", 0), ("sharding", "x", -1),
        ],
        "M": [("input", "x", 2), ("output", "y", 0)],
        "B": [("value", "bo", 1)],
        "S": [("value", "s", 1)],
        "F": [("function value", "a", 1)],
    }  # fmt: skip
    assert list(read(everywhere())) == ["N", "M", "B", "S", "F"]


def test_a_use_tells_its_scope_and_its_record() -> None:
    found = read(everywhere())["N"]
    scopes = [use.scope.field.path for use in found if use.scope]
    body = "graph.node[0].attribute[0].g"
    assert scopes == ["graph", "graph", body, "graph", "functions[0]", "graph"]
    assert [use.scope.top.is_function for use in found] == [False] * 4 + [True, False]
    assert found[0].field.path == "graph.input[0].type.tensor_type.shape.dim[0].dim_param"
    assert {use.field.value for use in found} == {"N"}


def test_the_symbols_of_a_subgraph_inside_a_function_are_the_function_s() -> None:
    body = helper.make_graph([], "b", [value("bi", "N")], [])
    node = helper.make_node("Loop", ["x"], ["y"], body=body)
    function = helper.make_function("d", "f", ["x"], ["y"], [node], [])
    model = helper.make_model(helper.make_graph([], "g", [], []), functions=[function])
    (use,) = read(model)["N"]
    assert (use.role, use.scope.is_function, use.scope.top.is_function) == (
        "function value", False, True,
    )  # fmt: skip


def test_a_limit_reads_no_further() -> None:
    model = everywhere()
    assert told(read(model, limit=2)) == {"N": [("input", "x", 0)], "M": [("input", "x", 2)]}
    assert read(model, limit=0) == {}
    many = helper.make_graph([], "g", [], [], value_info=[value(f"v{i}", "N") for i in range(999)])
    document = api.open(helper.make_model(many).SerializeToString(), "ModelProto")
    read_spans = []
    document.read = lambda start, end: read_spans.append(start) or bytes(end - start)
    assert len(list(islice(uses(document), 3))) == 3
    assert len(read_spans) < 50


def test_a_denotation_stands_beside_the_symbol() -> None:
    """D9: overriding a free dimension goes by the symbol or by the denotation."""
    info = value("x", "N", "M")
    info.type.tensor_type.shape.dim[0].denotation = "DATA_BATCH"
    found = read(helper.make_graph([], "g", [info], []), "GraphProto")
    assert [found[text][0].denotation for text in "NM"] == ["DATA_BATCH", None]


def dim(text: bytes) -> bytes:
    return record(1, record(2, text))


def tensor(*dims: bytes) -> bytes:
    return record(1, record(2, b"".join(dims)))  # a TypeProto


NUMBER = tag(1, 0) + b"\x07"  # dim_value 7
OVERRULED = {
    "a dim_value after it": (tensor(record(1, record(2, b"N") + NUMBER)), []),
    "a dim_value before it": (tensor(record(1, NUMBER + record(2, b"N"))), [("N", 0)]),
    "another symbol after it": (tensor(record(1, record(2, b"N") + record(2, b"M"))), [("M", 0)]),
    "another kind of type after it": (tensor(dim(b"N")) + record(4, b""), []),
    "another kind of type before it": (record(4, record(1, tensor(dim(b"N")))) + tensor(), []),
    "one kind twice is one shape": (tensor(dim(b"N")) + tensor(dim(b"M")), [("N", 0), ("M", 1)]),
    "deep in another kind": (
        record(4, record(1, record(9, record(1, tensor(dim(b"N")))))) + record(5, b""), []),
    "a number instead": (tensor(record(1, tag(2, 0) + b"\x01")), []),
}  # fmt: skip


@pytest.mark.parametrize("name", OVERRULED)
def test_only_what_a_parser_keeps_is_a_use(name: str) -> None:
    type_, expected = OVERRULED[name]
    data = record(7, record(13, record(1, b"v") + record(2, type_)))
    found = read(data)
    assert [(text, use.axis) for text, each in found.items() for use in each] == expected
    assert [t for t, _ in expected] == [
        d.dim_param
        for d in parsed("TypeProto", type_).tensor_type.shape.dim
        if d.HasField("dim_param")
    ]


def test_a_type_in_two_records_is_read_once() -> None:
    info = record(2, tensor(dim(b"N"))) + record(1, b"v") + record(2, tensor(dim(b"N")))
    assert told(read(record(7, record(13, info)))) == {"N": [("value", "v", 0), ("value", "v", 1)]}
    inner = record(1, record(5, record(6, record(13, record(2, tensor(dim(b"I")))))))
    attribute = record(14, tensor(dim(b"N"))) + record(6, inner) + record(14, tensor(dim(b"M")))
    found = told(read(record(7, record(1, record(5, attribute)))))
    assert found == {
        "I": [("value", "", 0)],
        "N": [("attribute", "", 0)],
        "M": [("attribute", "", 1)],
    }


PARTS = [
    ("ValueInfoProto", value("x", 1, "N"), ("value", "x", 1)),
    ("TypeProto", helper.make_tensor_type_proto(FLOAT, ["N"]), ("value", "", 0)),
    ("TypeProto.Tensor", value("x", 1, "N").type.tensor_type, ("value", "", 1)),
    ("TensorShapeProto", value("x", 1, "N").type.tensor_type.shape, ("value", "", 1)),
    ("TensorShapeProto.Dimension", TensorShapeProto.Dimension(dim_param="N"), ("value", "", 0)),
    ("SimpleShardedDimProto", record(2, b"M") + record(2, b"N"), ("sharding", "", 0)),
    ("ShardedDimProto", tag(1, 0) + b"\x03" + record(2, record(2, b"N")), ("sharding", "", 3)),
    ("AttributeProto", AttributeProto(name="a", type_protos=[TypeProto(
        tensor_type=value("x", "N").type.tensor_type)]), ("attribute", "a", 0)),
    ("GraphProto", GraphProto(output=[value("x", 1, "N")]), ("output", "x", 1)),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "message", "expected"), PARTS, ids=[part[0] for part in PARTS])
def test_a_part_of_a_model_as_a_file_has_its_symbols(
    kind: str, message: Any, expected: Any
) -> None:
    assert told(read(message, kind)) == {"N": [expected]}


def test_symbols_are_compared_whole_and_may_be_no_text() -> None:
    long = b"n" * 70_000
    shape = tensor(dim(long + b"a"), dim(long + b"b"), dim(b"\xff"), dim(b"\xc3\xbf"), dim(b""))
    found = read(record(7, record(13, record(2, shape))))
    assert [len(text) for text in found] == [70_001, 70_001, 1, 1, 0]
    assert list(found)[2:] == ["\udcff", "ÿ", ""]


def test_deep_types_cost_one_pass() -> None:
    deep, crossed = tensor(dim(b"N")), tensor(dim(b"N"))
    for _ in range(5_000):
        deep = record(4, record(1, deep))
        crossed = record(4, record(1, crossed)) + tensor(dim(b"last"))  # which wins over the other
    infos = record(13, record(2, deep)) + record(13, record(2, crossed))
    assert told(read(record(7, infos))) == {"N": [("value", "", 0)], "last": [("value", "", 0)]}


def test_one_symbol_twice_in_a_shape_is_told() -> None:
    """B8: x [1, "w"] and y ["w", "w"] make y square and x as wide."""
    graph = helper.make_graph([], "g", [value("x", 1, "w")], [value("y", "w", "w")])
    found = read(graph, "GraphProto")["w"]
    assert told({"w": found}) == {"w": [("input", "x", 1), ("output", "y", 0), ("output", "y", 1)]}
    assert [[(a.value, a.axis), (b.value, b.axis)] for a, b in twice(found)] == [
        [("y", 0), ("y", 1)]
    ]


# -- the onnx package as judge ---------------------------------------------------------------


def judged(message: Any) -> Iterator[tuple[str, str, int]]:
    """Yield path and text of each dim_param in a message of the package, with its axis."""
    ahead = [(message, "")]
    while ahead:
        each, path = ahead.pop()
        if isinstance(each, TensorShapeProto):
            for axis, one in enumerate(each.dim):
                if one.HasField("dim_param"):
                    text = one.dim_param
                    text = text if isinstance(text, bytes) else text.encode()
                    yield (
                        f"{path}dim[{axis}].dim_param",
                        text.decode("utf-8", "surrogateescape"),
                        axis,
                    )
            continue
        for field, content in each.ListFields():
            if field.message_type is None:
                continue
            if hasattr(content, "ListFields"):
                ahead.append((content, f"{path}{field.name}."))
            else:
                ahead += [(one, f"{path}{field.name}[{at}].") for at, one in enumerate(content)]


def role_of(path: str) -> str:
    main = path.removeprefix("graph.")
    if main.count(".type.") == 1 and main.startswith(("input[", "output[")):
        return main.partition("[")[0]
    return "function value" if path.startswith("functions") else "value"


def test_the_symbols_of_each_corpus_file_are_those_of_the_onnx_package(corpus: Path) -> None:
    total = files = 0
    for sample in samples(corpus):
        message = parsed(sample.kind, sample.data) if sample.kind else None
        if message is None:
            continue
        expected = {path: (text, axis, role_of(path)) for path, text, axis in judged(message)}
        found = read(sample.data, sample.kind)
        told = {
            use.field.path: (text, use.axis, use.role)
            for text, each in found.items()
            for use in each
        }
        assert told == expected, sample.path
        total += len(expected)
        files += bool(expected)
    assert (files >= 14, total > 400) == (True, True)


# -- odd symbols -----------------------------------------------------------------------------

PLACEHOLDER = (
    "placeholder-like; the standard makes all axes with this name equal; "
    "use neither member for an unknown size"
)
EXPRESSION = "an expression; free text by the standard; names in it: "
TOOL = "made by a tool, by its form: "
KINDS = [
    ("1", "a name that looks like a number: any size, not 1"),
    ("224.0", "a name that looks like a number: any size, not 224.0"),
    *((text, PLACEHOLDER) for text in ("None", "?", "-1", "*", "unknown", "", "NONE")),
    ("unk__16", f"{TOOL}shape inference of onnx, or tf2onnx; any size"),
    ("Reshape_123_o0__d1", f"{TOOL}symbolic shape inference of ONNX Runtime; any size"),
    *((text, f"{TOOL}torch.export; any size") for text in ("s0", "s77", "u0")),
    ("input_dynamic_axes_1", f"{TOOL}torch.onnx; any size"),
    ("dynamic_axes_1", f"{TOOL}torch.onnx; any size"),
    ("AddstateN_dim_0", f"{TOOL}torch.onnx; any size"),
    ("DynamicDimension.0", f"{TOOL}Paddle2ONNX; any size"),
    ("floor(W/2 - 1/2) + 1", f"{EXPRESSION}W"),
    ("2*N", f"{EXPRESSION}N"),
    ("batch_size*4", f"{EXPRESSION}batch_size"),
    ("past + seq", f"{EXPRESSION}past, seq"),
    ("Max(1, s0)*(s1 // 8)", f"{EXPRESSION}s0, s1"),
    ("W/2", f"{EXPRESSION}W"),
    ("a+b+c+d+e+f+a", f"{EXPRESSION}a, b, c, d, e, …"),
    ("2 * 3", "an expression; free text by the standard; no name in it"),
    ("N ", "white space at an end is part of the name"),
    ("\t1", "a name that looks like a number: any size, not 1; "
        "white space at an end is part of the name"),
]  # fmt: skip
PLAIN = [
    "N", "batch", "batch_size", "batch-size", "encoder/layer", "x:0", "seq len", "N'", "(", "a b*2",
    "f(", "*2", "a**", "2N", "N)", "s", "sequence_length", "\u202e", "\udcff", "a" * 5_000,
    "(" * 900, "size()", "é*2", "a, b", "N-é", "a::b", "s0x", "1)(2",
]  # fmt: skip


@pytest.mark.parametrize(("text", "words"), KINDS)
def test_an_odd_symbol_has_words(text: str, words: str) -> None:
    assert kind_of_symbol(text) == words


@pytest.mark.parametrize("text", PLAIN, ids=[repr(text[:20]) for text in PLAIN])
def test_a_plain_symbol_has_none(text: str) -> None:
    assert kind_of_symbol(text) == ""
