"""Values beside a model: what it declares decides how a file is read."""

import os

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from onnxlens import api, encode
from onnxlens.api.testdata import (
    chosen,
    data_sets,
    decided,
    declared,
    model_beside,
    says_of,
    sets_beside,
)
from onnxlens.errors import OnnxLensError, SourceError
from onnxlens.model.testdata import is_laid_out, message_of, slot_of
from onnxlens.model.types.parse import parse_type

F = np.float32
BOTH = encode(F([1, 2]), "optional(FLOAT)")  # a sequence of one has the same bytes


def model_of(*inputs, outputs=(), initializers=()):
    """Return a model of inputs and outputs, each a name and a type."""
    graph = onnx.GraphProto(name="g", initializer=initializers)
    for values, made in ((inputs, graph.input), (outputs, graph.output)):
        for name, type_ in values:
            info = made.add(name=name)
            if type_ is not None:
                info.type.MergeFromString(parse_type(type_).to_bytes())
    return onnx.ModelProto(ir_version=8, graph=graph).SerializeToString()


@pytest.fixture
def laid_out(tmp_path):
    """Write a model and a data set; return the folder of the set."""

    def make(model, **files):
        folder = tmp_path / "test_data_set_0"
        folder.mkdir(exist_ok=True)
        if model is not None:
            (tmp_path / "model.onnx").write_bytes(model)
        for name, data in files.items():
            (folder / f"{name}.pb").write_bytes(data)
        return folder

    return make


@pytest.mark.parametrize(
    ("name", "slot"),
    [
        ("input_0.pb", ("input", 0)),
        ("a/b/output_12.pb", ("output", 12)),
        ("input_.pb", None),
        ("input_0.pb.txt", None),
        ("input_0", None),
        ("input_-1.pb", None),
        ("input_٣.pb", None),
        ("input_9999999999.pb", None),
        ("model.pb", None),
        ("xinput_0.pb", None),
        ("input0.pb", None),
    ],
)
def test_the_name_of_a_file_says_what_it_is_for(name, slot):
    assert slot_of(name) == slot


def test_only_a_value_in_a_data_set_is_laid_out(tmp_path):
    assert is_laid_out("x/test_data_set_3/input_0.pb")
    assert not is_laid_out("x/other/input_0.pb")
    assert not is_laid_out("x/test_data_set_3/model.pb")


@pytest.mark.parametrize(
    ("type_", "message"),
    [
        ("FLOAT", "TensorProto"),
        ("sparse_tensor(FLOAT)", "SparseTensorProto"),
        ("sequence(FLOAT)", "SequenceProto"),
        ("map(INT64, FLOAT)", "MapProto"),
        ("optional(FLOAT)", "OptionalProto"),
        ("opaque(x)", None),
        ("untyped", None),
    ],
)
def test_each_kind_of_type_has_its_message(type_, message):
    assert message_of(parse_type(type_)) == message


def test_the_model_is_model_onnx_or_the_only_one(tmp_path, laid_out):
    folder = laid_out(None, input_0=BOTH)
    assert model_beside(str(folder)) is None
    (tmp_path / "a.onnx").write_bytes(b"")
    assert model_beside(str(folder)) == str(tmp_path / "a.onnx")
    assert model_beside(str(folder / "input_0.pb")) == str(tmp_path / "a.onnx")
    (tmp_path / "b.onnx").write_bytes(b"")
    assert model_beside(str(folder)) is None
    (tmp_path / "model.onnx").write_bytes(b"")
    assert model_beside(str(folder)) == str(tmp_path / "model.onnx")
    assert model_beside(str(tmp_path / "nope" / "x" / "input_0.pb")) is None


def test_inputs_and_outputs_are_declared_by_role_and_number(tmp_path):
    path = tmp_path / "m.onnx"
    weight = helper.make_tensor("w", TensorProto.FLOAT, [1], [0.0])
    inputs = ("x", "FLOAT [2]"), ("w", "FLOAT [1]"), ("x", "INT64")
    path.write_bytes(model_of(*inputs, outputs=[("y", None)], initializers=[weight]))
    found = declared(str(path))
    assert [(each.slot, str(each.info), each.default) for each in found] == [
        (("input", 0), "x: FLOAT [2]", False),
        (("input", 1), "w: FLOAT [1]", True),
        (("input", 2), "x: INT64", False),
        (("output", 0), "y", False),
    ]


def test_a_file_that_is_no_model_declares_nothing(tmp_path):
    (tmp_path / "x.onnx").write_bytes(encode(F([1])))
    with pytest.raises(OnnxLensError, match="holds TensorProto; needed a model"):
        declared(str(tmp_path / "x.onnx"))
    (tmp_path / "x.onnx").write_bytes(b"hello, this is text")
    with pytest.raises(OnnxLensError, match="holds no ONNX message"):
        declared(str(tmp_path / "x.onnx"))
    with pytest.raises(SourceError, match="no such file"):
        declared(str(tmp_path / "nope.onnx"))


def test_an_input_is_chosen_by_number_or_name(tmp_path):
    path = str(tmp_path / "m.onnx")
    weight = helper.make_tensor("w", TensorProto.FLOAT, [1], [0.0])
    inputs = ("x", "FLOAT"), ("w", "FLOAT"), ("0", "INT64")
    (tmp_path / "m.onnx").write_bytes(model_of(*inputs, initializers=[weight]))
    assert chosen(path, "input", "w").number == 1
    assert chosen(path, "input", "2").number == 2
    assert chosen(path, "input", "0").info.name == "x"  # a number is a number
    with pytest.raises(OnnxLensError, match="no input z; needed --input with one of x, w, 0"):
        chosen(path, "input", "z")
    with pytest.raises(OnnxLensError, match="2 inputs; needed --input with one of"):
        chosen(path, "input", None)
    with pytest.raises(OnnxLensError, match="no output; needed --output with one of none"):
        chosen(path, "output", None)
    (tmp_path / "m.onnx").write_bytes(model_of(*inputs[:2], initializers=[weight]))
    assert chosen(path, "input", None).info.name == "x"  # the only one without a default


def test_many_names_are_cut_in_the_error(tmp_path):
    (tmp_path / "m.onnx").write_bytes(model_of(*((f"x{n}", "FLOAT") for n in range(50))))
    with pytest.raises(OnnxLensError, match=r"x7 and 42 more$"):
        chosen(str(tmp_path / "m.onnx"), "input", "z")


@pytest.mark.parametrize(
    ("type_", "kind"), [("optional(FLOAT)", "OptionalProto"), ("sequence(FLOAT)", "SequenceProto")]
)
def test_the_declared_type_decides_between_readings(laid_out, type_, kind):
    path = str(laid_out(model_of(("x", type_)), input_0=BOTH) / "input_0.pb")
    with decided(api.open(path), says_of(path)) as document:
        assert document.root.name == kind
        assert document.verdict.because.endswith(f"model.onnx input 0 says x: {type_}")


def test_a_declared_type_that_the_bytes_do_not_fit_decides_nothing(laid_out):
    folder = laid_out(model_of(("x", "map(INT64, FLOAT)")), input_0=encode(F([1])))
    path = str(folder / "input_0.pb")
    with decided(api.open(path), says_of(path)) as document:
        assert document.root.name == "TensorProto"
        assert document.verdict.because.endswith("; the bytes do not fit that")


def test_no_bytes_are_an_empty_optional_where_that_is_declared(laid_out):
    path = str(laid_out(model_of(("x", "optional(FLOAT)")), input_0=b"") / "input_0.pb")
    with decided(api.open(path), says_of(path)) as document:
        assert document.root.name == "OptionalProto" and document.value is None


@pytest.mark.parametrize("type_", [None, "untyped", "opaque(x)"])
def test_a_type_that_says_nothing_decides_nothing(laid_out, type_):
    path = str(laid_out(model_of(("x", type_)), input_0=BOTH) / "input_0.pb")
    document = api.open(path)
    assert decided(document, says_of(path)) is document and document.verdict.because == ""


def test_bytes_and_streams_can_be_decided_too(tmp_path):
    (tmp_path / "m.onnx").write_bytes(model_of(("x", "sequence(FLOAT)")))
    says = says_of("-", str(tmp_path / "m.onnx"))
    assert decided(api.open(BOTH), says).root.name == "SequenceProto"


def test_a_model_that_was_only_found_may_be_silent(laid_out):
    folder = laid_out(b"version https://git-lfs.github.com/spec/v1\n", input_3=BOTH)
    path = str(folder / "input_3.pb")
    assert says_of(path) is None
    laid_out(model_of(("x", "FLOAT")))
    assert says_of(path) is None
    model = str(folder.parent / "model.onnx")
    with pytest.raises(OnnxLensError, match="no input 3"):
        says_of(path, model)
    assert says_of(path, model, "input", "x").info.name == "x"
    assert says_of(path, None, "input", "0").info.name == "x"
    with pytest.raises(OnnxLensError, match="no output 0"):
        says_of(path, None, "output", "0")


# -- folders -------------------------------------------------------------------------------------


def rows(folder, model=None):
    """Return name, value and declaration of each value of a folder's sets."""
    return [
        [
            (each.name, each.value and each.value.kind, each.declares and str(each.declares.info))
            for each in data.stored
        ]
        for data in data_sets(str(folder), model)
    ]


def test_a_data_set_has_inputs_then_outputs_by_number(laid_out):
    inputs = [(f"x{n}", "FLOAT") for n in range(12)]
    files = {f"input_{n}": encode(F([n])) for n in range(11)}
    folder = laid_out(model_of(*inputs, outputs=[("y", "FLOAT")]), **files, output_0=BOTH)
    (found,) = rows(folder)
    assert [name for name, _, _ in found] == [f"input_{n}.pb" for n in range(12)] + ["output_0.pb"]
    assert found[2] == ("input_2.pb", "tensor", "x2: FLOAT")
    assert found[11] == ("input_11.pb", None, "x11: FLOAT")
    assert rows(folder.parent) == [found]


def test_what_has_a_default_needs_no_file(laid_out):
    weight = helper.make_tensor("w", TensorProto.FLOAT, [1], [0.0])
    folder = laid_out(model_of(("w", "FLOAT"), ("x", "FLOAT"), initializers=[weight]))
    (folder / "input_1.pb").write_bytes(encode(F([1])))
    assert rows(folder) == [[("input_1.pb", "tensor", "x: FLOAT")]]


def test_a_file_that_holds_no_value_has_a_fault(laid_out):
    folder = laid_out(model_of(("x", "FLOAT")), input_0=b"hello", input_1=model_of())
    os.mkdir(folder / "input_2.pb")
    (data,) = data_sets(str(folder))
    faults = {each.name: each.fault for each in data.stored}
    assert faults["input_0.pb"] == "holds no ONNX message, which is no value"
    assert faults["input_1.pb"] == "holds ModelProto, which is no value"
    assert "directory" in faults["input_2.pb"]


def test_a_model_that_is_found_and_not_read_is_said(laid_out):
    folder = laid_out(b"version https://git-lfs.github.com/spec/v1\n", input_0=BOTH)
    (data,) = data_sets(str(folder))
    assert "holds no ONNX message; needed a model" in data.reason
    assert [each.name for each in data.stored] == ["input_0.pb"]
    with pytest.raises(OnnxLensError, match="needed a model"):
        list(data_sets(str(folder), data.model))


def test_an_open_model_has_the_sets_beside_it_and_no_others(laid_out):
    folder = laid_out(model_of(("x", "FLOAT")), input_0=encode(F([1])))
    model = model_beside(str(folder))
    (data,) = sets_beside(api.open(model))
    ((stored,), (expected,)) = (list(data.stored), next(data_sets(str(folder))).stored)
    assert (stored.name, stored.declares.text) == (expected.name, expected.declares.text)
    other = folder.parent / "other.onnx"
    other.write_bytes(b"")
    assert list(sets_beside(api.open(str(other)))) == []
    assert list(sets_beside(api.open(b"\x08\x0a"))) == []


def test_sets_beside_what_is_no_model_are_shown_without_declarations(laid_out):
    folder = laid_out(b"\x08\x0a", input_0=BOTH)
    (data,) = sets_beside(api.open(model_beside(str(folder))))
    assert "needed a model with a graph" in data.reason
    assert [each.name for each in data.stored] == ["input_0.pb"]


def test_sets_stand_in_order_and_files_are_no_sets(tmp_path):
    for number in (10, 2, 1):
        (tmp_path / f"test_data_set_{number}").mkdir()
    (tmp_path / "test_data_set_3").write_bytes(b"")
    found = [os.path.basename(data.folder) for data in data_sets(str(tmp_path))]
    assert found == ["test_data_set_1", "test_data_set_2", "test_data_set_10"]
    (tmp_path / "input_0.pb").write_bytes(BOTH)
    assert next(data.folder for data in data_sets(str(tmp_path))) == str(tmp_path)


def test_a_folder_that_cannot_be_read_is_an_error(tmp_path):
    with pytest.raises(SourceError):
        list(data_sets(str(tmp_path / "nope")))


def test_every_data_set_of_the_corpus_agrees_with_its_model(corpus):
    known = {"test_cast_STRING_to_FLOAT": "string_data has 3 entries"}
    from onnxlens.views.testdata import set_json

    count = 0
    for folder in sorted(corpus.rglob("test_data_set_*")):
        (data,) = data_sets(str(folder))
        for each in set_json(data)["values"]:
            count += each["present"]
            expected = known.get(folder.parent.name)
            assert bool(each["faults"]) is bool(expected), (folder, each)
            assert not expected or expected in each["faults"][0]
    assert count >= 25
