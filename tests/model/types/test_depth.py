"""Types that are very deep, very wide or have a very long name."""

import pytest

from onnxlens.errors import TypeSyntaxError
from onnxlens.model.types.official import to_official
from onnxlens.model.types.parse import parse_type
from onnxlens.model.types.value_type import CONTAINERS, Dim, Level, ValueType
from type_samples import read

DEPTH = 10_000
WIDTH = 100_000


def _deep(**fields):
    kinds = tuple(CONTAINERS)
    levels = [Level(kinds[at % len(kinds)], **fields) for at in range(DEPTH)]
    for level in levels:
        level.data_type = 7 if level.kind == "map" else None
    return ValueType((*levels, Level("tensor", 1, (Dim(2), Dim(symbol="N")))))


def _check(type_):
    text, data = str(type_), type_.to_bytes()
    assert parse_type(text) == type_
    back = read(data)
    assert back == type_
    assert back.lossless
    assert hash(back) == hash(type_)
    assert back.to_bytes() == data
    assert len({type_, back}) == 1
    assert repr(type_) == f"<ValueType {text}>"


def test_a_deep_type_keeps_the_laws():
    type_ = _deep()
    _check(type_)
    assert parse_type(type_.to_official()) == type_
    assert type_ != ValueType(type_.levels[:-1])


def test_a_deep_type_with_denotations_keeps_the_laws():
    type_ = _deep(denotation="two words")
    _check(type_)
    text, losses = to_official(type_)
    assert parse_type(text) == _deep()
    assert len(losses) == 1


def test_a_deep_type_without_a_type_inside_keeps_the_laws():
    type_ = ValueType(_deep().levels[:-1])
    _check(type_)
    (path, _), = to_official(type_)[1]  # fmt: skip
    assert path.count(".") == 2 * DEPTH - 1


def test_a_deep_type_is_unwrapped_level_by_level():
    type_, depth = _deep(), 0
    while type_.element is not None:
        type_, depth = type_.element, depth + 1
    assert (depth, str(type_)) == (DEPTH, 'FLOAT [2, "N"]')


@pytest.mark.parametrize("dim", [Dim(symbol="N"), Dim(1, denotation="two words")])
def test_a_wide_shape_keeps_the_laws(dim):
    type_ = ValueType((Level("tensor", 1, (dim,) * WIDTH),))
    _check(type_)
    text, losses = to_official(type_)
    assert len(losses) == (dim.denotation is not None)
    assert parse_type(text).shape == (Dim(dim.size, dim.symbol),) * WIDTH


def test_a_wide_shape_in_a_deep_type_costs_no_path_for_each_dim():
    dim = Dim(1, denotation="A")
    type_ = ValueType((*_deep().levels[:-1], Level("tensor", 99, (dim,) * WIDTH)))
    text, losses = to_official(type_)
    assert text.count("1,1") == WIDTH // 2
    assert [path.rpartition("tensor_type.")[2] for path, _ in losses] == [
        "elem_type", "shape.dim[0].denotation",
    ]  # fmt: skip


@pytest.mark.parametrize("character", ["a", '"', "\\", "\n", "\udcff", "é", "#", ":"])
def test_a_long_symbol_keeps_the_laws(character):
    _check(ValueType((Level("tensor", 1, (Dim(symbol=character * 100_000),)),)))
    _check(ValueType((Level("opaque", name=character * 100_000),)))


@pytest.mark.parametrize(
    "text",
    ["sequence(" * WIDTH, "(" * WIDTH, "FLOAT " + "[" * WIDTH, "FLOAT [" + "1," * WIDTH,
     "seq(" * WIDTH + ")", '"' * WIDTH, " " * 1_000_000, "#\n" * WIDTH, "a" * 1_000_000,
     "sequence(" * WIDTH + "FLOAT" + ")" * (WIDTH - 1), "FLOAT " + "as " * WIDTH],
    ids=lambda text: ascii(text[:12]),
)  # fmt: skip
def test_a_long_text_that_is_no_type_has_an_error(text):
    with pytest.raises(TypeSyntaxError) as caught:
        parse_type(text)
    assert 0 <= caught.value.position <= len(text)
    assert len(str(caught.value)) < 200
