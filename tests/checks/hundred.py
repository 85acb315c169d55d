"""One model with more than a hundred faults, each with the code and the path that must name it."""

from onnxlens.wire.kinds import I32, VARINT
from onnxlens.wire.scalars import encode_tag, encode_varint
from recipes import FLOAT, attribute, dim, each, entry, int_of, node, of, shape, tensor_type, value

OWN = of(7, "com.example")  # the domain of a node: any operator may be there
F32 = encode_tag(2, I32) + bytes(4)
ELEMENTS = of(9, bytes(8))  # raw_data of two FLOAT
OLD = "/home/ann/net.py(41): forward\n"


def own(*attributes: bytes, more: bytes = b"", inputs: tuple[str, ...] = ("x",)) -> bytes:
    """Return a node of an operator that nobody knows, so that only its own faults are told."""
    return node("Any", inputs, [], attributes, OWN + more)


def tensor(
    name: str, *fields: bytes, data_type: int = FLOAT, dims: tuple[int, ...] = (2,)
) -> bytes:
    """Return a TensorProto."""
    return (
        b"".join(int_of(1, size) for size in dims)
        + int_of(2, data_type)
        + of(8, name)
        + b"".join(fields)
    )


def outside(name: str, *keys: tuple[str, str]) -> bytes:
    """Return a TensorProto whose data is in another file."""
    return tensor(name, each(13, [entry(*pair) for pair in keys]), int_of(14, 1))


def sparse(*fields: bytes) -> bytes:
    """Return a SparseTensorProto with the dims [4]."""
    return b"".join(fields) + int_of(3, 4)


def body(*nodes: bytes, inputs: tuple[str, ...] = (), outputs: tuple[str, ...] = ()) -> bytes:
    """Return a graph for an attribute."""
    return (
        each(1, nodes) + of(2, "b") + each(11, map(value, inputs)) + each(12, map(value, outputs))
    )


def function(
    name: str, *nodes: bytes, more: bytes = b"", opset: bytes = of(9, int_of(2, 17))
) -> bytes:
    """Return a FunctionProto from a to b."""
    return of(1, name) + of(4, "a") + of(5, "b") + each(7, nodes) + opset + of(10, "f") + more


def placed(*fields: bytes) -> bytes:
    """Return a node with an annotation for devices."""
    return own(more=of(10, b"".join(fields)))


def sharded(*splits: bytes, tensor_name: bytes = of(1, "x"), axis: bytes = int_of(1, 0)) -> bytes:
    """Return a node of which an input is split over two devices."""
    spec = tensor_name + int_of(2, 0) + int_of(2, 1) + of(4, axis + each(2, splits))
    return placed(of(1, "tp"), of(2, spec))


RELU_AB = node("Relu", ["a"], ["b"])
PLACED = ".device_configurations[0]"
SPEC = f"{PLACED}.sharding_spec[0]"
SHARDED = f"{SPEC}.sharded_dim[0]"
DIM = ".type.tensor_type.shape.dim[0]"
INDICES = int_of(1, 2) + int_of(2, 7)
VALUES = of(1, tensor("s", ELEMENTS))
HALVES = int_of(1, 2) + int_of(3, 2)

# Where it stands, what it is, and the findings in it: codes, each with the rest of the path.
FAULTS: tuple[tuple[str, bytes, str], ...] = (
    # operators
    ("node", node("Rleu", ["x"], ["o0"]), "O001 .op_type"),
    ("node", node("Gelu", ["x"], ["o1"]), "O001 .op_type"),
    ("node", node("Upsample", ["x", "x"], ["o2"]), "O002 .op_type"),
    ("node", node("Any", ["x"], ["o3"], (), of(7, "nowhere")), "V009 .domain"),
    ("node", node("Relu", ["x", "x"], ["o4"]), "O010 .input[1]"),
    ("node", node("Relu", ["x"], ["o5", "o6"]), "O010 .output[1]"),
    ("node", node("Add", ["x"], ["o7"]), "O011 "),
    ("node", node("Add", ["", "x"], ["o8"]), "O013 .input[0]"),
    ("node", node("Max", ["x", "", "x"], ["o9"]), "O014 .input[1]"),
    ("node", node("Clip", ["x", ""], ["o10"]), "O015 .input[1]"),
    ("node", node("BatchNormalization", ["x"] * 5, ["o11", "o12"]), "O016 "),
    ("node", node("Relu", ["x"], ["o13"], [attribute("foo", 2, int_of(3, 1))]),
     "O020 .attribute[0].name"),
    ("node", node("Concat", ["x"], ["o14"]), "O021 "),
    ("node", node("LeakyRelu", ["x"], ["o15"], [attribute("alpha", 2, int_of(3, 1))]),
     "O022 .attribute[0].type"),
    ("node", node("LeakyRelu", ["x"], ["o16"], [attribute("alpha", 1, F32)] * 2),
     "O023 .attribute[1].name"),
    ("node", node("LeakyRelu", ["x"], ["o17"], [attribute("alpha", 1, of(21, "q"))]),
     "O025 .attribute[0].ref_attr_name"),
    ("node", node("Conv", ["x", "x"], ["o18"], [attribute("auto_pad", 3, of(4, "SAME"))]),
     "O030 .attribute[0].s"),
    ("node", node("Cast", ["x"], ["o19"], [attribute("to", 2, int_of(3, 99))]),
     "O031 .attribute[0].i"),
    ("node", node("Constant", [], ["o20"]), "O050 "),
    ("node", node("PythonOp", ["x"], ["o21"], (), of(7, "com.microsoft")), "X007  V009 .domain"),
    # nodes and their attributes
    ("node", of(1, "x") + OWN, "S002 "),
    ("node", of(1, "x") + of(4, "") + OWN, "S003 .op_type"),
    ("node", own(attribute("a", 77, int_of(3, 1))), "S010 .attribute[0].type"),
    ("node", own(of(1, "a") + int_of(3, 1) + int_of(20, (1 << 32) + 2)), "S011 .attribute[0].type"),
    ("node", own(more=of(3, b"n\xff")), "S020 .name"),
    ("node", own(attribute("a", 3, of(4, b"\xff"))), "S021 .attribute[0].s"),
    ("node", own(attribute("a", None, int_of(3, 1))), "S030 .attribute[0]"),
    ("node", own(attribute("a", 1, int_of(3, 1))), "S031 .attribute[0].type"),
    ("node", own(attribute("a", 1, F32 + int_of(3, 1))), "S032 .attribute[0].i"),
    ("node", own(attribute("a", 4)), "S033 .attribute[0]"),
    ("node", own(attribute("a", 2)), "S034 .attribute[0]"),
    ("node", own(int_of(3, 1) + int_of(20, 2)), "S002 .attribute[0]"),
    ("node", own(more=of(3, "same")) , ""),
    ("node", own(more=of(3, "same")), "N010 .name"),
    ("node", own(more=of(3, "a\x1b[2J")), "X009 .name"),
    ("node", own(inputs=()), "N011 "),
    ("node", own(more=of(6, OLD)), "M030 .doc_string"),
    ("node", own(more=of(9, entry("k", "v"))), "V003 .metadata_props[0]"),
    # names
    ("node", node("Relu", ["x"], ["twice"]), ""),
    ("node", node("Relu", ["x"], ["twice"]), "N001 .output[0]"),
    ("node", node("Relu", ["later"], ["o22"]), "N004 .input[0]"),
    ("node", node("Relu", ["x"], ["later"]), ""),
    ("node", node("Relu", ["self"], ["self"]), "N005 .input[0]"),
    ("node", own(inputs=("nobody",)), "N006 .input[0]"),
    ("node", own(attribute("a", 5, of(6, body(inputs=("x",))))),
     "N002 .attribute[0].g.input[0].name"),
    ("node", own(attribute("a", 5, of(6, body(outputs=("x",))))),
     "N007 .attribute[0].g.output[0].name"),
    ("node", own(attribute("a", 5, of(6, body(outputs=("inner",))))),
     "N006 .attribute[0].g.output[0].name"),
    # bytes
    ("node", own(more=of(40, "u")), "W021 .#40[0]"),
    ("node", own(more=of(3, "n1") + of(3, "n2")), "W030 .name~0"),
    ("node", own(more=int_of(3, 1)), "W020 .#3[0]"),
    ("node", own(more=of(3, "n3")[:1] + b"\x85\x00" + b"n3..."), "W040 .name"),
    ("node", own(attribute("a", 7, encode_tag(8, VARINT) + b"\xff" * 9 + b"\x7f")),
     "W041 .attribute[0].ints[0]"),
    ("node", own(attribute("a", 7, of(8, b"\x80"))), "W008 .attribute[0].ints~0.!"),
    ("node", own(attribute("a", 7, of(8, b"\x01"))), ""),
    # values
    ("input", of(1, "t1"), "T001 "),
    ("input", value("t2", of(1, int_of(1, FLOAT))), "T002 .type.tensor_type"),
    ("input", value("t3", tensor_type(0, dim(2))), "T003 .type.tensor_type.elem_type"),
    ("input", value("t4", tensor_type(99, dim(2))), "T004 .type.tensor_type.elem_type"),
    ("input", value("t5", b""), "T005 .type"),
    ("input", value("t6", tensor_type(FLOAT, dim(-1))), f"T006 {DIM}.dim_value"),
    ("input", value("t7", of(4, b"")), "T007 .type.sequence_type"),
    ("input", value("t8", of(5, int_of(1, FLOAT) + of(2, tensor_type(FLOAT)))),
     "T008 .type.map_type.key_type"),
    ("input", value("t9", of(7, of(1, "d"))), "T009 .type.opaque_type"),
    ("input", value("t10", of(9, of(1, of(9, of(1, tensor_type(FLOAT)))))),
     "T010 .type.optional_type.elem_type"),
    ("input", value("t11", of(1, of(2, shape(dim(2))))), "T013 .type.tensor_type"),
    ("input", value("t12", tensor_type(FLOAT, dim("1"))), f"T020 {DIM}.dim_param"),
    ("input", value("t13", tensor_type(FLOAT, dim("?"), dim("?"))), f"T021 {DIM}.dim_param"),
    ("input", value("t14", tensor_type(FLOAT, dim("n + 1"))), f"T022 {DIM}.dim_param"),
    ("input", value("t15", tensor_type(FLOAT, dim("m "))), f"T023 {DIM}.dim_param"),
    ("input", value("t16", tensor_type(FLOAT, dim(2) + of(2, "k"))), f"W032 {DIM}.dim_value"),
    ("input", value("t17", tensor_type(FLOAT, dim(2)) + of(6, "FOO")), "M001 .type.denotation"),
    ("input", value("t18", tensor_type(FLOAT, dim(2, "DATA_BACH"))), f"M002 {DIM}.denotation"),
    ("input", value("t19", tensor_type(FLOAT, dim(2) + of(3, ""))), f"M003 {DIM}.denotation"),
    ("input", value("t20", tensor_type(FLOAT, dim(2, "DATA_BATCH"), dim(2, "DATA_BATCH"))),
     "M004 .type.tensor_type.shape.dim[1].denotation"),
    ("input", value("t21", tensor_type(FLOAT, dim(2), dim(2), dim(2)) + of(6, "IMAGE")),
     "M010 .type.denotation"),
    ("input", value("t22", tensor_type(FLOAT, dim(2))) + of(2, tensor_type(FLOAT)), "W031 .type~0"),
    ("input", of(2, tensor_type(FLOAT, dim(2))), "S002 "),
    ("output", value("later", of(4, of(1, tensor_type(FLOAT)))), "T011 .type"),
    ("output", value("t2", tensor_type(FLOAT, dim(2))), ""),
    ("output", value("t2", tensor_type(FLOAT, dim(2))), "N008 .name"),
    ("value_info", value("later", tensor_type(FLOAT, dim(2))), "T030 .type"),
    ("value_info", value("later", tensor_type(FLOAT, dim(3))), "N012 "),
    ("value_info", value("nothing", tensor_type(FLOAT)), "N013 .name"),
    ("annotation", of(1, "gone"), "N014 .tensor_name"),
    ("annotation", of(1, "x") + of(2, entry("FOO", "x")),
     "M026 .quant_parameter_tensor_names[0].key"),
    # tensors
    ("initializer", tensor("d0", ELEMENTS, data_type=99), "D001 .data_type"),
    ("initializer", tensor("d1", dims=(-1,)), "D002 .dims[0]"),
    ("initializer", tensor("d2"), "D003 "),
    ("initializer", tensor("d3", of(9, bytes(12))), "D004 .raw_data"),
    ("initializer", tensor("d4", int_of(7, 1) + int_of(7, 1)), "D005 .int64_data[1]"),
    ("initializer", tensor("d5", ELEMENTS, of(4, bytes(8))), "D006 .float_data~0"),
    ("initializer", outside("d6", ("location", "a.bin"), ("length", "8")) + ELEMENTS,
     "D007 .raw_data D036 .external_data[0].value"),
    ("initializer", tensor("d7", ELEMENTS, of(13, entry("location", "a.bin"))),
     "D008 .external_data[0]"),
    ("initializer", tensor("d8", ELEMENTS, of(3, int_of(1, 0) + int_of(2, 2))), "D010 .segment"),
    ("initializer", tensor("d9", of(5, encode_varint(81920) + b"\0"), data_type=10),
     "D020 .int32_data[0]"),
    ("initializer", tensor("d10", of(9, b"\x02\x00"), data_type=9), "D021 .raw_data"),
    ("initializer", tensor("d11", of(9, b"\x21\xf3"), data_type=3, dims=(2,)), ""),
    ("initializer", tensor("d12", of(5, b"\xfc\xff\xff\xff\x0f\0"), data_type=6),
     "S012 .int32_data[0]"),
    ("initializer", outside("d13", ("length", "8")), "D030 "),
    ("initializer", outside("d14", ("location", "a.bin"), ("offset", "-1"), ("length", "8")),
     "D031 .external_data[1].value"),
    ("initializer", outside("d15", ("location", "a.bin"), ("offset", str(1 << 64)), ("length",
     "8")), "D032 .external_data[1].value"),
    ("initializer", outside("d16", ("location", "a.bin"), ("length", "4")),
     "D034 .external_data[1].value"),
    ("initializer", outside("d17", ("location", "../b.bin"), ("length", "8")),
     "X001 .external_data[0].value"),
    ("initializer", outside("d18", ("location", "a.bin"), ("__class__", "c"), ("length", "8")),
     "X004 .external_data[1]"),
    ("initializer", int_of(1, 2) + int_of(2, FLOAT) + ELEMENTS, "S004 "),
    ("initializer", tensor("d19", encode_tag(4, I32) + bytes(4), encode_tag(4, I32) + bytes(4)),
     "W043 .float_data[0]"),
    ("initializer", tensor("t3", ELEMENTS, dims=(2,)), ""),
    ("sparse", sparse(of(2, INDICES + int_of(7, 0) + int_of(7, 1))), "T050 "),
    ("sparse", sparse(of(1, tensor("s1", ELEMENTS)), of(2, INDICES + int_of(7, 1) + int_of(7, 0))),
     "T051 .indices.int64_data[1]"),
    # devices
    ("device", of(1, "tp") + int_of(2, 2), ""),
    ("device", int_of(2, 2), "P001 "),
    ("device", of(1, "none") + int_of(2, 0), "P006 .num_devices"),
    ("device", of(1, "named") + int_of(2, 2) + of(3, "GPU0"), "P007 .device[0]"),
    ("node", placed(of(1, "nope")), f"V003 {PLACED} P002 {PLACED}.configuration_id"),
    ("node", sharded(HALVES, tensor_name=of(1, "zz")), f"P003 {SPEC}.tensor_name"),
    ("node", sharded(HALVES, axis=int_of(1, 5)), f"P004 {SHARDED}.axis"),
    ("node", sharded(int_of(1, 2) + int_of(3, 0)), f"P008 {SHARDED}.simple_sharding[0].num_shards"),
    # functions
    ("function", function("f0", node("f0", ["a"], ["b"], (), of(7, "f")), opset=of(9, of(1,
     "f") + int_of(2, 1))), "N015 .node[0].op_type"),
    ("function", function("f1", RELU_AB), ""),
    ("function", function("f1", RELU_AB), "N016 .name"),
    ("function", function("f2", RELU_AB, more=of(6, "p") + of(6, "p")), "N017 .attribute[1]"),
    ("function", function("f3", node("LeakyRelu", ["a"], ["b"], [attribute("alpha", 1, of(21,
     "q"))])), "O026 .node[0].attribute[0].ref_attr_name"),
    ("function", function("f4", node("LeakyRelu", ["a"], ["b"], [attribute("alpha", 1, F32 + of(21,
     "p"))]), more=of(6, "p")), "S036 .node[0].attribute[0].f"),
    ("function", function("f5", RELU_AB, opset=b""), "V009 .node[0].op_type"),
    ("function", function("f6", node("Relu", ["a"], ["c"])), "N006 .output[0]"),
    # model
    ("opset", of(1, "com.example") + int_of(2, 1), ""),
    ("opset", of(1, "f") + int_of(2, 1), ""),
    ("opset", of(1, "zero") + int_of(2, 0), "V007 .version"),
    ("opset", of(1, "ai.onnx.Ml") + int_of(2, 1), "M040 .domain"),
    ("opset", of(1, "f") + int_of(2, 2), "V006 "),
    ("metadata", entry("com.example.k", "v"), ""),
    ("metadata", entry("com.example.k", "w"), "M020 .key"),
    ("metadata", entry("COM.example.k", "w"), "M021 .key"),
    ("metadata", of(2, "v"), "M022 "),
    ("metadata", entry("k", "v"), "M023 .key"),
    ("metadata", entry("Image.BitmapPixelFormt", "Gray8"), "M024 .key"),
    ("training", encode_tag(1, 2) + b"\x7fab", "W003 .initialization"),
    ("training", encode_tag(41, 4), "W002 .!"),
    ("training", b"\x07\x01", "W001 .!"),
    ("training", encode_tag(42, 3), "W006 .#42[0]"),
)  # fmt: skip

# place -> its path in the model, and the field number in the graph or, below zero, in the model
PLACES = {
    "node": ("graph.node", 1),
    "initializer": ("graph.initializer", 5),
    "input": ("graph.input", 11),
    "output": ("graph.output", 12),
    "value_info": ("graph.value_info", 13),
    "annotation": ("graph.quantization_annotation", 14),
    "sparse": ("graph.sparse_initializer", 15),
    "opset": ("opset_import", -8),
    "metadata": ("metadata_props", -14),
    "training": ("training_info", -20),
    "function": ("functions", -25),
    "device": ("configuration", -26),
}


def made() -> tuple[bytes, list[tuple[str, str]]]:
    """Return the model, and code and path of each fault."""
    held: dict[int, list[bytes]] = {number: [] for _, number in PLACES.values()}
    held[11].append(value("x", tensor_type(FLOAT, dim(2))))
    held[-8].append(int_of(2, 17))
    expected = []
    for place, payload, faults in FAULTS:
        path, number = PLACES[place]
        words = faults.split(" ") if faults else []
        for code, rest in zip(words[::2], words[1::2], strict=True):
            expected.append((code, f"{path}[{len(held[number])}]{rest}"))
        held[number].append(payload)
    graph = b"".join(each(number, held[number]) for number in held if number > 0) + of(2, "g")
    rest = b"".join(each(-number, held[number]) for number in held if number < 0)
    return int_of(1, 8) + of(7, graph) + rest, expected
