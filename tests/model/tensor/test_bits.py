"""Every bit pattern of every float of up to 16 bits, and packed integers, in plain Python."""

import math

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens.model.tensor.bits import codes, elements, number
from onnxlens.schema.data_types import data_types

SMALL = [row for row in data_types() if row.kind == "float" and row.bits <= 16]
INTEGERS = [row for row in data_types() if row.kind in ("signed", "unsigned") and row.bits <= 16]
INF = math.inf

# Codes and values as docs/docsgen/source/technical/{float8,float6,float4}.md of onnx state them,
# IEEE 754 (binary16), the first half of binary32 (bfloat16) and OCP MX 1.0 (E8M0). For each type:
# codes of NaN, then code -> value of infinities, largest, smallest above 0, negative zero, one.
STANDARD = {
    "FLOAT16": ({0x7C01, 0x7E00, 0x7FFF, 0xFC01, 0xFFFF}, {
        0x7C00: INF, 0xFC00: -INF, 0x7BFF: 65504.0, 0xFBFF: -65504.0, 1: 2.0**-24,
        0x8001: -(2.0**-24), 0x0400: 2.0**-14, 0x8000: -0.0, 0: 0.0, 0x3C00: 1.0}),
    "BFLOAT16": ({0x7F81, 0x7FC0, 0x7FFF, 0xFF81, 0xFFFF}, {
        0x7F80: INF, 0xFF80: -INF, 0x7F7F: 255.0 * 2**120, 1: 2.0**-133, 0x0080: 2.0**-126,
        0x8000: -0.0, 0: 0.0, 0x3F80: 1.0}),
    "FLOAT8E4M3FN": ({0x7F, 0xFF}, {
        0x7E: 448.0, 0xFE: -448.0, 1: 2.0**-9, 0x81: -(2.0**-9), 8: 2.0**-6, 0x80: -0.0, 0: 0.0,
        0x38: 1.0}),
    "FLOAT8E4M3FNUZ": ({0x80}, {
        0x7F: 240.0, 0xFF: -240.0, 1: 2.0**-10, 8: 2.0**-7, 0: 0.0, 0x40: 1.0}),
    "FLOAT8E5M2": ({0x7D, 0x7E, 0x7F, 0xFD, 0xFE, 0xFF}, {
        0x7C: INF, 0xFC: -INF, 0x7B: 57344.0, 0xFB: -57344.0, 1: 2.0**-16, 0x80: -0.0, 0: 0.0,
        0x3C: 1.0}),
    "FLOAT8E5M2FNUZ": ({0x80}, {
        0x7F: 57344.0, 0xFF: -57344.0, 1: 2.0**-17, 0: 0.0, 0x40: 1.0}),
    "FLOAT8E8M0": ({0xFF}, {0: 2.0**-127, 1: 2.0**-126, 127: 1.0, 254: 2.0**127}),
    "FLOAT6E2M3": (set(), {
        0x1F: 7.5, 0x3F: -7.5, 8: 1.0, 1: 0.125, 0x20: -0.0, 0: 0.0}),
    "FLOAT6E3M2": (set(), {
        0x1F: 28.0, 0x3F: -28.0, 4: 0.25, 1: 0.0625, 0x0C: 1.0, 0x20: -0.0, 0: 0.0}),
    "FLOAT4E2M1": (set(), {
        0: 0.0, 1: 0.5, 2: 1.0, 3: 1.5, 4: 2.0, 5: 3.0, 6: 4.0, 7: 6.0, 8: -0.0, 9: -0.5,
        15: -6.0}),
}  # fmt: skip


def dtype(row):
    return np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)


def official(row) -> np.ndarray:
    """Return what ml_dtypes (numpy) reads for every bit pattern."""
    every = np.arange(1 << row.bits, dtype=np.uint16 if row.bits > 8 else np.uint8)
    with np.errstate(invalid="ignore"):  # signaling NaN
        return every.view(dtype(row)).astype(np.float64)


def bits_of(value: float) -> tuple[float, float] | str:
    """Return a value with the sign of its zero, so that equality is exact."""
    return "NaN" if math.isnan(value) else (value, math.copysign(1.0, value))


@pytest.mark.parametrize("row", SMALL, ids=lambda row: row.name)
def test_every_bit_pattern_is_what_ml_dtypes_reads(row):
    expected = official(row)
    found = np.array([number(row, code) for code in range(1 << row.bits)])
    nan = np.isnan(expected)
    assert (np.isnan(found) == nan).all()
    assert found[~nan].tobytes() == expected[~nan].tobytes()


@pytest.mark.parametrize("row", SMALL, ids=lambda row: row.name)
def test_the_values_that_the_standard_states(row):
    nan, stated = STANDARD[row.name]
    theirs = official(row)
    for read in (lambda code: number(row, code), lambda code: float(theirs[code])):
        assert {code: bits_of(read(code)) for code in stated} == {
            code: bits_of(value) for code, value in stated.items()
        }
        assert all(math.isnan(read(code)) for code in nan)
        if row.bits <= 8:
            assert {c for c in range(1 << row.bits) if math.isnan(read(c))} == nan
        finite = [abs(v) for c in range(1 << row.bits) if math.isfinite(v := read(c))]
        assert max(finite) == max(v for v in stated.values() if v != INF)
        assert min(v for v in finite if v) == min(v for v in stated.values() if v > 0)
    assert "FLOAT16" in STANDARD and STANDARD.keys() == {row.name for row in SMALL}


@pytest.mark.parametrize("row", INTEGERS, ids=lambda row: row.name)
def test_every_code_of_an_integer(row):
    every = np.arange(1 << row.bits, dtype=np.uint16 if row.bits > 8 else np.uint8)
    expected = every.view(dtype(row)).astype(int).tolist()
    assert [number(row, code) for code in every.tolist()] == expected


@given(st.binary(max_size=200), st.sampled_from([2, 4, 6, 8, 16]))
def test_codes_are_one_stream_of_bits_lowest_first(data, bits):
    stream = "".join(f"{byte:08b}"[::-1] for byte in data)
    whole = [stream[at : at + bits] for at in range(0, len(stream) - bits + 1, bits)]
    assert codes(data, bits) == [int(part[::-1], 2) for part in whole]


@given(st.binary(max_size=70))
def test_elements_are_those_of_numpy(data):
    for row in data_types():
        if row.bits < 8 or row.name == "BOOL":
            continue
        kind = dtype(row)
        array = np.frombuffer(data[: len(data) // kind.itemsize * kind.itemsize], kind)
        with np.errstate(invalid="ignore"):
            expected = (array.astype(np.float64) if row.is_extended else array).tolist()
        assert repr(elements(row, data)).replace("-nan", "nan") == repr(expected).replace(
            "-nan", "nan"
        )
