"""The flow of files that were made to be hard: deep, wide, many, recursive, and random."""

import random
import time

import pytest

import recipes as r
from onnxlens import api
from onnxlens.model.flow.flow import Flow
from onnxlens.views.denotations import denotation_json, denotation_lines
from onnxlens.views.page import Page

N, C, F = "DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE"
X = r.value("x", r.tensor_type(r.FLOAT, *map(r.dim, (1, 3, 8, 8), (N, C, F, F))))
SECONDS = 25  # an order of magnitude more than each takes


def followed(data: bytes) -> Flow:
    """Return the flow of a model after all was shown that there is of it."""
    started = time.monotonic()
    with api.open(data, "ModelProto") as document:
        flow = Flow(document)
        assert sum(map(len, denotation_lines(Page(), flow)))
        assert len(flow.mismatches) > 1000 or denotation_json(flow)
    assert time.monotonic() - started < SECONDS
    return flow


def model(nodes: list[bytes], *inputs: bytes, more: bytes = b"") -> bytes:
    return r.model(r.graph(nodes, inputs or (X,), [r.value("y")]), more=more)


def test_ten_thousand_graphs_in_each_other():
    body = r.graph([r.node("Relu", ["x"], ["y"])], (), [r.value("y")])
    for _ in range(10_000):
        branch = r.attribute("then_branch", 5, r.of(6, body))
        body = r.graph([r.node("If", ["c"], ["y"], [branch])], (), [r.value("y")])
    flow = followed(r.model(r.of(11, X) + body))
    assert flow.complete or flow.meanings


def test_a_hundred_thousand_nodes_and_a_mismatch_at_each_other_one():
    nodes = [r.node("Transpose", ["x"], ["v0"])]
    for at in range(50_000):
        nodes.append(r.node("Relu", [f"v{2 * at}"], [f"v{2 * at + 1}"]))
        nodes.append(r.node("AveragePool", [f"v{2 * at + 1}"], [f"v{2 * at + 2}"]))
    flow = followed(model(nodes))
    assert len(flow.mismatches) == 50_000
    assert {fault.since.path for fault in flow.mismatches if fault.since} == {"graph.node[0]"}


def function(name: str, nodes: list[bytes]) -> bytes:
    """Return a FunctionProto of the domain f."""
    imports = r.of(9, r.int_of(2, 21))
    return r.of(1, name) + r.of(4, "x") + r.of(5, "y") + r.each(7, nodes) + imports + r.of(10, "f")


def call(name: str, given: str, made: str) -> bytes:
    return r.node(name, [given], [made], more=r.of(7, "f"))


def test_functions_that_call_the_next_twice():
    functions = [function("f30", [r.node("Relu", ["x"], ["y"])])]
    for at in range(30):
        functions.append(
            function(f"f{at}", [call(f"f{at + 1}", "x", "a"), call(f"f{at + 1}", "a", "y")])
        )
    flow = followed(model([call("f0", "x", "y")], more=r.each(25, functions)))
    assert flow.complete and len(flow.meanings) == 2


def test_functions_whose_every_call_is_another_kind():
    turn = [r.attribute("perm", 7, b"".join(r.int_of(8, at) for at in (1, 2, 3, 4, 5, 6, 7, 0)))]
    swap = [r.attribute("perm", 7, b"".join(r.int_of(8, at) for at in (1, 0, 2, 3, 4, 5, 6, 7)))]
    functions = [function("f20", [r.node("Relu", ["x"], ["y"])])]
    for at in range(20):
        steps = [
            call(f"f{at + 1}", "x", "a"),
            r.node("Transpose", ["a"], ["b"], turn),
            call(f"f{at + 1}", "b", "c"),
            r.node("Transpose", ["c"], ["d"], swap),
            call(f"f{at + 1}", "d", "y"),
        ]
        functions.append(function(f"f{at}", steps))
    axes = (r.dim(at + 2, f"D{at}") for at in range(8))
    x = r.value("x", r.tensor_type(r.FLOAT, *axes))
    flow = followed(model([call("f0", "x", "y")], x, more=r.each(25, functions)))
    assert not flow.complete


def test_functions_that_call_themselves_and_each_other():
    a = function("a", [call("a", "x", "t"), call("b", "t", "y")])
    b = function("b", [call("a", "x", "y")])
    flow = followed(model([call("a", "x", "y")], more=r.each(25, [a, b])))
    assert len(flow.meanings) == 1


def test_a_shape_of_a_hundred_thousand_axes_means_nothing():
    wide = r.tensor_type(r.FLOAT, *[r.dim(2, N)] * 100_000)
    nodes = [r.node("Relu", ["x"], ["v0"])]
    nodes += [r.node("Relu", [f"v{at}"], [f"v{at + 1}"]) for at in range(2000)]
    assert followed(model(nodes, r.value("x", wide))).meanings == {}


def test_axes_that_are_added_without_end_mean_nothing_at_last():
    axes = [r.attribute("axes", 7, r.int_of(8, 0) + r.int_of(8, 1))]
    nodes = [r.node("Unsqueeze", ["x"], ["v0"], axes)]
    nodes += [r.node("Unsqueeze", [f"v{at}"], [f"v{at + 1}"], axes) for at in range(5000)]
    assert len(followed(r.model(r.graph(nodes, (X,)), opset=11)).meanings) == 31


def damaged(data: bytes, seed: int) -> bytes:
    """Return some bytes with a few of them changed, or a part left out."""
    at = random.Random(seed)
    found = bytearray(data)
    for _ in range(at.randrange(1, 6)):
        found[at.randrange(len(found))] = at.randrange(256)
    start = at.randrange(len(found))
    return bytes(found[:start] + found[start + at.randrange(3) :])


@pytest.mark.parametrize("part", range(8))
def test_damaged_models_are_followed_as_far_as_they_go(part: int):
    from onnxlens.model.flow.rules import RULES

    numbers = b"".join(r.int_of(8, at) for at in (0, 2, 1, 3))
    attributes = [r.attribute("perm", 7, numbers), r.attribute("axis", 2, r.int_of(3, 1))]
    names = sorted(RULES)[part::8]
    nodes = [r.node(op, ["x", "s", "w"], [f"{op}1", f"{op}2"], attributes) for op in names]
    nodes += [r.node(op, [f"{op}1", "s", "x"], ["y"], attributes) for op in names]
    stored = r.int_of(1, 4) + r.int_of(2, 7) + r.of(8, "s") + r.each(9, [b"\1" + b"\0" * 31])
    data = r.model(r.graph(nodes, (X,), [r.value("y")], [stored]))
    followed(data)
    for seed in range(40):
        followed(damaged(data, seed))
