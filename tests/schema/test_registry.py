"""Finding messages and enums, and what their specs say, against the descriptors of onnx."""

import onnx
import pytest
from onnx import onnx_data_pb2, onnx_operators_ml_pb2

from onnxlens.errors import SchemaError
from onnxlens.schema import (
    EnumSpec,
    FieldSpec,
    MessageSpec,
    child_table,
    enum,
    enums,
    message,
    message_by_id,
    messages,
)

VARINT, I64, LEN, I32 = 0, 1, 2, 5
MODULES = (onnx, onnx_operators_ml_pb2, onnx_data_pb2)


def descriptor(name: str):
    """The descriptor of onnx for a message name such as ``TypeProto.Tensor``."""
    outer, *nested = name.split(".")
    found = next(getattr(m, outer) for m in MODULES if hasattr(m, outer)).DESCRIPTOR
    for part in nested:
        found = found.nested_types_by_name[part]
    return found


@pytest.mark.parametrize("spec", messages(), ids=lambda spec: spec.name)
def test_a_message_has_the_fields_of_its_descriptor(spec: MessageSpec):
    theirs = descriptor(spec.name)
    assert {field.number: field.name for field in spec.fields} == {
        field.number: field.name for field in theirs.fields
    }
    assert {name: [f.name for f in members] for name, members in spec.oneofs.items()} == {
        oneof.name: [f.name for f in sorted(oneof.fields, key=lambda f: f.number)]
        for oneof in theirs.oneofs
    }


@pytest.mark.parametrize("spec", messages(), ids=lambda spec: spec.name)
def test_the_fields_of_a_message_are_found_by_number_and_name_and_are_in_order(spec: MessageSpec):
    assert [field.number for field in spec.fields] == sorted(spec.by_number)
    assert spec.fields == tuple(spec.by_number[field.number] for field in spec.fields)
    assert spec.fields == tuple(spec.by_name[field.name] for field in spec.fields)
    assert {field.message for field in spec.fields} == {spec.name}


def test_a_message_is_found_by_its_name_and_its_id():
    for place, spec in enumerate(messages(), 1):
        assert spec.id == place
        assert message(spec.name) is spec
        assert message_by_id(spec.id) is spec


def test_an_enum_is_found_by_its_name():
    assert [enum(spec.name) for spec in enums()] == list(enums())
    assert len(enums()) == 7


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("Model", "ModelProto"), ("typeproto.tensor", "TypeProto.Tensor"), ("zzz", None), ("", None)],
)
def test_an_unknown_message_is_an_error_with_the_nearest_name(name: str, nearest: str | None):
    with pytest.raises(SchemaError, match="no message of that name") as caught:
        message(name)
    assert (caught.value.name, caught.value.nearest) == (name, nearest)


def test_an_unknown_enum_is_an_error_with_the_nearest_name():
    with pytest.raises(SchemaError, match=r"nearest is TensorProto.DataType") as caught:
        enum("DataType")
    assert caught.value.nearest == "TensorProto.DataType"


@pytest.mark.parametrize("id", [-1, 0, 34])
def test_an_unknown_message_id_is_an_error(id: int):
    with pytest.raises(SchemaError):
        message_by_id(id)


def test_the_child_table_agrees_with_the_descriptors():
    ids = {spec.name: spec.id for spec in messages()}
    expected = [0] * (len(ids) + 1) * 64
    for name, id in ids.items():
        for field in descriptor(name).fields:
            if field.message_type:
                child = field.message_type.full_name.removeprefix("onnx.")
                expected[id << 6 | field.number] = ids[child]
    assert memoryview(child_table()).cast("H").tolist() == expected


def field(qualified: str) -> FieldSpec:
    name, _, field_name = qualified.rpartition(".")
    return message(name).by_name[field_name]


@pytest.mark.parametrize(
    ("qualified", "wire_type", "packable", "packed"),
    [
        ("TensorProto.dims", VARINT, True, False),
        ("TensorProto.int64_data", VARINT, True, True),
        ("TensorProto.uint64_data", VARINT, True, True),
        ("TensorProto.float_data", I32, True, True),
        ("TensorProto.double_data", I64, True, True),
        ("TensorProto.string_data", LEN, False, False),
        ("TensorProto.data_type", VARINT, False, False),
        ("TensorProto.data_location", VARINT, False, False),
        ("AttributeProto.f", I32, False, False),
        ("ModelProto.graph", LEN, False, False),
        ("GraphProto.node", LEN, False, False),
        ("NodeProto.input", LEN, False, False),
    ],
)
def test_a_field_fits_its_own_wire_type_and_a_run_where_it_is_repeated_and_numeric(
    qualified: str, wire_type: int, packable: bool, packed: bool
):
    spec = field(qualified)
    assert (spec.wire_type, spec.packable, spec.packed) == (wire_type, packable, packed)
    fitting = {wire_type, LEN} if packable else {wire_type}
    assert {number for number in range(8) if spec.fits(number)} == fitting


def test_a_field_knows_its_full_name_label_oneof_and_message():
    spec = field("TypeProto.sparse_tensor_type")
    assert spec.qualified == "TypeProto.sparse_tensor_type"
    assert (spec.label, spec.repeated, spec.oneof) == ("optional", False, "value")
    assert (spec.is_message, spec.ref, spec.since) == (True, "TypeProto.SparseTensor", 8)


def test_reserved_ranges_are_inclusive():
    assert message("AttributeProto").reserved == ((12, 12), (16, 19))
    assert message("GraphProto").reserved == ((3, 3), (4, 4), (6, 9))
    assert message("GraphProto").reserved_names[-1] == "domain"


def test_an_enum_gives_name_number_and_since():
    spec: EnumSpec = enum("TensorProto.DataType")
    assert (spec.name_of(16), spec.number_of("BFLOAT16"), spec.since_of(16)) == ("BFLOAT16", 16, 4)
    assert (spec.name_of(99), spec.number_of("bfloat16"), spec.since_of(-1)) == (None, None, None)
    assert spec.name_of(0) == "UNDEFINED"
