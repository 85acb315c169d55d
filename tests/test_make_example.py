"""The example model: its bytes are those of the specification, and it is a valid model."""

from importlib.resources import files
from pathlib import Path

import onnx
import pytest

import make_example
from lens import Lens
from onnxlens.wire.index import FIELD_MASK

# offset, size and number of each field of the model and of its graph
MODEL_FIELDS = [(0, 2, 1), (2, 19, 2), (21, 180, 7), (201, 6, 8), (207, 26, 14)]
GRAPH_FIELDS = [(24, 24, 1), (48, 19, 1), (67, 6, 2), (73, 61, 5), (134, 23, 5), (157, 22, 11)]


def test_the_example_has_233_bytes_at_the_offsets_of_the_specification(lens: Lens, tiny: bytes):
    index = lens.index(tiny)
    top, inner = (
        [
            (index.start[row], index.end(row) - index.start[row], index.slot[row] & FIELD_MASK)
            for row in index.children(parent)
        ]
        for parent in (0, 3)
    )
    assert len(tiny) == 233
    assert top == MODEL_FIELDS
    assert inner == [*GRAPH_FIELDS, (179, 22, 12)]
    assert len(index) == 1 + 53


def test_the_example_has_the_bytes_of_the_specification(tiny: bytes):
    assert tiny[134:139] == bytes.fromhex("2A 15 08 03 10")
    assert tiny[157:179] == bytes.fromhex(
        "5A 14 0A 01 78 12 0F 0A 0D 08 01 12 09 0A 03 12 01 4E 0A 02 08 04"
    )
    assert tiny[194:197] == bytes.fromhex("12 01 4E")


def test_the_example_is_valid_and_is_what_the_onnx_package_writes(tiny: bytes):
    model = onnx.ModelProto.FromString(tiny)
    onnx.checker.check_model(model, full_check=True)
    assert model.SerializeToString(deterministic=True) == tiny
    assert [node.op_type for node in model.graph.node] == ["Gemm", "Relu"]
    assert list(onnx.numpy_helper.to_array(model.graph.initializer[0]).shape) == [4, 3]


def test_the_script_writes_the_file_that_it_is_told(
    tmp_path: Path, tiny: bytes, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "there.onnx"
    monkeypatch.setattr("sys.argv", ["make_example.py", str(path)])
    make_example.main()
    assert path.read_bytes() == tiny


def test_the_page_in_the_browser_has_the_same_example(tiny: bytes):
    assert files("onnxlens.apps.web").joinpath("static", "example.onnx").read_bytes() == tiny
