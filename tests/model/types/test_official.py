"""The official notation: equal to the onnx package's, and exact about what it cannot say."""

import pytest
from onnx import TypeProto, ValueInfoProto

from onnxlens.errors import TypeSyntaxError
from onnxlens.model.types import official
from onnxlens.model.types.notation import OFFICIAL_WORDS
from onnxlens.model.types.official import to_official
from onnxlens.model.types.parse import parse_type, parse_value
from onnxlens.model.types.value_type import Dim, Level, ValueInfo, ValueType
from type_samples import (
    every_presence,
    hostile_types,
    hostile_values,
    mutated_texts,
    parsed_text,
    printed,
    value_of,
)

COUNT = 100_000


def proto_of(type_):
    """Return a value named x of a type, as an object of the package."""
    return ValueInfoProto(name="x", type=TypeProto.FromString(type_.to_bytes()))


def agrees(proto):
    """Return how the package prints a value, and whether it reads that back."""
    text = printed(proto)
    return text, text is not None and parsed_text(text) == proto


def test_hostile_types_are_printed_as_by_the_package_or_it_fails_too():
    said = 0
    for type_ in hostile_types(COUNT):
        text, losses = to_official(type_)
        theirs, reads = agrees(proto_of(type_))
        assert reads == (not losses), (type_, theirs, losses)
        if reads:
            assert f"{text} x" == theirs
            assert parse_type(text) == parse_type(text, "official") == type_
            said += 1
    assert COUNT // 10 < said < COUNT // 2


def test_every_presence_is_printed_as_by_the_package_or_it_fails_too():
    for type_ in every_presence():
        text, losses = to_official(type_)
        theirs, reads = agrees(proto_of(type_))
        assert reads == (not losses), (type_, theirs, losses)
        if reads:
            assert f"{text} x" == theirs
            assert parse_type(text) == type_


def test_hostile_values_are_printed_as_by_the_package_or_it_fails_too():
    for value in hostile_values(20_000):
        text, losses = to_official(value)
        proto = ValueInfoProto.FromString(value.to_bytes())
        theirs, reads = agrees(proto)
        unquoted = value.type is None and value.name in OFFICIAL_WORDS  # by the package
        assert reads == (not losses and not unquoted), (value, theirs, losses)
        if losses:
            continue
        assert parsed_text(text) == proto
        assert parse_value(text, "official") == value
        assert unquoted or text == theirs.lstrip()
        assert value.type is None or parse_value(text) == value


def test_a_type_has_no_official_text_exactly_where_something_is_lost():
    for type_ in hostile_types(2_000, seed=7):
        text, losses = to_official(type_)
        if not losses:
            assert type_.to_official() == text
            continue
        with pytest.raises(TypeSyntaxError) as caught:
            type_.to_official()
        path, reason = losses[0]
        assert caught.value.path == path
        assert str(caught.value) == f"{path or 'the type'}: official notation cannot say {reason}"


def _tensor(*dims, data_type=1):
    return ValueType((Level("tensor", data_type, dims),))


def _denoted(kind, text):
    return ValueType((Level(kind, 1, denotation=text),))


def _inside(*levels):
    return ValueType((Level("sequence"), *levels))


def _opaque(domain, name):
    return ValueType((Level("opaque", domain=domain, name=name),))


# All that the official syntax cannot say: a type, what onnxlens prints, reason and path.
LOST = [
    (_denoted("tensor", "IMAGE"), "float[]", "DENOTATION", "denotation"),
    (_denoted("tensor", ""), "float[]", "DENOTATION", "denotation"),
    (_inside(Level("tensor", 1, denotation="A")), "seq(float[])", "DENOTATION",
     "sequence_type.elem_type.denotation"),
    (_tensor(Dim(1), Dim(2, denotation="A")), "float[1,2]", "DENOTATION",
     "tensor_type.shape.dim[1].denotation"),
    (_tensor(Dim(denotation="")), "float[?]", "DENOTATION", "tensor_type.shape.dim[0].denotation"),
    (_tensor(data_type=None), "undefined", "ABSENT_DATA_TYPE", "tensor_type.elem_type"),
    (ValueType((Level("sparse_tensor"),)), "sparse_tensor(undefined[])", "ABSENT_DATA_TYPE",
     "sparse_tensor_type.elem_type"),
    (ValueType((Level("map"), Level("tensor", 1))), "map(undefined, float[])",
     "ABSENT_DATA_TYPE", "map_type.key_type"),
    (_tensor(data_type=0), "undefined", "UNDEFINED", "tensor_type.elem_type"),
    (ValueType((Level("map", 0), Level("tensor", 1))), "map(undefined, float[])", "UNDEFINED",
     "map_type.key_type"),
    (_tensor(data_type=99), "undefined", "UNNAMED_DATA_TYPE", "tensor_type.elem_type"),
    (_tensor(data_type=-1), "undefined", "UNNAMED_DATA_TYPE", "tensor_type.elem_type"),
    (ValueType((Level("untyped"),)), "", "NO_KIND", ""),
    (_inside(Level("untyped")), "seq()", "NO_KIND", "sequence_type.elem_type"),
    (_inside(), "seq()", "NO_TYPE_INSIDE", "sequence_type.elem_type"),
    (ValueType((Level("optional"),)), "optional()", "NO_TYPE_INSIDE", "optional_type.elem_type"),
    (ValueType((Level("map", 7),)), "map(int64, )", "NO_TYPE_INSIDE", "map_type.value_type"),
    (_opaque("a b", "T"), "opaque(a b,T)", "OPAQUE_DOMAIN", "opaque_type.domain"),
    (_opaque("a.", "T"), "opaque(a.,T)", "OPAQUE_DOMAIN", "opaque_type.domain"),
    (_opaque("a.1", "T"), "opaque(a.1,T)", "OPAQUE_DOMAIN", "opaque_type.domain"),
    (_opaque("é", "T"), "opaque(é,T)", "OPAQUE_DOMAIN", "opaque_type.domain"),
    (_opaque("", "T"), "opaque(T)", "OPAQUE_DOMAIN", "opaque_type.domain"),
    (_opaque(None, ""), "opaque()", "OPAQUE_NAME", "opaque_type.name"),
    (_opaque(None, "a-b"), "opaque(a-b)", "OPAQUE_NAME", "opaque_type.name"),
    (_opaque("a", "b.c"), "opaque(a,b.c)", "OPAQUE_NAME", "opaque_type.name"),
    (_opaque("a", None), "opaque(a,)", "OPAQUE_NAMELESS", "opaque_type.domain"),
    (_tensor(Dim(symbol="a\0b")), 'float["a\0b"]', "ZERO_BYTE",
     "tensor_type.shape.dim[0].dim_param"),
    (_tensor(Dim(symbol="a\udcff")), 'float["a\udcff"]', "NOT_UTF8",
     "tensor_type.shape.dim[0].dim_param"),
]  # fmt: skip
LOST_VALUES = [
    (ValueInfo(None, _tensor()), 'float ""', "ABSENT_NAME", "name"),
    (ValueInfo(None, None), '""', "ABSENT_NAME", "name"),
    (ValueInfo("a\0", _tensor()), 'float "a\0"', "ZERO_BYTE", "name"),
    (ValueInfo("a\udc80", None), '"a\udc80"', "NOT_UTF8", "name"),
    (ValueInfo("x", ValueType((Level("untyped"),))), "x", "NO_KIND", "type"),
    (ValueInfo("x", _inside()), "seq() x", "NO_TYPE_INSIDE", "type.sequence_type.elem_type"),
]


@pytest.mark.parametrize(("type_", "text", "reason", "path"), LOST, ids=lambda each: ascii(each))
def test_what_is_lost_is_named_and_the_package_cannot_say_it(type_, text, reason, path):
    assert to_official(type_) == (text, [(path, getattr(official, reason))])
    theirs, reads = agrees(proto_of(type_))
    assert not reads
    assert theirs in (None, f"{text} x")


@pytest.mark.parametrize(
    ("value", "text", "reason", "path"), LOST_VALUES, ids=lambda each: ascii(each)
)
def test_what_is_lost_of_a_value_is_named_and_the_package_cannot_say_it(value, text, reason, path):
    assert to_official(value) == (text, [(path, getattr(official, reason))])
    theirs, reads = agrees(ValueInfoProto.FromString(value.to_bytes()))
    assert not reads
    assert theirs is None or theirs.lstrip() == text
    with pytest.raises(TypeSyntaxError, match="official notation cannot say"):
        value.to_official()


def test_the_table_has_every_reason():
    reasons = {
        name for name, text in vars(official).items() if name.isupper() and str(text) == text
    }
    assert {reason for *_, reason, _ in LOST + LOST_VALUES} == reasons


# What the syntax says though it might not look so: the package agrees on each.
SAID = [
    (_tensor(), "float"),
    (_denoted("tensor", None), "float[]"),
    (_tensor(Dim(-(1 << 63)), Dim(0), Dim((1 << 63) - 1)),
     "float[-9223372036854775808,0,9223372036854775807]"),
    (_tensor(Dim(), Dim(symbol="")), 'float[?,""]'),
    (_tensor(Dim(symbol="float"), Dim(symbol="?"), Dim(symbol="1")), 'float[float,"?","1"]'),
    (_tensor(Dim(symbol='a"b\\c\n\x01\x7f')), 'float["a\\"b\\\\c\n\x01\x7f"]'),
    (_tensor(Dim(symbol="a.b"), Dim(symbol="é")), 'float["a.b","é"]'),
    (_tensor(data_type=26), "int2"),
    (ValueType((Level("map", 1), Level("tensor", 1, ()))), "map(float, float)"),
    (_opaque(None, None), "opaque()"),
    (_opaque(None, "a.b"), "opaque(a.b)"),
    (_opaque("a.b", "seq"), "opaque(a.b,seq)"),
]  # fmt: skip


@pytest.mark.parametrize(("type_", "text"), SAID, ids=[ascii(text) for _, text in SAID])
def test_what_the_official_notation_says(type_, text):
    assert type_.to_official() == text
    assert agrees(proto_of(type_)) == (f"{text} x", True)
    assert parse_type(text) == parse_type(text, "official") == type_


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ValueInfo("x", None), "x"),
        (ValueInfo("x:0", _tensor()), 'float "x:0"'),
        (ValueInfo("", _tensor()), 'float ""'),
        (ValueInfo("float", _tensor()), "float float"),
        (ValueInfo("as", _tensor()), "float as"),
        (ValueInfo("float", None), '"float"'),  # which the package prints without quotes
        (ValueInfo("opaque", None), '"opaque"'),
        (ValueInfo("FLOAT", None), "FLOAT"),
    ],
)
def test_a_value_in_official_notation(value, text):
    assert value.to_official() == text
    assert parsed_text(text) == ValueInfoProto.FromString(value.to_bytes())
    assert parse_value(text, "official") == value


def test_a_reason_comes_once_with_its_first_path():
    dim = Dim(symbol="a\0", denotation="A")
    type_ = ValueType((Level("map", 99), Level("map", 98), Level("tensor", 97, (dim, dim))))
    value = "map_type.value_type.map_type.value_type.tensor_type.shape.dim[0]"
    assert to_official(type_)[1] == [
        ("map_type.key_type", official.UNNAMED_DATA_TYPE),
        (f"{value}.denotation", official.DENOTATION),
        (f"{value}.dim_param", official.ZERO_BYTE),
    ]


def test_texts_that_are_nearly_official_are_read_as_by_the_package():
    texts = [text for text, lost in map(to_official, hostile_values(5_000)) if not lost]
    read = 0
    for text in mutated_texts(texts, 20_000):
        if "\ud800" in text:  # cannot be given to the package
            continue
        theirs = parsed_text(text)
        if theirs is None:
            with pytest.raises(TypeSyntaxError):
                parse_value(text, "official")
        else:
            assert parse_value(text, "official") == value_of(theirs), text
            read += 1
    assert read > 5_000
