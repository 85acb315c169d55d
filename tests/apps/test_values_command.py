"""The command ``values``: stored values read, compared with a model, and written."""

import io
import json
import sys

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

import shown
from onnxlens import encode
from onnxlens.api.testdata import data_sets
from onnxlens.apps.cli.main import run
from onnxlens.model.types.parse import parse_type
from onnxlens.views.page import Page

F = np.float32
BOTH = encode(F([1, 2]), "optional(FLOAT)")  # a sequence of one has the same bytes


def model_of(inputs, tensors=()):
    graph = onnx.GraphProto(name="g", initializer=tensors)
    for name, type_ in inputs.items():
        graph.input.add(name=name).type.MergeFromString(parse_type(type_).to_bytes())
    return onnx.ModelProto(ir_version=8, graph=graph).SerializeToString()


@pytest.fixture
def values(tmp_path, monkeypatch, capsys):
    """Run the command in an empty folder; return status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run(["values", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.fixture
def model(tmp_path):
    """Write a model of two initializers, and return its name."""
    tensors = [
        helper.make_tensor("w", TensorProto.FLOAT, [2], [1, 2]),
        helper.make_tensor("b c", TensorProto.INT64, [], [3]),
    ]
    (tmp_path / "m.onnx").write_bytes(model_of({"x": "optional(FLOAT)", "y": "FLOAT"}, tensors))
    return "m.onnx"


# -- read ----------------------------------------------------------------------------------------


def test_a_file_of_one_value_is_shown(values, tmp_path):
    (tmp_path / "input_0.pb").write_bytes(encode(F([1, 2]), name="x"))
    assert values("input_0.pb") == (0, "x: FLOAT [2] = 1 2\n", "")


def test_standard_input_and_hex_are_read(values):
    data = encode(F([1, 2]))
    assert values("-", stdin=data) == (0, "FLOAT [2] = 1 2\n", "")
    assert values("--hex", data.hex()) == (0, "FLOAT [2] = 1 2\n", "")
    inside = encode([F([1, 2])], "sequence(FLOAT)").hex()
    found = values("--as", "SequenceProto", "--hex", inside, "tensor_values[0]")
    assert found == (0, "FLOAT [2] = 1 2\n", "")


def test_the_initializers_of_a_model_are_listed_and_one_is_shown_by_its_path(values, model):
    assert values(model)[1].splitlines() == [
        "w: FLOAT [2] = 1 2", '"b c": INT64 [] = 3', "2 initializers",
    ]  # fmt: skip
    assert values(model, "graph")[1] == values(model)[1]
    assert values(model, 'graph.initializer["b c"]')[1] == '"b c": INT64 [] = 3\n'
    assert values(model, "graph.initializer[b c]")[1] == '"b c": INT64 [] = 3\n'


def test_a_graph_alone_is_listed_too(values, tmp_path):
    graph = onnx.GraphProto(name="g", node=[helper.make_node("Relu", ["x"], ["y"])])
    graph.initializer.append(helper.make_tensor("w", TensorProto.FLOAT, [], [1]))
    (tmp_path / "g.pb").write_bytes(graph.SerializeToString())
    assert values("g.pb", "--as", "GraphProto")[1].endswith("w: FLOAT [] = 1\n1 initializer\n")
    assert values("--as", "ModelProto", "--hex", "0808")[1] == "0 initializers\n"


def test_stats_and_all_are_told(values, tmp_path):
    (tmp_path / "x.pb").write_bytes(encode(np.arange(100).reshape(50, 2)))
    assert "… 42 more rows: --all" in values("x.pb")[1]
    assert values("x.pb", "--all")[1].splitlines()[-1] == "  [49]  98  99"
    found = values("x.pb", "--stats")[1].splitlines()
    assert found[-5:] == [
        "elements     100", "min          0", "max          99", "mean         49.5",
        "zeros        1",
    ]  # fmt: skip


def test_damage_is_shown_and_the_status_is_0(values, tmp_path):
    (tmp_path / "cut.pb").write_bytes(encode(F([[1, 2], [3, 4]]))[:-6])
    status, out, err = values("cut.pb", "--as", "TensorProto")
    assert status == 0 and "  [0]  1  2\n" in out
    assert "damage       raw_data at 6 declares 16 bytes; 10 are there" in out
    assert err.count("\n") == 1 and "damaged: raw_data" in err


def test_elements_in_other_files_are_read_beside_the_model(values, tmp_path):
    tensor = TensorProto(name="w", data_type=1, dims=[2], data_location=1)
    tensor.external_data.add(key="location", value="w.bin")
    data = model_of({}, [tensor])
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "m.onnx").write_bytes(data)
    assert '"w.bin": no such file' in values("sub/m.onnx")[1]
    (tmp_path / "sub" / "w.bin").write_bytes(F([1.5, -2]).tobytes())
    assert values("sub/m.onnx")[1].startswith("w: FLOAT [2] = 1.5 -2\n")
    assert "cannot be loaded from bytes alone" in values("-", stdin=data)[1]
    path = "graph.initializer[0]"
    assert json.loads(values("sub/m.onnx", path, "--json")[1])["value"] == [1.5, -2.0]
    values("sub/m.onnx", path, "--npy", "w.npy")
    assert np.load(tmp_path / "w.npy").tolist() == [1.5, -2]


# -- beside a model ------------------------------------------------------------------------------


def test_both_readings_are_shown_until_a_model_decides(values, model, tmp_path):
    (tmp_path / "v.pb").write_bytes(BOTH)
    assert values("v.pb")[1].splitlines() == [
        "optional(FLOAT [2]) = 1 2", "sequence(FLOAT [2]), 1 element", "[0]  FLOAT [2] = 1 2",
    ]  # fmt: skip
    for which in ("x", "0"):
        status, out, _ = values("v.pb", "--model", model, "--input", which)
        assert status == 0 and out.splitlines() == [
            "optional(FLOAT [2]) = 1 2",
            "read so      m.onnx input 0 says x: optional(FLOAT)",
        ]
    found = values("-", "--model", model, "--input", "x", stdin=BOTH)[1]
    assert found.startswith("optional(FLOAT [2]) = 1 2\nread so ")
    found = values("--hex", BOTH.hex(), "--model", model, "--input", "x")[1]
    assert found.startswith("optional(FLOAT [2]) = 1 2\nread so ")
    assert "the bytes do not fit that" in values("v.pb", "--model", model, "--input", "y")[1]
    assert values("v.pb", "tensor_value")[1] == "FLOAT [2] = 1 2\n"  # of a part there is one


def test_what_is_asked_of_a_model_has_to_be_in_it(values, model, tmp_path):
    (tmp_path / "v.pb").write_bytes(BOTH)
    wrong = (
        (("--model", model, "--input", "z"), 2, "no input z; needed --input with one of x, y"),
        (("--model", model, "--input", "7" * 5000), 2, "no input 777"),
        (("--model", model), 2, "2 inputs; needed --input with one of x, y"),
        (("--model", model, "--output", "0"), 2, "no output 0; needed --output with one of none"),
        (("--model", model, "--input", "0", "--output", "0"), 2, "--input or --output, not both"),
        (("--input", "0"), 2, "--input needs --model FILE"),
        (("--model", "v.pb", "--input", "0"), 2, "needed a model with a graph"),
        (("--model", "nope.onnx", "--input", "0"), 3, "no such file"),
    )
    for options, expected, words in wrong:
        status, out, err = values("v.pb", *options)
        assert (status, out) == (expected, "") and words in err, options


def test_a_data_set_is_shown_beside_its_model(values, tmp_path):
    (tmp_path / "model.onnx").write_bytes(model_of({"x": "sequence(FLOAT)", "y": "FLOAT []"}))
    for number in (0, 1):
        folder = tmp_path / f"test_data_set_{number}"
        folder.mkdir()
        (folder / "input_0.pb").write_bytes(BOTH)
    status, out, err = values(".")
    assert status == 0 and not err and out.count("input_0.pb") == 2
    one, two = out.split("\n\n")
    assert one.splitlines()[-1] == "1 value, none at odds with the model, 1 without a file"
    assert values("test_data_set_1")[1] == two.replace("./", "")
    assert values("test_data_set_1/input_0.pb")[1].startswith("sequence(FLOAT [2]), 1 element")
    found = json.loads(values(".", "--json")[1])
    assert found["format"] == 1 and len(found["sets"]) == 2
    other = tmp_path / "other.onnx"
    other.write_bytes(model_of({"z": "FLOAT"}))
    assert (
        "is an optional, needed a tensor" in values("test_data_set_1", "--model", "other.onnx")[1]
    )


def test_a_folder_without_test_data_is_refused(values, tmp_path):
    status, out, err = values(".")
    assert (status, out) == (2, "") and "no test data" in err and "input_0.pb" in err
    (tmp_path / "test_data_set_0").write_bytes(b"")
    assert values(".")[0] == 2
    for options in (("--stats",), ("--npy", "x.npy"), ("--input", "0"), ("--as", "TensorProto")):
        status, out, err = values(".", *options)
        assert (status, out) == (2, "") and "is about one value" in err
    assert "PATH is about one value" in values(".", "graph")[2]


# -- JSON ----------------------------------------------------------------------------------------


def test_json_is_one_document_whatever_is_asked(values, model, tmp_path):
    (tmp_path / "v.pb").write_bytes(BOTH)
    found = json.loads(values("v.pb", "--json")[1])
    assert found["root"] == "OptionalProto" and found["also_fits"] == ["SequenceProto"]
    found = json.loads(values("v.pb", "--json", "--as", "SequenceProto")[1])
    assert found["root"] == "SequenceProto" and found["also_fits"] == []
    found = json.loads(values(model, "--json")[1])
    assert [each["value"] for each in found["values"]] == [[1.0, 2.0], [3]]
    (tmp_path / "page.pb").write_bytes(b"<!DOCTYPE html><html></html>")
    status, out, _ = values("page.pb", "--json")
    assert status == 3 and json.loads(out)["root"] is None


# -- written -------------------------------------------------------------------------------------


def test_a_value_is_saved_and_written_again(values, tmp_path):
    array = np.float64([[0.1, np.nan], [-0.0, np.inf]])
    (tmp_path / "x.pb").write_bytes(encode(array, name="x"))
    status, out, err = values("x.pb", "--npy", "x.npy")
    assert (status, out, err) == (0, "", "x.npy: float64 [2, 2]\n")
    status, out, err = values("--from", "x.npy", "-o", "y.pb", "--name", "x")
    assert (status, out) == (0, "") and err.startswith("y.pb: ")
    assert (tmp_path / "y.pb").read_bytes() == (tmp_path / "x.pb").read_bytes()
    read = numpy_helper.to_array(TensorProto.FromString((tmp_path / "y.pb").read_bytes()))
    assert read.tobytes() == array.tobytes()
    assert values("y.pb")[1] == values("x.pb")[1]


def test_json_is_written_as_the_type_says(values, tmp_path):
    (tmp_path / "v.json").write_text('{"3": [0.5, 1.5], "4": [2.5]}')
    status, _, _ = values("--from", "v.json", "-o", "v.pb", "--like", "map(INT64, FLOAT)")
    assert status == 0
    read = numpy_helper.to_dict(onnx.MapProto.FromString((tmp_path / "v.pb").read_bytes()))
    assert {key: array.tolist() for key, array in read.items()} == {3: [0.5, 1.5], 4: [2.5]}
    assert values("v.pb")[1].splitlines()[0] == "map(INT64, FLOAT [?]), 2 elements"


def test_the_first_reading_is_saved_and_as_chooses_the_other(values, tmp_path):
    (tmp_path / "v.pb").write_bytes(BOTH)
    assert values("v.pb", "--npy", "v.npy")[0] == 0
    status, _, err = values("v.pb", "--npy", "v.npz")
    assert status == 2 and "for a tensor needed a name that ends in .npy" in err
    assert values("v.pb", "--as", "SequenceProto", "--npy", "v.npz")[0] == 0
    assert np.load(tmp_path / "v.npz")["arr_0"].tolist() == [1, 2]


WRONG = (
    (("--from", "x.npy", "-o", "o.pb", "--like", "FLOAT [3]"), 2, "dim 0 is 2, needed 3"),
    (("--from", "x.npy", "-o", "o.pb", "--like", "INT64"), 2, "element 0 is 0.5, which INT64"),
    (("--from", "x.npy", "-o", "o.pb", "--like", "sequence(FLOAT)"), 2, "needed a value of kind"),
    (("--from", "x.npy", "-o", "o.pb", "--like", "FLOAT ["), 2, "position 7"),
    (("--from", "x.npy", "-o", "o.pb", "--like", "opaque(x)"), 2, "no message that stores them"),
    (
        (
            "--from",
            "x.npy",
        ),
        2,
        "needs -o OUT",
    ),
    (("--from", "x.npy", "-o", "o.pb", "v.pb"), 2, "no FILE"),
    (("--from", "x.txt", "-o", "o.pb"), 2, "ends in .npy, .npz or .json"),
    (("--from", "nope.npy", "-o", "o.pb"), 3, "No such file"),
    (("--from", "text.npy", "-o", "o.pb"), 3, "cannot be read"),
    (("--from", "x.npy", "-o", "no/o.pb"), 3, "No such file"),
    (("v.pb", "-o", "o.pb"), 2, "-o needs --from IN"),
    (("v.pb", "--like", "FLOAT"), 2, "--like needs --from IN"),
    (("v.pb", "--name", "x"), 2, "--name needs --from IN"),
    (("v.pb", "--npy", "v.txt"), 2, "ends in .npy"),
    (("v.pb", "--stats"), 2, "no tensor"),
    (("v.pb", "nope"), 2, "nope"),
    (("v.pb", "elem_type"), 2, "elem_type is no message; needed a tensor"),
    (("m.onnx", "graph.input[0]"), 2, "ValueInfoProto is no value; needed TensorProto"),
    (("m.onnx", "--stats"), 2, "--stats is about one value; needed its PATH"),
    (("m.onnx", "--npy", "x.npy"), 2, "--npy is about one value; needed its PATH"),
    ((), 2, "needed one FILE or --hex"),
    (("nope.pb",), 3, "no such file"),
)


@pytest.mark.parametrize(("arguments", "expected", "words"), WRONG)
def test_a_wrong_request_says_what_was_found_and_needed(
    values, model, tmp_path, arguments, expected, words
):
    np.save(tmp_path / "x.npy", F([0.5, 2]))
    (tmp_path / "text.npy").write_bytes(b"hello")
    (tmp_path / "v.pb").write_bytes(BOTH)
    status, out, err = values(*arguments)
    assert (status, out) == (expected, "") and words in err
    assert not (tmp_path / "o.pb").exists()


# -- hostile -------------------------------------------------------------------------------------


def test_hostile_names_stay_harmless_in_output_and_errors(values, tmp_path):
    name = "\x1b[31m\u202e\u2066.pb"
    tensor = helper.make_tensor("\x1b[2J\u202e" * 9, TensorProto.STRING, [1], [b"\x1b]0;x\x07\xff"])
    (tmp_path / name).write_bytes(tensor.SerializeToString())
    (tmp_path / "m.onnx").write_bytes(model_of({"\x1b[2J\u202e": "FLOAT"}, [tensor]))
    asked = (
        (name,), (name, "--json"), (name, "--npy", "\x1b.npy"), (name, "--npy", "\x1b.txt"),
        ("m.onnx",), ("m.onnx", "--json"), (name, "\x1b[2J"), ("\x1b[2J",),
        (name, "--model", "m.onnx", "--input", "\x1b[2J"), (name, "--model", "m.onnx"),
        ("--from", "\x1b.npy", "-o", "x.pb"), (name, "--stats"),
    )  # fmt: skip
    for arguments in asked:
        status, out, err = values(*arguments)
        assert status in (0, 2, 3) and out + err
        assert shown.harmless((out + err).splitlines(), Page())


def test_every_file_of_the_corpus_is_answered(values, corpus):
    for path in sorted(corpus.rglob("*")):
        if path.is_file() and path.stat().st_size < 1 << 20:
            for options in ((), ("--json",)):
                status, out, err = values(str(path), *options)
                assert status in (0, 2, 3), path
                assert not options or status == 2 or json.loads(out)
                assert shown.harmless((out + err).splitlines(), Page())


def test_every_folder_of_test_data_in_the_corpus_is_answered(values, corpus):
    folders = {path.parent.parent for path in corpus.rglob("test_data_set_*/*.pb")}
    assert len(folders) > 20
    for folder in folders:
        assert list(data_sets(str(folder)))
        status, out, err = values(str(folder))
        assert status == 0 and "value" in out and not err
