"""The type that a value has by itself, and how it compares with a declared one."""

import numpy as np
import pytest

from made import number, record
from onnxlens.model.types.parse import parse_type
from onnxlens.model.values.sparse import SparseTensor
from onnxlens.model.values.types import fits, type_of
from onnxlens.model.values.write import encode

F = np.float32
SPARSE = SparseTensor(np.ones(1, F), np.zeros(1, np.int64), (3, 4))
KINDS = {"tensor": "Tensor", "sparse_tensor": "SparseTensor", "optional": "Optional",
         "sequence": "Sequence", "map": "Map"}  # fmt: skip


def made(read, value, like=None):
    """Return a value of Python as the value of a file."""
    kind = parse_type(like).kind if like else None
    kind = kind or {list: "sequence", dict: "map", SparseTensor: "sparse_tensor"}.get(
        type(value), "tensor"
    )
    return read(encode(value, like), f"{KINDS[kind]}Proto")


@pytest.mark.parametrize(
    ("value", "like", "type_"),
    [
        (np.zeros((2, 3), F), None, "FLOAT [2, 3]"),
        (np.int64(1), None, "INT64 []"),
        (SPARSE, None, "sparse_tensor(FLOAT [3, 4])"),
        ([np.zeros(4, F)] * 3, None, "sequence(FLOAT [4])"),
        ([np.zeros((2, 4), F), np.zeros((3, 4), F)], None, "sequence(FLOAT [?, 4])"),
        ([np.zeros((2, 4), F), np.zeros(4, F)], None, "sequence(FLOAT)"),
        ([], "sequence(map(INT64, FLOAT))", "sequence(map(?, ))"),
        ([[], [np.zeros(2, F)]], None, "sequence(sequence(FLOAT [2]))"),
        ([], "sequence(sequence(FLOAT))", "sequence(sequence())"),
        ([{1: 0.5}, {2: 0.5}], None, "sequence(map(INT64, FLOAT []))"),
        ({"a": [np.zeros(1, F)]}, None, "map(STRING, sequence(FLOAT [1]))"),
        (None, "optional(FLOAT)", "optional()"),
        (np.zeros(1, F), "optional(FLOAT)", "optional(FLOAT [1])"),
        ([None, np.zeros(1, F)], "sequence(optional(FLOAT))", "sequence(optional(FLOAT [1]))"),
    ],
)
def test_a_value_says_its_type(read, value, like, type_):
    found = made(read, value, like)
    assert str(type_of(found)) == type_
    assert fits(found, type_of(found)) == []
    if like:
        assert fits(found, parse_type(like)) == []


@pytest.mark.parametrize(
    ("fields", "type_"),
    [
        (record(3, number(2, 1)) + record(3, number(2, 7)), "sequence(? [])"),
        (record(3, b""), "sequence(? [])"),
        (
            record(5, number(2, 1) + record(3, b"")) + record(5, number(2, 4)),
            "sequence(sequence(? []))",
        ),
        (
            record(5, number(2, 1) + record(3, b"")) + record(5, number(2, 4) + record(6, b"")),
            "sequence(sequence())",
        ),
        (record(5, number(2, 1)) + record(5, number(2, 4)), "sequence(sequence())"),
        (record(6, number(2, 7)) + record(6, number(2, 8)), "sequence(map(?, ))"),
    ],
)  # fmt: skip
def test_elements_that_differ_share_less(read, fields, type_):
    assert str(type_of(read(fields, "SequenceProto"))) == type_


@pytest.mark.parametrize(
    ("value", "type_", "faults"),
    [
        (np.zeros((2, 3), F), "FLOAT [2, 3]", []),
        (np.zeros((2, 3), F), "FLOAT", []),
        (np.zeros((2, 3), F), 'FLOAT ["N", ?]', []),
        (np.zeros((2, 3), F), "? [2, 3]", []),
        (np.zeros((2, 3), F), "FLOAT [-1, 3]", []),
        (np.zeros((2, 3), F), "untyped", []),
        (np.zeros((2, 3), F), 'FLOAT ["", ""]', []),
        (np.zeros((2, 3), F), "INT64 [2, 3]", ["data type is FLOAT, needed INT64"]),
        (np.zeros((2, 3), F), 'FLOAT [2, "N", 1]', ['rank is 2, [2, 3]; needed 3, [2, "N", 1]']),
        (np.zeros((2, 3), F), "FLOAT [3, 3]", ["dim 0 is 2, needed 3"]),
        (np.zeros((2, 3), F), 'FLOAT ["N", "N"]', ['dim 1 is 3, but "N" is 2 already']),
        (np.zeros((2, 3), F), "INT64 [0, 0]", [
            "data type is FLOAT, needed INT64", "dim 0 is 2, needed 0", "dim 1 is 3, needed 0"]),
        (np.zeros(1, F), "sequence(FLOAT)", ["is a tensor, needed a sequence"]),
        (np.zeros(1, F), "opaque(d, n)", ["is a tensor, needed an opaque"]),
        (SPARSE, "sparse_tensor(FLOAT [3, 4])", []),
        (SPARSE, "sparse_tensor(DOUBLE [4, 4])", [
            "data type is FLOAT, needed DOUBLE", "dim 0 is 3, needed 4"]),
        (SPARSE, "FLOAT [3, 4]", ["is a sparse tensor, needed a tensor"]),
        ([np.zeros(2, F)] * 2, 'sequence(FLOAT ["N"])', []),
        ([np.zeros(2, F)] * 2, "sequence()", []),
        ([np.zeros(2, F), np.zeros(3, F)], 'sequence(FLOAT ["N"])', [
            '[1]: dim 0 is 3, but "N" is 2 already']),
        ([{"a": [np.int8(1)] * 2}], "sequence(map(STRING, sequence(INT16)))", [
            '[0]["a"][0]: data type is INT8, needed INT16',
            '[0]["a"][1]: data type is INT8, needed INT16']),
        ({1: np.int8(1)}, "map(STRING, INT16)", [
            "key_type is INT64, needed STRING", "[1]: data type is INT8, needed INT16"]),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_says_where(read, value, type_, faults):
    assert fits(made(read, value), parse_type(type_)) == faults


def test_symbols_are_bound_over_several_values(read):
    symbols = {"N": 2}
    type_ = parse_type('FLOAT ["N", "M"]')
    assert fits(made(read, np.zeros((2, 5), F)), type_, symbols) == []
    assert symbols == {"N": 2, "M": 5}
    assert fits(made(read, np.zeros((3, 5), F)), type_, symbols) == [
        'dim 0 is 3, but "N" is 2 already'
    ]


def test_an_absent_data_type_is_told(read):
    assert fits(read(b"", "TensorProto"), parse_type("FLOAT []")) == [
        "data type is absent, needed FLOAT"
    ]


def test_hostile_words_are_escaped_and_cut(read):
    value = made(read, {"\x1b" * 1000: np.zeros((1, 2), F)})
    symbol = "\\u{7}" * 1000
    (text,) = fits(value, parse_type(f'map(STRING, FLOAT ["{symbol}", "{symbol}"])'))
    assert len(text) < 4000
    assert text.isprintable()
