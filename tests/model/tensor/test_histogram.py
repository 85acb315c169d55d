"""Counts in bins of equal width, against the same counted one by one with fractions."""

import math
import os
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from onnxlens.errors import DataError, OnnxLensError, SourceError
from onnxlens.model.external.files import DataFiles
from onnxlens.model.tensor import arrays, histogram
from onnxlens.model.tensor.histogram import histogram_of
from onnxlens.schema.data_types import data_types

T = TensorProto
BINS = [1, 2, 3, 64, 512]
TOP = np.finfo("f8").max


def dtype(row):
    return np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)


def counted(values, bins):
    """Return the counts of some Python numbers, each put into its bin by exact arithmetic."""
    numbers = [value for value in values if math.isfinite(value)]
    if not numbers:
        return []
    low, whole = min(numbers), isinstance(numbers[0], int)
    width = Fraction(max(numbers)) - Fraction(low) + whole
    bins = min(bins, int(width)) if whole else bins if width else 1
    counts = [0] * bins
    for number in numbers:
        place = (Fraction(number) - Fraction(low)) * bins // width if width else 0
        counts[min(int(place), bins - 1)] += 1
    return counts


def same(found, values, bins):
    """Whether a histogram has the counts and ends of some Python numbers."""
    numbers = [value for value in values if math.isfinite(value)]
    assert found.counts == counted(values, bins)
    assert (found.low, found.high) == (min(numbers, default=None), max(numbers, default=None))
    assert sum(found.counts) == len(numbers)


@pytest.fixture(params=[(1 << 19, 1 << 15), (4, 3)])
def pieces(request, monkeypatch):
    monkeypatch.setattr(arrays, "_ELEMENTS", request.param[0])
    monkeypatch.setattr(histogram, "_AT_ONCE", request.param[1])


def packed(row, array):
    if row.bits >= 8:
        return array.tobytes()
    stream = sum(int(code) << i * row.bits for i, code in enumerate(array.view(np.uint8)))
    return stream.to_bytes(row.bytes_for(len(array)), "little")


@pytest.mark.parametrize("bins", BINS)
@pytest.mark.parametrize(
    "row", [r for r in data_types() if r.kind in ("signed", "unsigned")], ids=lambda row: row.name
)
def test_integers_up_to_the_ends_of_their_type(row, bins, pieces, tensor_of):
    info = ml_dtypes.iinfo(dtype(row))
    span = info.max - info.min
    some = [info.min + span * at // 37 for at in range(38)]
    values = [*some, info.max, info.max - 1, info.min + 1, 0, 0, 1]
    array = np.array(values, object).astype("i8" if info.max < 1 << 63 else "u8")
    data = packed(row, array.astype(dtype(row)))
    tensor = tensor_of(helper.make_tensor("t", row.number, [len(values)], data, raw=True))
    same(histogram_of(tensor, bins), values, bins)


@pytest.mark.parametrize("bins", BINS)
@pytest.mark.parametrize(
    "row", [r for r in data_types() if r.kind == "float"], ids=lambda row: row.name
)
def test_floats_with_what_is_no_number_beside_them(row, bins, pieces, tensor_of):
    if row.bits <= 8:
        array = np.arange(1 << row.bits, dtype=np.uint8).view(dtype(row))
    else:
        array = np.array([1, -2, np.nan, np.inf, -np.inf, 0, -0.0, 0.1, 3, 2.9999, 0.3], dtype(row))
    with np.errstate(invalid="ignore"):
        values = array.astype("f8").tolist()
    tensor = tensor_of(
        helper.make_tensor("t", row.number, array.shape, packed(row, array), raw=True)
    )
    found = histogram_of(tensor, bins)
    same(found, values, bins)
    assert found.stats.count == len(values)
    assert found.stats.nan == sum(map(math.isnan, values))


@pytest.mark.parametrize("bins", BINS)
@pytest.mark.parametrize(
    "values",
    [
        [-TOP, TOP, 0.0, 1.0, TOP / 2, -TOP / 3],  # the range is over the largest float
        [0.0, 5e-324, 1e-323, 2e-323],  # it is so small that its inverse is over it
        [1.0, 1 + 2**-52, 1 + 2**-51, 1 + 3 * 2**-52],  # fewer floats than bins
        [1e300, np.nextafter(1e300, np.inf), np.nextafter(1e300, 0.0)],
        [0.1 * at for at in range(101)],
        [-1.0, -0.0, 0.0, 1.0, 1 / 3, 2 / 3, -1 / 3],
    ],
    ids=["wide", "tiny", "narrow", "far", "tenths", "thirds"],
)
def test_ranges_that_are_hard_for_floats(values, bins, tensor_of):
    same(histogram_of(tensor_of(numpy_helper.from_array(np.array(values))), bins), values, bins)


def test_random_floats_and_integers(tensor_of):
    chance = np.random.default_rng(7)
    for array in (chance.normal(size=3000), chance.integers(-(2**63), 2**63 - 1, size=3000)):
        for bins in (7, 64):
            found = histogram_of(tensor_of(numpy_helper.from_array(array)), bins)
            same(found, array.tolist(), bins)


@pytest.mark.parametrize("kind", ["f4", "i8", "u8", "?"])
def test_equal_elements_make_one_bin(kind, tensor_of):
    found = histogram_of(tensor_of(numpy_helper.from_array(np.array([1, 1, 1], kind))), 64)
    assert (found.low, found.high, found.counts) == (1, 1, [3])


def test_booleans_have_a_bin_each(tensor_of):
    found = histogram_of(tensor_of(T(data_type=T.BOOL, dims=[4], raw_data=b"\0\1\1\5")), 64)
    assert (found.low, found.high, found.counts) == (False, True, [1, 3])


@pytest.mark.parametrize("values", [[], [math.nan], [math.nan, math.inf, -math.inf]])
def test_without_a_finite_element_there_is_no_bin(values, tensor_of):
    found = histogram_of(tensor_of(numpy_helper.from_array(np.array(values, "f4"))))
    assert (found.low, found.high, found.counts) == (None, None, [])
    assert found.stats.count == len(values)


def test_integers_in_the_typed_field_count_too(tensor_of):
    found = histogram_of(tensor_of(helper.make_tensor("t", T.INT64, [4], [-3, 5, 5, 9])), 2)
    assert found.counts == counted([-3, 5, 5, 9], 2)


@pytest.mark.parametrize("bins", [0, -1, 513])
def test_a_number_of_bins_that_is_none_is_refused(bins, tensor_of):
    with pytest.raises(ValueError, match=f"needed 1 to 512 bins, not {bins}"):
        histogram_of(tensor_of(numpy_helper.from_array(np.array([1.0]))), bins)


@pytest.mark.parametrize("kind", ["STRING", "COMPLEX64", "COMPLEX128"])
def test_elements_without_an_order_are_refused(kind, tensor_of):
    with pytest.raises(DataError, match=f"{kind} elements have no order"):
        histogram_of(tensor_of(T(data_type=getattr(T, kind), dims=[0])))


@pytest.mark.parametrize(
    "tensor",
    [T(dims=[1]), T(data_type=99, dims=[1]), T(data_type=1, dims=[2], raw_data=b"1234"),
     T(data_type=1, dims=[-1]), T(data_type=1, dims=[1 << 62, 1 << 62])],
)  # fmt: skip
def test_elements_that_are_not_there_are_an_error(tensor, tensor_of):
    with pytest.raises(OnnxLensError):
        histogram_of(tensor_of(tensor))


def test_data_in_another_file(tensor_of, tmp_path):
    values = [-1.5, 0.25, 7.0, 7.0]
    (tmp_path / "w.bin").write_bytes(bytes(8) + np.array(values, "<f4").tobytes())
    tensor = T(data_type=T.FLOAT, dims=[4], data_location=T.EXTERNAL)
    for key, value in (("location", "w.bin"), ("offset", "8"), ("length", "16")):
        tensor.external_data.add(key=key, value=value)
    with DataFiles(os.fspath(tmp_path)) as files:
        same(histogram_of(tensor_of(tensor, files), 8), values, 8)
    with pytest.raises(SourceError):
        histogram_of(tensor_of(tensor), 8)
