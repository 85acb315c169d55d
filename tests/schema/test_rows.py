"""The generated rows against the installed onnx package, and the table that is merged into them."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from onnxlens.schema import ONNX_VERSION, enums, messages

GENERATOR = Path(__file__).parents[2] / "tools" / "generate_schema.py"
FIELDS = [field for message in messages() for field in message.fields]


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate_schema", GENERATOR)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_rows_are_what_the_generator_writes(generator):
    assert generator.ROWS.read_text(encoding="utf-8") == generator.generate()


def test_the_rows_are_those_of_the_installed_onnx(generator):
    assert generator.onnx.__version__ == ONNX_VERSION


def test_there_are_33_messages_and_166_fields_up_to_number_26():
    assert len(messages()) == 33
    assert len(FIELDS) == 166
    assert max(field.number for field in FIELDS) == 26


def test_the_ir_versions_are_1_to_14():
    values = [value.since for enum in enums() for value in enum.values]
    since = [*values, *(field.since for field in FIELDS), *(m.since for m in messages())]
    assert set(since) == set(range(1, 15))


def test_no_field_is_older_than_its_message():
    for message in messages():
        assert all(field.since >= message.since for field in message.fields), message.name


def test_each_ir_version_came_with_itself():
    (version,) = (enum for enum in enums() if enum.name == "Version")
    assert [value.since for value in version.values if value.number] == list(range(1, 15))


def test_exactly_three_fields_are_closed_enums():
    assert {field.qualified: field.ref for field in FIELDS if field.type == "enum"} == {
        "AttributeProto.type": "AttributeProto.AttributeType",
        "TensorProto.data_location": "TensorProto.DataLocation",
        "OperatorProto.status": "OperatorStatus",
    }


def test_exactly_nine_integers_carry_an_enum_by_convention():
    carried = {f.qualified: f.ref for f in FIELDS if f.ref and f.type in ("int32", "int64")}
    assert carried == {
        "TensorProto.data_type": "TensorProto.DataType",
        "TypeProto.Tensor.elem_type": "TensorProto.DataType",
        "TypeProto.SparseTensor.elem_type": "TensorProto.DataType",
        "TypeProto.Map.key_type": "TensorProto.DataType",
        "MapProto.key_type": "TensorProto.DataType",
        "SequenceProto.elem_type": "SequenceProto.DataType",
        "OptionalProto.elem_type": "OptionalProto.DataType",
        "ModelProto.ir_version": "Version",
        "OperatorSetProto.ir_version": "Version",
    }


def test_only_an_enum_that_is_the_type_of_a_field_is_closed():
    types = {field.ref for field in FIELDS if field.type == "enum"}
    assert {enum.name for enum in enums() if enum.closed} == types


def test_a_key_field_is_a_string_of_its_message():
    for message in messages():
        if message.key_field:
            assert message.by_name[message.key_field].type == "string", message.name


def test_a_field_without_annotation_stops_the_generator(generator):
    table = generator.read_annotations(generator.ANNOTATIONS)
    del table["TypeProto.Tensor.elem_type"]
    with pytest.raises(
        generator.GeneratorError, match=r"no annotation: TypeProto.Tensor.elem_type"
    ):
        generator.build(generator.read_files(), table)


def test_an_orphaned_annotation_stops_the_generator(generator):
    table = generator.read_annotations(generator.ANNOTATIONS)
    table["TypeProto.tensor"] = generator.NO_ANNOTATION
    with pytest.raises(generator.GeneratorError, match=r"orphaned annotation: TypeProto.tensor"):
        generator.build(generator.read_files(), table)


def test_a_newer_onnx_with_a_new_enum_value_stops_the_generator(generator):
    files = generator.read_files()
    files[0].enum_type[0].value.add(name="IR_VERSION_2099_1_1", number=15)
    with pytest.raises(generator.GeneratorError, match=r"Version.IR_VERSION_2099_1_1"):
        generator.build(files, generator.read_annotations(generator.ANNOTATIONS))


def test_a_field_number_that_does_not_fit_a_slot_stops_the_generator(generator):
    files = generator.read_files()
    files[0].message_type[0].field[0].number = 64
    with pytest.raises(generator.GeneratorError, match=r"64 is not in a slot"):
        generator.build(files, generator.read_annotations(generator.ANNOTATIONS))


def test_an_annotation_without_a_source_is_refused(generator, tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("name,since,ref,key_field,source\nTypeProto,1,,,\n")
    with pytest.raises(generator.GeneratorError, match=r"TypeProto: no source"):
        generator.read_annotations(table)
