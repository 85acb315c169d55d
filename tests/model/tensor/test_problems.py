"""What is said of tensors whose data, dims and type disagree; rows are those of known problems."""

import pytest
from onnx import TensorProto

from onnxlens.errors import DataError, SourceError
from onnxlens.model.tensor.dims import COUNT_LIMIT, count_of, size_text
from onnxlens.wire.kinds import VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

T = TensorProto
INT4_MINUS_FOURS = {"data_type": T.INT4, "dims": [4096], "int32_data": [-4] * 2048}
EXTERNAL = {"data_location": T.EXTERNAL, "data_type": T.FLOAT, "dims": [2]}

# row: (fields of the message, what is said, whether numpy() raises)
SAID = {
    "H-1": ({"data_type": T.FLOAT, "dims": [1 << 40], "raw_data": bytes(4)},
        ["FLOAT [1099511627776] declares 4 TiB, raw_data holds 4 bytes"], True),
    "H-2": ({"data_type": T.FLOAT, "dims": [1 << 32, 1 << 32], "raw_data": bytes(4)},
        ["FLOAT [4294967296, 4294967296] declares 64 EiB, raw_data holds 4 bytes"], True),
    "H-3": ({"data_type": T.INT8, "dims": [128]},
        ["no data field, data_location DEFAULT, 128 bytes expected"], True),
    "H-4": ({"data_type": T.BOOL, "dims": [32], "int32_data": [1, 0, 1, 1]},
        ["int32_data has 4 entries; BOOL [32] needs 32"], True),
    "H-4 of four bits": ({"data_type": T.INT4, "dims": [32], "int32_data": [1, 0, 1, 1]},
        ["int32_data has 4 entries; INT4 [32] needs 16"], True),
    "I3": (INT4_MINUS_FOURS,
        ["int32_data: 2,048 entries (4,096 values) in 20,480 bytes; raw_data would take 2,048"],
        False),
    "I14": ({"data_type": T.FLOAT16, "dims": [2], "int32_data": [15360, 81920]},
        ["int32_data[1] is 81920; FLOAT16 keeps the low 16 bits"], False),
    "I15": ({"data_type": T.FLOAT, "dims": [2], "raw_data": bytes(12)},
        ["raw_data has 12 bytes; FLOAT [2] needs 8"], True),
    "I16": ({"data_type": 99, "dims": [2], "raw_data": bytes(8)},
        ["data_type is 99, which is unknown"], True),
    "I17 of four bits": ({"data_type": T.INT4, "dims": [3], "raw_data": b"\x21\xf3"},
        ["the last byte of raw_data is 0xF3, whose upper bits are padding and not 0"], False),
    "I17 of four bits, typed": ({"data_type": T.INT4, "dims": [3], "int32_data": [0x21, 0xF3]},
        ["the last byte of int32_data is 0xF3, whose upper bits are padding and not 0"], False),
    "I17 of six bits": ({"data_type": T.FLOAT6E2M3, "dims": [1], "raw_data": b"\x40"},
        ["the last byte of raw_data is 0x40, whose upper bits are padding and not 0"], False),
    "I17 of BOOL": ({"data_type": T.BOOL, "dims": [2], "raw_data": b"\x02\xff"},
        ["raw_data byte 0 is 2; a BOOL is 0 or 1, and other bytes read true"], False),
    "I17 of BOOL, typed": ({"data_type": T.BOOL, "dims": [2], "int32_data": [1, 2]},
        ["int32_data[1] is 2; a BOOL is 0 or 1"], False),
    "C10": ({"data_type": T.FLOAT, "dims": [2], "raw_data": bytes(8), "segment": {"end": 2}},
        ["segment 0 to 2: not supported by the onnx helpers"], False),
    "A14": ({"data_type": T.FLOAT, "dims": [2], "name": "w"},
        ["no data field, data_location DEFAULT, 8 bytes expected"], True),
    "A14 of strings": ({"data_type": T.STRING, "dims": [2]},
        ["no data field, data_location DEFAULT, 2 strings expected"], True),
    "A15": ({"data_type": T.FLOAT, "dims": [2],
             "external_data": [{"key": "location", "value": "w.bin"}]},
        ["external_data is ignored because data_location is not EXTERNAL",
         "no data field, data_location DEFAULT, 8 bytes expected"], True),
    "type absent": ({"raw_data": bytes(4)}, ["data_type is absent"], True),
    "type 0": ({"data_type": 0, "raw_data": bytes(4)}, ["data_type is 0, UNDEFINED"], True),
    "one byte": ({"data_type": T.FLOAT, "raw_data": b"x"},
        ["raw_data has 1 byte; FLOAT [] needs 4"], True),
    "one entry": ({"data_type": T.FLOAT, "dims": [2], "float_data": [1]},
        ["float_data has 1 entry; FLOAT [2] needs 2"], True),
    "negative size": ({"data_type": T.FLOAT, "dims": [2, -1], "raw_data": bytes(8)},
        ["dims[1] is -1; a stored size is 0 or more"], True),
    "two places": ({"data_type": T.FLOAT, "dims": [1], "raw_data": bytes(4), "float_data": [1]},
        ["raw_data and float_data are both set; readers take raw_data"], False),
    "wrong place": ({"data_type": T.DOUBLE, "dims": [1], "float_data": [1]},
        ["float_data is no place for DOUBLE, which belongs in double_data",
         "no data field, data_location DEFAULT, 8 bytes expected"], True),
    "right and wrong place": (
        {"data_type": T.DOUBLE, "dims": [1], "float_data": [1], "double_data": [1]},
        ["float_data is no place for DOUBLE, which belongs in double_data"], False),
    "raw strings": ({"data_type": T.STRING, "dims": [1], "raw_data": b"a"},
        ["raw_data must not hold STRING, which belongs in string_data",
         "no data field, data_location DEFAULT, 1 string expected"], True),
    "UINT32 over its range": ({"data_type": T.UINT32, "dims": [1], "uint64_data": [1 << 32]},
        ["uint64_data[0] is 4294967296; UINT32 keeps the low 32 bits"], False),
    "INT8 over its range": ({"data_type": T.INT8, "dims": [1], "int32_data": [200]},
        ["int32_data[0] is 200; INT8 keeps the low 8 bits"], False),
    "six bits over their range": ({"data_type": T.FLOAT6E3M2, "dims": [1], "int32_data": [64]},
        ["int32_data[0] is 64; FLOAT6E3M2 keeps the low 6 bits"], False),
    "external and here": ({**EXTERNAL, "raw_data": bytes(8),
                           "external_data": [{"key": "location", "value": "w"}]},
        ["raw_data is ignored because data_location is EXTERNAL"], True),
    "external too short": ({**EXTERNAL, "external_data": [{"key": "location", "value": "w"},
                            {"key": "length", "value": "4"}]},
        ["external_data has 4 bytes; FLOAT [2] needs 8"], True),
    "external strings": ({**EXTERNAL, "data_type": T.STRING,
                          "external_data": [{"key": "location", "value": "w"}]},
        ["STRING cannot be stored in another file"], True),
    "strings without end": ({"data_type": T.STRING, "dims": [1 << 62] * 20, "string_data": [b""]},
        [f"STRING [{', '.join([str(1 << 62)] * 20)}] declares 2^1024 strings or more, string_data "
         "holds 1 entry"], True),
    "nothing": ({}, ["data_type is absent"], True),
    "no elements": ({"data_type": T.FLOAT, "dims": [0]}, [], False),
    "a byte of four bits, either way": (
        {"data_type": T.INT4, "dims": [4], "int32_data": [-4, 255]}, [], False),
    "fine": ({"data_type": T.FLOAT, "dims": [2], "raw_data": bytes(8)}, [], False),
}  # fmt: skip


@pytest.mark.parametrize("row", SAID)
def test_what_is_said(row, tensor_of):
    fields, said, raises = SAID[row]
    tensor = tensor_of(TensorProto(**fields))
    assert tensor.problems == said
    if not raises:
        assert tensor.numpy().size == tensor.count == tensor.stats().count
        return
    for read in (tensor.numpy, tensor.stats):
        with pytest.raises((DataError, SourceError)) as caught:
            read()
        if isinstance(caught.value, DataError):
            assert str(caught.value) in said
            assert caught.value.path == tensor.field.path


def test_more_axes_than_numpy_has(tensor_of):
    tensor = tensor_of(T(data_type=T.FLOAT, dims=[1] * 65, raw_data=bytes(4)))
    assert tensor.problems == ["65 dims; numpy holds at most 64"]
    with pytest.raises(DataError, match="numpy has no such array"):
        tensor.numpy()
    assert (tensor.head(2), tensor.stats().count) == ([0.0], 1)


def start(data_type, *dims):
    return TensorProto(data_type=data_type, dims=dims).SerializeToString()


def test_a_negative_number_of_five_bytes_is_told(tensor_of):  # I4
    tensor = tensor_of(start(T.INT32, 1) + encode_record(5, b"\xfc\xff\xff\xff\x0f"))
    assert tensor.problems == [
        "int32_data[0] is -4 in 5 bytes, which a field of 64 bits would read as 4294967292"
    ]
    assert tensor.numpy().tolist() == tensor.head(1) == [-4]


def test_the_last_of_several_raw_data_counts(tensor_of):
    tensor = tensor_of(start(T.UINT8, 2) + encode_record(9, b"ab") + encode_record(9, b"cd"))
    assert tensor.problems == ["raw_data is set 2 times; the last one counts"]
    assert tensor.numpy().tobytes() == b"cd"


def test_a_file_that_ends_inside_raw_data(tensor_of):
    tensor = tensor_of((start(T.FLOAT, 4) + encode_record(9, bytes(16)))[:-12])
    assert tensor.problems == [
        "raw_data has 4 bytes; FLOAT [4] needs 16",
        "raw_data declares a length of 16 bytes, 4 bytes are in the file",
    ]
    assert tensor.head(9) == [0.0]
    with pytest.raises(DataError):
        tensor.numpy()


@pytest.mark.parametrize(
    ("field", "payload", "rest"),
    [
        (4, bytes(10), "2 bytes"),
        (5, b"\1\2\x80", "1 byte"),
        (5, b"\1\2" + b"\xff" * 11, "11 bytes"),
    ],
)
def test_a_run_that_ends_inside_an_entry(field, payload, rest, tensor_of):
    kind = T.FLOAT if field == 4 else T.INT32
    tensor = tensor_of(start(kind, 2) + encode_record(field, payload))
    name = "float_data" if field == 4 else "int32_data"
    assert tensor.problems == [f"{name} ends in {rest} that hold no whole entry"]
    assert tensor.numpy().tolist() == tensor.head(5)
    assert tensor.count == len(tensor.head(5)) == 2


def test_the_head_shows_what_is_there_where_dims_disagree(tensor_of):
    for dims in ([5], [1], [-3], [1 << 40]):
        tensor = tensor_of(T(data_type=T.INT16, dims=dims, raw_data=b"\1\0\2\0\3"))
        assert tensor.head(9) == [1, 2]
    assert tensor_of(T(data_type=T.INT4, dims=[9], raw_data=b"\x21\xf3")).head(9) == [1, 2, 3, -1]
    assert tensor_of(T(data_type=T.INT4, dims=[3], raw_data=b"\x21\xf3")).head(9) == [1, 2, 3]
    assert tensor_of(T(data_type=T.INT4, dims=[3], int32_data=[0x21, 0xF3])).head(9) == [1, 2, 3]


def test_the_head_of_nothing(tensor_of):
    assert tensor_of(T(data_type=T.FLOAT, dims=[0])).head(3) == []
    with pytest.raises(DataError, match="no data field"):
        tensor_of(T(data_type=T.FLOAT, dims=[2])).head(3)
    with pytest.raises(DataError, match="is unknown"):
        tensor_of(T(data_type=99, raw_data=b"x")).head(3)
    with pytest.raises(SourceError):
        tensor_of(T(**EXTERNAL)).head(3)


def test_what_a_tensor_says_of_itself(tensor_of):
    tensor = tensor_of(T(name="w", data_type=T.BFLOAT16, dims=[2, 3], raw_data=bytes(12)))
    assert (tensor.name, tensor.data_type, tensor.dims) == ("w", 16, (2, 3))
    assert (tensor.type, tensor.count, tensor.field.path) == ("BFLOAT16 [2, 3]", 6, "")
    assert tensor_of(b"").data_type is None
    assert (tensor_of(b"").name, tensor_of(b"").dims, tensor_of(b"").count) == ("", (), 1)


@pytest.mark.parametrize(
    ("dims", "count"),
    [((), 1), ((2, 3), 6), ((1 << 40, 1 << 40), 1 << 80), ((1 << 62, 1 << 62, 0), 0), ((-2, -3), 0),
     ((1 << 62,) * 16, 1 << 992), ((1 << 62,) * 17, COUNT_LIMIT), ((1 << 62,) * 100 + (0,), 0)],
)  # fmt: skip
def test_the_product_is_exact(dims, count):
    assert count_of(dims) == count


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (1, "1 byte"), (1536, "1,536 bytes"), (1 << 30, "1 GiB"), (3 << 29, "1.5 GiB"),
     (4 << 40, "4 TiB"), ((1 << 40) - 1, "1023.9 GiB"), (1 << 89, "512 YiB"),
     (1 << 90, "2^90 bytes or more"), (1 << 1024, "2^1024 bytes or more")],
)  # fmt: skip
def test_sizes_as_words(size, text):
    assert size_text(size) == text


def test_unpacked_entries_are_counted(tensor_of):
    one = encode_tag(5, VARINT) + encode_varint(7)
    assert tensor_of(start(T.INT32, 3) + one * 2).problems == [
        "int32_data has 2 entries; INT32 [3] needs 3"
    ]
