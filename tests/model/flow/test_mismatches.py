"""Which order operators expect, and since when it is another one."""

import pytest

import recipes as r
from onnxlens import api
from onnxlens.model.flow import expected
from onnxlens.model.flow.flow import Flow
from onnxlens.model.flow.meaning import words

N, C, F, T = "DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE", "DATA_TIME"
OUT, IN, S = "FILTER_OUT_CHANNEL", "FILTER_IN_CHANNEL", "FILTER_SPATIAL"


def value(name: str, *axes: str) -> bytes:
    """Return a ValueInfoProto whose axes have denotations, and sizes of their own."""
    return r.value(name, r.tensor_type(r.FLOAT, *(r.dim(at + 2, a) for at, a in enumerate(axes))))


def perm(*numbers: int) -> bytes:
    return r.attribute("perm", 7, b"".join(r.int_of(8, number) for number in numbers))


def model(nodes: list[bytes], *inputs: bytes, opset: int = 21) -> bytes:
    return r.model(r.graph(nodes, inputs, [r.value("y")]), opset=opset)


def mismatches(data: bytes) -> list[tuple[str, str, str, str | None]]:
    """Return of each mismatch the path, what was found and needed, and where it began."""
    with api.open(data, "ModelProto") as document:
        return [
            (
                fault.field.path,
                words(fault.meaning.axes),
                expected.words(fault.wanted),
                fault.since.path if fault.since else None,
            )
            for fault in Flow(document).mismatches
        ]


# each row: an operator, its inputs' axes, and the number of the input that does not fit
ORDERS = [
    ("AveragePool", [[N, C, F, F]], None),
    ("AveragePool", [[N, F, C, F]], 0),
    ("AveragePool", [[N, C, T]], None),
    ("AveragePool", [[N, F, T]], None),
    ("AveragePool", [[N, T, C]], 0),
    ("AveragePool", [["", "", "", ""]], None),
    ("AveragePool", [[N, "HEIGHT", "", ""]], None),
    ("AveragePool", [[N, C]], None),
    ("GlobalMaxPool", [[N, F, F, C]], 0),
    ("MaxPool", [[C, N, F, F]], 0),
    ("Conv", [[N, C, F, F], [OUT, IN, S, S]], None),
    ("Conv", [[N, C, F, F], [IN, OUT, S, S]], 1),
    ("Conv", [[N, F, F, C], [OUT, IN, S, S]], 0),
    ("ConvTranspose", [[N, C, F, F], [IN, OUT, S, S]], None),
    ("ConvTranspose", [[N, C, F, F], [OUT, IN, S, S]], 1),
    ("QLinearConv", [[N, C, F, F], [""], [""], [S, S, IN, OUT]], 3),
    ("BatchNormalization", [[N, F]], None),
    ("BatchNormalization", [[N, F, F, C]], 0),
    ("BatchNormalization", [[C]], None),
    ("LSTM", [[T, N, F]], None),
    ("LSTM", [[F, N, C]], None),
    ("LSTM", [[N, T, F]], 0),
    ("Relu", [[C, F, N, F]], None),
]


@pytest.mark.parametrize(("op", "inputs", "wrong"), ORDERS)
def test_the_order_is_that_of_the_operator(op: str, inputs: list[list[str]], wrong: int | None):
    names = [f"x{number}" for number in range(len(inputs))]
    values = [value(name, *axes) for name, axes in zip(names, inputs, strict=True)]
    found = mismatches(model([r.node(op, names, ["y"])], *values))
    assert [path for path, *_ in found] == (
        [] if wrong is None else [f"graph.node[0].input[{wrong}]"]
    )


def test_a_recurrent_layer_takes_the_batch_first_where_its_layout_says_so():
    layout = [r.attribute("layout", 2, r.int_of(3, 1))]
    nodes = [r.node("GRU", ["x"], ["y"], layout)]
    assert mismatches(model(nodes, value("x", N, T, F))) == []
    assert len(mismatches(model(nodes, value("x", T, N, F)))) == 1


def test_the_node_is_named_where_the_order_went_wrong():
    nodes = [
        r.node("Relu", ["x"], ["a"]),
        r.node("Transpose", ["a"], ["b"], [perm(0, 2, 1, 3)]),
        r.node("Relu", ["b"], ["c"]),
        r.node("AveragePool", ["c"], ["y"]),
        r.node("MaxPool", ["y"], ["z"]),
    ]
    found, needed = f"[{N}, {F}, {C}, {F}]", f"[{N}, {C}, {F}, {F}]"
    assert mismatches(model(nodes, value("x", N, C, F, F))) == [
        ("graph.node[3].input[0]", found, needed, "graph.node[1]"),
        ("graph.node[4].input[0]", found, needed, "graph.node[1]"),
    ]


def test_of_several_wrong_turns_the_first_is_named():
    nodes = [
        r.node("Transpose", ["x"], ["a"], [perm(0, 2, 3, 1)]),
        r.node("Transpose", ["a"], ["b"], [perm(1, 0, 2, 3)]),
        r.node("AveragePool", ["b"], ["y"]),
    ]
    assert mismatches(model(nodes, value("x", N, C, F, F)))[0][3] == "graph.node[0]"
    back = [nodes[0], r.node("Transpose", ["a"], ["b"], [perm(0, 3, 1, 2)]), nodes[2]]
    assert mismatches(model(back, value("x", N, C, F, F))) == []


def test_a_declaration_is_named_where_the_order_is_another_one_from_the_start():
    nodes = [r.node("Relu", ["x"], ["a"]), r.node("AveragePool", ["a"], ["y"])]
    assert mismatches(model(nodes, value("x", N, F, F, C)))[0][3] == "graph.input[0]"


def test_the_way_of_a_sum_goes_through_the_input_that_means_something():
    nodes = [
        r.node("Transpose", ["x"], ["a"], [perm(0, 2, 1, 3)]),
        r.node("Add", ["w", "a"], ["b"]),
        r.node("AveragePool", ["b"], ["y"]),
    ]
    data = model(nodes, value("w", "", "", "", ""), value("x", N, C, F, F))
    assert mismatches(data)[0][3] == "graph.node[0]"
