"""A folder of test data as a table and as JSON."""

import json

import numpy as np
import onnx
import pytest

import shown
from onnxlens import encode
from onnxlens.api.testdata import data_sets
from onnxlens.model.types.parse import parse_type
from onnxlens.views.page import Page
from onnxlens.views.testdata import set_json, set_lines

F = np.float32


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Write a model of inputs and outputs and a data set; return the folder of the set."""
    monkeypatch.chdir(tmp_path)

    def make(inputs, outputs, **files):
        graph = onnx.GraphProto(name="g")
        for values, made in ((inputs, graph.input), (outputs, graph.output)):
            for name, type_ in values.items():
                made.add(name=name).type.MergeFromString(parse_type(type_).to_bytes())
        model = onnx.ModelProto(ir_version=8, graph=graph)
        (tmp_path / "model.onnx").write_bytes(model.SerializeToString())
        (tmp_path / "test_data_set_0").mkdir()
        for name, data in files.items():
            (tmp_path / "test_data_set_0" / f"{name}.pb").write_bytes(data)
        return "test_data_set_0"

    return make


def lines(folder, page=None):
    (data,) = data_sets(folder)
    return list(set_lines(page or Page(), data))


def test_each_value_stands_beside_what_the_model_declares(folder):
    found = lines(folder(
        {"x": 'FLOAT ["N"]', "s": "sequence(INT64)"}, {"y": 'FLOAT ["N"]'},
        input_0=encode(F([1, 2, 3, 4, 5])), input_1=encode([np.int64([7])], "sequence(INT64)"),
        output_0=encode(F([1, 2, 3, 4, 5])),
    ))  # fmt: skip
    assert found[:2] == ["test_data_set_0", "model        model.onnx"]
    assert [line.split() for line in found[2:]] == [
        ["file", "value", "declared"],
        ["input_0.pb", "FLOAT", "[5]", "=", "1", "2", "3", "4", "…", "x:", "FLOAT", '["N"]'],
        ["input_1.pb", "sequence(INT64", "[1]),", "1", "element", "s:", "sequence(INT64)"],
        ["output_0.pb", "FLOAT", "[5]", "=", "1", "2", "3", "4", "…", "y:", "FLOAT", '["N"]'],
        ["3", "values,", "none", "at", "odds", "with", "the", "model"],
    ]


def test_what_disagrees_is_said_under_the_value(folder):
    found = lines(folder(
        {"x": 'FLOAT ["N", 3]'}, {"y": 'INT64 ["N"]'},
        input_0=encode(F([[1, 2], [3, 4]])), output_0=encode(np.int64([1, 2, 3])),
    ))  # fmt: skip
    assert found[4].strip() == "dim 1 is 2, needed 3"
    assert found[6].strip() == 'dim 0 is 3, but "N" is 2 already'
    assert found[-1] == "2 values, 2 at odds with the model"


def test_inputs_and_outputs_without_a_file_are_named(folder):
    found = lines(folder(
        {"x": "FLOAT", "z": "BOOL []"}, {"y": "FLOAT"}, input_0=encode(F([1])),
    ))  # fmt: skip
    assert found[4].split() == ["input_1.pb", "no", "such", "file", "z:", "BOOL", "[]"]
    assert found[5].split() == ["output_0.pb", "no", "such", "file", "y:", "FLOAT"]
    assert found[-1] == "1 value, none at odds with the model, 2 without a file"


def test_of_many_without_a_file_eight_are_named(folder):
    inputs = {f"x{number}": "FLOAT" for number in range(30)}
    found = lines(folder(inputs, {}, input_20=encode(F([1]))))
    assert sum("no such file" in line for line in found) == 8
    assert any(line.startswith("input_20.pb") for line in found)
    assert found[-2:] == [
        "… 21 more without a file",
        "1 value, none at odds with the model, 29 without a file",
    ]


def test_a_file_that_is_no_value_and_one_that_is_not_declared_are_said(folder):
    found = lines(folder({"x": "FLOAT"}, {}, input_0=b"text, no value", input_4=encode(F([1]))))
    assert found[3].split() == ["input_0.pb", "no", "value", "x:", "FLOAT"]
    assert found[4].strip() == "holds no ONNX message, which is no value"
    assert found[5].endswith("not declared") and found[-1].startswith("2 values, 1 at odds")


def test_without_a_model_nothing_is_at_odds(tmp_path):
    (tmp_path / "input_0.pb").write_bytes(encode(F([1])))
    found = lines(str(tmp_path))
    assert found[1] == "model        none beside it" and found[-1] == "1 value"


def test_a_model_that_is_not_read_is_said_with_the_reason(folder, tmp_path):
    name = folder({}, {}, input_0=encode(F([1])))
    (tmp_path / "model.onnx").write_bytes(b"version https://git-lfs.github.com/spec/v1\n")
    found = lines(name)
    assert found[2].startswith("not read     ") and "needed a model" in found[2]
    assert found[-1] == "1 value"


def test_strings_are_cut_in_the_table(folder):
    tensor = onnx.TensorProto(data_type=8, dims=[2], string_data=[b"\xff" * 500, b"y" * 500])
    found = lines(folder({"x": "STRING"}, {}, input_0=tensor.SerializeToString()))
    (row,) = [line for line in found if line.startswith("input_0.pb")]
    assert f'"{"y" * 20}…"' in row and row.count("\\xFF") == 20 and len(row) < 200


def test_faults_of_one_value_are_cut_at_eight(folder):
    values = [F([1, 2])] * 20
    found = lines(folder({"x": "sequence(FLOAT [3])"}, {}, input_0=encode(values)))
    assert sum("needed 3" in line for line in found) == 8
    assert any(line.strip() == "and 12 more" for line in found)


def test_json_has_the_same_facts(folder):
    name = folder(
        {"x": "FLOAT [3]", "z": "BOOL []"}, {}, input_0=encode(F([1])), input_7=b"text, no value"
    )
    (data,) = data_sets(name)
    found = json.loads(json.dumps(set_json(data)))
    assert found.pop("model").endswith("model.onnx")
    assert found == {
        "folder": "test_data_set_0", "reason": "", "values": [
            {"file": "input_0.pb", "present": True, "type": "FLOAT [1]", "declared": "x: FLOAT [3]",
             "faults": ["dim 0 is 1, needed 3"]},
            {"file": "input_1.pb", "present": False, "type": None, "declared": "z: BOOL []",
             "faults": []},
            {"file": "input_7.pb", "present": True, "type": None, "declared": None,
             "faults": ["holds no ONNX message, which is no value"]},
        ],
    }  # fmt: skip


@pytest.mark.parametrize("page", [*shown.PAGES, Page()], ids=lambda page: str(page.width))
def test_hostile_names_stay_harmless_at_any_width(tmp_path, page):
    place = tmp_path / "\x1b[31m\u202e"
    (place / "test_data_set_0").mkdir(parents=True)
    graph = onnx.GraphProto(name="g")
    graph.input.add(name="\x1b[2J\u202e" * 100).type.tensor_type.elem_type = 1
    graph.input.add(name="n" * 5000).type.tensor_type.elem_type = 1
    (place / "model.onnx").write_bytes(
        onnx.ModelProto(ir_version=8, graph=graph).SerializeToString()
    )
    tensor = onnx.TensorProto(data_type=8, dims=[1], string_data=["\x1b]0;x\x07\u202e".encode()])
    (place / "test_data_set_0" / "input_0.pb").write_bytes(tensor.SerializeToString())
    (data,) = data_sets(str(place))
    assert shown.harmless(set_lines(page, data), page)
    (data,) = data_sets(str(place))
    assert json.dumps(set_json(data)).isascii()
