"""Sparse tensors: where their values stand, and what is wrong with their indices."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import SparseTensorProto, TensorProto, checker, numpy_helper

from onnxlens import api
from onnxlens.model.explaining.sparse import EXPLAINS


def sparse(indices, dims, count=None, shape=None, kind=np.int64):
    """Return a sparse tensor; ``shape`` stands in the dims of the indices, whatever they hold."""
    array = np.array(indices, kind)
    values = np.zeros(len(array) if count is None else count, np.float32)
    stored = numpy_helper.from_array(array, "i")
    if shape is not None:
        stored.dims[:] = shape
    values_ = numpy_helper.from_array(values, "v")
    return SparseTensorProto(values=values_, indices=stored, dims=dims)


THREE = [[0, 1], [1, 2], [2, 0]]
COLUMNS = np.array(THREE).T.tolist()


@pytest.mark.parametrize(
    ("tensor", "expected"),
    [
        (sparse(THREE, [3, 4]), ["3 values at (0, 1), (1, 2), (2, 0)"]),
        (sparse([1, 6, 8], [3, 4]),
         ["3 values at (0, 1), (1, 2), (2, 0) (stored as linear positions)"]),
        (sparse([1, 3], [5]), ["2 values at 1, 3"]),
        (sparse([[1], [3]], [5]), ["2 values at 1, 3"]),
        (sparse([[1, 1]], [2, 2]), ["1 value at (1, 1)"]),
        (sparse(range(9), [3, 3]),
         ["9 values at (0, 0), (0, 1), (0, 2), (1, 0), … (stored as linear positions)"]),
        (sparse([], [3]), []),
        (sparse([[0, 1], [1, 4]], [3, 4], count=2),
         ["2 values at (0, 1), (1, 4)", "values[1] at (1, 4) is outside of dims [3, 4]"]),
        (sparse([[0, -1]], [3, 4]),
         ["1 value at (0, -1)", "values[0] at (0, -1) is outside of dims [3, 4]"]),
        (sparse([3, 12], [3, 4]),
         ["2 values at (0, 3), (3, 0) (stored as linear positions)",
          "values[1] at (3, 0) is outside of dims [3, 4]"]),
        (sparse([-1], [3, 4]),
         ["1 value at (-1, 3) (stored as linear positions)",
          "values[0] at (-1, 3) is outside of dims [3, 4]"]),
        (sparse([[1, 2], [0, 1], [2, 0]], [3, 4]),
         ["3 values at (1, 2), (0, 1), (2, 0)",
          "values[1] at (0, 1) does not come after values[0] at (1, 2); places have to ascend"]),
        (sparse([2, 2], [3]),
         ["2 values at 2, 2",
          "values[1] at 2 does not come after values[0] at 2; places have to ascend"]),
        (sparse(COLUMNS, [3, 4], count=3),
         ["indices have dims [2, 3], as [rank, NNZ]; 3 values of rank 2 need [3] or [3, 2]",
          "only read as [rank, NNZ] they ascend inside the dims: (0, 1), (1, 2), (2, 0)"]),
        (sparse(THREE, [3, 4], shape=[2, 3]),
         ["indices have dims [2, 3], as [rank, NNZ]; 3 values of rank 2 need [3] or [3, 2]",
          "only read as [NNZ, rank] they ascend inside the dims: (0, 1), (1, 2), (2, 0)"]),
        (sparse([[0, 0, 1], [1, 2, 2]], [3, 4], count=3),
         ["indices have dims [2, 3], as [rank, NNZ]; 3 values of rank 2 need [3] or [3, 2]",
          "read as [rank, NNZ] they ascend inside the dims: (0, 1), (0, 2), (1, 2)",
          "read as [NNZ, rank] they ascend inside the dims: (0, 0), (1, 1), (2, 2)"]),
        (sparse([[9, 9, 9], [9, 9, 9]], [3, 4], count=3),
         ["indices have dims [2, 3], as [rank, NNZ]; 3 values of rank 2 need [3] or [3, 2]",
          "read as [rank, NNZ]: values[0] at (9, 9) is outside of dims [3, 4]",
          "read as [NNZ, rank]: values[0] at (9, 9) is outside of dims [3, 4]"]),
        (sparse(THREE[:2], [3, 4], count=3, shape=[2, 3]),  # numbers are missing
         ["indices have dims [2, 3], as [rank, NNZ]; 3 values of rank 2 need [3] or [3, 2]"]),
        (sparse([[0, 1], [3, 0]], [2, 4]),
         ["indices have dims [2, 2], the same for [NNZ, rank] and [rank, NNZ]",
          "only read as [rank, NNZ] they ascend inside the dims: (0, 3), (1, 0)"]),
        (sparse([[1, 1], [3, 0]], [2, 4]),
         ["2 values at (1, 1), (3, 0)", "values[1] at (3, 0) is outside of dims [2, 4]"]),
        (sparse([[0, 0, 0]], [3, 4], count=5),
         ["indices have dims [1, 3]; 5 values of rank 2 need [5] or [5, 2]"]),
        (sparse([0, 2], [3], kind=np.int32),
         ["indices are INT32; the onnx checker wants INT64", "2 values at 0, 2"]),
        (sparse([0, 2], [3], kind=np.float32),
         ["indices are FLOAT; the onnx checker wants INT64"]),
        (sparse([0], [], count=1),
         ["no dims: the shape of the dense tensor is absent, and the onnx checker wants one"]),
        (SparseTensorProto(dims=[3]), ["no indices and no values: all are zero"]),
        (SparseTensorProto(dims=[3], values=TensorProto(dims=[2])), ["no indices, but 2 values"]),
        (SparseTensorProto(dims=[3], values=TensorProto(dims=[2, 3])),
         ["values have dims [2, 3]; a sparse tensor needs rank 1, one dim"]),
    ],
)  # fmt: skip
def test_places_and_faults_are_told(said, tensor, expected):
    assert said(EXPLAINS, tensor) == expected


def test_counts_that_a_file_only_states_cost_nothing(said):
    indices = TensorProto(data_type=7, dims=[1 << 40, 3], raw_data=bytes(48))
    tensor = SparseTensorProto(
        values=TensorProto(dims=[1 << 40]), indices=indices, dims=[1 << 40] * 3
    )
    assert said(EXPLAINS, tensor) == [
        "1,099,511,627,776 values at (0, 0, 0), (0, 0, 0), …",
        "values[1] at (0, 0, 0) does not come after values[0] at (0, 0, 0); places have to ascend",
    ]
    indices.dims[:] = [3, 1 << 40]
    tensor.indices.CopyFrom(indices)
    assert len(said(EXPLAINS, tensor)) == 1
    indices.dims[:] = [-1, 3]
    tensor.values.dims[:] = [-1]
    tensor.indices.CopyFrom(indices)
    assert said(EXPLAINS, tensor) == []


FAULTS = (
    "outside of dims",
    "have to ascend",
    "indices have dims",
    "no indices, but",
    "values have",
)


@given(data=st.data())
def test_a_fault_is_told_where_the_checker_finds_one(data):
    dims = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    count = data.draw(st.integers(1, 3))
    wide = data.draw(st.booleans())
    shape = data.draw(st.permutations([count, len(dims)])) if wide else [count]
    size = int(np.prod(shape))
    numbers = data.draw(st.lists(st.integers(-1, 4), min_size=size, max_size=size))
    if data.draw(st.booleans()):
        numbers.sort()
    tensor = sparse(np.reshape(numbers, shape), dims, count=count)
    document = api.open(tensor.SerializeToString(), "SparseTensorProto")
    texts = list(EXPLAINS["SparseTensorProto"](document.file, str))
    try:
        checker.check_sparse_tensor(tensor)
    except checker.ValidationError:
        assert any(fault in text for text in texts for fault in FAULTS), texts
    else:
        assert not any(fault in text for text in texts for fault in FAULTS), texts
        assert texts[0].startswith(f"{count} value")
