"""A value type as a value: what it is made of, when two are equal."""

import pytest

from onnxlens.model.types.parse import parse_type, parse_value
from onnxlens.model.types.value_type import KINDS, Dim, Level, ValueInfo, ValueType
from type_samples import read

DENOTED = 'FLOAT [1:DATA_BATCH, "N", ?] as IMAGE'


def test_a_tensor_has_data_type_shape_and_denotation():
    type_ = parse_type(DENOTED)
    assert (type_.kind, type_.data_type, type_.denotation) == ("tensor", 1, "IMAGE")
    assert type_.shape == (Dim(1, denotation="DATA_BATCH"), Dim(symbol="N"), Dim())
    assert (type_.domain, type_.name, type_.element) == (None, None, None)
    assert type_.lossless


def test_a_container_has_its_element():
    type_ = parse_type("map(INT64, sequence(FLOAT []) as A)")
    assert (type_.kind, type_.data_type, type_.shape) == ("map", 7, None)
    assert (type_.element.kind, type_.element.denotation) == ("sequence", "A")
    assert type_.element.element == parse_type("float")
    assert parse_type("map(INT64, )").element is None


def test_an_opaque_type_has_domain_and_name():
    type_ = parse_type("opaque(D, T)")
    assert (type_.kind, type_.domain, type_.name) == ("opaque", "D", "T")


TEXTS = ("FLOAT", "sparse_tensor(?)", "sequence()", "map(?, )", "optional()", "opaque()", "untyped")


@pytest.mark.parametrize(("kind", "text"), list(zip(KINDS, TEXTS, strict=True)), ids=KINDS)
def test_every_kind_has_a_text(kind, text):
    type_ = ValueType((Level(kind, data_type=1 if text == "FLOAT" else None),))
    assert str(type_) == text
    assert parse_type(text) == type_
    assert parse_type(text).kind == kind


FACTS = {"kind": "map", "data_type": 7, "dims": (), "domain": "", "name": "", "denotation": ""}


@pytest.mark.parametrize("fact", FACTS)
def test_levels_are_equal_where_all_facts_are(fact):
    usual, same = Level("tensor"), Level("tensor")
    other = Level(**{"kind": "tensor", fact: FACTS[fact]})
    assert usual == same
    assert usual != other
    assert hash(usual) == hash(same)
    assert ValueType((usual,)) == ValueType((same,), lossless=False)
    assert len({ValueType((usual,)), ValueType((same,)), ValueType((other,))}) == 2


@pytest.mark.parametrize("fact", [{"size": 0}, {"symbol": ""}, {"denotation": ""}], ids=str)
def test_dims_are_equal_where_all_facts_are(fact):
    assert Dim(**fact) == Dim(**fact) != Dim()
    assert len({Dim(**fact), Dim(**fact), Dim()}) == 2


def test_values_are_equal_where_name_and_type_are():
    type_ = parse_type("FLOAT")
    values = [ValueInfo(None, None), ValueInfo("", None), ValueInfo(None, type_)]
    assert len({*values, *values}) == 3
    assert ValueInfo("x", type_) == ValueInfo("x", parse_type("FLOAT"), lossless=False)
    assert ValueInfo("x", type_) != ValueInfo("y", type_)


@pytest.mark.parametrize("thing", [Dim(), Level("map"), parse_type("FLOAT"), parse_value("x")])
def test_nothing_else_is_equal(thing):
    assert thing != 1
    assert thing != "FLOAT"


def test_types_show_their_text():
    assert repr(parse_type(DENOTED)) == f"<ValueType {DENOTED}>"
    assert repr(parse_value(f"x: {DENOTED}")) == f"<ValueInfo x: {DENOTED}>"
    assert repr(parse_type(DENOTED).shape[0]) == "<Dim 1:DATA_BATCH>"


def test_the_bytes_of_the_example_of_the_seed():
    value = parse_value('x: FLOAT [1, "N"]')
    assert (
        value.to_bytes().hex(" ") == "0a 01 78 12 0f 0a 0d 08 01 12 09 0a 02 08 01 0a 03 12 01 4e"
    )
    assert read(value.type.to_bytes()) == value.type
