"""The decoded examples of the reference are whole messages, and each row is right."""

import onnx
import pytest
from onnx import onnx_data_pb2, onnx_operators_ml_pb2

from onnxlens import api, schema
from onnxlens.schema import MessageSpec
from onnxlens.views.web import example as view
from onnxlens.views.web.example import example
from onnxlens.views.web.examples import EXAMPLES
from told import sound

MESSAGES = {spec.name: spec for spec in schema.messages()}


def package_message(name: str) -> object:
    """Return an empty message of the onnx package, of whichever file has it."""
    first, *inner = name.split(".")
    for module in (onnx, onnx_operators_ml_pb2, onnx_data_pb2):
        if hasattr(module, first):
            found = getattr(module, first)
            for each in inner:
                found = getattr(found, each)
            return found()
    raise AssertionError(f"onnx has no {name}")


def test_each_message_has_an_example() -> None:
    assert EXAMPLES.keys() == MESSAGES.keys()


@pytest.mark.parametrize("spec", MESSAGES.values(), ids=MESSAGES)
def test_the_package_reads_each_example_and_writes_the_same_bytes(spec: MessageSpec) -> None:
    data = bytes.fromhex(example(spec)["hex"])
    message = package_message(spec.name)
    message.ParseFromString(data)
    assert message.ListFields()
    written = message.SerializeToString()
    assert sorted(written) == sorted(data)  # the package orders fields by their numbers
    message.DiscardUnknownFields()
    assert message.SerializeToString() == written


@pytest.mark.parametrize("spec", MESSAGES.values(), ids=MESSAGES)
def test_the_rows_of_each_example_are_its_bytes_in_their_order(
    spec: MessageSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sound(example(spec))
    monkeypatch.setattr(view, "_BYTES", 1000)
    found = example(spec)
    assert " ".join(shown for shown, _, _ in found["rows"]) == found["hex"]


def test_a_long_row_shows_16_bytes() -> None:
    rows = [shown for spec in MESSAGES.values() for shown, _, _ in example(spec)["rows"]]
    sizes = {len(shown.removesuffix(" …").split()) for shown in rows if shown.endswith("…")}
    assert sizes == {16}
    assert max(len(shown.split()) for shown in rows if not shown.endswith("…")) <= 16


@pytest.mark.parametrize("spec", MESSAGES.values(), ids=MESSAGES)
def test_no_example_breaks_a_rule_of_the_wire(spec: MessageSpec) -> None:
    with api.open(bytes.fromhex(EXAMPLES[spec.name]), spec.name) as document:
        assert not document.damage
        assert [each.code for each in document.check(select=["W"])] == []
        assert all(field.spec is not None for field in document.file.children)


def test_the_first_example_of_the_design_is_decoded() -> None:
    assert example(MESSAGES["ValueInfoProto"])["rows"] == [
        ["0A 01 78", "ValueInfoProto.name", '"x"'],
        ["12 0F", "ValueInfoProto.type", "TypeProto, 15 bytes"],
        ["0A 0D", " TypeProto.tensor_type", "TypeProto.Tensor, 13 bytes"],
        ["08 01", "  TypeProto.Tensor.elem_type", "FLOAT (1)"],
        ["12 09", "  TypeProto.Tensor.shape", "TensorShapeProto, 9 bytes"],
        ["0A 02", "   TensorShapeProto.dim[0]", "TensorShapeProto.Dimension, 2 bytes"],
        ["08 01", "    TensorShapeProto.Dimension.dim_value", "1"],
        ["0A 03", "   TensorShapeProto.dim[1]", "TensorShapeProto.Dimension, 3 bytes"],
        ["12 01 4E", "    TensorShapeProto.Dimension.dim_param", '"N"'],
    ]
