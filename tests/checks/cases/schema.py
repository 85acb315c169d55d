"""Cases of the rules about what the standard requires of each message by itself."""

from case import Bad, Good

from recipes import (
    BASE,
    FLOAT,
    INT64,
    RELU,
    X,
    attribute,
    each,
    entry,
    graph,
    int_of,
    metadata,
    model,
    node,
    of,
    patched,
    tensor_type,
    value,
)

M = "ModelProto"
ONE = int_of(1, 1) + int_of(2, FLOAT) + of(8, "w") + of(9, bytes(4))  # FLOAT [1]
PLAIN = int_of(1, 1) + int_of(2, INT64) + of(9, bytes(8))  # INT64 [1], without a name
MINUS_FOUR = b"\xfc\xff\xff\xff\x0f"  # in 5 bytes


def with_attribute(body: bytes, more: bytes = b"", ir: int = 8) -> bytes:
    """Return a model whose one node has an attribute."""
    return model(graph([node("A", ["x"], ["y"], [body])], more=more), ir=ir)


def with_initializer(tensor: bytes) -> bytes:
    """Return a model with one initializer."""
    return model(graph(initializers=[tensor]))


def function(body: bytes) -> bytes:
    """Return a model with a function of one node that has an attribute."""
    inner = each(4, "x") + each(5, "y") + of(7, node("A", ["x"], ["y"], [body]))
    return model(more=of(25, of(1, "F") + of(10, "d") + of(9, int_of(2, 17)) + inner))


TRAINING = of(20, of(1, b"") + of(2, of(2, "")))
REQUIRED = [
    # A4
    Bad("S001", M, b"", "", "0 bytes; ModelProto needs ir_version and graph"),
    Bad("S001", "TensorProto", b"", "", "0 bytes; TensorProto needs data_type"),
    Good("S001", "OptionalProto", b""),
    Good("S001", "TypeProto", b""),
    Good("S001", M, of(6, "text")),
    # E4
    Bad("S002", M, BASE[2:], "", "ir_version is absent; needed a number, int64"),
    Bad("S002", M, int_of(1, 8) + of(8, int_of(2, 17)), "", "graph is absent; needed GraphProto"),
    Bad("S002", M, model(of(1, RELU) + of(11, X)), "graph", "name is absent; needed text"),
    Bad(
        "S002", M, model(graph([each(1, "x") + each(2, "y")])), "graph.node[0]", "op_type is absent"
    ),
    Bad(
        "S002",
        M,
        with_attribute(int_of(3, 1) + int_of(20, 2)),
        "graph.node[0].attribute[0]",
        "name is absent",
    ),
    Bad(
        "S002",
        M,
        model(graph(inputs=[of(2, tensor_type(FLOAT))])),
        "graph.input[0]",
        "name is absent",
    ),
    Bad("S002", M, model(graph(more=of(13, b""))), "graph.value_info[0]", "name is absent"),
    Bad(
        "S002",
        M,
        with_initializer(int_of(1, 1) + of(8, "w") + of(9, b"a")),
        "graph.initializer[0]",
        "data_type is absent; needed a number, int32",
    ),
    # E12
    Bad(
        "S002",
        M,
        int_of(1, 8) + of(7, graph()) + of(8, of(1, "")),
        "opset_import[0]",
        "version is absent",
    ),
    Bad("S002", M, model(more=of(25, of(1, "F"))), "functions[0]", "domain is absent"),
    Bad("S002", M, model(more=of(25, of(10, "d"))), "functions[0]", "name is absent"),
    Bad("S002", "SequenceProto", of(1, "s"), "", "elem_type is absent"),
    Good("S002", "SequenceProto", of(3, ONE)),  # told as T040
    Bad("S002", "OperatorSetProto", int_of(2, 3), "", "magic is absent"),
    # a graph of two records that lack the name both
    Bad(
        "S002", M, BASE[:2] + of(7, of(1, RELU)) + of(7, of(11, X)) + BASE[55:], "graph", "name is"
    ),
    Good("S002", M, BASE),
    Good("S002", M, BASE[:2] + of(7, of(1, RELU)) + of(7, of(2, "g")) + BASE[55:]),
    Good("S002", M, BASE[:30]),  # cut off before the name of the output, the opsets
    Good("S002", M, of(1, b"\x08") + BASE[2:]),  # a wrong wire type, told as W020
    Good("S002", M, model(ir=7, more=of(25, of(1, "F")))),
    Good("S002", M, model(more=TRAINING)),
    Good("S002", M, model(graph([node("A", ["x"], ["y"], [attribute("t", 4, of(5, PLAIN))])]))),
    Good("S002", "OptionalProto", b""),
    Good("S002", "TypeProto", of(4, b"")),
    Bad("S003", M, model(of(1, RELU) + of(2, "")), "graph.name", "name is empty; needed text"),
    Bad(
        "S003",
        M,
        model(graph([node("", ["x"], ["y"])])),
        "graph.node[0].op_type",
        "op_type is empty",
    ),
    Bad(
        "S003",
        M,
        with_attribute(attribute("", 2, int_of(3, 1))),
        "graph.node[0].attribute[0].name",
        "name is empty",
    ),
    Bad(
        "S003",
        M,
        model(graph(inputs=[value("", tensor_type(FLOAT))])),
        "graph.input[0].name",
        "empty",
    ),
    Bad(
        "S003", M, model(more=of(25, of(1, "") + of(10, ""))), "functions[0].name", "name is empty"
    ),
    Good("S003", M, model(more=of(25, of(1, "F") + of(10, "")))),
    # F1 to F4: what is left out of a node is an empty name
    Good("S003", M, model(graph([node("Clip", ["x", "", "m"], ["y", ""])]))),
    Good("S003", M, model(of(1, RELU) + of(2, "") + of(2, "g"))),
    Good("S003", M, model(more=TRAINING)),
    Bad(
        "S004", M, with_initializer(PLAIN), "graph.initializer[0]", "name is absent; an initializer"
    ),
    Bad(
        "S004", M, with_initializer(PLAIN + of(8, "")), "graph.initializer[0].name", "name is empty"
    ),
    Bad(
        "S004",
        M,
        model(graph(more=of(15, of(1, PLAIN) + of(2, PLAIN) + int_of(3, 4)))),
        "graph.sparse_initializer[0].values",
        "name is absent",
    ),
    Good("S004", M, with_initializer(PLAIN + of(8, "w"))),
    Good("S004", M, with_attribute(attribute("t", 4, of(5, PLAIN)))),
]

INT8 = int_of(1, 1) + int_of(2, 3) + of(8, "w")
NUMBERS = [
    # I6
    Bad(
        "S010",
        M,
        with_attribute(attribute("a", 77, int_of(3, 1))),
        "graph.node[0].attribute[0].type",
        "type is 77, no AttributeProto.AttributeType, and reads as absent; needed 0 to 14",
    ),
    Bad(
        "S010",
        M,
        with_initializer(ONE + int_of(14, 9)),
        "graph.initializer[0].data_location",
        "data_location is 9, no TensorProto.DataLocation",
    ),
    Bad(
        "S010",
        "OperatorProto",
        of(1, "A") + int_of(2, 1) + int_of(3, 2),
        "status",
        "status is 2, no",
    ),
    Good("S010", M, with_initializer(ONE + int_of(14, 0))),
    Good("S010", M, patched({31: 99})),  # an open enum, which the layers T and D look at
    # I5
    Bad(
        "S011",
        M,
        model(graph(inputs=[value("x", of(1, int_of(1, (1 << 32) + 1)))])),
        "graph.input[0].type.tensor_type.elem_type",
        "elem_type is 4294967297; parsers keep 32 bits and read 1, FLOAT",
    ),
    Bad(
        "S011",
        "AttributeProto",
        of(1, "a") + int_of(3, 1) + int_of(20, (1 << 32) + 2),
        "type",
        "parsers keep 32 bits and read 2, INT",
    ),
    Bad(
        "S011",
        "TensorProto",
        INT8 + of(5, b"\x01" + b"\xff" * 7 + b"\x00" + b"\xff" * 6 + b"\x01"),
        "int32_data[1]",
        "int32_data has 562949953421311; parsers keep 32 bits and read -1; 1 more in",
    ),
    Good("S011", "TensorProto", INT8 + int_of(5, -1) + of(5, b"\x01" + b"\xff" * 9 + b"\x01")),
    Good("S011", M, model(more=int_of(5, -1))),
    # I4
    Bad(
        "S012",
        "TensorProto",
        INT8 + of(5, MINUS_FOUR),
        "int32_data[0]",
        "int32_data has 4294967292; 64 bits are needed for -4",
    ),
    Bad(
        "S012",
        "TensorProto",
        INT8 + b"\x28" + MINUS_FOUR,
        "int32_data[0]",
        "int32_data is 4294967292",
    ),
    Bad(
        "S012",
        M,
        with_initializer(int_of(1, 1) + b"\x10" + MINUS_FOUR + of(8, "w")),
        "graph.initializer[0].data_type",
        "64 bits are needed for -4",
    ),
    Good("S012", "TensorProto", INT8 + of(5, b"\xfc" + b"\xff" * 8 + b"\x01")),  # I3
    Good("S012", "TensorProto", INT8 + of(7, MINUS_FOUR)),
]

TEXTS = [
    # D11
    Bad(
        "S020",
        M,
        model(more=metadata(entry("a", "b"))).replace(b"\x12\x01b", b"\x12\x01\xe9"),
        "metadata_props[0].value",
        "byte E9 at 0 of value is not UTF-8; strings have",
        (66, 67),
    ),
    Bad(
        "S020",
        "StringStringEntryProto",
        of(1, "k") + of(2, b"Ren\xe9"),
        "value",
        'as Latin-1 it is "Ren\xe9"',
        (8, 9),
    ),
    Bad(
        "S020",
        "StringStringEntryProto",
        of(1, b"k") + of(2, b"a" * 65535 + "\xe9".encode() + b"\xff"),
        "value",
        "byte FF at 65,537 of value",
        (65544, 65545),
    ),
    Bad(
        "S020",
        "NodeProto",
        of(1, b"a\xf0\x9f\x98") + of(4, "A"),
        "input[0]",
        "byte F0 at 1",
        (3, 4),
    ),
    Good("S020", M, model(more=metadata(entry("a", "Ren\xe9 \U0001f600")))),
    Good("S020", "StringStringEntryProto", of(2, b"x" * 65534 + "\u20ac".encode() * 9)),
    Good(
        "S020", M, BASE + b"\x1a\x09" + "\xe9".encode()[:1]
    ),  # the end of the file cut the character
    Good("S020", M, with_attribute(attribute("s", 3, of(4, b"\xff")))),
    # D10
    Bad(
        "S021",
        M,
        with_attribute(attribute("s", 3, of(4, b"\xff\xfe\0"))),
        "graph.node[0].attribute[0].s",
        "byte FF at 0 of s is not UTF-8; onnx.proto wants UTF-8",
        (22, 23),
    ),
    Bad(
        "S021",
        "AttributeProto",
        attribute("s", 8, of(9, "a") + of(9, b"\xc0")),
        "strings[1]",
        "byte C0 at 0",
        (8, 9),
    ),
    Good("S021", "AttributeProto", attribute("s", 8, of(9, "a\u20ac") + of(9, ""))),
    Good("S021", "StringStringEntryProto", of(2, b"\xff")),
]

AT = "graph.node[0].attribute[0]"
ATTRIBUTES = [
    # E10
    Bad(
        "S030",
        M,
        with_attribute(attribute("a", None, int_of(3, 1))),
        AT,
        "type is absent; i is set, so INT is needed",
    ),
    Bad("S030", "AttributeProto", of(1, "a"), "", "type is absent; needed one"),
    Good("S030", M, with_attribute(attribute("a", None, int_of(3, 1)), ir=1)),
    Good("S030", M, with_attribute(attribute("a", 77, int_of(3, 1)))),  # told as S010
    Good("S030", M, with_attribute(of(1, "a") + int_of(3, 1) + of(20, b"\x02"))),  # told as W020
    Good(
        "S030", "GraphProto", graph([node("A", ["x"], ["y"], [attribute("a", None, int_of(3, 1))])])
    ),
    Bad(
        "S031",
        M,
        with_attribute(attribute("a", 1, int_of(3, 1))),
        f"{AT}.type",
        "type FLOAT selects f; i is set, which needs INT",
        related=(f"{AT}.i",),
    ),
    Bad(
        "S031",
        M,
        with_attribute(attribute("a", 0, int_of(3, 1))),
        f"{AT}.type",
        "type UNDEFINED selects nothing; i is set",
    ),
    Bad("S031", M, with_attribute(attribute("a", 2, of(8, b"\x01"))), f"{AT}.type", "ints is set"),
    Good("S031", M, with_attribute(attribute("a", 7, of(8, b"\x01")))),
    Good("S031", M, with_attribute(attribute("a", 7, int_of(8, 1)))),
    # F8
    Bad(
        "S032",
        M,
        with_attribute(attribute("a", 1, b"\x15\0\0\0\0" + int_of(3, 1))),
        f"{AT}.i",
        "2 value fields are set, f, i; type FLOAT selects f",
        related=(f"{AT}.f",),
    ),
    Bad(
        "S032",
        M,
        with_attribute(attribute("a", None, int_of(3, 1) + of(4, "s"))),
        f"{AT}.i",
        "no type selects one",
        related=(f"{AT}.s",),
    ),
    Good("S032", M, with_attribute(attribute("a", 2, int_of(3, 1) + of(8, b"")))),
    Good("S032", M, with_attribute(attribute("a", 7, int_of(8, 1) + of(8, b"\x01")))),
    Bad("S033", M, with_attribute(attribute("a", 4)), AT, "type TENSOR without a value; needed t"),
    Bad("S033", M, with_attribute(attribute("a", 0)), AT, "type UNDEFINED without a value"),
    Good("S033", M, with_attribute(attribute("a", 7))),
    Good("S033", M, with_attribute(attribute("a", 2))),
    Good("S033", M, function(attribute("a", 4, of(21, "b")))),
    # F9: a false-alarm trap, no more than worth knowing
    Bad("S034", M, with_attribute(attribute("alpha", 1)), AT, "type FLOAT without f reads as 0"),
    Bad(
        "S034",
        M,
        model(graph([node("A", ["x"], ["y"], [attribute(n, 2) for n in "abc"])])),
        AT,
        "type INT without i reads as 0; 2 more like it",
    ),
    Good("S034", M, with_attribute(attribute("a", 6))),
    Good("S034", M, with_attribute(attribute("a", 1, b"\x15\0\0\0\0"))),
    Bad(
        "S036",
        M,
        function(attribute("a", 2, int_of(3, 1) + of(21, "b"))),
        "functions[0].node[0].attribute[0].i",
        "i is set beside ref_attr_name b",
        related=("functions[0].node[0].attribute[0].ref_attr_name",),
    ),
    Good("S036", M, function(attribute("a", 2, of(21, "b")))),
]

CASES: list[Bad | Good] = [*REQUIRED, *NUMBERS, *TEXTS, *ATTRIBUTES]
