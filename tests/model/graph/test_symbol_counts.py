"""Counted symbols are those that are read one by one, also of odd and broken types."""

from pathlib import Path

import pytest
from onnx import ModelProto, TypeProto, helper

from documents import samples
from onnxlens import api
from onnxlens.model.graph import symbol_counts as counting
from onnxlens.model.graph.symbol_counts import Counted, symbol_counts
from onnxlens.model.graph.symbols import Use, symbols
from onnxlens.tree.document import Document
from recipes import dim, each, graph, model, of, tensor_type, value
from reworked import reworked
from samples import mutated

ALL = 1 << 40


def every_place() -> bytes:
    """Return a model with symbols in all that can have one, written plainly and otherwise."""
    body = helper.make_graph(
        [], "b", [helper.make_tensor_value_info("bi", 1, ["N", "N"])],
        [helper.make_tensor_value_info("bo", 1, [1, "B"])],
    )  # fmt: skip
    node = helper.make_node("Loop", ["x"], ["y"], body=body, kind=TypeProto())
    tensor = helper.make_tensor_type_proto(1, ["N", 2])
    node.attribute[-1].tp.CopyFrom(tensor)
    spec = node.device_configurations.add(configuration_id="c").sharding_spec.add(tensor_name="x")
    spec.sharded_dim.add(axis=-1).simple_sharding.add(dim_param="N", num_shards=2)
    made = [helper.make_tensor_value_info("x", 1, ["N", 3, "M"])]
    made[0].type.denotation = "IMAGE"
    made[0].type.tensor_type.shape.dim[2].denotation = "DATA_CHANNEL"
    made[0].doc_string = "an input"
    wrapped = [
        helper.make_value_info("s", helper.make_sequence_type_proto(tensor)),
        helper.make_value_info("o", helper.make_optional_type_proto(tensor)),
        helper.make_value_info("sp", helper.make_sparse_tensor_type_proto(1, ["S", "M"])),
        helper.make_tensor_value_info("v", 1, ["N", "", "N"]),
    ]
    outputs = [helper.make_tensor_value_info("y", 1, ["M", "N"])]
    graph_ = helper.make_graph([node], "g", made, outputs, value_info=wrapped)
    inner = helper.make_function(
        "d", "f", ["a"], ["b"], [helper.make_node("If", ["a"], ["b"], then_branch=body)], [],
        value_info=[helper.make_tensor_value_info("a", 1, ["N", "F"])],
    )  # fmt: skip
    return helper.make_model(graph_, functions=[inner]).SerializeToString()


def told(use: Use) -> tuple[object, ...]:
    scope = use.scope.rows if use.scope else None
    owner, field = use.owner.path, use.field.path
    return use.role, scope, owner, use.value, use.axis, use.shape, field, use.symbol, use.denotation


def same(document: Document) -> Counted:
    """Compare with the symbols as they are read one by one; return what was counted."""
    one_by_one = symbols(document)
    found = symbol_counts(document, ALL, ALL)
    assert {symbol.name: list(map(told, symbol.uses)) for symbol in found.symbols} == {
        name: list(map(told, uses)) for name, uses in one_by_one.items()
    }
    assert [symbol.name for symbol in found.symbols] == list(one_by_one)
    assert [symbol.axes for symbol in found.symbols] == list(map(len, one_by_one.values()))
    assert (found.total, found.axes) == (len(one_by_one), sum(map(len, one_by_one.values())))
    assert not found.is_least
    return found


def test_the_corpus(corpus: Path) -> None:
    found = 0
    for sample in samples(corpus):
        with api.open(sample.data) as document:
            found += same(document).axes
    assert found > 400


def test_every_place_of_a_model() -> None:
    found = same(api.open(every_place()))
    roles = {use.role for symbol in found.symbols for use in symbol.uses}
    assert roles == {"input", "output", "value", "attribute", "function value", "sharding"}


def test_records_that_are_moved_doubled_and_of_other_types() -> None:
    document = api.open(every_place())
    for data in reworked(document, 400, seed=5):
        same(api.open(data, "ModelProto"))


def test_broken_files() -> None:
    for data in mutated([every_place()], 400, seed=6):
        same(api.open(data, "ModelProto"))


@pytest.mark.parametrize("kind", ["ValueInfoProto", "TypeProto", "TensorShapeProto", "GraphProto"])
def test_other_roots(kind: str) -> None:
    shape = each(1, [dim("N"), dim(3), dim("N", "DATA_BATCH")])
    type_ = of(1, of(2, shape))
    roots = {
        "TensorShapeProto": shape, "TypeProto": type_, "ValueInfoProto": value("x", type_),
        "GraphProto": graph(inputs=[value("x", type_)]),
    }  # fmt: skip
    assert same(api.open(roots[kind], kind)).axes == 2


def test_a_file_that_is_no_message() -> None:
    assert symbol_counts(api.open(b"no message of ONNX"), 5, 5) == ([], 0, 0, False)


def test_only_the_first_symbols_and_uses_are_kept() -> None:
    values = [value(f"v{at}", tensor_type(1, dim("N"), dim(f"s{at}"))) for at in range(30)]
    found = symbol_counts(api.open(model(graph(more=each(13, values)))), 3, 4)
    assert [(symbol.name, symbol.axes) for symbol in found.symbols] == [
        ("N", 30), ("s0", 1), ("s1", 1)
    ]  # fmt: skip
    assert [use.value for use in found.symbols[0].uses] == ["v0", "v1", "v2", "v3"]
    assert (found.total, found.axes) == (31, 60)


def test_uses_in_odd_types_are_counted_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "SLOW", 5)
    inner = tensor_type(1, dim("S"))
    odd = [value(f"s{at}", of(4, of(1, inner))) for at in range(9)]  # sequences
    plain = [value(f"v{at}", tensor_type(1, dim("N"))) for at in range(9)]
    found = symbol_counts(api.open(model(graph(inputs=plain, more=each(13, odd)))), 9, 9)
    assert [(symbol.name, symbol.axes) for symbol in found.symbols] == [("N", 9), ("S", 5)]
    assert found.is_least


def test_types_written_plainly_are_not_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "SLOW", 0)
    parsed = ModelProto.FromString(every_place())
    del parsed.functions[:]
    del parsed.graph.value_info[:3]
    del parsed.graph.node[0].attribute[1]
    del parsed.graph.node[0].device_configurations[:]
    document = api.open(parsed.SerializeToString())
    found = symbol_counts(document, ALL, ALL)
    assert not found.is_least
    assert found.axes == sum(map(len, symbols(document).values())) == 10
