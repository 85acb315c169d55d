"""Numbers about all elements against those of numpy over the whole array."""

import math

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from onnxlens.model.tensor import arrays
from onnxlens.schema.data_types import data_types

T = TensorProto


def dtype(row):
    return np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)


@pytest.fixture(params=[1 << 19, 4])
def elements(request, monkeypatch):
    monkeypatch.setattr(arrays, "_ELEMENTS", request.param)


@pytest.mark.parametrize(
    "row", [r for r in data_types() if r.kind in ("signed", "unsigned")], ids=lambda row: row.name
)
def test_integers_are_exact(row, elements, tensor_of):
    info = ml_dtypes.iinfo(dtype(row))
    values = [info.max, info.min, 0, 1, info.max, info.max, info.max] * 3
    array = np.array(values, object).astype(np.int64 if info.max < 1 << 63 else np.uint64)
    stats = tensor_of(numpy_helper.from_array(array.astype(dtype(row)))).stats()
    assert (stats.count, stats.min, stats.max) == (21, info.min, info.max)
    assert stats.sum == sum(values)
    assert stats.mean == sum(values) / 21
    assert stats.zeros == values.count(0)
    assert (stats.nan, stats.positive_inf, stats.negative_inf, stats.longest) == (0, 0, 0, None)
    assert type(stats.min) is type(stats.max) is type(stats.sum) is int


@pytest.mark.parametrize(
    "row", [r for r in data_types() if r.kind == "float"], ids=lambda row: row.name
)
def test_floats_count_what_is_no_number(row, elements, tensor_of):
    if row.bits <= 16:
        every = np.arange(1 << row.bits, dtype=np.uint16 if row.bits > 8 else np.uint8)
        array = every.view(dtype(row))
    else:
        array = np.array([1, -2, np.nan, np.inf, np.inf, -np.inf, 0.0, -0.0, 0.1], dtype(row))
    with np.errstate(invalid="ignore"):
        wide = array.astype(np.float64)
    stats = tensor_of(
        helper.make_tensor("t", row.number, array.shape, packed(row, array), raw=True)
    )
    stats = stats.stats()
    finite = wide[np.isfinite(wide)]
    assert stats.count == len(wide)
    assert (stats.min, stats.max) == (np.nanmin(wide), np.nanmax(wide))
    assert stats.nan == np.isnan(wide).sum()
    assert stats.positive_inf == (wide == np.inf).sum()
    assert stats.negative_inf == (wide == -np.inf).sum()
    assert stats.zeros == (wide == 0).sum()
    assert math.isclose(stats.mean, math.fsum(finite) / len(finite), abs_tol=1e-9 * stats.max
                        if math.isfinite(stats.max) else 1e-9)  # fmt: skip
    assert stats.sum is None


def packed(row, array):
    if row.bits >= 8:
        return array.tobytes()
    stream = sum(int(code) << i * row.bits for i, code in enumerate(array.view(np.uint8)))
    return stream.to_bytes(row.bytes_for(len(array)), "little")


def test_booleans(tensor_of):
    stats = tensor_of(T(data_type=T.BOOL, dims=[4], raw_data=b"\0\1\1\5")).stats()
    assert (stats.min, stats.max, stats.mean, stats.zeros, stats.sum) == (False, True, 0.75, 1, 3)


@pytest.mark.parametrize("kind", ["complex64", "complex128"])
def test_complex_numbers_have_no_order(kind, elements, tensor_of):
    values = [1 + 2j, 0, complex(np.nan, 1), complex(np.inf, 0), complex(0, -np.inf), 3 - 1j]
    stats = tensor_of(numpy_helper.from_array(np.array(values, kind))).stats()
    assert (stats.count, stats.nan, stats.positive_inf, stats.zeros) == (6, 1, 2, 1)
    assert (stats.min, stats.max) == (None, None)
    assert stats.mean == pytest.approx((4 + 1j) / 3)


def test_strings(tensor_of):
    stats = tensor_of(T(data_type=T.STRING, dims=[3], string_data=[b"ab", b"", b"abc"])).stats()
    assert (stats.count, stats.longest, stats.zeros, stats.min, stats.mean) == (3, 3, 1, None, None)


@pytest.mark.parametrize("kind", [T.FLOAT, T.INT64, T.BOOL, T.STRING, T.COMPLEX64, T.INT4])
def test_no_elements(kind, tensor_of):
    stats = tensor_of(T(data_type=kind, dims=[0])).stats()
    assert (stats.count, stats.min, stats.max, stats.mean) == (0, None, None, None)
    assert "count=0" in repr(stats)


def test_only_nan(tensor_of):
    stats = tensor_of(numpy_helper.from_array(np.array([np.nan, np.nan], "f4"))).stats()
    assert (stats.nan, stats.min, stats.max, stats.mean) == (2, None, None, None)


def test_numbers_whose_sum_is_over_the_largest(tensor_of):
    top = np.finfo("f8").max
    stats = tensor_of(numpy_helper.from_array(np.array([top, top, 1.0]))).stats()
    assert (stats.max, stats.mean) == (top, math.inf)
