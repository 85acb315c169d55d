"""Cases of the rules about bytes and records."""

from case import Bad, Good

from onnxlens.source import Source
from onnxlens.wire.kinds import EGROUP, LEN, SGROUP, VARINT
from onnxlens.wire.scalars import encode_tag, encode_varint
from recipes import (
    BASE,
    FLOAT,
    INT64,
    X,
    attribute,
    dim,
    entry,
    graph,
    int_of,
    model,
    node,
    of,
    patched,
    tensor_type,
    value,
)

M = "ModelProto"
W = int_of(1, 2) + int_of(2, INT64) + of(8, "w")  # an initializer w: INT64 [2], without data
FLOATS = int_of(1, 2) + int_of(2, FLOAT) + of(8, "w")
MINUS_ONE = b"\xff" * 9 + b"\x01"
HTML = b"<!DOCTYPE html>\n<html>"


class Zeros(Source):
    """A valid model followed by a text of zeros, which is nowhere stored."""

    name = "zeros.onnx"

    def __init__(self, size: int) -> None:
        rest = size - len(BASE)
        self.size = size
        self.head = BASE + encode_tag(6, LEN) + encode_varint(rest - 6)
        assert len(self.head) == len(BASE) + 6

    def __len__(self) -> int:
        return self.size

    def read(self, offset: int, size: int) -> bytes:
        end = min(offset + size, self.size)
        return self.head[offset:end].ljust(max(0, end - max(offset, 0)), b"\0")


def with_initializer(tensor: bytes) -> bytes:
    """Return a model with one initializer."""
    return model(graph(initializers=[tensor]))


def padded(number: int, payload: bytes, size: int) -> bytes:
    """Return a record whose length takes ``size`` bytes."""
    return encode_tag(number, LEN) + encode_varint(len(payload), size) + payload


def nested(levels: int, inner: bytes) -> bytes:
    """Return a model with a value of a sequence of sequences, each two messages deep."""
    for _ in range(levels):
        inner = of(4, of(1, inner))
    return model(graph(inputs=[X, value("s", inner)]))


def group(number: int, inside: bytes = b"", end: bytes | None = None) -> bytes:
    """Return a group."""
    return (
        encode_tag(number, SGROUP) + inside + (encode_tag(number, EGROUP) if end is None else end)
    )


DAMAGE = [
    Bad("W001", M, BASE + b"\x00\x01", "!", "byte 00 is field 0, wire type 0", (59, 60)),
    Bad("W001", M, BASE + b"\x0f\xff", "!", "byte 0F is field 1, wire type 7", (59, 60)),
    Bad("W001", M, BASE + b"\x8e\x00\x01", "!", "bytes 8E 00 is field 1, wire type 6", (59, 61)),
    Bad("W001", M, BASE + b"\x88\x80\x80\x80\x10\x01", "!", "more than 5 bytes or 32", (59, 64)),
    Bad("W001", M, BASE + b"\xff" * 12, "!", "more than 5 bytes or 32 bits", (59, 69)),
    Bad("W001", M, model(graph(more=b"\x07\x01\x02")), "graph.!", "next 2 bytes cannot", (55, 56)),
    Good("W001", M, BASE + encode_tag((1 << 29) - 1, VARINT) + b"\x01"),
    # A2: a page of HTML; its first byte ends a group
    Bad("W002", M, HTML, "!", "byte 3C ends group 7; none is open", (0, 1)),
    Bad(
        "W002", M, BASE + group(9, end=b"\x54"), "#9[0].!", "group 10; the open one is 9", (60, 61)
    ),
    Good("W002", M, BASE + group(9, int_of(1, 1))),
    # A3: cut off; graph is cut by the same cause, and has no end of its own
    Bad(
        "W003",
        M,
        BASE[:-10],
        "graph.output[0].type.tensor_type",
        "declares 8 bytes; 2 are there",
        "length",
        related=("graph", "graph.output[0]", "graph.output[0].type"),
    ),
    Bad(
        "W003",
        M,
        BASE[:53],
        "graph.output[0].type.tensor_type.shape.dim[0]",
        "declares 2 bytes; 0 are there",
        "length",
    ),
    Bad(
        "W003",
        M,
        BASE + of(2, "abc") + b"\x1a\x05ab",
        "producer_version",
        "5 bytes; 2 are",
        "length",
    ),
    Bad(
        "W003", M, model(graph(more=b"\x52\x09ab")), "graph.doc_string", "9 bytes; 2 are", "length"
    ),
    Bad("W003", "TensorProto", FLOATS + b"\x4a\x08\0\0", "raw_data", "8 bytes; 2 are", "length"),
    Good("W003", M, BASE),
    Good("W003", M, BASE + b"\x28"),
    Bad("W004", M, BASE + b"\x28\x80", "!", "number of model_version does not end"),
    Bad("W004", M, BASE + b"\xa2", "!", "a tag does not end within its message"),
    Bad("W004", M, BASE + b"\x72", "!", "the length of metadata_props does not end"),
    Bad("W004", "AttributeProto", of(1, "a") + b"\x15\0\0", "!", "f needs 4 bytes; 2 are there"),
    Good("W004", M, BASE + b"\x1a\x05ab"),  # a length that tells the same
    Bad(
        "W005",
        M,
        BASE + b"\x28" + b"\xff" * 10 + b"\x01",
        "!",
        "number of model_version has more",
        (60, 70),
    ),
    Bad("W005", M, BASE + b"\x72" + b"\xff" * 11, "!", "length of metadata_props has", (60, 70)),
    Good("W005", M, BASE + b"\x28" + MINUS_ONE),
    Bad("W006", M, BASE + group(9, int_of(1, 1), end=b""), "#9[0]", "group 9 has no end", "tag"),
    Good("W006", M, BASE + group(9, group(10))),
    Bad(
        "W007",
        M,
        int_of(1, 8) + padded(7, graph(), 6) + of(8, int_of(2, 17)),
        "graph",
        "length 51 takes 6 bytes; parsers read 5, 1 would do",
        "length",
    ),
    Bad("W007", M, BASE + padded(2, b"x", 10), "producer_name", "takes 10 bytes", "length"),
    Good("W007", M, BASE + padded(2, b"x", 5)),
    Bad(
        "W008",
        M,
        with_initializer(FLOATS + of(4, bytes(6))),
        "graph.initializer[0].float_data~0.!",
        "last 2 bytes of float_data hold no",
        (36, 38),
    ),
    Bad(
        "W008",
        M,
        with_initializer(W + of(7, b"\x05\x80")),
        "graph.initializer[0].int64_data~0.!",
        "the last 1 byte of int64_data",
        (33, 34),
    ),
    Bad(
        "W008",
        M,
        with_initializer(W + of(7, b"\x05" + b"\x80" * 11 + b"\x01")),
        "graph.initializer[0].int64_data~0.!",
        "a varint has at most 10 bytes",
        (33, 45),
    ),
    Bad(
        "W008",
        "AttributeProto",
        of(1, "a") + of(8, b"\x80") + int_of(20, 7),
        "ints~0.!",
        "the last 1 byte of ints",
        (5, 6),
    ),
    Good("W008", M, with_initializer(W + of(7, MINUS_ONE * 2))),
    Good(
        "W008", M, with_initializer(FLOATS + b"\x22\x08" + bytes(6))[:64]
    ),  # cut off, told as W003
]

TYPE = "graph.input[1].type"
STEP = ".sequence_type.elem_type"
LIMITS = [
    Bad(
        "W009",
        M,
        nested(48, of(1, int_of(1, FLOAT) + of(2, b""))),
        f"{TYPE}{STEP * 48}.tensor_type.shape",
        "100 messages around it; standard parsers take 99",
    ),
    Bad(
        "W009",
        M,
        nested(60, tensor_type(FLOAT, dim(2))),
        TYPE + STEP * 49,
        "100 messages around it",
    ),
    Bad("W009", M, BASE + b"\x4b" * 101 + b"\x4c" * 101, ".".join(["#9[0]"] * 101), "100 messages"),
    Good("W009", M, nested(48, of(1, int_of(1, FLOAT)))),
    Good("W009", M, BASE + b"\x4b" * 100 + b"\x4c" * 100),
    # A8, A9
    Bad("W010", M, Zeros(1 << 31), "", "2,147,483,648 bytes; standard parsers", (0, 1 << 31)),
    Good("W010", M, Zeros((1 << 31) - 1)),
]

UNKNOWN = [
    # I7
    Bad("W020", M, of(1, b"\x08") + BASE[2:], "#1[0]", "LEN; needed VARINT for ir_version", "tag"),
    # A7: a tensor read as a model
    Bad(
        "W020",
        M,
        bytes.fromhex("080210014a080000803f00000040"),
        "#2[0]",
        "wire type VARINT; needed LEN for producer_name, string",
        "tag",
    ),
    Bad(
        "W020",
        M,
        model(graph(more=group(1, int_of(1, 1)))),
        "graph.#1[0]",
        "wire type SGROUP; needed LEN for node, NodeProto",
        "tag",
    ),
    Good("W020", M, model(graph([node("A", ["x"], ["y"], [attribute("a", 7, int_of(8, 300))])]))),
    Good("W020", M, BASE + of(99, "hello")),
    # H-14
    Bad(
        "W021",
        M,
        of(9, "pad") * 50 + BASE,
        "#9[0]",
        "field 9 is none of ModelProto: 50 records, 250",
    ),
    Bad("W021", M, of(99, "hello"), "#99[0]", "1 record, 8 bytes"),
    # I11
    Bad(
        "W021", M, BASE + of(99, "hello") + int_of(100, 7), "#100[0]", "1 record, 3 bytes", count=2
    ),
    Bad("W021", M, BASE + group(9, int_of(1, 1)), "#9[0]", "1 group, 4 bytes"),
    Good("W021", M, int_of(8, 1) + BASE),  # a wrong wire type, told as W020
    Good("W021", M, BASE),
    Bad(
        "W022",
        "FunctionProto",
        of(1, "f") + int_of(2, 1) + int_of(3, 1),
        "#2[0]",
        "field 2 is reserved in FunctionProto",
        count=2,
    ),
    Bad(
        "W022", M, model(graph(more=of(3, "1"))), "graph.#3[0]", "reserved in GraphProto: 1 record"
    ),
    Good("W022", M, BASE + of(99, "hello")),
]

TWO_TYPES = of(1, "x") + of(2, tensor_type(FLOAT, dim(2))) + of(2, tensor_type(FLOAT, dim(3)))
SIZES = of(2, "N") + int_of(1, 3)  # a symbol, then a size
REPEATS = [
    # I10
    Bad(
        "W030",
        M,
        int_of(1, 3) + BASE,
        "ir_version~0",
        "3 has no effect: the last of 2 ir_version counts, 8",
        related=("ir_version",),
    ),
    Bad(
        "W030",
        M,
        BASE + of(2, "a") + of(2, "b") + of(2, "c"),
        "producer_name~0",
        '"a" has no effect: the last of 3 producer_name counts, "c"',
        related=("producer_name~1",),
    ),
    Bad("W030", "TensorProto", FLOATS + of(9, bytes(8)) * 2, "raw_data~0", "8 bytes has no effect"),
    Bad(
        "W030",
        "TensorShapeProto",
        of(1, int_of(1, 3) + int_of(1, 4)),
        "dim[0].dim_value~0",
        "3 has no",
    ),
    Good("W030", M, model(graph([node("Add", ["x", "x"], ["y"])], inputs=[X, X]))),
    Good("W030", M, model(graph(inputs=[TWO_TYPES]))),
    # the name stands twice in an inner graph, not in the outer one
    Good("W030", M, BASE + of(7, graph())),
    Bad(
        "W030",
        "GraphProto",
        of(1, of(5, of(6, of(2, "a") * 2))) + of(2, "g"),
        "node[0].attribute[0].g.name~0",
        '"a" has no effect',
    ),
    # I9
    Bad(
        "W031",
        M,
        model(graph(inputs=[TWO_TYPES])),
        "graph.input[0].type~0",
        "type stands 2 times; parsers merge them into FLOAT [2, 3]",
        related=("graph.input[0].type",),
    ),
    Bad("W031", M, BASE + of(7, graph()), "graph~0", "into g: 2 nodes, 0 initializers"),
    # C8: an optional with two values
    Bad(
        "W031",
        "OptionalProto",
        int_of(2, 1) + of(3, FLOATS) * 2,
        "tensor_value~0",
        "stands 2 times",
    ),
    Good("W031", M, int_of(1, 3) + BASE),
    Good("W031", M, BASE + of(14, entry("a", "1")) + of(14, entry("b", "1"))),
    # I8
    Bad(
        "W032",
        M,
        model(graph(inputs=[value("x", tensor_type(FLOAT, SIZES))])),
        "graph.input[0].type.tensor_type.shape.dim[0].dim_param",
        'dim_param "N" has no effect: the last member counts, dim_value 3',
        related=("graph.input[0].type.tensor_type.shape.dim[0].dim_value",),
    ),
    Bad(
        "W032",
        "TensorShapeProto",
        of(1, int_of(1, 3) + of(2, "N")),
        "dim[0].dim_value",
        'dim_value 3 has no effect: the last member counts, dim_param "N"',
    ),
    Bad(
        "W032",
        "TypeProto",
        tensor_type(FLOAT, dim(2)) + of(4, b""),
        "tensor_type",
        "tensor_type has no effect: the last member counts, sequence_type",
    ),
    Good("W032", "TensorShapeProto", of(1, int_of(1, 3) + int_of(1, 4))),
    Good("W032", M, model(graph(inputs=[value("x", tensor_type(FLOAT, dim("N"), dim(3)))]))),
]

LONG = encode_tag(1, VARINT) + encode_varint(8, 3) + BASE[2:]
AXES = of(8, MINUS_ONE)
ENCODING = [
    Bad(
        "W040", M, LONG, "ir_version", "number bytes 88 80 00 takes 3 bytes; 1 would do", "payload"
    ),
    Bad(
        "W040",
        M,
        BASE + encode_tag(2, LEN, 3) + b"\x01x",
        "producer_name",
        "tag bytes 92 80 00",
        "tag",
    ),
    Bad(
        "W040",
        M,
        BASE + padded(2, b"x", 5),
        "producer_name",
        "length bytes 81 80 80 80 00",
        "length",
    ),
    Bad(
        "W040",
        M,
        BASE + padded(14, entry("a", "b"), 2) * 3,
        "metadata_props[0]",
        "1 would do; 2 more in ModelProto",
        "length",
    ),
    Bad(
        "W040",
        M,
        BASE + encode_tag(99, VARINT, 3) + b"\x01",
        "#99[0]",
        "3 bytes; 2 would do",
        "tag",
    ),
    Good("W040", M, BASE + of(99, "a") + of(2000, bytes(300)) + of(3, bytes(128))),
    Good("W040", M, BASE + int_of(5, -1)),
    Good("W040", M, BASE + b"\x4b" + encode_tag(9, EGROUP, 3)),
    Bad(
        "W041",
        M,
        BASE + b"\x28" + b"\xff" * 9 + b"\x02",
        "model_version",
        "tenth byte is 02; 64 bits leave 00 or 01, and parsers read 9223372036854775807",
        "payload",
    ),
    Good("W041", M, BASE + int_of(5, -1)),
    Good("W041", M, BASE + b"\x28" + encode_varint(5, 10)),
    # I1: both forms of one list
    Bad(
        "W042",
        M,
        model(graph([node("ReduceMean", ["x"], ["y"], [attribute("axes", 7, AXES)])])),
        "graph.node[0].attribute[0].ints~0",
        "ints is packed in 1 record; declared as one",
    ),
    Good(
        "W042",
        M,
        model(graph([node("ReduceMean", ["x"], ["y"], [attribute("axes", 7, int_of(8, -1))])])),
    ),
    Good("W042", M, with_initializer(FLOATS + of(4, bytes(8)))),
    Bad(
        "W043",
        M,
        with_initializer(W + int_of(7, 5) + int_of(7, 6)),
        "graph.initializer[0].int64_data[0]",
        "int64_data is not packed: 2 records of one number",
    ),
    Good("W043", M, with_initializer(W + of(7, b"\x05\x06"))),
    Good(
        "W043",
        M,
        model(graph([node("ReduceMean", ["x"], ["y"], [attribute("axes", 7, int_of(8, 1))])])),
    ),
]

# false-alarm traps: fields in any order, packed and unpacked mixed
ORDER = of(8, int_of(2, 17)) + of(7, graph()) + int_of(1, 8)
QUIET = [
    Good(code, M, data)
    for code in ("W020", "W021", "W030", "W031", "W032", "W041")
    for data in (
        ORDER,
        patched({37: 0, 54: 0}),
        model(graph(inputs=[value("x", tensor_type(1, dim()))])),
    )
] + [
    Good("W030", "AttributeProto", of(1, "a") + of(8, b"\x01\x02") + int_of(8, 3) + int_of(20, 7)),
    Good("W020", "AttributeProto", attribute("modes", 8, of(9, "BRANCH_GTE"))),
    Good("W021", "AttributeProto", attribute("modes", 8, of(9, "BRANCH_GTE"))),
]

CASES: list[Bad | Good] = [*DAMAGE, *LIMITS, *UNKNOWN, *REPEATS, *ENCODING, *QUIET]
