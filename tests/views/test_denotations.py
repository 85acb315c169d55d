"""The command that shows which denotation flows where, and its two forms."""

import json
from pathlib import Path

import pytest
from onnx import TensorProto, helper, save

import recipes as r
from onnxlens.apps.cli.main import run
from onnxlens.model.flow.flow import Flow
from onnxlens.views.denotations import denotation_json, denotation_lines
from shown import HOSTILE, LONG, PAGES, document, harmless

IMAGE = ["DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE", "DATA_FEATURE"]
SWAPPED = "[DATA_BATCH, DATA_FEATURE, DATA_CHANNEL, DATA_FEATURE]"


def example(folder: Path, *, pool: bool) -> str:
    """Write the two examples of the seed, a Transpose alone or with an AveragePool behind it."""
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 8, 8])
    for dim, denotation in zip(x.type.tensor_type.shape.dim, IMAGE, strict=True):
        dim.denotation = denotation
    nodes = [helper.make_node("Transpose", ["x"], ["t"], perm=[0, 2, 1, 3])]
    if pool:
        nodes.append(helper.make_node("AveragePool", ["t"], ["y"], kernel_shape=[2, 2]))
    y = helper.make_tensor_value_info(nodes[-1].output[0], TensorProto.FLOAT, None)
    path = str(folder / "model.onnx")
    save(helper.make_model(helper.make_graph(nodes, "g", [x], [y])), path)
    return path


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert run(list(words)) == 0
    return capsys.readouterr().out


def test_transpose_moves_denotations_by_perm(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    lines = shown(capsys, "denotations", example(tmp_path, pool=False)).splitlines()
    rows = [line.split(maxsplit=1)[1] for line in lines[1:3]]
    assert rows == [f'"t"    {SWAPPED}', f'"x"    [{", ".join(IMAGE)}]']
    assert lines[-1] == "2 values, 0 places where axes do not fit"


def test_a_pool_after_a_wrong_transpose_is_shown_with_what_it_needs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = example(tmp_path, pool=True)
    text = " ".join(shown(capsys, "denotations", path).split())
    assert (
        f'graph.node[1]: the axes of "t" are {SWAPPED}; AveragePool needs [{", ".join(IMAGE)}]; '
        "graph.node[0]: in another order since this Transpose; "
        'the way: input[0] ("x"), node[0] (Transpose)'
    ) in text
    (mismatch,) = json.loads(shown(capsys, "denotations", "--json", path))["mismatches"]
    assert (mismatch["path"], mismatch["since"]) == ("graph.node[1].input[0]", "graph.node[0]")
    assert mismatch["axes"] == SWAPPED[1:-1].split(", ")
    assert [may[0] for may in mismatch["expected"]] == IMAGE
    assert mismatch["way"] == ["graph.input[0]", "graph.node[0]"]


def test_a_file_without_denotations_says_so():
    lines = list(denotation_lines(PAGES[0], Flow(document(r.model()))))
    assert lines == ["no denotations: no type and no axis says what it stands for"]


@pytest.mark.parametrize("text", [*HOSTILE.values(), LONG[:3000]], ids=[*HOSTILE, "long"])
def test_hostile_words_and_names_do_no_harm(text: bytes):
    type_ = r.tensor_type(r.FLOAT, r.dim(2) + r.of(3, text)) + r.of(6, text)
    other = r.tensor_type(r.FLOAT, r.dim(2, "DATA_BATCH"))
    nodes = [r.node("Cast", [text], [text + b"2"]), r.node("RNN", ["z"], ["a"])]
    z = r.value("z", r.tensor_type(r.FLOAT, *(r.dim(2, word) for word in IMAGE[:3])))
    data = r.model(
        r.graph(nodes, [r.of(1, text) + r.of(2, type_), z], [r.of(1, text + b"2") + r.of(2, other)])
    )
    flow = Flow(document(data))
    assert len(flow.mismatches) == 1 and len(flow.conflicts) == (1 if text else 0)
    for page in PAGES:
        assert harmless(denotation_lines(page, flow), page)
    json.dumps(denotation_json(flow))
