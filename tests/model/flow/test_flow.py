"""Denotations on their way: through nodes, graphs inside nodes and functions."""

import pytest
from onnx import ModelProto, TensorProto, helper, parser

from onnxlens import api
from onnxlens.model.flow.flow import Flow
from onnxlens.model.flow.meaning import words
from onnxlens.model.flow.sentences import defines
from onnxlens.tree.field import Field

N, C, F, T = "DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE", "DATA_TIME"
IMAGE = [N, C, F, F]
HEAD = '<ir_version: 10, opset_import: ["" : 21, "f" : 1]>'
IN_F = '<domain: "f", opset_import: ["" : 21]>'


def model(text: str, functions: str = "", **denotations: list[str]) -> ModelProto:
    """Return a model from the text syntax of onnx, with denotations of some of its values."""
    made = parser.parse_model(f"{HEAD} {text}{functions}")
    graph = made.graph
    for value in (*graph.input, *graph.output, *graph.value_info):
        dims = value.type.tensor_type.shape.dim
        for dim, denotation in zip(dims, denotations.get(value.name, ()), strict=False):
            dim.denotation = denotation
    return made


def flow(made: ModelProto) -> tuple[Flow, dict[str, str]]:
    """Return the flow, and what the values mean by name."""
    with api.open(made.SerializeToString(), "ModelProto") as document:
        found = Flow(document)
        fields = [(Field(document, row), meaning) for row, meaning in found.meanings.items()]
        return found, {defines(f).strip('"'): words(meaning.axes) for f, meaning in fields}


def means(made: ModelProto, name: str) -> str | None:
    return flow(made)[1].get(name)


def line(*words_: str) -> str:
    return f"[{', '.join(words_)}]"


BATCHED = (
    """y = Scan <num_scan_inputs = 1, body = b (float[] u) => (float[] v) { v = Relu (u) }> (, x)"""
)

# each row: nodes that make y of x [1, 3, 8, 6], and what y means
STEPS = [
    ("y = Transpose <perm = [0, 2, 1, 3]> (x)", line(N, F, C, F)),
    ("y = Transpose (x)", line(F, F, C, N)),
    ("y = Transpose <perm = [0, 0, 1, 3]> (x)", None),
    ("y = Relu (x)", line(*IMAGE)),
    ("b = Constant <value_floats = [1.0, 2.0]> () y = Add (x, b)", line(*IMAGE)),
    ("b = Constant <value_float = 1.0> () y = Add (b, x)", line(*IMAGE)),
    ("y = Add (x, unknown)", None),
    ("y = ReduceMean <keepdims = 0> (x)", None),
    ("a = Constant <value_ints = [2, -1]> () y = ReduceMean <keepdims = 0> (x, a)", line(N, C)),
    ("a = Constant <value_ints = [2, 3]> () y = ReduceMean (x, a)", line(*IMAGE)),
    ("a = Constant <value_ints = [0]> () y = Squeeze (x, a)", line(C, F, F)),
    ("y = Squeeze (x)", line(C, F, F)),
    ("a = Constant <value_ints = [-1, 0]> () y = Unsqueeze (x, a)", line("?", *IMAGE, "?")),
    ("y = Flatten (x)", line(N, "?")),
    ("y = Flatten <axis = 2> (x)", line(C, "?")),
    ("s = Constant <value_ints = [0, 3, -1]> () y = Reshape (x, s)", line(N, C, "?")),
    ("s = Constant <value_ints = [-1, 3, 8, 6]> () y = Reshape (x, s)", line(*IMAGE)),
    ("s = Constant <value_ints = [24, 6]> () y = Reshape (x, s)", line("?", F)),
    ("s = Constant <value_ints = [3, 8, 6]> () y = Reshape (x, s)", line(C, F, F)),
    ("s = Constant <value_ints = [6, 8, 3]> () y = Reshape (x, s)", None),
    ("i = Constant <value_ints = [0, 1]> () y = Gather <axis = 1> (x, i)", line(N, "?", F, F)),
    ("i = Constant <value_int = 0> () y = Gather <axis = 1> (x, i)", line(N, F, F)),
    ("y, z = Split <axis = 1, num_outputs = 2> (x)", line(*IMAGE)),
    ("y = Concat <axis = 1> (x, unknown)", line(*IMAGE)),
    ("t = Transpose <perm = [0, 2, 1, 3]> (x) y = Concat <axis = 1> (x, t)", line(N, "?", "?", F)),
    ("y = MatMul (x, unknown)", None),
    ("y = Einsum <equation = 'nchw->nhwc'> (x)", line(N, F, F, C)),
    ("s = Constant <value_ints = [1, -1, 48]> () y = Reshape (x, s)", line(N, C, "?")),
    ("d = Constant <value_int = 9> () y = OneHot <axis = 1> (x, d, d)", line(N, "?", C, F, F)),
    ("s = Shape (x) y = Reshape (x, s)", None),
    ("y = NonZero (x)", None),
    ("y = f.unknown (x)", None),
]  # fmt: skip


@pytest.mark.parametrize(("nodes", "wanted"), STEPS, ids=[nodes for nodes, _ in STEPS])
def test_axes_keep_their_words(nodes: str, wanted: str | None):
    text = f"g (float[1,3,8,6] x) => (float[] y) {{ {nodes} }}".replace("'", '"')
    made = model(text, x=IMAGE)
    assert means(made, "y") == wanted


# each row: the opset version, the nodes, the axes of x and of another input w, and what y means
OLDER = [
    (6, "y = Add <broadcast = 1, axis = 1> (x, w)", [N, C], [C], line(N, C)),
    (9, "y = Slice <axes = [1], starts = [0], ends = [1]> (x)", [N, C], [F], line(N, C)),
    (8, BATCHED, [N, T, C], [F], None),
    (14, "y, h = GRU <layout = 1, hidden_size = 4> (x, w, w)", [N, T, F], [""], line(N, T, "?", F)),
]


@pytest.mark.parametrize(("opset", "nodes", "x", "w", "wanted"), OLDER)
def test_a_rule_is_that_of_the_opset_version(
    opset: int, nodes: str, x: list[str], w: list[str], wanted: str | None
):
    shapes = [",".join("abc"[: len(axes)]) for axes in (x, w)]
    text = f"g (float[{shapes[0]}] x, float[{shapes[1]}] w) => (float[] y) {{ {nodes} }}"
    made = model(text, x=x, w=w)
    made.opset_import[0].version = opset
    assert means(made, "y") == wanted


def test_a_loop_carries_no_size():
    text = """g (int64 m, bool c, float[2,3,4] x) => (float[] y) {
        y = Loop (m, c, x) <body = b (int64 i, bool k, float[] u) => (bool k2, float[] v) {
            s = Constant <value_ints = [2, 3, 4]> () k2 = Identity (k) v = Reshape (u, s) }>
    }"""
    assert means(model(text, x=[N, C, F]), "v") is None


def test_a_denotation_of_the_type_goes_with_what_is_still_an_image():
    made = model("g (float[1,3,8,6] x) => (float[a,b,c,d] y) { c = Cast <to = 1> (x) y = Exp (c) }")
    made.graph.input[0].type.denotation = "IMAGE"
    found, _ = flow(made)
    assert [meaning.denotation for _, meaning in sorted(found.meanings.items())] == ["IMAGE"] * 2


def test_a_file_without_denotations_has_no_flow():
    found, named = flow(model("g (float[1,3] x) => (float[1,3] y) { y = Relu (x) }"))
    assert (named, found.mismatches, found.conflicts) == ({}, [], [])


def test_the_shape_of_an_initializer_is_known():
    made = model("g (float[n,c] x) => (float[] y) { y = Mul (x, w) }", x=[N, C])
    made.graph.initializer.append(helper.make_tensor("w", TensorProto.FLOAT, [1, 1, 1], [1.0]))
    assert means(made, "y") == line("?", N, C)


def test_an_attribute_that_the_caller_gives_is_not_guessed():
    function = f"{IN_F} g <k> (x) => (y) {{ y = ArgMax <keepdims : int = @k> (x) }}"
    text = "g (float[1,3,8,6] x) => (float[] y) { y = f.g <k = 0> (x) }"
    made = model(text, function, x=IMAGE)
    assert means(made, "y") is None


# -- graphs and functions ----------------------------------------------------------------------


def test_what_both_branches_give_alike_comes_out():
    text = """g (float[1,3,8,6] x, bool c) => (float[] y) {
        y = If (c) <
            then_branch = a () => (float[p,q,r,s] u) { u = Relu (x) },
            else_branch = b () => (float[p,q,r,s] v) { v = Transpose <perm = [0, 1, 3, 2]> (x) }>
    }"""
    made = model(text, x=[N, C, F, T])
    _, named = flow(made)
    assert named["u"] == line(N, C, F, T)
    assert named["v"] == line(N, C, T, F)
    assert named["y"] == line(N, C, "?", "?")


def test_a_loop_carries_what_each_turn_leaves_as_it_is_and_stacks_the_rest():
    text = """g (int64 m, bool c, float[a,b] s, float[a,b] t) => (float[] p, float[] q, float[] r) {
        p, q, r = Loop (m, c, s, t) <body = b (int64 i, bool k, float[] u, float[] v)
            => (bool k2, float[] u2, float[] v2, float[] w) {
                k2 = Identity (k) u2 = Relu (u) v2 = Transpose (v) w = Relu (u) }>
    }"""
    made = model(text, s=[N, C], t=[N, C])
    _, named = flow(made)
    assert named["p"] == line(N, C)
    assert "q" not in named
    assert named["r"] == line("?", N, C)


def test_a_scan_gives_the_body_a_slice_and_stacks_over_the_same_axis():
    text = """g (float[n,c] s, float[t,n,c] x) => (float[] p, float[] q) {
        p, q = Scan <num_scan_inputs = 1, body = b (float[] u, float[] v)
            => (float[] u2, float[] w) {
            u2 = Add (u, v) w = Identity (v) }> (s, x)
    }"""
    made = model(text, s=[N, C], x=[T, N, C])
    _, named = flow(made)
    assert (named["p"], named["q"]) == (line(N, C), line(T, N, C))
    assert named["v"] == line(N, C)


TURN = f"{IN_F} turn (x) => (y) {{ y = Transpose (x) }}"


def test_a_function_is_walked_for_each_kind_of_call():
    text = "g (float[2,3] x) => (float[] y, float[] z) { y = f.turn (x) z = f.turn (y) }"
    made = model(text, TURN, x=[N, C])
    _, named = flow(made)
    assert (named["y"], named["z"]) == (line(C, N), line(N, C))


def test_a_declared_word_stands_where_none_flows_and_differs_where_another_does():
    text = "g (float[2,3] x) => (float[3,2] y) <float[3,2] t> { t = Transpose (x) y = Relu (t) }"
    found, named = flow(model(text, x=[N, ""], t=["", C]))
    assert named["t"] == named["y"] == "[?, DATA_CHANNEL]"
    (conflict,) = found.conflicts
    assert conflict.field.path == "graph.value_info[0]"
    assert (words(conflict.declared.axes), words(conflict.meaning.axes)) == (
        "[?, DATA_CHANNEL]", "[?, DATA_BATCH]")  # fmt: skip
