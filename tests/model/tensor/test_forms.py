"""Every data type in every storage: raw, typed packed, unpacked, split runs; against onnx."""

import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import TensorProto, helper, numpy_helper

from onnxlens.model.tensor import arrays, entries
from onnxlens.model.tensor.entries import varints
from onnxlens.schema.data_types import data_types
from onnxlens.wire.kinds import I32, I64, VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint, read_varint

NUMERIC = [row for row in data_types() if row.bits]
NUMBERS = {"float_data": (4, I32), "int32_data": (5, VARINT), "int64_data": (7, VARINT),
           "double_data": (10, I64), "uint64_data": (11, VARINT)}  # fmt: skip
DIMS = [(), (0,), (1,), (3,), (2, 5), (3, 0, 2), (7, 1, 3)]


def random(row, dims):
    """Return random bits as an array of a data type, without signaling NaN."""
    size = np.prod(dims, dtype=int)
    dtype = np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)
    draw = np.random.default_rng(size + row.number)
    raw = draw.integers(0, 256, size * dtype.itemsize, np.uint8)
    if row.bits < 8:
        raw &= (1 << row.bits) - 1
    if row.kind == "bool":
        raw &= 1
    array = raw.view(dtype).reshape(dims)
    if row.bits >= 32 and row.kind in ("float", "complex"):
        array = np.where(np.isnan(array), dtype.type(1), array)
    return array


def payloads(message, row):
    """Return the payload of each entry of a typed message."""
    for value in getattr(message, row.field):
        if row.field == "float_data":
            yield np.float32(value).tobytes()
        elif row.field == "double_data":
            yield np.float64(value).tobytes()
        else:
            yield encode_varint(value)


def typed(row, array):
    message = TensorProto(data_type=row.number, dims=array.shape)
    codes = array.reshape(-1)
    if row.field == "int32_data":
        codes = codes.view(f"u{codes.dtype.itemsize}").astype(np.int64)
        if row.kind == "signed" and row.bits >= 8:
            codes = array.reshape(-1).astype(np.int64)
        codes = packed(codes, row)
    elif row.kind == "complex":
        codes = codes.view(f"f{codes.dtype.itemsize // 2}")
    getattr(message, row.field).extend(codes.tolist())
    return message


def packed(codes, row):
    padded = np.concatenate((codes, np.zeros(-len(codes) % row.elements, codes.dtype)))
    groups = padded.reshape(-1, row.elements)
    return (groups << (np.arange(row.elements) * row.bits)).sum(1, dtype=np.int64)


def raw(row, array):
    message = TensorProto(data_type=row.number, dims=array.shape)
    codes = array.reshape(-1)
    if row.bits >= 8:
        message.raw_data = codes.tobytes()
    else:
        stream = sum(int(c) << i * row.bits for i, c in enumerate(codes.view(np.uint8)))
        message.raw_data = stream.to_bytes(row.bytes_for(len(codes)), "little")
    return message


def unpacked(row, array):
    number, wire = NUMBERS[row.field]
    parts = [encode_tag(number, wire) + one for one in payloads(typed(row, array), row)]
    return head(row, array) + b"".join(parts)


def split(row, array):
    """Two packed runs with an entry by itself between them and an empty run."""
    number, wire = NUMBERS[row.field]
    every = list(payloads(typed(row, array), row))
    middle = len(every) // 2
    runs = [encode_record(number, b"".join(part)) for part in (every[:middle], every[middle + 1 :])]
    alone = b"".join(encode_tag(number, wire) + one for one in every[middle : middle + 1])
    return runs[0] + encode_record(number, b"") + alone + head(row, array) + runs[1]


def head(row, array):
    return TensorProto(data_type=row.number, dims=array.shape).SerializeToString()


FORMS = {"raw": raw, "packed": typed, "unpacked": unpacked, "split": split}


def same(mine, official):
    assert (mine.dtype, mine.shape) == (official.dtype, official.shape)
    assert mine.tobytes() == official.tobytes()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("row", NUMERIC, ids=lambda row: row.name)
def test_the_array_is_that_of_the_onnx_package(row, form, tensor_of):
    for dims in DIMS:
        array = random(row, dims)
        made = FORMS[form](row, array)
        data = made if isinstance(made, bytes) else made.SerializeToString()
        tensor = tensor_of(data)
        official = numpy_helper.to_array(TensorProto.FromString(data))
        same(tensor.numpy(), official)
        assert official.tobytes() == array.tobytes()
        assert tensor.problems == []
        expected = official.reshape(-1)[:5]
        wide = expected.astype(np.float64) if row.is_extended else expected
        assert list(map(repr, tensor.head(5))) == [
            repr(int(v)) if row.kind in ("signed", "unsigned") else repr(v) for v in wide.tolist()
        ]


@pytest.mark.parametrize("row", NUMERIC, ids=lambda row: row.name)
@pytest.mark.parametrize("form", FORMS)
def test_small_chunks_give_the_same(row, form, tensor_of, monkeypatch):
    monkeypatch.setattr(arrays, "_ELEMENTS", 4)
    monkeypatch.setattr(entries, "_CHUNK", 17 if row.field.startswith("int") else 24)
    array = random(row, (5, 7))
    same(tensor_of(FORMS[form](row, array)).numpy(), array)


@pytest.mark.parametrize("row", NUMERIC, ids=lambda row: row.name)
def test_what_the_onnx_package_writes_is_read(row, tensor_of):
    array = random(row, (3, 3))
    same(tensor_of(numpy_helper.from_array(array)).numpy(), array)


NANS = {"float_data": np.array([0x7F800001, 0xFFC12345], "u4"),
        "double_data": np.array([0x7FF0000000000001, 0xFFF8000000012345], "u8")}  # fmt: skip


@pytest.mark.parametrize("field", NANS)
@pytest.mark.parametrize("place", ["typed", "raw", "alone"])
def test_nan_payloads_stay(field, place, tensor_of):
    number, wire = NUMBERS[field]
    bits = NANS[field].tobytes()
    number = number if place != "raw" else 9
    size = len(bits) // 2
    start = TensorProto(data_type=1 if size == 4 else 11, dims=[2]).SerializeToString()
    if place == "alone":
        tag = encode_tag(number, wire)
        record = tag + bits[:size] + tag + bits[size:]
    else:
        record = encode_record(number, bits)
    assert tensor_of(start + record).numpy().tobytes() == bits


def test_strings_are_exact(tensor_of):
    strings = [b"a\0", b"", "é".encode(), b"\xff\xfe", b"x" * 70_000, b"\0"]
    tensor = tensor_of(TensorProto(data_type=8, dims=[2, 3], string_data=strings))
    expected = [s.decode("utf-8", "surrogateescape") for s in strings]
    assert tensor.numpy().tolist() == [expected[:3], expected[3:]]
    assert tensor.numpy().dtype == object
    assert tensor.head(5) == expected[:5]
    assert tensor_of(TensorProto(data_type=8, string_data=[b"one"])).numpy().item() == "one"


def test_a_bool_is_true_for_any_other_byte(tensor_of):
    tensor = tensor_of(TensorProto(data_type=9, dims=[3], raw_data=b"\x02\xff\x00"))
    assert tensor.numpy().view(np.uint8).tolist() == [1, 1, 0]
    assert tensor.head(3) == [True, True, False]


@given(
    st.lists(st.tuples(st.integers(0, (1 << 64) - 1), st.integers(0, 10)), min_size=1, max_size=60)
)
def test_varints_in_bulk_are_those_read_one_by_one(values):
    forms = [encode_varint(v, max(size, len(encode_varint(v)))) for v, size in values]
    forms.append(b"\xff" * 9 + b"\x7f")  # bits above the 64th
    assert varints(b"".join(forms)).tolist() == [read_varint(form)[0] for form in forms]


@settings(max_examples=50)
@given(st.lists(st.integers(-(1 << 31), (1 << 31) - 1), max_size=60), st.integers(1, 30))
def test_every_cut_between_chunks_gives_the_same_entries(values, chunk):
    import onnxlens
    from onnxlens.model.tensor.tensor import Tensor

    message = TensorProto(data_type=6, dims=[len(values)], int32_data=values)
    document = onnxlens.open(message.SerializeToString(), kind="TensorProto")
    kept, entries._CHUNK = entries._CHUNK, chunk + 9
    try:
        assert Tensor(document.merged()).numpy().tolist() == values
    finally:
        entries._CHUNK = kept


@pytest.mark.parametrize("row", [r for r in NUMERIC if r.field in ("int32_data", "uint64_data")])
def test_entries_keep_their_low_bits_as_the_onnx_package_does(row, tensor_of):
    wild = [-1, 81920, 256, -(1 << 31), (1 << 31) - 1, 77]
    if row.field == "uint64_data":
        wild = [(1 << 64) - 1, 1 << 32, 5, (1 << 40) + 7, 0, 1]
    count = len(wild) * row.elements
    message = TensorProto(data_type=row.number, dims=[count])
    getattr(message, row.field).extend(wild)
    mine, official = tensor_of(message).numpy(), numpy_helper.to_array(message)
    if row.kind == "bool":
        assert mine.tolist() == (official.view(np.uint8) != 0).tolist()
    else:
        same(mine, official)
    heads = tensor_of(message).head(count)
    numbers = mine.astype(np.float64).tolist() if row.is_extended else mine.tolist()
    assert all(
        a == b or (math.isnan(a) and math.isnan(b)) for a, b in zip(heads, numbers, strict=True)
    )


def test_a_million_small_entries_take_no_loop(tensor_of):
    import time

    values = np.random.default_rng(1).integers(-(1 << 31), 1 << 31, 1_000_000)
    message = helper.make_tensor("t", TensorProto.INT32, [1_000_000], values.tolist())
    tensor = tensor_of(message)
    started = time.process_time()
    assert (tensor.numpy() == values).all()
    assert time.process_time() - started < 1.5  # a loop takes 5 times as long
