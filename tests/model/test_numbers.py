"""The text of a number reads back as that number, and is no longer than it need be."""

import random
import struct

import ml_dtypes
import numpy as np
import pytest

from onnxlens.model.numbers import number_text


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [
        (0.1, "", "0.1"),
        (struct.unpack("<f", struct.pack("<f", 0.1))[0], "FLOAT", "0.1"),
        (0.0999755859375, "FLOAT16", "0.1"),
        (0.10009765625, "BFLOAT16", "0.1"),
        (65504.0, "FLOAT16", "65504"),
        (448.0, "FLOAT8E4M3FN", "448"),
        (0.001953125, "FLOAT8E4M3FN", "0.001953125"),
        (3.4028234663852886e38, "FLOAT", "3.4028235e+38"),
        (float("nan"), "FLOAT", "NaN"),
        (float("-inf"), "FLOAT16", "-inf"),
        (-0.0, "FLOAT", "-0"),
        (1 + 2j, "COMPLEX64", "1+2j"),
        (complex(0.5, -0.0), "COMPLEX128", "0.5-0j"),
        (complex(0, float("nan")), "COMPLEX128", "0+NaNj"),
        (True, "BOOL", "true"),
    ],
)
def test_a_number_has_its_text(value: complex, kind: str, text: str):
    assert number_text(value, kind) == text


@pytest.mark.parametrize(
    ("kind", "dtype"), [("FLOAT16", np.float16), ("BFLOAT16", ml_dtypes.bfloat16)]
)
def test_every_number_of_16_bits_reads_back(kind: str, dtype: type):
    codes = np.arange(1 << 16, dtype=np.uint16)
    with np.errstate(invalid="ignore"):  # signalling NaN
        numbers = codes.view(dtype).astype(np.float64)
    finite = np.isfinite(numbers)
    texts = [number_text(float(number), kind) for number in numbers[finite]]
    read = np.array([float(text) for text in texts]).astype(dtype).view(np.uint16)
    assert (read == codes[finite]).all()


def test_floats_of_32_bits_read_back():
    chosen = random.Random(1)
    for _ in range(20_000):
        code = struct.pack("<I", chosen.getrandbits(32))
        (value,) = struct.unpack("<f", code)
        if value == value:
            assert struct.pack("<f", float(number_text(value, "FLOAT"))) == code
