"""Laws of values, tried on generated ones: what is written is read, here and by the package."""

import ml_dtypes
import numpy as np
import onnx
from hypothesis import given
from hypothesis import strategies as st
from onnx import numpy_helper

from onnxlens.model.types.parse import parse_type
from onnxlens.model.values.python import array, to_python
from onnxlens.model.values.types import fits, type_of
from onnxlens.model.values.walk import all_problems
from onnxlens.model.values.write import encode
from onnxlens.schema.data_types import data_types

MESSAGES = {"tensor": ("TensorProto", numpy_helper.to_array),
            "sequence": ("SequenceProto", numpy_helper.to_list),
            "map": ("MapProto", numpy_helper.to_dict),
            "optional": ("OptionalProto", numpy_helper.to_optional)}  # fmt: skip
KEYS = {
    "INT64": st.integers(-(1 << 63), (1 << 63) - 1), "UINT8": st.integers(0, 255),
    "INT16": st.integers(-(1 << 15), (1 << 15) - 1), "STRING": st.text(max_size=3),
}  # fmt: skip
# numpy cuts NULs at the end of a string, and so the package's converter does
TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4)


def arrays(row):
    """Return arrays of a data type, floats of any bit pattern."""
    shapes = st.lists(st.integers(0, 3), max_size=3).map(tuple)
    return shapes.flatmap(lambda shape: _array(row, shape))


def _array(row, shape):
    count = int(np.prod(shape, dtype=int))
    if row.kind == "string":
        many = st.lists(TEXT, min_size=count, max_size=count)
        return many.map(lambda texts: np.array([*texts, None], object)[:-1].reshape(shape))
    if row.kind in ("signed", "unsigned", "bool"):
        low = -(1 << row.bits - 1) if row.kind == "signed" else 0
        high = 1 if row.kind == "bool" else low + (1 << row.bits) - 1
        many = st.lists(st.integers(low, high), min_size=count, max_size=count)
        wide = np.uint64 if low == 0 else np.int64
        return many.map(lambda numbers: np.array(numbers, wide).astype(dtype(row)).reshape(shape))
    octets = st.binary(min_size=count * dtype(row).itemsize, max_size=count * dtype(row).itemsize)
    mask = (1 << row.bits) - 1 if row.bits < 8 else 255
    return octets.map(
        lambda data: (np.frombuffer(data, np.uint8) & mask).view(dtype(row)).reshape(shape)
    )


def dtype(row) -> np.dtype:
    return np.dtype(getattr(ml_dtypes, row.dtype) if row.is_extended else row.dtype)


@st.composite
def typed_values(draw, depth=4):
    """Return a value with a text of its type."""
    row = draw(st.sampled_from(data_types()))
    text, values = row.name, arrays(row)
    for _ in range(draw(st.integers(0, depth))):
        text, values = draw(st.sampled_from((_sequence, _map, _optional)))(draw, text, values)
    return draw(values), text


def _sequence(draw, text, values):
    return f"sequence({text})", st.lists(values, max_size=3)


def _map(draw, text, values):
    key_type = draw(st.sampled_from(tuple(KEYS)))
    return f"map({key_type}, {text})", st.dictionaries(KEYS[key_type], values, max_size=3)


def _optional(draw, text, values):
    return f"optional({text})", st.none() | values


def same(one, other) -> bool:
    if isinstance(one, dict):
        keys = [key.encode() if isinstance(key, str) else key for key in one]
        others = [key.encode() if isinstance(key, str) else key for key in other]
        return keys == others and all(map(same, one.values(), other.values()))
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if one is None or other is None:
        return one is other
    if one.dtype == object or other.dtype == object:
        return one.shape == other.shape and one.tolist() == other.tolist()
    if one.dtype.name in ("int4", "uint4", "int2", "uint2"):  # the upper bits of a byte are free
        return one.shape == other.shape and bool(np.all(one == other))
    return (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())


@given(typed_values())
def test_what_is_written_is_read(read, made):
    value, text = made
    data = encode(value, text, "n")
    found = read(data, MESSAGES[parse_type(text).kind][0])
    assert same(to_python(found, array), value)
    assert found.name == "n"
    assert fits(found, parse_type(text)) == []
    assert fits(found, type_of(found)) == []
    assert list(all_problems(found)) == []
    assert encode(found) == data
    assert found == read(encode(value, text), MESSAGES[parse_type(text).kind][0])


@given(typed_values())
def test_the_package_reads_what_is_written(made):
    value, text = made
    data = encode(value, text, "n")
    name, convert = MESSAGES[parse_type(text).kind]
    message = getattr(onnx, name).FromString(data)
    assert message.SerializeToString(deterministic=True) == data
    if "optional" not in text.removeprefix("optional"):  # it converts no optional in another value
        assert same(convert(message), value)


@given(typed_values(depth=2), typed_values(depth=2))
def test_values_are_equal_only_if_they_are_the_same(read, one, other):
    data = [encode(value, text) for value, text in (one, other)]
    kinds = [MESSAGES[parse_type(text).kind][0] for _, text in (one, other)]
    first, second = (read(*each) for each in zip(data, kinds, strict=True))
    assert first == first
    assert (first == second) == (data == [data[0]] * 2 and kinds[0] == kinds[1])
