"""The IR version that content needs, against the table of gates and the onnx package."""

import csv

import onnx
import pytest
from onnx import TensorProto, checker, helper

from documents import samples
from onnxlens import api
from onnxlens.model.ir import Needed, needed, reasons
from recipes import (
    BASE,
    FLOAT,
    RELU,
    X,
    attribute,
    dim,
    entry,
    graph,
    int_of,
    model,
    node,
    of,
    patched,
    tensor_type,
    value,
)


def asked(data: bytes, kind: str = "ModelProto") -> Needed:
    """What a message needs."""
    with api.open(data, kind) as document:
        return needed(document)


def said(data: bytes, kind: str = "ModelProto") -> list[tuple[int, str, str, int]]:
    """IR version, name, first path and count of each reason."""
    found = asked(data, kind).reasons
    return [(r.ir_version, r.what, r.places[0].path, r.count) for r in found]


def weight(data_type: int = FLOAT, more: bytes = b"") -> bytes:
    """A TensorProto named w."""
    return int_of(1, 1) + int_of(2, data_type) + of(8, "w") + more


def typed(type_: bytes) -> bytes:
    """A model of an input with a type."""
    return model(graph(inputs=[value("x", type_)]))


def noded(more: bytes = b"", attributes: tuple[bytes, ...] = ()) -> bytes:
    """A model of one node with further records."""
    return model(graph([node("Relu", ["x"], ["y"], attributes, more)]))


FUNCTION = of(1, "F") + of(9, int_of(2, 17)) + of(10, "d")
ADD = node("Add", ["x", "w"], ["y"])
WITH_WEIGHT = graph([ADD], initializers=[weight()])

# one row for each thing that an IR version brought: version, name, model, path of the first place
GATES = [
    (2, "AttributeProto.type",
     int_of(1, 1) + of(7, graph([node("A", [], ["y"], [attribute("a", 2)])])),
     "graph.node[0].attribute[0].type"),
    (3, "ModelProto.opset_import", BASE, "opset_import[0]"),
    (3, "NodeProto.domain", int_of(1, 2) + of(7, graph([RELU + of(7, "d")])),
     "graph.node[0].domain"),
    (4, "initializer that is not an input", model(WITH_WEIGHT), "graph.initializer[0]"),
    (4, "data type BFLOAT16", typed(tensor_type(16, dim(2))),
     "graph.input[0].type.tensor_type.elem_type"),
    (4, "external data", noded(attributes=(attribute("t", 4, of(5, of(13, entry("a", "b")))),)),
     "graph.node[0].attribute[0].t.external_data[0]"),
    (4, "TypeProto.opaque_type", typed(of(7, b"")), "graph.input[0].type.opaque_type"),
    (5, "GraphProto.quantization_annotation", model(graph(more=of(14, b""))),
     "graph.quantization_annotation[0]"),
    (6, "GraphProto.sparse_initializer", model(graph(more=of(15, of(1, weight())))),
     "graph.sparse_initializer[0]"),
    (6, "attribute of type SPARSE_TENSOR", noded(attributes=(attribute("s", 11, of(22, b"")),)),
     "graph.node[0].attribute[0].sparse_tensor"),
    (6, "attribute of type SPARSE_TENSORS", noded(attributes=(attribute("s", 12),)),
     "graph.node[0].attribute[0].type"),
    (7, "ModelProto.training_info", model(more=of(20, b"")), "training_info[0]"),
    (8, "function of the model", model(more=of(25, FUNCTION)), "functions[0]"),
    (8, "TypeProto.optional_type", typed(of(9, b"")), "graph.input[0].type.optional_type"),
    (8, "TypeProto.sparse_tensor_type", typed(of(8, b"")),
     "graph.input[0].type.sparse_tensor_type"),
    (8, "attribute of type TYPE_PROTO", noded(attributes=(attribute("t", 13, of(14, b"")),)),
     "graph.node[0].attribute[0].tp"),
    (9, "FunctionProto.attribute_proto", model(more=of(25, FUNCTION + of(11, b""))),
     "functions[0].attribute_proto[0]"),
    (10, "overload of a function", noded(of(8, "o")), "graph.node[0].overload"),
    (10, "FunctionProto.value_info", model(more=of(25, FUNCTION + of(12, b""))),
     "functions[0].value_info[0]"),
    *((10, "metadata_props below the model", data, path) for data, path in [
        (model(graph(more=of(16, entry("a", "b")))), "graph.metadata_props[0]"),
        (noded(of(9, entry("a", "b"))), "graph.node[0].metadata_props[0]"),
        (model(graph(inputs=[X + of(4, entry("a", "b"))])), "graph.input[0].metadata_props[0]"),
        (model(more=of(25, FUNCTION + of(14, entry("a", "b")))), "functions[0].metadata_props[0]"),
        (model(graph([ADD], initializers=[weight(more=of(16, entry("a", "b")))])),
         "graph.initializer[0].metadata_props[0]"),
    ]),
    (11, "device configuration", model(more=of(26, of(1, "c"))), "configuration[0]"),
    (11, "device configuration", noded(of(10, of(1, "c"))),
     "graph.node[0].device_configurations[0]"),
    *((since, f"data type {name}", typed(tensor_type(number, dim(2))),
       "graph.input[0].type.tensor_type.elem_type") for since, name, number in [
        (9, "FLOAT8E4M3FN", 17), (9, "FLOAT8E4M3FNUZ", 18), (9, "FLOAT8E5M2", 19),
        (9, "FLOAT8E5M2FNUZ", 20), (10, "UINT4", 21), (10, "INT4", 22), (11, "FLOAT4E2M1", 23),
        (12, "FLOAT8E8M0", 24), (13, "UINT2", 25), (13, "INT2", 26), (14, "FLOAT6E2M3", 27),
        (14, "FLOAT6E3M2", 28)]),
]  # fmt: skip


@pytest.mark.parametrize(("version", "what", "data", "path"), GATES, ids=lambda x: str(x)[:40])
def test_what_an_ir_version_brought_needs_it(version, what, data, path):
    found = said(data)
    assert found[0] == (version, what, path, 1)
    assert asked(data).needed == version


@pytest.mark.parametrize(("version", "what", "data", "path"), GATES, ids=lambda x: str(x)[:40])
def test_above_its_version_nothing_is_a_reason(version, what, data, path):
    with api.open(data, "ModelProto") as document:
        assert [r.what for r in reasons(document, version - 1)] == [what]
        assert reasons(document, version) == []


@pytest.mark.parametrize("number", TensorProto.DataType.values())
def test_a_data_type_needs_the_same_in_a_tensor_and_in_a_type(number):
    in_type = asked(typed(tensor_type(number, dim(2)))).needed
    listed = value("w", tensor_type(FLOAT, dim(1)))
    held = graph([ADD], inputs=[X, listed], initializers=[weight(number)])
    assert asked(model(held)).needed == in_type


@pytest.mark.parametrize(
    ("data", "kind", "version"),
    [(weight(17), "TensorProto", 9), (WITH_WEIGHT, "GraphProto", 4), (X, "ValueInfoProto", 1),
     (b"", "SequenceProto", 7), (int_of(2, 5), "SequenceProto", 8), (b"", "OptionalProto", 8),
     (FUNCTION, "FunctionProto", 8), (int_of(1, 99), "TypeProto.Tensor", 1)],
)  # fmt: skip
def test_any_message_has_a_version_that_it_needs(data, kind, version):
    found = asked(data, kind)
    assert (found.stated, found.needed, found.lowest_safe) == (None, version, version)


SILENT = {
    "an empty text in a new field": noded(of(8, "")),
    "data_location DEFAULT": model(graph(
        [ADD], inputs=[X, value("w")], initializers=[weight(more=int_of(14, 0))])),
    "an attribute type of 0": noded(attributes=(attribute("a", 0),)),
    "a data type that the standard has not": typed(tensor_type(99, dim(2))),
    "a newer data type that a later record overrules": typed(
        of(1, int_of(1, 17) + int_of(1, FLOAT))),
    "a wire type that does not fit": noded(int_of(9, 1)),
    "the metadata of the model itself": model(more=of(14, entry("a", "b"))),
    "an unknown field": noded(of(40, "x")),
    "the number in ir_version": patched({1: 14}),
}  # fmt: skip


@pytest.mark.parametrize("name", SILENT)
def test_what_says_nothing_new_needs_nothing(name):
    assert [version for version, *_ in said(SILENT[name])] == [3]


def test_a_number_of_two_bytes_that_means_a_new_type_counts():
    overlong = of(1, b"\x08\x91\x00")  # elem_type 17 in two bytes
    assert asked(typed(overlong)).needed == 9


def test_many_places_of_one_feature_are_one_reason_with_a_count():
    nodes = [RELU + of(9, entry("a", "b")) + of(9, entry("c", "d"))] * 5
    with api.open(model(graph(nodes)), "ModelProto") as document:
        first = reasons(document)[0]
    assert (first.count, [place.path for place in first.places]) == (
        5, [f"graph.node[{n}].metadata_props[0]" for n in range(3)])  # fmt: skip


def test_an_input_in_another_record_of_the_same_graph_counts():
    halves = of(7, of(5, weight())) + of(7, of(11, value("w")))
    assert asked(int_of(1, 3) + halves).needed == 1


def test_the_initializers_of_a_subgraph_are_held_against_its_own_inputs():
    inner = graph([ADD], inputs=[X], initializers=[weight()])
    outer = graph(
        [node("If", ["x"], ["y"], [attribute("then_branch", 5, of(6, inner))])],
        inputs=[X, value("w")],
    )
    assert said(model(outer))[0][2] == "graph.node[0].attribute[0].g.initializer[0]"


# -- may the number be lowered ---------------------------------------------------------------

DEFAULTS = graph([ADD], inputs=[X, value("w")], initializers=[weight()])


@pytest.mark.parametrize(
    ("data", "stated", "needed_", "lowest"),
    [
        (patched({1: 11}), 11, 3, 3),  # E1
        (patched({1: 14}), 14, 3, 3),  # E2
        (BASE[2:], None, 3, 3),  # E4
        (patched({1: 0}), 0, 3, 3),  # E4
        (model(WITH_WEIGHT, ir=3, opset=8), 3, 4, 4),  # E5
        (int_of(1, 8) + of(7, graph()), 8, 1, 3),  # E6: below, ai.onnx 1 would be implied
        (int_of(1, 2) + of(7, graph()), 2, 1, 1),
        (patched({58: 99}), 8, 3, 3),  # E9
        (model(graph([ADD], initializers=[weight(17)])), 8, 9, 9),  # E11
        (model(DEFAULTS), 8, 3, 4),  # below 4 the default becomes a constant
        (model(DEFAULTS, ir=3), 3, 3, 3),
        (model(DEFAULTS, more=of(20, b"")), 8, 7, 7),
    ],
)
def test_the_lowest_safe_number_is_told(data, stated, needed_, lowest):
    found = asked(data)
    assert (found.stated, found.needed, found.lowest_safe) == (stated, needed_, lowest)
    assert found.unsure == ""


@pytest.mark.parametrize(
    ("data", "why"),
    [(BASE[:-10], "damaged"), (patched({1: 15}), "15 is newer than 14"), (b"\xff", "damaged")],
)
def test_what_cannot_be_known_is_not_told(data, why):
    found = asked(data)
    assert found.lowest_safe is None
    assert why in found.unsure


def test_a_file_that_is_not_indexed_to_its_end_is_not_judged():
    with api.open(BASE, "ModelProto", max_records=5) as document:
        assert needed(document).lowest_safe is None


def test_an_initializer_that_is_an_input_of_a_subgraph_is_no_default_of_the_model():
    branch = attribute("then_branch", 5, of(6, DEFAULTS))
    assert asked(model(graph([node("If", ["x"], ["y"], [branch])]))).lowest_safe == 3


# -- against the onnx package ----------------------------------------------------------------


def test_the_pair_of_an_opset_is_the_one_that_the_package_writes():
    for version in range(5, 29):
        made = helper.make_model_gen_version(
            helper.make_graph([], "g", [], []), opset_imports=[helper.make_opsetid("", version)]
        )
        assert asked(made.SerializeToString()).paired == made.ir_version, version


def _models(corpus) -> list[tuple[str, bytes]]:
    found = samples(corpus)
    return [(s.path, s.data) for s in found if s.kind == "ModelProto" and s.parses]


def test_every_model_of_the_corpus_is_answered_as_the_package_reads_it(corpus):
    answered = 0
    for path, data in _models(corpus):
        theirs = onnx.ModelProto.FromString(data)
        found = asked(data)
        if found.unsure:
            continue
        assert found.stated == (theirs.ir_version if theirs.HasField("ir_version") else None), path
        pairs = [(o.domain, o.version) for o in theirs.opset_import]
        assert [(opset.domain, opset.version) for opset in found.opsets] == pairs, path
        assert found.needed >= (3 if pairs else 1), path
        answered += 1
    assert answered > 50


def test_a_model_that_the_checker_accepts_is_accepted_with_the_lowest_safe_number(corpus, tmp_path):
    lowered = 0
    for path, data in _models(corpus):
        theirs, found = onnx.ModelProto.FromString(data), asked(data)
        if not _accepted(theirs) or found.lowest_safe is None:
            continue
        theirs.ir_version = found.lowest_safe
        assert _accepted(theirs), path
        lowered += 1
    assert lowered > 20


def test_below_what_is_needed_for_its_initializers_the_checker_refuses(corpus):
    refused = 0
    for path, data in _models(corpus):
        theirs, found = onnx.ModelProto.FromString(data), asked(data)
        if found.needed != 4 or not any("not an input" in r.what for r in found.reasons):
            continue
        if _accepted(theirs):
            theirs.ir_version = 3
            assert not _accepted(theirs), path
            refused += 1
    assert refused > 3


def _accepted(model_: onnx.ModelProto) -> bool:
    try:
        checker.check_model(model_)
    except checker.ValidationError:
        return False
    return True


def test_the_manifest_states_the_same_ir_versions(corpus):
    with (corpus / "MANIFEST.csv").open(newline="") as manifest:
        stated = {row["path"]: row["ir_version"] for row in csv.DictReader(manifest)}
    for path, data in _models(corpus):
        if stated[path]:
            assert str(asked(data).stated or 0) == stated[path], path
