"""The command ``ir``: its lines and its JSON."""

import json

import pytest

from onnxlens import api
from onnxlens.apps.cli.main import run
from onnxlens.views.ir import ir_json, ir_lines
from recipes import BASE, FLOAT, X, entry, graph, int_of, model, node, of, patched, value
from shown import HOSTILE, PAGES, harmless

ADD = node("Add", ["x", "w"], ["y"])
WEIGHT = int_of(1, 1) + int_of(2, FLOAT) + of(8, "w")

NESTED = """\
three_layer_nested_subgraph.onnx: IR version 11, needed 4; it may be lowered to 4
stated       11 (0)
needed       4: graph.initializer["data_0"] (1378) is not also an input
opset        ai.onnx 23 (1463) came out with IR 11 (onnx 1.18.0)
             ai.onnx.ml 5 (1504) came out with IR 10 (onnx 1.16.0)
             ai.onnx.training 1 (1552) came out with IR 7 (onnx 1.7.0)
             ai.onnx.preview.training 1 (1582) came out with IR 7 (onnx 1.7.0)
             and 5 domains that ONNX does not release
means        Fields need IR 4; writers pair ai.onnx 23 with IR 11
             A lower number changes no opset; a reader must know those too
"""


@pytest.fixture
def ir(capsys):
    """Run ``ir``; return status, standard output and standard error."""

    def call(data: bytes | str, *options: str):
        where = ["--hex", data.hex(" ")] if isinstance(data, bytes) else [data]
        status = run(["ir", *where, *options])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def test_a_model_says_why_it_has_its_version(ir, corpus):
    path = corpus / "onnxruntime__onnxruntime-qnn" / "three_layer_nested_subgraph.onnx"
    assert ir(str(path)) == (0, NESTED, "")


def test_json_has_the_documented_keys(ir, corpus):
    path = corpus / "onnxruntime__onnxruntime-qnn" / "three_layer_nested_subgraph.onnx"
    status, out, _ = ir(str(path), "--json")
    found = json.loads(out)
    assert status == 0
    assert {key: found[key] for key in ("format", "stated", "needed", "lowest_safe", "paired")} == {
        "format": 1, "stated": 11, "needed": 4, "lowest_safe": 4, "paired": 11}  # fmt: skip
    assert found["reasons"] == [
        {"ir_version": 4, "what": "initializer that is not an input",
         "path": "graph.initializer[0]", "offset": 1378, "count": 1},
        {"ir_version": 3, "what": "ModelProto.opset_import",
         "path": "opset_import[0]", "offset": 1459, "count": 9},
    ]  # fmt: skip
    assert found["opset_import"][0] == {
        "domain": "", "version": 23, "ir_version": 11, "onnx": "1.18.0",
        "path": "opset_import[0].version", "offset": 1463}  # fmt: skip
    assert (found["breaks"], found["unsure"]) == ([], None)


@pytest.mark.parametrize(
    ("data", "verdict"),
    [
        (BASE, "IR version 8, needed 3; it may be lowered to 3"),
        (model(ir=3), "IR version 3, needed 3; it may not be lowered"),
        (BASE[2:], "no IR version, needed 3; write 3"),
        (model(graph([ADD], initializers=[WEIGHT]), ir=3), "IR version 3, needed 4; write 4"),
        (patched({1: 15}), "IR version 15, needed 3; whether that is enough is not known"),
    ],
)
def test_the_first_line_says_what_to_do(ir, data, verdict):
    status, out, _ = ir(data, "--as", "ModelProto")
    assert (status, out.splitlines()[0].partition(": ")[2]) == (0, verdict)


def test_what_a_lower_number_would_change_is_shown(ir):
    data = model(graph([ADD], inputs=[X, value("w")], initializers=[WEIGHT]), ir=4)
    _, out, _ = ir(data)
    (line,) = (line for line in out.splitlines() if line.startswith("breaks"))
    assert line[13:] == (
        'below 4: graph.initializer["w"] (23) could no longer be replaced by a caller'
    )


def test_a_message_inside_a_model_states_no_number(ir):
    _, out, _ = ir(graph([ADD], initializers=[WEIGHT]), "--as", "GraphProto")
    first, *rest = out.splitlines()
    assert first.endswith("needed 4; the model around a GraphProto states the number")
    assert rest[0] == "stated       none"


def test_several_reasons_stand_in_order_with_their_counts(ir):
    nodes = [ADD + of(9, entry("a", "b"))] * 3
    _, out, _ = ir(model(graph(nodes, initializers=[WEIGHT]), ir=14))
    assert [line[13:] for line in out.splitlines() if ": graph" in line] == [
        '10: graph.node[0].metadata_props["a"] (20); and 2 more',
        '4: graph.initializer["w"] (79) is not also an input',
    ]


def test_offsets_can_be_hexadecimal(ir):
    assert "stated       8 (0x0000)" in ir(BASE, "--hex-offsets")[1]


def test_a_damaged_file_is_answered_with_its_damage(ir):
    status, out, err = ir(BASE[:40], "--as", "ModelProto")
    assert status == 0
    assert "The file is damaged, and what cannot be read may need more" in out
    assert "damaged" in err


def test_a_file_without_onnx_is_named(ir, tmp_path):
    path = tmp_path / "page.onnx"
    path.write_text("<!DOCTYPE html><html><title>x</title></html>")
    status, out, _ = ir(str(path))
    assert (status, "HTML" in out) == (3, True)
    assert ir(str(path), "--json")[0] == 3


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.width)
def test_names_of_a_file_cannot_act_on_a_terminal(page, name):
    weight, domain = int_of(2, FLOAT) + of(8, HOSTILE[name]), of(1, HOSTILE[name])
    body = graph([ADD], initializers=[weight])
    with api.open(model(body, more=of(8, domain + int_of(2, 1))), "ModelProto") as document:
        harmless(ir_lines(page, document), page)
        assert json.dumps(ir_json(document)).isascii()
