"""The table of data types against the onnx package and ml_dtypes."""

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto, helper

from onnxlens.schema import enum, message
from onnxlens.schema.data_types import E8M0, FINITE, FN, FNUZ, IEEE, data_types, storage_of

ALL = data_types()
NUMERIC = [row for row in ALL if row.bits]
FLOATS = [row for row in ALL if row.kind == "float"]


def numpy_type(row):
    return np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)


def test_every_data_type_but_undefined_has_a_row():
    known = {value.number: value.name for value in enum("TensorProto.DataType").values}
    assert {row.number: row.name for row in ALL} | {0: "UNDEFINED"} == known
    assert all(storage_of(row.number) is row for row in ALL)
    assert [storage_of(number) for number in (0, 29, 99, -1)] == [None] * 4


@pytest.mark.parametrize("row", ALL, ids=lambda row: row.name)
def test_dtype_and_field_are_those_of_the_onnx_package(row):
    assert numpy_type(row) == helper.tensor_dtype_to_np_dtype(row.number)
    stored = helper.tensor_dtype_to_storage_tensor_dtype(row.number)
    assert row.field == helper.tensor_dtype_to_field(row.number)
    assert row.field in message("TensorProto").by_name
    entry = {"float_data": TensorProto.FLOAT, "int32_data": TensorProto.INT32,
             "int64_data": TensorProto.INT64, "double_data": TensorProto.DOUBLE,
             "uint64_data": TensorProto.UINT64, "string_data": TensorProto.STRING}  # fmt: skip
    assert stored == entry[row.field]


@pytest.mark.parametrize("row", NUMERIC, ids=lambda row: row.name)
@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 7, 8, 9])
def test_room_in_raw_data_is_what_the_onnx_package_writes(row, count):
    values = np.zeros(count).astype(numpy_type(row))
    tensor = helper.make_tensor("t", row.number, [count], values, raw=False)
    assert len(getattr(tensor, row.field)) == row.entries_for(count)
    made = helper.make_tensor("t", row.number, [count], bytes(row.bytes_for(count)), raw=True)
    assert len(made.raw_data) == row.bytes_for(count)
    if row.bits >= 8:
        assert row.bytes_for(count) == values.nbytes


@pytest.mark.parametrize("row", NUMERIC, ids=lambda row: row.name)
def test_an_entry_has_room_for_its_elements(row):
    widths = {"float_data": 32, "double_data": 64, "int32_data": 32, "int64_data": 64}
    assert row.entry_bits * row.entries == row.bits * row.elements
    assert row.entry_bits <= widths.get(row.field, 64)


@pytest.mark.parametrize("row", [r for r in ALL if r.kind in ("signed", "unsigned")])
def test_integers_have_the_range_that_their_bits_give(row):
    info = ml_dtypes.iinfo(numpy_type(row))
    low = -(1 << row.bits - 1) if row.kind == "signed" else 0
    assert (info.min, info.max) == (low, low + (1 << row.bits) - 1)


@pytest.mark.parametrize("row", FLOATS, ids=lambda row: row.name)
def test_formats_are_those_of_ml_dtypes(row):
    info, form = ml_dtypes.finfo(numpy_type(row)), row.format
    assert (info.bits, info.nmant, info.nexp) == (row.bits, form.mantissa, form.exponent)
    assert form.exponent + form.mantissa + (form.special != E8M0) == row.bits
    lowest = 0 if form.special == E8M0 else 1
    assert info.minexp == lowest - form.bias
    spare = {IEEE: 2, FN: 1, FNUZ: 1, FINITE: 1, E8M0: 2}[form.special]
    assert info.maxexp - 1 == (1 << form.exponent) - spare - form.bias
