"""Cases of layer T: types, shapes and symbols."""

from case import Bad, Good

from onnxlens.wire.scalars import encode_varint
from recipes import (
    BASE,
    FLOAT,
    INT64,
    X,
    attribute,
    dim,
    each,
    graph,
    int_of,
    model,
    node,
    of,
    patched,
    shape,
    tensor_type,
    value,
)

STRING = 8
NEGATIVE = 2**64 - 1  # -1 as a varint
KIND = "ModelProto"
IN, OUT, INFO = "graph.input[0]", "graph.output[0]", "graph.value_info[0]"


# -- parts -------------------------------------------------------------------------------------


def tensor(data_type: int | None = FLOAT, *dims: bytes, shaped: bool = True) -> bytes:
    """Return a TypeProto of a tensor with any part left out."""
    head = b"" if data_type is None else int_of(1, data_type)
    return of(1, head + (of(2, shape(*dims)) if shaped else b""))


def sparse_type(data_type: int, *dims: bytes) -> bytes:
    return of(8, int_of(1, data_type) + of(2, shape(*dims)))


def sequence(inner: bytes | None) -> bytes:
    return of(4, b"" if inner is None else of(1, inner))


def optional(inner: bytes | None) -> bytes:
    return of(9, b"" if inner is None else of(1, inner))


def map_type(key: int | None, inner: bytes | None) -> bytes:
    head = b"" if key is None else int_of(1, key)
    return of(5, head + (b"" if inner is None else of(2, inner)))


def opaque(domain: str, name: str | None = None) -> bytes:
    return of(7, of(1, domain) + (b"" if name is None else of(2, name)))


def with_input(type_: bytes | None) -> bytes:
    """Return BASE with another type for its input x."""
    return model(graph(inputs=[value("x", type_)]))


def with_output(type_: bytes | None) -> bytes:
    return model(graph(outputs=[value("y", type_)]))


def with_info(*infos: bytes) -> bytes:
    return model(graph(more=each(13, infos)))


def with_subgraph(*values: bytes) -> bytes:
    """Return a model with an If, of which one branch has these outputs."""
    inner = graph([node("Relu", ["x"], ["z"])], inputs=[], outputs=values)
    outer = node("If", ["c"], ["y"], [attribute("then_branch", 5, of(6, inner))])
    return model(graph([outer]))


def stored(*dims: int, name: str = "x", data_type: int = FLOAT, data: bytes = b"") -> bytes:
    """Return a TensorProto with raw_data, zeros unless given."""
    sizes = b"".join(int_of(1, size) for size in dims)
    return sizes + int_of(2, data_type) + of(8, name) + of(9, data or bytes(4 * max(1, *dims, 1)))


def numbers(number: int, *values: int) -> bytes:
    """Return a packed run of varints."""
    return of(number, b"".join(encode_varint(n & 2**64 - 1) for n in values))


def in_shapes(*symbols: str | int | None) -> bytes:
    """Return a model whose input x has these dims."""
    return with_input(tensor_type(FLOAT, *(dim(symbol) for symbol in symbols)))


FUNCTION = of(
    25,
    of(1, "f") + of(10, "d") + of(4, "a") + of(5, "b") + of(7, node("Relu", ["a"], ["b"]))
    + of(12, value("a", tensor_type(FLOAT, dim("None")))),
)  # fmt: skip
ONLY_SHAPE = tensor_type(FLOAT, dim(2))


# -- inputs and outputs of the main graph --------------------------------------------------------

INTERFACE = [
    # B14: an output without a type; a type of no kind is T005
    Bad("T001", KIND, with_output(None), OUT, 'output "y" has no type'),
    Bad("T001", KIND, model(graph(inputs=[X, value("w")])), "graph.input[1]", 'input "w"'),
    Bad("T001", "GraphProto", graph(outputs=[value("y")]), "output[0]", 'output "y" has no type'),
    Good("T001", KIND, BASE),
    Good("T001", KIND, with_output(b"")),
    # trap: inputs and outputs of subgraphs need none, value_info neither
    Good("T001", KIND, with_subgraph(value("z"))),
    Good("T001", KIND, with_info(value("y"))),
    # a type of the wrong wire type is another fault, as is one that was cut off
    Good("T001", KIND, model(graph(outputs=[of(1, "y") + int_of(2, 1)]))),
    Good("T001", KIND, of(7, of(2, "g") + each(12, [of(1, "y") + b"\x12"]))),
    # B1: shape absent against shape empty
    Bad("T002", KIND, with_input(tensor(shaped=False)), f"{IN}.type.tensor_type", "has no shape"),
    Bad(
        "T002", KIND, with_output(of(8, int_of(1, FLOAT))), f"{OUT}.type.sparse_tensor_type",
        'output "y" has no shape',
    ),
    # two values that look alike are both found, though only one of two that are right is looked at
    Bad(
        "T002", KIND, model(graph(inputs=[value(n, tensor(shaped=False)) for n in "abc"])),
        "graph.input[2].type.tensor_type", 'input "c"', count=3,
    ),
    Good("T002", KIND, with_input(tensor_type(FLOAT))),  # B21: a scalar
    Good("T002", KIND, with_info(value("y", tensor(shaped=False)))),
    Good("T002", KIND, with_subgraph(value("z", tensor(shaped=False)))),
    Good("T002", KIND, with_input(sequence(tensor(shaped=False)))),
    # B15: a sequence of maps from ZipMap, here in front of the output
    Bad(
        "T011", KIND,
        model(graph(
            [node("ZipMap", ["x"], ["y"], more=of(7, "ai.onnx.ml"))],
            outputs=[value("y", sequence(map_type(INT64, tensor_type(FLOAT))))],
        )),
        f"{OUT}.type", 'ZipMap makes it of "x"', related=("graph.node[0]",),
    ),
    # B16: an optional
    Bad("T011", KIND, with_output(optional(ONLY_SHAPE)), f"{OUT}.type", "optional(FLOAT [2])"),
    Good("T011", KIND, BASE),
    Good("T011", KIND, with_input(sequence(ONLY_SHAPE))),
    Good("T011", KIND, with_output(b"")),
]  # fmt: skip

# -- data types ----------------------------------------------------------------------------------

ELEMENTS = [
    # B12: elem_type 0 of an input, and of value_info
    Bad("T003", KIND, patched({31: 0}), f"{IN}.type.tensor_type.elem_type", "is 0", (31, 32)),
    Bad(
        "T003", KIND, with_info(value("t", tensor_type(0, dim(2)))),
        f"{INFO}.type.tensor_type.elem_type", 'of value "t"', "payload",
    ),
    Bad(
        "T003", KIND, with_input(sequence(sparse_type(0))),
        f"{IN}.type.sequence_type.elem_type.sparse_tensor_type.elem_type", "UNDEFINED", "payload",
    ),
    Good("T003", KIND, BASE),
    Good("T003", KIND, with_input(tensor(None))),
    Good("T003", KIND, with_input(of(1, int_of(1, 0) + int_of(1, 1)))),  # the last one counts
    Good("T003", KIND, with_input(tensor_type(0) + sequence(ONLY_SHAPE))),  # overruled in a oneof
    Bad("T013", KIND, with_input(tensor(None, dim(2))), f"{IN}.type.tensor_type", "no elem_type"),
    Bad(
        "T013", KIND, with_subgraph(value("z", tensor(None, shaped=False))),
        "graph.node[0].attribute[0].g.output[0].type.tensor_type", 'output "z"',
    ),
    Bad("T013", "TypeProto", of(8, b""), "sparse_tensor_type", "of the file"),
    Good("T013", KIND, BASE),
    Good("T013", KIND, with_input(tensor_type(0))),
    # cut off, or of the wrong wire type: faults of their own
    Good("T013", KIND, with_input(of(1, of(1, b"")))),
    Good("T013", KIND, of(7, of(11, of(1, "x") + of(2, b"\x0a\x20")))),
    # B13, I5
    Bad("T004", KIND, patched({31: 99}), f"{IN}.type.tensor_type.elem_type", "99", (31, 32)),
    Bad(
        "T004", KIND, with_info(value("t", tensor_type(100))),
        f"{INFO}.type.tensor_type.elem_type", "100 is not a data type", "payload",
    ),
    Good("T004", KIND, patched({31: 23})),
    Good("T004", KIND, patched({31: 0})),
    Good("T004", KIND, with_input(tensor(2**32 + 1, dim(2)))),
]  # fmt: skip

# -- kinds ---------------------------------------------------------------------------------------

OPTIONAL_TWICE = optional(optional(ONLY_SHAPE))
KINDS = [
    # B14: a type of no kind
    Bad("T005", KIND, with_output(b""), f"{OUT}.type", 'output "y" has no kind'),
    Bad(
        "T005", KIND, with_input(sequence(b"")), f"{IN}.type.sequence_type.elem_type",
        'the type inside input "x"',
    ),
    Bad("T005", KIND, with_info(value("t", of(6, "IMAGE"))), f"{INFO}.type", 'value "t"'),
    Bad("T005", "TypeProto", of(6, "IMAGE"), "", "no kind", (0, 7)),
    Good("T005", KIND, BASE),
    Good("T005", KIND, with_output(None)),
    Good("T005", KIND, with_output(int_of(1, 1))),  # tensor_type of the wrong wire type
    Good("T005", KIND, of(7, of(12, of(1, "y") + b"\x12\x05"))),
    Bad("T007", KIND, with_input(sequence(None)), f"{IN}.type.sequence_type", "no elem_type"),
    Bad("T007", KIND, with_input(optional(None)), f"{IN}.type.optional_type", "no elem_type"),
    Bad("T007", KIND, with_output(map_type(7, None)), f"{OUT}.type.map_type", "no value_type"),
    Good("T007", KIND, with_input(sequence(ONLY_SHAPE))),
    Good("T007", KIND, with_input(sequence(b""))),
    # B18: keys that no map can have
    Bad(
        "T008", KIND, with_output(map_type(FLOAT, tensor_type(FLOAT))),
        f"{OUT}.type.map_type.key_type", "FLOAT (1)", "payload",
    ),
    Bad(
        "T008", KIND, with_output(sequence(map_type(9, ONLY_SHAPE))),
        f"{OUT}.type.sequence_type.elem_type.map_type.key_type", "BOOL (9)", "payload",
    ),
    Bad("T008", KIND, with_output(map_type(None, ONLY_SHAPE)), f"{OUT}.type.map_type", "no key"),
    Bad(
        "T008", KIND, with_output(map_type(0, X)), f"{OUT}.type.map_type.key_type", "UNDEFINED",
        "payload",
    ),
    Bad(
        "T008", KIND, with_output(map_type(99, X)), f"{OUT}.type.map_type.key_type", "99",
        "payload",
    ),
    *(Good("T008", KIND, with_output(map_type(key, X))) for key in (2, 3, 4, 5, 6, 7, 8, 12, 13)),
    # B17: an opaque type without a name, where the checker looks
    Bad("T009", KIND, with_input(opaque("com.x")), f"{IN}.type.opaque_type", "has no name"),
    Bad("T009", KIND, with_output(opaque("com.x", "")), f"{OUT}.type.opaque_type", "no name"),
    Good("T009", KIND, with_input(opaque("com.x", "T"))),
    Good("T009", KIND, with_info(value("t", opaque("com.x")))),
    Good("T009", KIND, with_input(opaque("com.x") + ONLY_SHAPE)),  # the last of a oneof counts
    Bad(
        "T010", KIND, with_input(OPTIONAL_TWICE), f"{IN}.type.optional_type.elem_type",
        "an optional of optional values",
    ),
    Bad(
        "T010", KIND, with_input(map_type(7, optional(ONLY_SHAPE))),
        f"{IN}.type.map_type.value_type", "a map of optional values",
    ),
    *(Good("T010", KIND, with_input(type_)) for type_ in (
        optional(ONLY_SHAPE), optional(sequence(ONLY_SHAPE)), optional(sparse_type(1, dim(2))),
        sequence(optional(ONLY_SHAPE)), map_type(7, sequence(ONLY_SHAPE)), sequence(sequence(X)),
    )),
]  # fmt: skip

# -- sizes ---------------------------------------------------------------------------------------

BATCH = of(11, value("x", tensor_type(FLOAT, dim("N"), dim(2))))
TO_TWO = stored(2, name="s", data_type=INT64, data=bytes([1, *bytes(7), 2, *bytes(7)]))


def reshaped(first: int, name: str | int = "N") -> bytes:
    """Return a model that reshapes x, whose axis 0 is ``name``, twice to [first, 2]."""
    shape_ = stored(
        2, name="s", data_type=INT64,
        data=b"".join(n.to_bytes(8, "little", signed=True) for n in (first, 2)),
    )  # fmt: skip
    nodes = [node("Reshape", ["x", "s"], ["t"]), node("Reshape", ["t", "s"], ["y"])]
    inputs = [value("x", tensor_type(FLOAT, dim(name), dim(2)))]
    return model(graph(nodes, inputs=inputs, initializers=[shape_]))


SIZES = [
    # B4
    Bad(
        "T006", KIND, in_shapes(2, NEGATIVE), f"{IN}.type.tensor_type.shape.dim[1].dim_value",
        'axis 1 of input "x" has dim_value -1', "payload",
    ),
    Bad(
        "T006", KIND, model(graph(inputs=[value(n, tensor_type(1, dim(NEGATIVE))) for n in "xw"])),
        "graph.input[1].type.tensor_type.shape.dim[0].dim_value", 'input "w"', "payload", 2,
    ),
    Bad(
        "T006", KIND, with_output(sequence(sparse_type(1, dim(NEGATIVE)))),
        f"{OUT}.type.sequence_type.elem_type.sparse_tensor_type.shape.dim[0].dim_value", "-1",
        "payload",
    ),
    Bad("T006", "TensorShapeProto", shape(dim(NEGATIVE)), "dim[0].dim_value", "axis 0", "payload"),
    # traps: B2 neither member, B3 zero, B21 a scalar, and a value that a dim_param overrules
    Good("T006", KIND, in_shapes(None)),
    Good("T006", KIND, patched({37: 0, 54: 0})),
    Good("T006", KIND, in_shapes()),
    Good("T006", KIND, with_input(tensor_type(1, int_of(1, NEGATIVE) + of(2, "N")))),
    # B10: one finding for all nodes, which names them
    Bad(
        "T012", KIND, reshaped(1), "graph.initializer[0]", '"s", [1, 2]',
        related=("graph.node[0]", "graph.initializer[0]"),
    ),
    Good("T012", KIND, reshaped(-1)),
    Good("T012", KIND, reshaped(1, 1)),
    Good("T012", KIND, BASE),
]  # fmt: skip

# -- symbols -------------------------------------------------------------------------------------

SYMBOL = f"{IN}.type.tensor_type.shape.dim"
IN_FUNCTION = model(graph(inputs=[value("x", tensor_type(FLOAT, dim("None")))]), more=FUNCTION)
SYMBOLS = [
    # B5
    Bad("T020", KIND, in_shapes("1", 3), f"{SYMBOL}[0].dim_param", 'dim_param "1"', "payload"),
    Bad(
        "T020", KIND, in_shapes(2, "3.", "3."), f"{SYMBOL}[1].dim_param", 'axis 1 of input "x"',
        "payload", related=(f"{SYMBOL}[2].dim_param",),
    ),
    Good("T020", KIND, in_shapes(1, "N", "one", "d1")),
    # B6
    Bad(
        "T021", KIND, in_shapes("None", "None"), f"{SYMBOL}[0].dim_param", "on 2 axes", "payload",
        related=(f"{SYMBOL}[1].dim_param",),
    ),
    Bad("T021", KIND, in_shapes("-1", 2, "-1"), f"{SYMBOL}[0].dim_param", '"-1"', "payload"),
    Bad("T021", KIND, in_shapes("", ""), f"{SYMBOL}[0].dim_param", 'dim_param "" is', "record"),
    Good("T021", KIND, in_shapes("None", "?", "N")),
    Good("T021", KIND, in_shapes("N", "N")),  # B8: a square, quiet
    Good("T021", KIND, in_shapes("unk__16", "unk__16")),  # B7
    Good("T021", KIND, IN_FUNCTION),  # a symbol of a function is its own
    # an overruled member of a oneof is none
    Good("T021", KIND, with_input(tensor_type(1, dim("?"), dim("?") + int_of(1, 2)))),
    # B9
    Bad(
        "T022", KIND, in_shapes("floor(W/2 - 1/2) + 1"), f"{SYMBOL}[0].dim_param",
        "names in it: W", "payload",
    ),
    Bad("T022", KIND, in_shapes("a + 1", "a + 1"), f"{SYMBOL}[0].dim_param", '"a + 1"', "payload"),
    # names that are no identifiers of C are quiet
    Good("T022", KIND, in_shapes("onnx::Relu_3", "enc/dec", "seq-len", "batch size")),
    Bad("T023", KIND, in_shapes("N "), f"{SYMBOL}[0].dim_param", '"N " has white space', "payload"),
    Bad(
        "T023", KIND, in_shapes("N", "N "), f"{SYMBOL}[1].dim_param", '"N" is another symbol',
        "payload", related=(f"{SYMBOL}[0].dim_param",),
    ),
    Bad("T023", KIND, in_shapes(" a + 1"), f"{SYMBOL}[0].dim_param", "white space", "payload"),
    Good("T023", KIND, in_shapes("batch size", "N")),
]  # fmt: skip

# -- one value, several declarations ---------------------------------------------------------------


def twice(first: bytes, second: bytes) -> bytes:
    """Return a model that declares x as input and in value_info."""
    return model(graph(inputs=[value("x", first)], more=of(13, value("x", second))))


def default(type_: bytes, *dims: int, data_type: int = FLOAT) -> bytes:
    """Return a model with an initializer x that is an input too."""
    held = [stored(*dims, data_type=data_type)]
    return model(graph(inputs=[value("x", type_)], initializers=held))


TYPE = f"{INFO}.type"
DECLARED = [
    Bad(
        "T030", KIND, twice(tensor_type(1, dim(2)), tensor_type(1, dim(3))), TYPE,
        'axis 0 of "x" is 3 in value_info, 2 in input', related=(f"{IN}.type",),
    ),
    Bad("T030", KIND, twice(ONLY_SHAPE, tensor_type(INT64, dim(2))), TYPE, "INT64 in value_info"),
    Bad("T030", KIND, twice(ONLY_SHAPE, tensor_type(1)), TYPE, "number of axes"),
    Bad("T030", KIND, twice(ONLY_SHAPE, sequence(ONLY_SHAPE)), TYPE, "sequence in value_info"),
    Bad("T030", KIND, twice(map_type(7, X), map_type(8, X)), TYPE, "key type"),
    Bad("T030", KIND, twice(opaque("d", "a"), opaque("d", "b")), TYPE, '"d.b" in value_info'),
    # B8: a symbol beside a size for the same value
    Bad(
        "T030", KIND, twice(tensor_type(1, dim("N")), tensor_type(1, dim(3))), TYPE,
        '"N" in input',
    ),
    # what is certain comes first
    Bad(
        "T030", KIND,
        twice(tensor_type(1, dim("N"), dim(2)), tensor_type(1, dim(3), dim(4))), TYPE, "axis 1",
    ),
    # an input that is an output
    Bad(
        "T030", KIND, model(graph([], outputs=[value("x", tensor_type(1, dim(4)))])),
        f"{OUT}.type", "4 in output, 2 in input",
    ),
    Bad(
        "T030", KIND,
        model(graph(more=of(13, value("a", ONLY_SHAPE)), outputs=[value("a", tensor_type(INT64))])),
        TYPE, "FLOAT in value_info, INT64 in output",
    ),
    *(Good("T030", KIND, twice(ONLY_SHAPE, other)) for other in (
        ONLY_SHAPE, tensor(shaped=False), tensor_type(1, dim()), tensor_type(0, dim(2)), b"",
    )),
    Good("T030", KIND, twice(tensor_type(1, dim("N")), tensor_type(1, dim("M", "DATA_BATCH")))),
    Good("T030", KIND, twice(tensor_type(1, dim(NEGATIVE)), tensor_type(1, dim(3)))),
    # B22 is another rule's: twice in one list
    Good("T030", KIND, with_info(value("t", ONLY_SHAPE), value("t", tensor_type(INT64)))),
    # one name in two graphs is two values
    Good("T030", KIND, with_subgraph(value("x", tensor_type(INT64)))),
    Bad(
        "T031", KIND, default(ONLY_SHAPE, 2, data_type=6), f"{IN}.type",
        'data type of "x" is FLOAT in input, INT32 in its initializer',
        related=("graph.initializer[0]",),
    ),
    Bad("T031", KIND, default(ONLY_SHAPE, 3), f"{IN}.type", "axis 0"),
    Bad("T031", KIND, default(ONLY_SHAPE, 2, 1), f"{IN}.type", "is 1 in input, 2 in its"),
    Bad(
        "T031", KIND,
        model(graph(
            initializers=[stored(2, name="w")], more=of(13, value("w", tensor_type(1, dim(5)))),
        )),
        TYPE, "5 in value_info, 2 in its initializer",
    ),
    Good("T031", KIND, default(ONLY_SHAPE, 2)),
    Good("T031", KIND, default(tensor_type(1, dim("N")), 2)),
    Good("T031", KIND, default(tensor(shaped=False), 2)),
    Good("T031", KIND, default(tensor_type(1, dim()), 2)),
]  # fmt: skip

# -- stored sequences, maps and optionals ----------------------------------------------------------

ONE = int_of(1, 1) + int_of(2, FLOAT) + of(9, bytes(4))  # FLOAT [1]
INTEGER = int_of(1, 1) + int_of(2, INT64) + of(9, bytes(8))
VALUES = int_of(2, 1) + each(3, [ONE, ONE])  # a sequence of two


def map_value(*fields: bytes, values: bytes = VALUES) -> bytes:
    return b"".join(fields) + of(5, values)


VALUES_CASES = [
    # C6: elem_type says SEQUENCE, tensor_values is filled
    Bad(
        "T040", "SequenceProto", bytes.fromhex("10031a0e080210014a080000803f00000040"), "elem_type",
        "elem_type 3 (SEQUENCE), but tensor_values is filled", "payload",
        related=("tensor_values[0]",),
    ),
    Bad("T040", "SequenceProto", of(3, ONE), "", "no elem_type", (0, len(of(3, ONE)))),
    Bad("T040", "SequenceProto", int_of(2, 0), "elem_type", "needed the kind", "payload"),
    Bad("T040", "SequenceProto", of(1, "s"), "", "no elem_type", (0, 3)),
    Bad("T040", "SequenceProto", int_of(2, 9), "elem_type", "is no kind of value", "payload"),
    Bad("T040", "SequenceProto", VALUES + of(5, b"\x10\x01"), "elem_type", "too", "payload"),
    # the sequence of values of a map
    Bad(
        "T040", "MapProto", map_value(int_of(2, 7), values=of(3, ONE)), "values", "no elem_type",
    ),
    Good("T040", "SequenceProto", VALUES),
    Good("T040", "SequenceProto", int_of(2, 1)),  # empty, and says of what
    Good("T040", "SequenceProto", bytes.fromhex("0a097365715f656d7074791001")),  # C1
    Bad(
        "T041", "SequenceProto", int_of(2, 1) + each(3, [ONE, ONE, INTEGER]),
        "tensor_values[2].data_type", "element 2 is INT64", "payload",
        related=("tensor_values[0].data_type",),
    ),
    Good("T041", "SequenceProto", VALUES),
    # C7: DOUBLE keys, which the checker overlooks
    Bad("T042", "MapProto", map_value(int_of(2, 11)), "key_type", "DOUBLE", "payload"),
    Bad("T042", "MapProto", map_value(), "", "absent", (0, len(map_value()))),
    # C5: both lists of keys
    Bad(
        "T042", "MapProto", map_value(int_of(2, 7), numbers(3, 1, 2), of(4, "a")), "key_type",
        "has one of them", "payload",
    ),
    Bad(
        "T042", "MapProto", map_value(int_of(2, 8), numbers(3, 1, 2)), "key_type", "disagrees",
        "payload",
    ),
    Bad(
        "T042", "MapProto", map_value(int_of(2, 3), numbers(3, 1, 200)), "keys[1]", "key 200",
        "payload",
    ),
    Good("T042", "MapProto", map_value(int_of(2, 7), numbers(3, 1, 2))),
    Good("T042", "MapProto", map_value(int_of(2, 8), each(4, ["a", "b"]))),
    # C5: three keys, two values
    Bad(
        "T043", "MapProto", map_value(int_of(2, 7), numbers(3, 1, 2, 3)), "", "keys holds 3",
        (0, len(map_value(int_of(2, 7), numbers(3, 1, 2, 3)))), related=("values",),
    ),
    Good("T043", "MapProto", map_value(int_of(2, 7), numbers(3, 1, 2))),
    Good("T043", "MapProto", map_value(int_of(2, 7), numbers(3, 1, 2, 3))[:-1]),  # cut off
    Bad(
        "T044", "MapProto", map_value(int_of(2, 7), numbers(3, 5, 5)), "keys[1]", "key 5",
        "payload",
    ),
    Bad(
        "T044", "MapProto", map_value(int_of(2, 8), each(4, ["a", "a"])), "string_keys[1]", '"a"',
        "payload",
    ),
    Good("T044", "MapProto", map_value(int_of(2, 7), numbers(3, 1, 2))),
    # C3: three spellings of an empty optional, of which the onnx package refuses the third
    Bad(
        "T045", "OptionalProto", bytes.fromhex("1001"), "elem_type", "needed elem_type 0",
        "payload",
    ),
    Good("T045", "OptionalProto", bytes.fromhex("1000")),
    Good("T045", "OptionalProto", b""),
    Bad("T045", "OptionalProto", int_of(2, 3) + of(3, ONE), "elem_type", "tensor_value", "payload"),
    Bad("T045", "OptionalProto", of(3, ONE), "", "no elem_type", (0, len(of(3, ONE)))),
    Bad("T045", "OptionalProto", int_of(2, 77), "elem_type", "no kind of value", "payload"),
    Good("T045", "OptionalProto", bytes.fromhex("10011a0e080210014a080000803f00000040")),  # C2
    Good("T045", "OptionalProto", int_of(2, 1) + each(3, [ONE, ONE])),  # C8 is said of the bytes
]  # fmt: skip

# -- sparse tensors --------------------------------------------------------------------------------


def sparse(
    dims: tuple[int, ...] = (2, 3),
    places: tuple[int, ...] = (0, 1, 1, 0, 1, 2),
    form: tuple[int, ...] | None = (3, 2),
    count: tuple[int, ...] = (3,),
    data_type: int = INT64,
    raw: bool = False,
) -> bytes:
    """Return a SparseTensorProto."""
    values = b"".join(int_of(1, n) for n in count) + int_of(2, FLOAT) + of(8, "s")
    values += of(9, bytes(4 * (count[0] if count else 1)))
    body = of(1, values)
    if form is not None:
        data = numbers(7, *places)
        if raw:
            data = of(9, b"".join(n.to_bytes(8, "little", signed=True) for n in places))
        body += of(2, b"".join(int_of(1, n) for n in form) + int_of(2, data_type) + data)
    return body + b"".join(int_of(3, n & 2**64 - 1) for n in dims)


SPARSE = "SparseTensorProto"
LINEAR = sparse(places=(1, 3, 5), form=(3,))
SPARSE_CASES = [
    # B19: [rank, NNZ] instead of [NNZ, rank]
    Bad("T050", SPARSE, sparse(form=(2, 3)), "indices", "which is [rank, NNZ]"),
    Bad("T050", SPARSE, sparse(form=(4, 2)), "indices", "dims [4, 2]"),
    Bad("T050", SPARSE, sparse(form=()), "indices", "dims []"),
    Bad("T050", SPARSE, sparse(form=None), "", "no indices", (0, len(sparse(form=None)))),
    Bad("T050", SPARSE, sparse(count=(3, 1)), "values", "dims [3, 1]"),
    Bad("T050", SPARSE, sparse(count=()), "values", "needed one dim"),
    Bad("T050", SPARSE, sparse(dims=()), "", "no dims", (0, len(sparse(dims=())))),
    Bad("T050", SPARSE, sparse(dims=(2, 0)), "dims[1]", "dims[1] is 0", "payload"),
    Bad("T050", SPARSE, sparse(data_type=6), "indices.data_type", "INT32", "payload"),
    Bad("T050", SPARSE, int_of(3, 2), "", "no values", (0, 2)),
    Bad(
        "T050", KIND, model(graph(more=of(15, sparse(form=(2, 3))))),
        "graph.sparse_initializer[0].indices", "[rank, NNZ]",
    ),
    Good("T050", SPARSE, sparse()),
    Good("T050", SPARSE, LINEAR),
    Good("T050", SPARSE, sparse(count=(0,), form=None)),
    Good("T050", SPARSE, sparse()[:-5]),  # cut off
    # unsorted, twice, out of range
    Bad(
        "T051", SPARSE, sparse(places=(0, 1, 0, 1, 1, 2)), "indices.int64_data[2]",
        "values[1] at (0, 1) does not come after values[0] at (0, 1)", (35, 37),
    ),
    Bad(
        "T051", SPARSE, sparse(places=(0, 1, 1, 3, 1, 2)), "indices.int64_data[3]", "axis 1",
        "payload",
    ),
    Bad(
        "T051", SPARSE, sparse(places=(0, 1, 1, 0, -1, 2)), "indices.int64_data[4]", "-1",
        "payload",
    ),
    Bad(
        "T051", SPARSE, sparse(places=(1, 5, 3), form=(3,)), "indices.int64_data[2]", "at 3",
        "payload",
    ),
    Bad(
        "T051", SPARSE, sparse(places=(1, 5, 6), form=(3,)), "indices.int64_data[2]",
        "needed 0 to 5", "payload",
    ),
    Good("T051", SPARSE, sparse()),
    Good("T051", SPARSE, sparse(raw=True)),
    Good("T051", SPARSE, LINEAR),
    Good("T051", SPARSE, sparse(form=(2, 3))),  # a fault of the dims
]  # fmt: skip

RAW = sparse(places=(0, 1, 1, 0, 2, 0), raw=True)
_AT = RAW.index(b"\x4a\x30") + 2 + 8 * 4
SPARSE_CASES.append(Bad("T051", SPARSE, RAW, "indices.raw_data", "index 2", (_AT, _AT + 8)))

CASES = [
    *INTERFACE,
    *ELEMENTS,
    *KINDS,
    *SIZES,
    *SYMBOLS,
    *DECLARED,
    *VALUES_CASES,
    *SPARSE_CASES,
]
