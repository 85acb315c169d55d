"""Cases of layer D: elements of tensors in the file, and what external_data says of others.

Rules about files on disk have theirs in tests/checks/test_data_files.py.
"""

from case import Bad, Good

from onnxlens.wire.scalars import encode_varint
from recipes import FLOAT, INT64, X, Y, attribute, each, entry, graph, int_of, model, node, of

KIND, TENSOR = "ModelProto", "TensorProto"
INT8, INT32, STRING, BOOL, FLOAT16, DOUBLE, INT4 = 3, 6, 8, 9, 10, 11, 22
UINT32, FLOAT6E2M3 = 12, 27
NEGATIVE = 2**64 - 1  # -1 as a varint
ADD = node("Add", ["x", "w"], ["y"])
W, FIRST = "graph.initializer[0]", "graph.initializer[0].external_data"


# -- parts -------------------------------------------------------------------------------------


def tensor(data_type: int, dims: list[int], more: bytes = b"", name: str = "w") -> bytes:
    """Return a TensorProto."""
    sizes = b"".join(int_of(1, size) for size in dims)
    return sizes + int_of(2, data_type) + of(8, name) + more


def raw(data: bytes) -> bytes:
    return of(9, data)


def packed(number: int, values: list[int]) -> bytes:
    """Return a typed field of varints."""
    return of(number, b"".join(map(encode_varint, values)))


def outside(*pairs: tuple[str, str], dims: list[int] | None = None, name: str = "w") -> bytes:
    """Return a TensorProto of FLOAT whose data is in another file."""
    places = each(13, (entry(*pair) for pair in pairs))
    return tensor(FLOAT, [2] if dims is None else dims, places + int_of(14, 1), name)


def held(*tensors: bytes) -> bytes:
    """Return a model with initializers."""
    return model(graph([ADD], initializers=tensors))


def constant(value: bytes) -> bytes:
    """Return a model with a tensor in an attribute of a node."""
    made = node("Constant", [], ["w"], [attribute("value", 4, of(5, value))])
    return model(graph([made, ADD], [X], [Y]))


def ext(*pairs: tuple[str, str], dims: list[int] | None = None) -> bytes:
    """Return a model with one tensor in another file."""
    return held(outside(*pairs, dims=dims))


PLACE = ("location", "w.bin")
FINE = [
    tensor(FLOAT, [2], raw(bytes(8))),
    tensor(FLOAT, [2], of(4, bytes(8))),
    tensor(FLOAT, [], raw(bytes(4))),  # a scalar
    tensor(FLOAT, [0]),
    tensor(FLOAT, [0, 3], raw(b"")),
    tensor(INT64, [2], packed(7, [1, 300])),
    tensor(INT64, [2], int_of(7, 1) + packed(7, [300])),  # packed and not, mixed
    tensor(STRING, [2], of(6, "a") + of(6, "")),
    tensor(INT4, [3], raw(b"\x21\x03")),
    tensor(INT4, [3], packed(5, [0x21, 0x03])),
    tensor(BOOL, [3], packed(5, [1, 0, 1])),
    tensor(BOOL, [3], raw(b"\1\0\1")),
    tensor(FLOAT16, [2], packed(5, [15360, 65535])),
    tensor(INT8, [2], packed(5, [NEGATIVE, 127])),
    tensor(UINT32, [1], packed(11, [2**32 - 1])),
    tensor(FLOAT6E2M3, [1], raw(b"\x3f")),
    tensor(INT64, [2], raw((784).to_bytes(8, "little") + NEGATIVE.to_bytes(8, "little"))),
    tensor(FLOAT, [1], raw(bytes(4)) + of(4, b"")),  # a list without elements is none
    outside(PLACE),
    outside(PLACE, ("offset", "4096"), ("length", "8")),
    # offsets that descend, spans that are shared, padding of 64 KiB
    outside(PLACE, ("offset", "65536"), ("length", "8")),
]
GOOD = held(*FINE)
TORN = of(7, of(5, tensor(FLOAT, [4], raw(bytes(16)))))[:-12]

# -- in the file -------------------------------------------------------------------------------

STORED: list[Bad | Good] = [
    # I16
    Bad("D001", KIND, held(tensor(99, [2], raw(bytes(8)))), f"{W}.data_type",
        "data_type is 99, which is unknown", "payload"),
    Bad("D001", TENSOR, tensor(0, [2], raw(bytes(8))), "data_type", "is 0, UNDEFINED; needed",
        "payload"),
    Good("D001", KIND, GOOD),
    Good("D001", TENSOR, raw(bytes(4))),  # no data_type is S002
    Bad("D002", TENSOR, tensor(FLOAT, [2, NEGATIVE], raw(bytes(8))), "dims[1]", "dims[1] is -1",
        "payload"),
    Bad("D002", TENSOR, of(1, encode_varint(2) + encode_varint(NEGATIVE)) + int_of(2, FLOAT),
        "dims[1]", "dims[1] is -1"),
    Good("D002", KIND, GOOD),
    # A14, H-3
    Bad("D003", KIND, held(tensor(FLOAT, [2])), W, "no data field, data_location DEFAULT, 8 bytes"),
    Bad("D003", KIND, constant(tensor(INT8, [128])), "graph.node[0].attribute[0].t",
        "128 bytes expected"),
    Good("D003", KIND, GOOD),
    Good("D003", KIND, int_of(1, 8) + TORN),  # cut off inside
    Good("D003", TENSOR, int_of(1, 2) + int_of(2, FLOAT) + int_of(9, 1)),  # W020 tells
    Good("D003", TENSOR, int_of(1, 2) + int_of(2, FLOAT) + int_of(14, 9)),  # S010 tells
    Good("D003", TENSOR, tensor(DOUBLE, [1], of(4, bytes(4)))),  # D005 tells
    Good("D003", TENSOR, tensor(FLOAT, [2], of(13, entry(*PLACE)))),  # D008 tells
    # H-1, H-2, H-4, I15
    Bad("D004", KIND, held(tensor(FLOAT, [1 << 40], raw(bytes(4)))), f"{W}.raw_data",
        "declares 4 TiB, raw_data holds 4 bytes"),
    Bad("D004", KIND, held(tensor(FLOAT, [1 << 32, 1 << 32], raw(bytes(4)))), f"{W}.raw_data",
        "declares 64 EiB, raw_data holds 4 bytes"),
    Bad("D004", KIND, held(tensor(BOOL, [32], packed(5, [1, 0, 1, 1]))), f"{W}.int32_data~0",
        "int32_data has 4 entries; BOOL [32] needs 32"),
    Bad("D004", TENSOR, tensor(INT4, [32], packed(5, [1, 0, 1, 1])), "int32_data~0",
        "int32_data has 4 entries; INT4 [32] needs 16"),
    Bad("D004", KIND, held(tensor(FLOAT, [2], raw(bytes(12)))), f"{W}.raw_data",
        "raw_data has 12 bytes; FLOAT [2] needs 8"),
    Bad("D004", TENSOR, tensor(FLOAT, [0], raw(bytes(4))), "raw_data", "FLOAT [0] needs 0"),
    Bad("D004", KIND, held(*FINE, tensor(FLOAT, [2], raw(bytes(4)))),
        f"graph.initializer[{len(FINE)}].raw_data", "has 4 bytes; FLOAT [2] needs 8"),
    Bad("D004", TENSOR, tensor(INT64, [9], packed(7, [1] * 70000)), "int64_data~0",
        "int64_data has 70,000 entries; INT64 [9] needs 9"),
    Good("D004", KIND, GOOD),
    Good("D004", KIND, int_of(1, 8) + TORN),
    Bad("D005", TENSOR, tensor(DOUBLE, [1], of(4, bytes(4))), "float_data~0",
        "float_data is no place for DOUBLE, which belongs in double_data"),
    Bad("D005", KIND, held(tensor(STRING, [1], raw(b"a"))), f"{W}.raw_data",
        "raw_data must not hold STRING, which belongs in string_data"),
    Good("D005", KIND, GOOD),
    Good("D005", TENSOR, tensor(DOUBLE, [1], of(10, bytes(8)) + of(4, b""))),
    Bad("D006", TENSOR, tensor(FLOAT, [1], raw(bytes(4)) + of(4, bytes(4))), "float_data~0",
        "raw_data and float_data are both set"),
    Good("D006", KIND, GOOD),
    Bad("D007", KIND, held(outside(PLACE) + raw(bytes(8))), f"{W}.raw_data",
        "raw_data is ignored because data_location is EXTERNAL"),
    Good("D007", KIND, GOOD),
    Good("D007", KIND, held(outside(PLACE) + raw(b""))),
    # A15
    Bad("D008", KIND, held(tensor(FLOAT, [2], of(13, entry(*PLACE)))), f"{FIRST}[0]",
        "is not EXTERNAL; there is no other data"),
    Bad("D008", KIND, held(tensor(FLOAT, [2], raw(bytes(8)) + of(13, entry(*PLACE)))),
        f"{FIRST}[0]", "external_data is ignored because data_location is not EXTERNAL"),
    Good("D008", KIND, GOOD),
    Bad("D009", TENSOR, tensor(STRING, [2], of(13, entry(*PLACE)) + int_of(14, 1)),
        "data_location", "STRING cannot be stored in another file"),
    Good("D009", KIND, GOOD),
    # C10
    Bad("D010", TENSOR, tensor(FLOAT, [2], raw(bytes(8)) + of(3, int_of(2, 2))), "segment",
        "segment 0 to 2"),
    Good("D010", KIND, GOOD),
    Bad("D011", TENSOR, tensor(FLOAT, [1] * 65, raw(bytes(4))), "dims[0]", "65 dims; numpy"),
    Good("D011", TENSOR, tensor(FLOAT, [1] * 64, raw(bytes(4)))),
]  # fmt: skip

# -- values ------------------------------------------------------------------------------------

TURNED = b"\0\0\3\x10"
VALUES: list[Bad | Good] = [
    # I14
    Bad("D020", TENSOR, tensor(FLOAT16, [2], packed(5, [15360, 81920])), "int32_data[1]",
        "int32_data[1] is 81920; FLOAT16 keeps the low 16 bits"),
    Bad("D020", TENSOR, tensor(BOOL, [2], int_of(5, 1) + int_of(5, 2)), "int32_data[1]",
        "is 2; a BOOL is 0 or 1"),
    Bad("D020", TENSOR, tensor(UINT32, [1], packed(11, [1 << 32])), "uint64_data[0]",
        "is 4294967296; UINT32 keeps the low 32 bits"),
    Bad("D020", KIND, held(tensor(BOOL, [1], packed(5, [1])), tensor(BOOL, [1], packed(5, [3]))),
        "graph.initializer[1].int32_data[0]", "is 3; a BOOL"),  # alike but for the value
    Good("D020", KIND, GOOD),
    # I17
    Bad("D021", TENSOR, tensor(BOOL, [2], raw(b"\2\xff")), "raw_data", "raw_data byte 0 is 2",
        (9, 10)),
    Bad("D021", KIND, held(tensor(BOOL, [1], raw(b"\1")), tensor(BOOL, [1], raw(b"\2"))),
        "graph.initializer[1].raw_data", "byte 0 is 2", "payload"),
    Good("D021", KIND, GOOD),
    Bad("D022", TENSOR, tensor(INT4, [3], raw(b"\x21\xf3")), "raw_data", "0xF3, whose upper bits",
        (10, 11)),
    Bad("D022", TENSOR, tensor(INT4, [3], packed(5, [0x21, 0xF3])), "int32_data[1]", "0xF3"),
    Bad("D022", TENSOR, tensor(FLOAT6E2M3, [1], raw(b"\x40")), "raw_data", "0x40", "payload"),
    Good("D022", KIND, GOOD),
    # I3
    Bad("D023", TENSOR, tensor(INT4, [4096], packed(5, [2**64 - 4] * 2048)), "int32_data~0",
        "2,048 entries (4,096 values) in 20,480 bytes; raw_data would take 2,048"),
    Good("D023", KIND, GOOD),
    # I13
    Bad("D024", TENSOR, tensor(INT32, [1], raw(TURNED)), "raw_data", "big-endian it would be 784"),
    Bad("D024", KIND, held(tensor(INT32, [1], raw(TURNED[::-1])), tensor(INT32, [1], raw(TURNED))),
        "graph.initializer[1].raw_data", "as little-endian, which raw_data has to be, 268632064"),
    Good("D024", KIND, GOOD),
    Good("D024", TENSOR, tensor(INT32, [1], raw(b"\0\0\0\x80"))),  # the least one
]  # fmt: skip

# -- external_data -----------------------------------------------------------------------------

ENTRIES: list[Bad | Good] = [
    Bad("D030", KIND, ext(("offset", "0")), W, "external_data has no location"),
    Bad("D030", KIND, ext(("location", "")), f"{FIRST}[0].value", "location is empty"),
    Good("D030", KIND, GOOD),
    # H-7
    Bad("D031", KIND, ext(PLACE, ("offset", "-1")), f"{FIRST}[1].value", 'offset is "-1"; needed'),
    Bad("D031", KIND, ext(PLACE, ("length", "0x10")), f"{FIRST}[1].value", 'length is "0x10"'),
    Bad("D031", KIND, ext(PLACE, ("offset", "")), f"{FIRST}[1].value", 'offset is ""; needed'),
    Bad("D031", KIND, constant(outside(PLACE, ("offset", "9" * 101))),  # H-9
        "graph.node[0].attribute[0].t.external_data[1].value", "offset has 101 digits"),
    Good("D031", KIND, GOOD),
    # H-6
    Bad("D032", KIND, ext(PLACE, ("offset", "18446744073709551608"), ("length", "16")),
        f"{FIRST}[1].value", "+ length 16 is 18446744073709551624, which wraps to 8 in 64 bits"),
    Bad("D032", KIND, ext(PLACE, ("offset", str(1 << 63))), f"{FIRST}[1].value",
        "offset 9223372036854775808; needed an end below 2^63"),
    Good("D032", KIND, GOOD),
    Bad("D033", KIND, ext(PLACE, ("offset", "0"), ("offset", "8")), f"{FIRST}[2]",
        'offset is given 2 times, "0" and last "8"; needed one', related=(f"{FIRST}[1]",)),
    Good("D033", KIND, GOOD),
    Good("D033", KIND, ext(PLACE, ("location", "v.bin"))),  # X005 tells
    # H-5
    Bad("D034", KIND, ext(PLACE, ("length", "8"), dims=[1000000]), f"{FIRST}[1].value",
        "length is 8; FLOAT [1000000] needs 4,000,000 bytes"),
    Bad("D034", KIND, ext(PLACE, ("length", "4")), f"{FIRST}[1].value", "length is 4; FLOAT [2]"),
    Good("D034", KIND, GOOD),
    # H-15
    Bad("D035", KIND, ext(PLACE, ("offset", str(1 << 40))), f"{FIRST}[1].value",
        "1,099,511,627,776 bytes; padding is 65,536 at most"),
    Good("D035", KIND, GOOD),
    Good("D035", KIND, ext(("location", "../w.bin"), ("offset", str(1 << 40)))),  # X001 tells
    Bad("D036", KIND, held(outside(PLACE, ("length", "8")),
                           outside(PLACE, ("offset", "4"), ("length", "8"), name="v")),
        "graph.initializer[1].external_data[1].value", "v and w share 4:8, 4 bytes, and not all",
        related=(f"{FIRST}[0].value",)),
    Good("D036", KIND, held(*(outside(PLACE, ("offset", at), ("length", "8"), name=f"w{at}")
                              for at in ("16", "8", "0", "8")))),  # descending, and one shared
]  # fmt: skip

CASES: list[Bad | Good] = STORED + VALUES + ENTRIES
