"""Writes tiny.onnx, a model of 233 bytes with a Gemm and a Relu, without the onnx package.

    python tools/make_example.py [FILE]

Records stand in order of field number, as protobuf's own serialisers write them.
"""

import struct
import sys
from pathlib import Path

from onnxlens.wire.kinds import VARINT
from onnxlens.wire.scalars import encode_record, encode_scalar, encode_tag

FLOAT = 1  # TensorProto.DataType
WEIGHTS = (0.5, -1, 2, 0, 1, 0.25, -0.5, 1, 3, -2, 0.125, 1)
BIAS = (0.5, -0.5, 0)


def integer(number: int, value: int) -> bytes:
    """Return a VARINT record."""
    return encode_tag(number, VARINT) + encode_scalar("int64", value)


def text(number: int, value: str) -> bytes:
    """Return a LEN record of text."""
    return encode_record(number, value.encode())


def node(op_type: str, name: str, inputs: str, output: str) -> bytes:
    """Return a NodeProto."""
    taken = b"".join(text(1, name) for name in inputs)
    return taken + text(2, output) + text(3, name) + text(4, op_type)


def tensor(name: str, dims: tuple[int, ...], values: tuple[float, ...]) -> bytes:
    """Return a TensorProto of FLOAT with raw_data."""
    shape = b"".join(integer(1, dim) for dim in dims)
    raw = struct.pack(f"<{len(values)}f", *values)
    return shape + integer(2, FLOAT) + text(8, name) + encode_record(9, raw)


def value(name: str, symbol: str, size: int) -> bytes:
    """Return a ValueInfoProto: FLOAT of a symbol by a size."""
    shape = encode_record(1, text(2, symbol)) + encode_record(1, integer(1, size))
    tensor_type = integer(1, FLOAT) + encode_record(2, shape)
    return text(1, name) + encode_record(2, encode_record(1, tensor_type))


def graph() -> bytes:
    """Return the GraphProto: y = Relu(Gemm(x, w, b))."""
    return (
        encode_record(1, node("Gemm", "fc", "xwb", "h"))
        + encode_record(1, node("Relu", "act", "h", "y"))
        + text(2, "tiny")
        + encode_record(5, tensor("w", (4, 3), WEIGHTS))
        + encode_record(5, tensor("b", (3,), BIAS))
        + encode_record(11, value("x", "N", 4))
        + encode_record(12, value("y", "N", 3))
    )


def tiny_model() -> bytes:
    """Return the ModelProto."""
    return (
        integer(1, 10)  # ir_version
        + text(2, "onnxlens-examples")
        + encode_record(7, graph())
        + encode_record(8, text(1, "") + integer(2, 21))  # opset_import: ai.onnx 21
        + encode_record(14, text(1, "model_author") + text(2, "onnxlens"))
    )


def main() -> None:
    """Write the file that is named, tiny.onnx if none is."""
    Path(sys.argv[1] if len(sys.argv) > 1 else "tiny.onnx").write_bytes(tiny_model())


if __name__ == "__main__":
    main()
