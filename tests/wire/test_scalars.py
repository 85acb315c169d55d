"""Scalars: what is encoded decodes to itself, and odd encodings decode as parsers read them."""

import math
import struct

import pytest
from google.protobuf.internal import decoder
from hypothesis import example, given
from hypothesis import strategies as st

from onnxlens.wire.scalars import (
    encode_record,
    encode_scalar,
    encode_tag,
    encode_varint,
    fixed_value,
    read_varint,
    varint_value,
)

RANGES = {
    "int32": (-(1 << 31), (1 << 31) - 1),
    "int64": (-(1 << 63), (1 << 63) - 1),
    "uint32": (0, (1 << 32) - 1),
    "uint64": (0, (1 << 64) - 1),
    "sint32": (-(1 << 31), (1 << 31) - 1),
    "sint64": (-(1 << 63), (1 << 63) - 1),
    "bool": (0, 1),
    "enum": (-(1 << 31), (1 << 31) - 1),
    "fixed32": (0, (1 << 32) - 1),
    "sfixed32": (-(1 << 31), (1 << 31) - 1),
    "fixed64": (0, (1 << 64) - 1),
    "sfixed64": (-(1 << 63), (1 << 63) - 1),
}
FIXED = ("fixed32", "sfixed32", "fixed64", "sfixed64")
VARINTS = tuple(kind for kind in RANGES if kind not in FIXED)


def decoded(kind: str, payload: bytes) -> int | float | bool:
    if kind in (*FIXED, "float", "double"):
        return fixed_value(kind, payload)
    raw, size = read_varint(payload)
    assert size == len(payload)
    return varint_value(kind, raw)


@pytest.mark.parametrize("kind", RANGES)
@given(data=st.data())
def test_an_encoded_integer_decodes_to_itself(kind: str, data: st.DataObject):
    value = data.draw(st.integers(*RANGES[kind]))
    assert decoded(kind, encode_scalar(kind, value)) == value


@pytest.mark.parametrize("kind", RANGES)
def test_the_bounds_of_a_type_are_held_and_one_more_is_refused(kind: str):
    for bound, beyond in zip(RANGES[kind], (-1, 1), strict=True):
        assert decoded(kind, encode_scalar(kind, bound)) == bound
        with pytest.raises(ValueError, match="does not fit"):
            encode_scalar(kind, bound + beyond)


@pytest.mark.parametrize(("kind", "width"), [("float", 32), ("double", 64)])
@given(data=st.data())
def test_an_encoded_float_decodes_to_itself(kind: str, width: int, data: st.DataObject):
    value = data.draw(st.floats(width=width))
    again = decoded(kind, encode_scalar(kind, value))
    assert struct.pack("<d", again) == struct.pack("<d", value) or math.isnan(value)
    assert math.isnan(again) == math.isnan(value)


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("float", 1e39),
        ("int64", math.inf),
        ("int32", math.nan),
        ("int32", 1 << 32),
        ("sint64", 1 << 200),
        ("uint32", 0.5),
        ("fixed32", 0.5),
        ("bool", 2),
    ],
)
def test_a_value_that_the_type_cannot_hold_is_a_value_error(kind: str, value: float):
    with pytest.raises(ValueError, match="does not fit"):
        encode_scalar(kind, value)


@given(value=st.integers(0, (1 << 64) - 1), before=st.binary(max_size=3), after=st.binary())
def test_a_varint_is_read_in_place_as_the_official_package_reads_it(
    value: int, before: bytes, after: bytes
):
    data = before + encode_varint(value) + after
    number, size = read_varint(data, len(before))
    theirs, position = decoder._DecodeVarint(data, len(before))
    assert (number, len(before) + size) == (theirs, position) == (value, position)


@given(value=st.integers(0, (1 << 64) - 1), data=st.data())
def test_an_overlong_varint_reads_as_its_short_form(value: int, data: st.DataObject):
    shortest = len(encode_varint(value))
    size = data.draw(st.integers(shortest, 10))
    padded = encode_varint(value, size)
    assert len(padded) == size
    assert read_varint(padded) == (value, size)


@given(value=st.integers(0, (1 << 64) - 1), size=st.integers(1, 10))
@example(value=128, size=1)
def test_a_size_that_is_too_small_is_refused(value: int, size: int):
    if len(encode_varint(value)) <= size:
        assert len(encode_varint(value, size)) == size
    else:
        with pytest.raises(ValueError, match="needs"):
            encode_varint(value, size)


def test_a_varint_of_more_than_64_bits_is_refused():
    for value in (1 << 64, -(1 << 63) - 1):
        with pytest.raises(ValueError, match="64 bits"):
            encode_varint(value)


@pytest.mark.parametrize("kind", ["int32", "enum", "int64"])
@given(value=st.integers(-(1 << 31), -1))
def test_a_negative_number_takes_10_bytes(kind: str, value: int):
    payload = encode_scalar(kind, value)
    assert len(payload) == 10
    assert payload == encode_varint(value)


@given(value=st.integers(-(1 << 31), -1))
def test_a_negative_int32_of_5_bytes_keeps_its_sign(value: int):
    payload = encode_varint(value & 0xFFFFFFFF)
    assert len(payload) == 5
    raw = read_varint(payload)[0]
    assert varint_value("int32", raw) == varint_value("enum", raw) == value
    assert varint_value("int64", raw) == value + (1 << 32)


@given(raw=st.integers(0, (1 << 64) - 1))
def test_types_of_32_bits_keep_the_low_32(raw: int):
    low = raw & 0xFFFFFFFF
    assert varint_value("uint32", raw) == low
    assert varint_value("int32", raw) == struct.unpack("<i", struct.pack("<I", low))[0]
    assert varint_value("sint32", raw) == varint_value("sint32", low)


@given(raw=st.integers(0, (1 << 64) - 1))
def test_any_bit_makes_a_bool_true(raw: int):
    assert varint_value("bool", raw) is (raw != 0)


def test_bits_above_64_in_a_tenth_byte_are_dropped():
    assert read_varint(bytes.fromhex("FFFFFFFFFFFFFFFFFF01")) == ((1 << 64) - 1, 10)
    assert read_varint(bytes.fromhex("FFFFFFFFFFFFFFFFFF7F")) == ((1 << 64) - 1, 10)
    assert read_varint(bytes.fromhex("8080808080808080807E")) == (0, 10)


@pytest.mark.parametrize("size", range(10))
def test_a_varint_that_is_cut_off_has_no_bytes(size: int):
    assert read_varint(b"\x80" * size) == (0, 0)
    assert read_varint(memoryview(b"\x01" + b"\x80" * size), 1) == (0, 0)


def test_a_varint_that_goes_on_after_10_bytes_is_too_long():
    assert read_varint(b"\x80" * 10) == (0, -1)
    assert read_varint(b"\x80" * 10 + b"\x01") == (0, -1)


@given(number=st.integers(1, (1 << 29) - 1), wire_type=st.integers(0, 5))
def test_a_tag_holds_its_number_and_wire_type(number: int, wire_type: int):
    tag = encode_tag(number, wire_type)
    assert read_varint(tag) == (number << 3 | wire_type, len(tag))
    assert len(tag) <= 5
    assert read_varint(encode_tag(number, wire_type, 5)) == (number << 3 | wire_type, 5)


@pytest.mark.parametrize(("number", "wire_type"), [(0, 0), (1 << 29, 0), (-1, 0), (1, 6), (1, -1)])
def test_a_number_or_wire_type_out_of_range_has_no_tag(number: int, wire_type: int):
    with pytest.raises(ValueError, match="has no tag"):
        encode_tag(number, wire_type)


@given(number=st.integers(1, 100), payload=st.binary(max_size=300))
def test_a_record_is_its_tag_length_and_payload(number: int, payload: bytes):
    record = encode_record(number, payload)
    tag, tag_size = read_varint(record)
    length, length_size = read_varint(record, tag_size)
    assert (tag, length) == (number << 3 | 2, len(payload))
    assert record[tag_size + length_size :] == payload
