"""The laws of value types: text and bytes say all, and no two types share them."""

from itertools import islice

import pytest
from onnx import TypeProto, ValueInfoProto

from onnxlens import api
from onnxlens.model.types.parse import parse_type, parse_value
from onnxlens.model.types.read import read_type
from onnxlens.wire.scalars import encode_record
from type_samples import (
    every_presence,
    hostile_types,
    hostile_values,
    is_harmless,
    read,
    read_named,
    type_of,
    value_of,
)

COUNT = 100_000
BATCH = 500
TYPE_PROTOS = 15  # field of AttributeProto: many types in one document


def _read_all(types):
    """Return types read back from the bytes of many; one document is cheaper than hundreds."""
    data = b"".join(encode_record(TYPE_PROTOS, type_.to_bytes()) for type_ in types)
    view = api.open(data, "AttributeProto").merged()
    return [read_type(each) for each in view.each("type_protos")]


def test_bytes_of_hostile_types_read_back_and_are_those_of_the_package():
    types = hostile_types(COUNT)
    while batch := list(islice(types, BATCH)):
        back = _read_all(batch)
        assert back == batch
        assert all(type_.lossless for type_ in back)
        for type_ in batch:
            data = type_.to_bytes()
            official = TypeProto.FromString(data)
            assert official.SerializeToString() == data
            assert type_of(official) == type_


def test_texts_of_hostile_types_read_back_and_belong_to_one_type_each():
    texts = {}
    for type_ in hostile_types(COUNT):
        text = str(type_)
        assert texts.setdefault(text, type_) == type_
        assert parse_type(text) == type_, text
    assert len(texts) > COUNT // 2


def test_every_presence_has_its_own_text_and_bytes():
    types = list(every_presence())
    assert len(set(types)) == len(types) > 3_000
    assert len({str(type_) for type_ in types}) == len(types)
    assert len({type_.to_bytes() for type_ in types}) == len(types)
    for type_ in types:
        assert parse_type(str(type_)) == type_
        assert read(type_.to_bytes()) == type_
        assert type_of(TypeProto.FromString(type_.to_bytes())) == type_


def test_hostile_values_read_back_from_text_and_bytes():
    texts = {}
    for value in hostile_values(20_000):
        text, data = str(value), value.to_bytes()
        assert texts.setdefault(text, value) == value
        assert parse_value(text) == value, text
        back = read_named(data)
        assert back == value
        assert back.lossless
        official = ValueInfoProto.FromString(data)
        assert official.SerializeToString() == data
        assert value_of(official) == value


def test_a_text_shows_nothing_that_could_drive_a_terminal():
    for value in hostile_values(5_000, seed=5):
        assert is_harmless(str(value)), value


@pytest.mark.parametrize("space", ["", "  ", "\n", "\t\r\n", "# a comment\n"])
def test_spaces_are_free(space):
    marks = ("(", ")", "[", "]", ",", ":", '"N"', '"T"')
    text = 'x: optional(sequence(map(INT64, FLOAT [1:DATA_BATCH, "N"] as IMAGE)) as "T")'
    spaced = text.replace(", ", ",")
    for mark in marks:
        spaced = spaced.replace(mark, f"{space}{mark}{space}")
    assert parse_value(f"{space}{spaced}{space}") == parse_value(text)
