"""Sparse tensors as coordinates and as dense arrays, within limits."""

import numpy as np
import pytest

from made import number, record
from onnxlens.errors import DataError
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.model.values.write import encode

VALUES = np.array([5, 6], np.float32)
LINEAR = np.array([1, 5])
ROWS = np.array([[0, 1], [1, 2]])
DENSE = [[0, 5, 0], [0, 0, 6]]


@pytest.mark.parametrize("indices", [LINEAR, ROWS])
def test_both_forms_of_indices_give_the_same(indices):
    sparse = SparseTensor(VALUES, indices, (2, 3))
    values, rows = sparse.coo()
    assert values.tolist() == [5, 6]
    assert (rows.tolist(), rows.dtype) == (ROWS.tolist(), np.int64)
    assert sparse.dense().tolist() == DENSE
    assert sparse.dense().dtype == np.float32


def test_of_a_place_that_occurs_twice_the_later_value_stays():
    assert SparseTensor(VALUES, np.array([1, 1]), (3,)).dense().tolist() == [0, 6, 0]


def test_nothing_stored_is_all_zero():
    assert SparseTensor(None, None, (2,)).dense().tolist() == [0, 0]
    empty = SparseTensor(np.zeros(0, np.int8), np.zeros((0, 2), np.int64), (1, 2))
    assert empty.dense().tolist() == [[0, 0]]
    assert empty.dense().dtype == np.int8


def test_strings_are_empty_where_nothing_is_stored():
    strings = SparseTensor(np.array(["a"], object), np.array([1]), (3,))
    assert strings.dense().tolist() == ["", "a", ""]


@pytest.mark.parametrize(
    ("sparse", "reason"),
    [
        (SparseTensor(VALUES, LINEAR, (2, 2)), r"values\[1\] at \[2, 1\] is outside of dims"),
        (SparseTensor(VALUES, -LINEAR, (9,)), r"values\[0\] at \[-1\] is outside of dims \[9\]"),
        (SparseTensor(VALUES, ROWS.T[:, :1], (2, 3)), r"dims \[2, 1\]; needed \[2\] or \[2, 2\]"),
        (SparseTensor(VALUES, None, (2, 3)), r"dims \[0\]; needed \[2\] or \[2, 2\]"),
        (SparseTensor(VALUES.reshape(1, 2), ROWS, (2, 3)), r"values have dims \[1, 2\]"),
        (SparseTensor(VALUES, ROWS.astype(float), (2, 3)), "indices are float64; needed int64"),
        (SparseTensor(VALUES, LINEAR, (-1, 3)), "are no shape"),
        (SparseTensor(VALUES, LINEAR, (1,) * 65), "are no shape"),
        (SparseTensor(VALUES, LINEAR, (3, 0)), "dim 1 is 0, so no value has a place"),
        (SparseTensor(None, None, (1 << 40,)), "more than the limit of 268,435,456 elements"),
        (SparseTensor(None, None, (1 << 62,) * 60), "more than the limit"),
        (SparseTensor(None, None, (0, 1 << 62, 1 << 62)), "are no shape"),
    ],
)  # fmt: skip
def test_what_has_no_dense_array_is_refused(sparse, reason):
    with pytest.raises(DataError, match=reason):
        sparse.dense()


def test_the_limit_can_be_moved():
    sparse = SparseTensor(VALUES, LINEAR, (10,))
    assert sparse.dense(limit=10).shape == (10,)
    with pytest.raises(DataError, match="limit of 9 elements"):
        sparse.dense(limit=9)
    with pytest.raises(DataError, match="limit of 1 elements"):
        sparse.coo(limit=1)
    with pytest.raises(DataError, match="limit of 3 elements"):  # two places of two numbers
        SparseTensor(VALUES, LINEAR, (2, 3)).coo(limit=3)


def test_dims_that_a_file_states_cost_nothing(read):
    many = b"".join(number(3, (1 << 62) + at) for at in range(1000))
    sparse = read(
        many + record(1, number(1, 1) + number(2, 1) + record(9, bytes(4))), "SparseTensorProto"
    ).sparse
    with pytest.raises(DataError) as caught:
        sparse.dense()
    assert len(str(caught.value)) < 400
    assert repr(sparse).endswith("… 992 more]>")


def test_a_sparse_tensor_is_written_and_read(read):
    data = encode(SparseTensor(VALUES, LINEAR, (2, 3)), name="w")
    value = read(data, "SparseTensorProto")
    assert value.name == "w"
    assert value.sparse.dense().tolist() == DENSE
    assert value.problems == []
    assert encode(value) == encode(value.sparse) == data
