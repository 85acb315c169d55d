"""Family C of known-problems.md, data files: what each row asks is said of its recipe."""

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

import recipes as r
from onnxlens import api, encode
from onnxlens.apps.cli.main import run
from onnxlens.model.values.data_value import DataValue
from onnxlens.views.page import Page
from onnxlens.views.values import value_lines

F = np.float32
NAMED = "0a097365715f656d7074791001"  # a SequenceProto "seq_empty"
ONE = "10011a0e080210014a080000803f00000040"  # a list of one tensor, or an optional with it
TENSOR = bytes.fromhex("080210014a080000803f00000040")


def values(data, kind=None):
    """Return the lines that ``values`` shows of bytes."""
    document = api.open(bytes.fromhex(data) if isinstance(data, str) else data, kind)
    return "\n".join(value_lines(Page(), DataValue(document.merged(), document.files)))


@pytest.fixture
def command(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder; return what it prints."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        assert run(list(arguments)) == 0
        return capsys.readouterr().out

    return call


def test_c1_a_sequence_is_not_taken_for_a_tensor(command):
    document = api.open(bytes.fromhex(NAMED))
    best = [each.message.name for each in document.verdict.candidates]
    assert best[0] in ("SequenceProto", "OptionalProto") and "TensorProto" not in best[:2]
    found = command("values", "--hex", NAMED)
    assert "seq_empty: sequence(?), 0 elements" in found
    assert "seq_empty: optional(?), empty: elem_type 1 (TENSOR) without tensor_value" in found


def test_c2_both_readings_are_shown_and_the_model_decides(command, tmp_path):
    assert command("values", "--hex", ONE).splitlines() == [
        "optional(FLOAT [2]) = 1 2", "sequence(FLOAT [2]), 1 element", "[0]  FLOAT [2] = 1 2",
    ]  # fmt: skip
    (tmp_path / "input_0.pb").write_bytes(bytes.fromhex(ONE))
    type_ = r.of(4, r.of(1, r.tensor_type(r.FLOAT, r.dim(2))))
    (tmp_path / "m.onnx").write_bytes(r.model(r.graph(inputs=[r.value("x", type_)])))
    for option in (("--input", "x"), ("--input", "0"), ()):
        found = command("values", "input_0.pb", "--model", "m.onnx", *option)
        assert found.splitlines()[0] == "sequence(FLOAT [2]), 1 element"
        assert "m.onnx input 0 says x: sequence(FLOAT [2])" in found and "optional" not in found
    found = command("summary", "input_0.pb", "--model", "m.onnx")
    assert found.startswith("input_0.pb: SequenceProto,")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "empty: no bytes"),
        ("1000", "empty: elem_type 0 (UNDEFINED)"),
        ("1001", "empty: elem_type 1 (TENSOR) without tensor_value"),
    ],
)
def test_c3_each_spelling_of_empty_is_told_and_all_are_empty(data, words):
    assert words in values(data, "OptionalProto")
    assert api.open(bytes.fromhex(data), "OptionalProto").value is None


def test_c3_what_the_package_cannot_convert_is_said():
    with pytest.raises((ValueError, TypeError, UnboundLocalError)):
        numpy_helper.to_optional(onnx.OptionalProto.FromString(bytes.fromhex("1001")))
    assert "the onnx package wants elem_type 0 for that" in values("1001", "OptionalProto")


def test_c4_a_map_is_rendered_by_key():
    found = values(encode({7: np.int64(70), 8: np.int64(80)}))
    assert found.splitlines() == [
        "map(INT64, INT64 []), 2 elements", "[7]  INT64 [] = 70", "[8]  INT64 [] = 80",
    ]  # fmt: skip


def test_c5_counts_that_differ_are_told_with_the_offsets_of_both_lists():
    keys = r.int_of(2, 7) + r.of(3, b"\x01\x02\x03")
    inside = r.of(5, r.int_of(2, 1) + r.of(3, TENSOR) + r.of(3, TENSOR))
    found = values(keys + inside, "MapProto")
    assert "keys holds 3 (offset 2), values holds 2 (offset 7); needed as many" in found
    found = values(r.int_of(2, 7) + r.of(3, b"\x01") + r.of(4, "a") + inside, "MapProto")
    assert "string_keys" in found and "keys" in found


def test_c6_an_elem_type_that_disagrees_is_said_and_what_is_there_is_shown():
    data = "10031a0e080210014a080000803f00000040"
    assert numpy_helper.to_list(onnx.SequenceProto.FromString(bytes.fromhex(data))) == []
    found = values(data, "SequenceProto")
    assert "[0]  FLOAT [2] = 1 2" in found
    assert "elem_type 3 (SEQUENCE) disagrees with tensor_values" in found
    assert "readers see an empty list" in found


def test_c7_a_type_that_keys_cannot_have_is_said():
    data = r.int_of(2, 11) + r.of(3, b"\x01") + r.of(5, r.int_of(2, 1) + r.of(3, TENSOR))
    assert "key_type is DOUBLE" in values(data, "MapProto")


def test_c8_two_values_in_one_optional_are_merged_and_that_is_said():
    found = values(r.int_of(2, 1) + r.of(3, TENSOR) * 2, "OptionalProto")
    assert "tensor_value stands 2 times" in found and "dims [2, 2]" in found


def test_c9_shape_type_and_first_values_are_printed_and_saved(command, tmp_path):
    (tmp_path / "output_0.pb").write_bytes(encode(F([[1, 2], [3, 4]]), name="y"))
    assert command("values", "output_0.pb").splitlines() == [
        "y: FLOAT [2, 2]", "  [0]  1  2", "  [1]  3  4",
    ]  # fmt: skip
    command("values", "output_0.pb", "--npy", "y.npy")
    assert np.load(tmp_path / "y.npy").tolist() == [[1, 2], [3, 4]]


def test_c10_a_segment_is_said_to_be_unsupported():
    data = TENSOR + r.of(3, r.int_of(1, 0) + r.int_of(2, 2))
    with pytest.raises(ValueError, match="segments"):
        numpy_helper.to_array(onnx.TensorProto.FromString(data))
    assert "segment 0 to 2: not supported by the onnx helpers" in values(data, "TensorProto")


def test_c11_an_optional_input_is_known_from_the_model(command, tmp_path):
    folder = tmp_path / "test_data_set_0"
    folder.mkdir()
    (folder / "input_0.pb").write_bytes(bytes.fromhex(ONE))
    type_ = r.of(9, r.of(1, r.tensor_type(r.FLOAT, r.dim(2))))
    (tmp_path / "model.onnx").write_bytes(r.model(r.graph(inputs=[r.value("x", type_)])))
    found = command("values", "test_data_set_0/input_0.pb")
    assert found.splitlines()[0] == "optional(FLOAT [2]) = 1 2"
    assert "says x: optional(FLOAT [2])" in found
    assert "optional(FLOAT [2])  x: optional(FLOAT [2])" in command("values", ".")
