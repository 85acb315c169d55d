"""What the page is told of the elements of a tensor: first ones, and how all of them are spread."""

import os
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from documents import samples
from onnxlens import api
from onnxlens.schema import message
from onnxlens.tree.document import Document
from onnxlens.views.web.histogram import first_values, histogram
from onnxlens.views.web.map import tensors_of
from recipes import graph, model
from samples import mutated
from shown import HOSTILE, full
from shown import document as plain_document
from told import sound

T = TensorProto
TOP = (1 << 53) - 1


def opened(tensor: TensorProto | np.ndarray) -> Document:
    made = numpy_helper.from_array(tensor) if isinstance(tensor, np.ndarray) else tensor
    return api.open(made.SerializeToString(), "TensorProto")


def outside() -> TensorProto:
    tensor = T(name="w", data_type=T.FLOAT, dims=[4], data_location=T.EXTERNAL)
    tensor.external_data.add(key="location", value="w.bin")
    return tensor


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    """A model with a tensor in another file, which is there."""
    (tmp_path / "w.bin").write_bytes(np.array([1, 2, 3, 5], "<f4").tobytes())
    path = tmp_path / "model.onnx"
    path.write_bytes(model(graph(initializers=[outside().SerializeToString()])))
    return path


# -- histogram -----------------------------------------------------------------------------------


def test_counts_and_numbers_as_text() -> None:
    found = histogram(opened(np.array([0, 0.1, 1, np.nan, np.inf, -np.inf, -1], "f4")), 0, 4)
    assert found == {
        "count": 7, "nan": 1, "positiveInf": 1, "negativeInf": 1, "zeros": 1,
        "min": "-inf", "max": "inf", "mean": "0.025", "low": -1.0, "high": 1.0,
        "bins": [1, 0, 2, 1],
    }  # fmt: skip


def test_numbers_are_the_shortest_of_their_type() -> None:
    found = histogram(opened(np.array([0.1, 0.3], "f4")), 0)
    assert (found["min"], found["max"], found["mean"]) == ("0.1", "0.3", "0.2")


def test_booleans_have_numbers_for_ends() -> None:
    found = histogram(opened(np.array([True, False, True])), 0)
    assert (found["min"], found["max"], found["bins"]) == ("false", "true", [1, 2])
    assert [type(found[end]) for end in ("low", "high")] == [int, int]


def test_without_elements_there_is_nothing_to_draw() -> None:
    found = histogram(opened(np.zeros(0, "f4")), 0)
    assert [found[key] for key in ("min", "max", "mean", "low", "high")] == [None] * 5
    assert found["bins"] == []


def test_data_beside_the_model_is_read(beside: Path) -> None:
    with api.open(beside) as document:
        row = document["graph.initializer[0]"].row
        assert histogram(document, row, 4)["bins"] == [1, 1, 1, 1]
        assert first_values(document, row)["values"] == ["1", "2", "3", "5"]


@pytest.mark.parametrize(
    ("tensor", "words"),
    [
        (T(data_type=T.STRING, dims=[0]), "STRING elements have no order"),
        (T(data_type=T.COMPLEX64, dims=[0]), "COMPLEX64 elements have no order"),
        (T(data_type=1, dims=[2], raw_data=b"12"), r"raw_data has 2 bytes; FLOAT \[2\] needs 8"),
        (T(data_type=99, dims=[1]), "data_type is 99, which is unknown"),
        (T(dims=[1]), "data_type is absent"),
        (outside(), "cannot be loaded from bytes alone"),
    ],
)
def test_why_there_is_nothing_to_count_is_told_in_words(tensor: TensorProto, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        histogram(opened(tensor), 0)


def test_a_missing_file_is_named(beside: Path) -> None:
    os.unlink(beside.parent / "w.bin")
    with api.open(beside) as document, pytest.raises(ValueError, match=r'"w\.bin": no such file'):
        histogram(document, document["graph.initializer[0]"].row)


@pytest.mark.parametrize("bins", [0, 513])
def test_bins_that_are_none_are_refused(bins: int) -> None:
    with pytest.raises(ValueError, match="needed 1 to 512 bins"):
        histogram(opened(np.zeros(3, "f4")), 0, bins)


@pytest.mark.parametrize("ask", [histogram, first_values])
def test_a_row_that_holds_no_tensor_is_refused(ask, tiny: bytes) -> None:
    document = api.open(tiny)
    with pytest.raises(ValueError, match="row 0 holds ModelProto; needed a TensorProto"):
        ask(document, 0)
    with pytest.raises(ValueError, match="row 1 holds no message; needed a TensorProto"):
        ask(document, 1)
    for row in (-1, len(document.index)):
        with pytest.raises(IndexError, match=f"row {row} is not there; there are"):
            ask(document, row)


# -- first values --------------------------------------------------------------------------------


def test_the_first_values_are_told_with_type_and_shape() -> None:
    found = first_values(opened(np.arange(12, dtype="i2").reshape(3, 4)), 0, 5)
    assert found == {
        "type": "INT16 [3, 4]", "shape": [3, 4], "count": 12,
        "values": ["0", "1", "2", "3", "4"], "more": 7, "problem": None,
    }  # fmt: skip


def test_all_values_leave_nothing_more() -> None:
    found = first_values(opened(np.array(2.5)), 0)
    assert (found["shape"], found["count"], found["values"], found["more"]) == ([], 1, ["2.5"], 0)
    assert first_values(opened(np.array(2.5)), 0, 0)["more"] == 1


def test_strings_are_quoted_escaped_and_cut() -> None:
    strings = [b"a\x1b", b"\xff", b"x" * 500]
    found = first_values(opened(T(data_type=T.STRING, dims=[3], string_data=strings)), 0)
    assert found["values"][:2] == ['"a\\u001b"', 'b"\\xFF"']
    assert found["values"][2] == f'"{"x" * 80}…"'


def test_what_is_there_of_cut_data_is_told_with_the_problem() -> None:
    found = first_values(opened(T(data_type=T.INT8, dims=[5], raw_data=b"\1\2")), 0)
    assert (found["values"], found["more"]) == (["1", "2"], 3)
    assert found["problem"] == "raw_data has 2 bytes; INT8 [5] needs 5"


def test_why_there_are_no_values_is_told(beside: Path) -> None:
    os.unlink(beside.parent / "w.bin")
    with api.open(beside) as document:
        found = first_values(document, document["graph.initializer[0]"].row)
    assert (found["values"], found["more"]) == ([], 4)
    assert found["problem"] == '"w.bin": no such file'


def test_counts_beyond_what_a_browser_can_hold_are_cut() -> None:
    tensor = helper.make_tensor("t", T.INT8, [1], [0])
    tensor.dims[:] = [1 << 62, 1 << 62, -1, 3]
    del tensor.dims[2]
    found = first_values(opened(tensor), 0)
    assert found["count"] == found["more"] == TOP
    assert found["shape"] == [str(1 << 62), str(1 << 62), 3]


@pytest.mark.parametrize("limit", [-1, 10_001])
def test_a_limit_that_is_none_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="needed a limit of 0 to 10,000"):
        first_values(opened(np.zeros(3)), 0, limit)


def test_a_document_without_files_of_its_own_is_read_too(tiny: bytes) -> None:
    document = plain_document(tiny)
    row = document["graph.initializer[0]"].row
    assert first_values(document, row)["count"] == 12
    assert histogram(document, row)["count"] == 12


# -- any file ------------------------------------------------------------------------------------


def told(document: Document) -> int:
    """Ask about each tensor of a document; return how many histograms there are."""
    found = 0
    for row in tensors_of(document).rows.tolist():
        assert sound(first_values(document, row, 20))
        try:
            answer = histogram(document, row, 16)
        except ValueError as error:
            assert str(error).isprintable()
            continue
        assert sound(answer)
        finite = answer["count"] - answer["nan"] - answer["positiveInf"] - answer["negativeInf"]
        assert sum(answer["bins"]) == finite
        found += 1
    return found


def test_the_corpus(corpus: Path) -> None:
    assert sum(told(api.open(sample.data)) for sample in samples(corpus)) > 1000


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_tensors(name: str) -> None:
    data = full(message("TensorProto"), HOSTILE[name], 2)
    told(api.open(data, "TensorProto"))


def test_broken_files(tiny: bytes) -> None:
    for data in mutated([tiny], 150, seed=13):
        told(api.open(data, "ModelProto"))
