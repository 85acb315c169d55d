"""Messages made by hand, one for each rule of protobuf, with what the onnx package reads."""

from typing import Any

from onnxlens.wire.kinds import I32, I64, LEN, VARINT
from onnxlens.wire.scalars import encode_record as record
from onnxlens.wire.scalars import encode_tag as tag
from onnxlens.wire.scalars import encode_varint as varint
from samples import VALUE_INFO, every_wire_type, group


def number(field: int, value: int) -> bytes:
    """Return a varint record."""
    return tag(field, VARINT) + varint(value)


def elem_type(data_type: int) -> bytes:
    """Return the tensor_type member of a TypeProto."""
    return record(1, number(1, data_type))


FLOAT_TYPE, INT_TYPE = elem_type(1), elem_type(7)
SHAPE = record(1, record(2, record(1, number(1, 3))))
SEQUENCE = record(4, record(1, FLOAT_TYPE))
NAN = b"\x01\x00\xc0\x7f"

# name: (message, its bytes, what the package reads, written out)
MADE: dict[str, tuple[str, bytes, dict[str, Any]]] = {
    "closed enum 99": ("AttributeProto", number(20, 99), {}),
    "closed enum 99 after 1": ("AttributeProto", number(20, 1) + number(20, 99), {"type": 1}),
    "closed enum minus 1": ("TensorProto", number(14, -1), {}),
    "closed enum over 32 bits": ("TensorProto", number(14, (1 << 32) + 1), {"data_location": 1}),
    "closed enum 99 over 32 bits": ("OperatorProto", number(3, (5 << 32) + 99), {}),
    "closed enum with its wire type wrong": ("OperatorProto", record(3, b"\x01"), {}),
    "open enum 99": ("TensorProto", number(2, 99), {"data_type": 99}),
    "low 32 bits": ("TensorProto", number(2, (7 << 32) + 3), {"data_type": 3}),
    "low 32 bits below zero": ("TensorProto", number(2, (1 << 32) - 1), {"data_type": -1}),
    "low 32 bits of a packed run": (
        "TensorProto", record(5, varint((1 << 40) + 5) + varint(-1)), {"int32_data": [5, -1]}),
    "bits above 64": ("TensorProto", tag(1, VARINT) + b"\xff" * 9 + b"\x7f", {"dims": [-1]}),
    "bits above 64 unknown": ("TensorProto", tag(40, VARINT) + b"\xff" * 9 + b"\x7f", {}),
    "oneof replaced": ("TypeProto", FLOAT_TYPE + SEQUENCE, {"sequence_type": {
        "elem_type": {"tensor_type": {"elem_type": 1}}}}),
    "oneof replaced and replaced back": (
        "TypeProto", SHAPE + SEQUENCE + INT_TYPE, {"tensor_type": {"elem_type": 7}}),
    "oneof merged": ("TypeProto", FLOAT_TYPE + SHAPE, {"tensor_type": {
        "elem_type": 1, "shape": {"dim": [{"dim_value": 3}]}}}),
    "oneof of scalars replaced": (
        "TensorShapeProto.Dimension", number(1, 3) + record(2, b"N"), {"dim_param": "N"}),
    "oneof of scalars replaced by an empty one": (
        "TensorShapeProto.Dimension", number(1, 3) + record(2, b""), {"dim_param": ""}),
    "oneof kept where the other's wire type is wrong": (
        "TensorShapeProto.Dimension", number(1, 3) + number(2, 7), {"dim_value": 3}),
    "singular message twice": (
        "ModelProto",
        record(7, record(2, b"a") + record(1, record(1, b"x")))
        + number(1, 3)
        + record(7, record(2, b"b") + record(1, record(1, b"y"))),
        {"ir_version": 3, "graph": {"node": [{"input": ["x"]}, {"input": ["y"]}], "name": "b"}}),
    "singular message twice, inside one that is there twice": (
        "ValueInfoProto",
        record(2, record(1, record(2, b"")) + record(6, b"d")) + record(2, SHAPE + FLOAT_TYPE),
        {"type": {"tensor_type": {"elem_type": 1, "shape": {"dim": [{"dim_value": 3}]}},
                  "denotation": "d"}}),
    "singular message empty": ("ModelProto", record(7, b""), {"graph": {}}),
    "singular scalar twice": ("ModelProto", number(1, 3) + number(1, 4), {"ir_version": 4}),
    "wire type mismatch": (
        "ModelProto", tag(1, I32) + bytes(4) + tag(1, I64) + bytes(8) + record(1, b"\x03")
        + number(7, 5) + number(2, 1) + tag(2, I64) + bytes(8), {}),
    "wire type mismatch of a repeated message": ("GraphProto", number(1, 5), {}),
    "wire type mismatch of a repeated number": (
        "TensorProto", tag(1, I64) + bytes(8) + tag(4, I64) + bytes(8) + number(4, 1), {}),
    "groups": (
        "ModelProto", group(40, number(1, 7) + group(41, record(1000, b"ab")) + group(40, b"")),
        {}),
    "groups where a message belongs": ("ModelProto", group(7, record(2, b"a")), {}),
    "groups where a number belongs": (
        "ModelProto", number(1, 3) + group(1, b""), {"ir_version": 3}),
    "mixed packing": (
        "TensorProto", number(1, 2) + record(1, b"\x03\x04") + number(1, 5) + record(1, b""),
        {"dims": [2, 3, 4, 5]}),
    "mixed packing of floats": (
        "AttributeProto", record(7, bytes(8)) + tag(7, I32) + NAN + record(7, NAN[::-1]),
        {"floats": [0.0, 0.0, float("nan"), 2.3647996190492675e-38]}),
    "an empty packed run": ("TensorProto", record(1, b""), {}),
    "5-byte tags": (
        "ModelProto", tag(1, VARINT, 5) + b"\x03" + tag(7, LEN, 5) + varint(3, 5) + record(2, b"g"),
        {"ir_version": 3, "graph": {"name": "g"}}),
    "a 5-byte tag in a packed mixture": (
        "TensorProto", tag(1, VARINT, 5) + varint(2, 10) + record(1, varint(3, 9)),
        {"dims": [2, 3]}),
    "the highest number": ("ModelProto", number((1 << 29) - 1, 1), {}),
    "numbers of 63 and 64": ("ModelProto", number(63, 1) + record(64, b"x"), {}),
    "every wire type unknown": ("ModelProto", every_wire_type(), {}),
    "unknown fields on both sides of a merge": (
        "ModelProto", number(40, 1) + record(7, number(40, 2)) + number(40, 3)
        + record(7, number(40, 4)), {"graph": {}}),
    "a string that is not UTF-8": ("NodeProto", record(3, b"a\xff"), {"name": b"a\xff"}),
    "a string of an encoded surrogate": (
        "NodeProto", record(1, b"\xed\xa0\x80") + record(1, b"\xc3\xa9"),
        {"input": [b"\xed\xa0\x80", "é"]}),
    "a string with a NUL": ("NodeProto", record(3, b"a\0b"), {"name": "a\0b"}),
    "the seed's example": ("ValueInfoProto", VALUE_INFO, {"name": "x", "type": {"tensor_type": {
        "elem_type": 1, "shape": {"dim": [{"dim_value": 1}, {"dim_param": "N"}]}}}}),
    "nothing": ("ModelProto", b"", {}),
}  # fmt: skip
