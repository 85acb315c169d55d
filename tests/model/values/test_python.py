"""Values as Python: what the onnx package makes of the same bytes, for all files that it can."""

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from documents import samples
from made import number, record
from onnxlens import api
from onnxlens.errors import DataError
from onnxlens.model.values.data_value import DataValue
from onnxlens.model.values.python import array, lazy, to_python
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.model.values.walk import walk
from onnxlens.tree.merged import Merged

CONVERTERS = {
    "TensorProto": numpy_helper.to_array,
    "SequenceProto": numpy_helper.to_list,
    "MapProto": numpy_helper.to_dict,
    "OptionalProto": numpy_helper.to_optional,
}
# what the package does not convert, and why
UNCONVERTED = {
    "onnx__onnx/test_cast_STRING_to_FLOAT/test_data_set_0/input_0.pb": "3 strings for dims [3, 4]",
}


def same(one, other) -> bool:
    """Tell whether plain values are the same, arrays bit for bit."""
    if isinstance(one, list):
        return isinstance(other, list) and all(map(same, one, other)) and len(one) == len(other)
    if isinstance(one, dict):
        return list(one) == list(other) and all(map(same, one.values(), other.values()))
    if one is None or other is None:
        return one is other
    if one.dtype == object or other.dtype.kind in "OUST":
        return one.shape == other.shape and one.tolist() == other.tolist()
    return (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())


def test_every_data_file_is_what_the_package_reads(corpus, read):
    seen, failed = 0, set()
    for sample in samples(corpus):
        if sample.kind not in CONVERTERS:
            continue
        seen += 1
        message = getattr(onnx, sample.kind).FromString(sample.data)
        value = read(sample.data, sample.kind)
        try:
            expected = CONVERTERS[sample.kind](message)
        except (ValueError, TypeError):
            failed.add(sample.path)
            assert sample.path in UNCONVERTED
            assert value.problems
            continue
        assert same(to_python(value, array), expected), sample.path
        assert [problem.text for _, each in walk(value) for problem in each.problems] == []
    assert failed == set(UNCONVERTED)
    assert seen >= 25


def test_every_sequence_and_optional_reads_as_the_other_too(corpus, read):
    count = 0
    for sample in samples(corpus):
        if sample.kind not in ("SequenceProto", "OptionalProto"):
            continue
        count += 1
        message = onnx.SequenceProto.FromString(sample.data)
        items = to_python(read(sample.data, "SequenceProto"), array)
        fields = (message.tensor_values, message.sequence_values, message.map_values)
        assert len(items) == sum(map(len, fields))
        value = read(sample.data, "OptionalProto")
        assert (to_python(value) is None) == (not items)
    assert count == 5


def test_every_sparse_tensor_of_a_model_is_dense_as_its_parts_say(corpus):
    count = 0
    for sample in samples(corpus):
        if sample.kind != "ModelProto" or not sample.parses or b"sparse" not in sample.data:
            continue
        document = api.open(sample.data, kind=sample.kind)
        for field in document.walk():
            if field.content is None or field.content.name != "SparseTensorProto":
                continue
            value = DataValue(Merged(document, field.content, (field.row,)))
            stored = onnx.SparseTensorProto.FromString(field.raw())
            assert np.array_equal(value.sparse.dense(), _dense(stored)), field.path
            count += 1
    assert count >= 3


def _dense(stored):
    values = numpy_helper.to_array(stored.values)
    indices = numpy_helper.to_array(stored.indices)
    out = np.zeros(tuple(stored.dims), values.dtype)
    for value, index in zip(values, indices, strict=True):
        at = (index,) if indices.ndim == 2 else np.unravel_index(index, out.shape)
        out[tuple(at[0]) if indices.ndim == 2 else at] = value
    return out


def test_leaves_are_lazy_unless_asked_otherwise(read):
    tensor = number(1, 2) + number(2, 1) + record(9, bytes(8))
    value = read(number(2, 1) + record(3, tensor), "SequenceProto")
    assert str(to_python(value)[0].type) == "FLOAT [2]"
    assert to_python(value, lambda leaf: leaf.name) == [""]
    sparse = read(number(2, 2) + record(4, record(1, tensor) + number(3, 4)), "SequenceProto")
    for leaf in (lazy, array):
        (found,) = to_python(sparse, leaf)
        assert isinstance(found, SparseTensor)
        assert found.dims == (4,)


def test_a_leaf_that_has_no_array_raises_only_when_it_is_asked_for(read):
    value = read(number(2, 1) + record(3, number(1, 1 << 40) + number(2, 1)), "SequenceProto")
    assert len(to_python(value)) == 1
    with pytest.raises(DataError):
        to_python(value, array)
