"""Texts of types: both notations, told apart by their words, and the errors of what is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens.errors import TypeSyntaxError
from onnxlens.model.types.official import to_official
from onnxlens.model.types.parse import parse_type, parse_value, read_type, read_value
from onnxlens.model.types.value_type import Dim, Level, ValueInfo, ValueType
from onnxlens.model.words import OFFICIAL_NAMES, OWN_NAMES
from type_samples import hostile_types, hostile_values, is_harmless, mutated_texts, read, read_named

# The same type in both notations: no shape and a scalar are written the other way round.
PAIRS = [
    ("FLOAT", "float[]"),
    ("FLOAT []", "float"),
    ("FLOAT [1]", "float[1]"),
    ('FLOAT [1, "N", ?, "a b"]', 'float[1,N,?,"a b"]'),
    ("sparse_tensor(FLOAT)", "sparse_tensor(float[])"),
    ("sparse_tensor(FLOAT [])", "sparse_tensor(float)"),
    ("sequence(FLOAT)", "seq(float[])"),
    ("sequence(FLOAT [])", "seq(float)"),
    ("map(INT64, FLOAT)", "map(int64, float[])"),
    ("map(INT64, FLOAT [])", "map(int64, float)"),
    ("optional(FLOAT)", "optional(float[])"),
    ("optional(FLOAT [])", "optional(float)"),
    ("sequence(map(STRING, optional(INT8 [2])))", "seq(map(string, optional(int8[2])))"),
    ("opaque(T)", "opaque(T)"),
    ("opaque(a.b, T)", "opaque(a.b,T)"),
    ('opaque("float")', "opaque(float)"),
    ("opaque()", "opaque()"),
    ("optional(opaque(T))", "optional(opaque(T))"),
]


@pytest.mark.parametrize(("own", "official"), PAIRS, ids=[own for own, _ in PAIRS])
def test_both_notations_say_the_same(own, official):
    type_ = parse_type(own)
    assert parse_type(official) == type_
    assert str(type_) == own
    assert type_.to_official() == official
    assert parse_type(own, "onnxlens") == parse_type(official, "official") == type_


def test_every_data_type_has_a_word_in_both_notations_but_undefined():
    for name, number in OWN_NAMES.items():
        assert parse_type(name) == ValueType((Level("tensor", number),))
        if number:
            assert parse_type(name.lower()) == ValueType((Level("tensor", number, ()),))
    assert {name.upper() for name in OFFICIAL_NAMES} == set(OWN_NAMES) - {"UNDEFINED"}


# Which notation a text is in, where that is not stated.
TOLD = [
    ("FLOAT", "onnxlens"), ("float", "official"), ("99 [1]", "onnxlens"), ("?", "onnxlens"),
    ("untyped", "onnxlens"), ("sequence()", "onnxlens"), ("map(INT64, )", "onnxlens"),
    ("seq(opaque())", "official"), ("opaque(T)", "onnxlens"), ('opaque("T")', "onnxlens"),
    ("opaque(a-b)", "onnxlens"), ("opaque(d, a.b)", "onnxlens"), ("opaque(D, )", "onnxlens"),
    ("opaque(int8)", "official"), ("opaque(T) as IMAGE", "onnxlens"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "notation"), TOLD, ids=[text for text, _ in TOLD])
def test_the_notation_is_told_by_the_words(text, notation):
    other = {"onnxlens": "official", "official": "onnxlens"}[notation]
    type_, told = read_type(text)
    assert told == notation
    assert parse_type(text, notation) == type_
    if text != "opaque(T)":
        with pytest.raises(TypeSyntaxError):
            parse_type(text, other)


# Texts with words of both notations: position, the two words.
MIXED = [
    ("sequence(float)", 9, "float", "sequence"),
    ("seq(FLOAT)", 4, "FLOAT", "seq"),
    ("map(INT64, float)", 11, "float", "INT64"),
    ("map(int64, FLOAT)", 11, "FLOAT", "int64"),
    ("seq(untyped)", 4, "untyped", "seq"),
    ("seq(sequence(FLOAT))", 4, "sequence", "seq"),
    ("float as IMAGE", 6, "as", "float"),
    ("seq(float as IMAGE)", 10, "as", "seq"),
    ("float[1:A]", 7, "a denotation", "float"),
    ("seq()", 4, "a container without the type inside", "seq"),
    ("map(int64, )", 11, "a container without the type inside", "int64"),
    ("map(int64, 99)", 11, "the number of a data type", "int64"),
    ("map(int64, ?)", 11, '"?" as a data type', "int64"),
    ("map(?, float)", 7, "float", '"?" as a data type'),
    ("sequence(opaque(float))", 16, "float without quotes", "sequence"),
    ("seq(opaque(d, ))", 14, "an opaque type without a name", "seq"),
    ("x: float", 3, "float", 'a name before ":"'),
    ("x: seq(float)", 3, "seq", 'a name before ":"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "position", "first", "second"), MIXED, ids=lambda each: str(each))
def test_a_text_in_both_notations_is_an_error_that_names_the_words(text, position, first, second):
    parse = parse_value if text.startswith("x: ") else parse_type
    with pytest.raises(TypeSyntaxError) as caught:
        parse(text)
    assert caught.value.position == position
    names = ("onnxlens", "official")
    is_ = [f"{first} is {a} notation and {second} is {b} notation" for a, b in (names, names[::-1])]
    assert any(f"; {each}; needed one notation throughout" in str(caught.value) for each in is_)


@pytest.mark.parametrize(
    ("text", "notation", "position", "message"),
    [
        ("float", "onnxlens", 0, "float is official notation; needed onnxlens notation"),
        ("FLOAT", "official", 0, "FLOAT is onnxlens notation; needed official notation"),
        ("opaque(float)", "onnxlens", 7, "float without quotes is official notation; "
         "needed onnxlens notation"),
        ("optional()", "official", 9, "a container without the type inside is onnxlens notation; "
         "needed official notation"),
        ('opaque("T")', "official", 7, "needed an identifier"),
    ],
)  # fmt: skip
def test_a_stated_notation_is_kept_to(text, notation, position, message):
    with pytest.raises(TypeSyntaxError) as caught:
        parse_type(text, notation)
    assert caught.value.position == position
    assert str(caught.value).endswith(f"; {message}")


def test_a_stated_notation_decides_what_escapes_mean():
    assert parse_value(r'"a\n"') == ValueInfo("a\n", None)
    assert parse_value(r'"a\n"', "official") == ValueInfo("an", None)
    assert read_value(r'"a\n"')[1] == "onnxlens"
    assert read_value(r'"a\n"', "official")[1] == "official"


def test_a_notation_that_there_is_not_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="notation 'onnx': needed one of onnxlens, official"):
        parse_type("FLOAT", "onnx")


FLOAT = ValueType((Level("tensor", 1),))
SCALAR = ValueType((Level("tensor", 1, ()),))
VALUES = [
    ("x: FLOAT", ValueInfo("x", FLOAT)),
    ("x", ValueInfo("x", None)),
    ("?: FLOAT", ValueInfo(None, FLOAT)),
    ("?:", ValueInfo(None, None)),
    ("x: untyped", ValueInfo("x", ValueType((Level("untyped"),)))),
    ("x:0: FLOAT", ValueInfo("x:0", FLOAT)),
    ("x:FLOAT", ValueInfo("x:FLOAT", None)),
    ("1", ValueInfo("1", None)),
    ('""', ValueInfo("", None)),
    ('"": FLOAT', ValueInfo("", FLOAT)),
    ('"?": FLOAT', ValueInfo("?", FLOAT)),
    ('"FLOAT"', ValueInfo("FLOAT", None)),
    ('"float": FLOAT', ValueInfo("float", FLOAT)),
    ('"a: FLOAT"', ValueInfo("a: FLOAT", None)),
    ('"a\\"b\\\\c\\n": FLOAT', ValueInfo('a"b\\c\n', FLOAT)),
    ('"\\xFF\\u{202E}": FLOAT', ValueInfo("\udcff\u202e", FLOAT)),
]


@pytest.mark.parametrize(("text", "value"), VALUES, ids=[text for text, _ in VALUES])
def test_the_text_of_a_value(text, value):
    assert str(value) == text
    assert parse_value(text) == parse_value(text, "onnxlens") == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("  x :FLOAT", ValueInfo("x", FLOAT)),
        ("? :", ValueInfo(None, None)),
        ("float x", ValueInfo("x", SCALAR)),
        ("float as", ValueInfo("as", SCALAR)),
        ("opaque(T) as", ValueInfo("as", ValueType((Level("opaque", name="T"),)))),
        ("float float", ValueInfo("float", SCALAR)),
        (r'float "a\"\\\n"', ValueInfo('a"\\n', SCALAR)),
        ('"\\xC3\\xA9"', ValueInfo("é", None)),
        ('"\udcc3\udca9"', ValueInfo("é", None)),
        ('"\\x41\\u{42}"', ValueInfo("AB", None)),
    ],
)
def test_a_value_is_also_read_from(text, value):
    assert parse_value(text) == value


def test_numbers_of_data_types_are_read_and_written_by_name_where_they_have_one():
    assert str(parse_type("1 [2]")) == "FLOAT [2]"
    assert str(parse_type("0")) == "UNDEFINED"
    assert str(parse_type("map(-100, 0099)")) == "map(-100, 99)"
    assert parse_type("FLOAT [-0, 007]").shape == (Dim(0), Dim(7))


TYPE = "needed a type, such as FLOAT [2] or float[2]"
DIM = 'needed a size, ? or a symbol in quotes, as in "N"'
WORD = "needed a word, in quotes if it is a keyword or has special characters"
DENOTATION = "needed a denotation: a word, in quotes if it is a keyword or has special characters"
BAD = [
    ("", 0, "the end", TYPE),
    ("  ", 2, "the end", TYPE),
    ("FLOAT32", 0, '"FLOAT32"', TYPE),
    ("Float", 0, '"Float"', TYPE),
    ("x: FLOAT", 0, '"x: FLOAT"', TYPE),
    ("-", 0, '"-"', TYPE),
    ("a" * 100, 0, f'"{"a" * 20}"…', TYPE),
    ("\ud800", 0, '"\\u{D800}"', TYPE),
    ("\x1b[0m", 0, '"\\u{1B}[0m"', TYPE),
    ("FLOAT [", 7, "the end", DIM),
    ("FLOAT [1,]", 9, '"]"', DIM),
    ("FLOAT [N]", 7, '"N]"', DIM),
    ("FLOAT [1", 8, "the end", 'needed "]" or "," after a dimension'),
    ("FLOAT [1 2]", 9, '"2]"', 'needed "]" or "," after a dimension'),
    ("float[1.5]", 7, '".5]"', 'needed "]" or "," after a dimension'),
    ("float[N,]", 8, '"]"', "needed a size, ? or a symbol"),
    ("FLOAT [9223372036854775808]", 7, '"9223372036854775808]"',
     "needed a number from -2^63 to 2^63-1"),
    ("FLOAT [-9223372036854775809]", 7, '"-9223372036854775809"…',
     "needed a number from -2^63 to 2^63-1"),
    (f"FLOAT [{'9' * 5000}]", 7, f'"{"9" * 20}"…', "needed a number from -2^63 to 2^63-1"),
    ("2147483648", 0, '"2147483648"', "needed a number from -2^31 to 2^31-1"),
    ("-2147483649", 0, '"-2147483649"', "needed a number from -2^31 to 2^31-1"),
    ("FLOAT [1:]", 9, '"]"', DENOTATION),
    ("FLOAT [1:INT8]", 9, '"INT8]"', DENOTATION),
    ("FLOAT as", 8, "the end", DENOTATION),
    ("opaque(T) as", 10, '"as"', "needed the end"),
    ("FLOAT as as", 9, '"as"', DENOTATION),
    ("FLOAT as ::", 9, '"::"', DENOTATION),
    ("FLOAT as a b", 11, '"b"', "needed the end"),
    ("FLOAT as/a", 6, '"as/a"', "needed the end"),
    ("FLOAT x", 6, '"x"', "needed the end"),
    ("untyped [1]", 8, '"[1]"', "needed the end"),
    ("sequence(FLOAT))", 15, '")"', "needed the end"),
    ("sequence FLOAT", 9, '"FLOAT"', 'needed "(" after sequence'),
    ("sequence(", 9, "the end", TYPE),
    ("sequence(FLOAT", 14, "the end", 'needed ")" that closes the sequence'),
    ("map()", 4, '")"', "needed a data type, such as INT64 or int64"),
    ("map(sequence(FLOAT), FLOAT)", 4, '"sequence(FLOAT), FLO"…',
     "needed a data type, such as INT64 or int64"),
    ("map(INT64)", 9, '")"', 'needed "," after the type of the keys'),
    ("sparse_tensor()", 14, '")"', "needed a data type, such as INT64 or int64"),
    ("sparse_tensor(FLOAT", 19, "the end", 'needed ")" that closes the sparse tensor'),
    ("opaque(a b)", 9, '"b)"', 'needed ")" that closes the opaque type'),
    ("opaque(,a)", 7, '",a)"', WORD),
    ("opaque(:a T)", 7, '":a T)"', WORD),
    ('FLOAT ["N]', 10, "the end", "the string has no closing quote"),
    ('FLOAT ["\\x41', 12, "the end", "the string has no closing quote"),
    ('FLOAT ["\\x4', 9, '"x4"', "needed hexadecimal digits"),
    ('FLOAT ["\\x4"]', 9, '"x4\\"]"', "needed hexadecimal digits"),
    ('FLOAT ["\\x', 9, '"x"', "needed hexadecimal digits"),
    ('FLOAT ["\\q"]', 8, r'"\\q\"]"', "no escape of that kind"),
    ('FLOAT ["\\u{D800}"]', 8, r'"\\u{D800}\"]"', "no character has that number"),
    ('FLOAT ["\ud800"]', 7, r'"\"\u{D800}\"]"',
     "needed no half of a surrogate pair in the string"),
    ('float["N]', 6, r'"\"N]"', "needed a quote that closes the string"),
    ('float["N\\', 6, r'"\"N\\"', "needed a quote that closes the string"),
]  # fmt: skip
BAD_VALUES = [
    ("", 0, "the end", TYPE),
    ("FLOAT", 0, '"FLOAT"', 'needed a name before the type, as in "x: FLOAT"'),
    ("FLOAT x", 0, '"FLOAT x"', 'needed a name before the type, as in "x: FLOAT"'),
    ('opaque("T") x', 0, r'"opaque(\"T\") x"', 'needed a name before the type, as in "x: FLOAT"'),
    ("?", 0, '"?"', 'needed a name before the type, as in "x: FLOAT"'),
    ("x:", 2, "the end", TYPE),
    ("x: y", 3, '"y"', TYPE),
    (": FLOAT", 0, '": FLOAT"', TYPE),
    ("x:FLOAT [1]", 8, '"[1]"', 'needed ":" and a type after the name "x:FLOAT"'),
    (f"{'x' * 100} 1", 101, '"1"', f'needed ":" and a type after the name "{"x" * 20}"…'),
    ("two words: FLOAT", 4, '"words: FLOAT"', 'needed ":" and a type after the name "two"'),
    ("x: FLOAT as", 11, "the end", DENOTATION),
    ("float", 5, "the end", 'needed a name after the type, as in "float x"'),
    ("float 1", 6, '"1"', 'needed a name after the type, as in "float x"'),
    ("float x y", 8, '"y"', "needed the end"),
    ("float[1] x: FLOAT", 10, '": FLOAT"', "needed the end"),
]


def _check(parse, text, position, found, needed):
    with pytest.raises(TypeSyntaxError) as caught:
        parse(text)
    assert str(caught.value) == f"position {position}: found {found}; {needed}"
    assert (caught.value.text, caught.value.position) == (text, position)
    assert caught.value.path is None


@pytest.mark.parametrize(("text", "position", "found", "needed"), BAD, ids=lambda each: ascii(each))
def test_the_error_of_a_text_that_is_no_type(text, position, found, needed):
    _check(parse_type, text, position, found, needed)


@pytest.mark.parametrize(
    ("text", "position", "found", "needed"), BAD_VALUES, ids=lambda each: ascii(each)
)
def test_the_error_of_a_text_that_is_no_value(text, position, found, needed):
    _check(parse_value, text, position, found, needed)


READ = {parse_type: read, parse_value: read_named}


def _reads_or_says_where(text):
    """Assert that a text reads, and its own text to the same, or has an error with a position."""
    count = 0
    for parse in (parse_type, parse_value):
        for notation in (None, "onnxlens", "official"):
            try:
                thing = parse(text, notation)
            except TypeSyntaxError as error:
                assert 0 <= error.position <= len(text)
                assert str(error).startswith(f"position {error.position}: found ")
                assert is_harmless(str(error))
                assert len(str(error)) < 500
                continue
            assert parse(str(thing)) == thing
            assert READ[parse](thing.to_bytes()) == thing
            count += 1
    return count


@given(st.text(st.characters(codec=None)))
def test_any_text_reads_or_has_an_error_with_a_position(text):
    _reads_or_says_where(text)


@given(st.text('FLOATfloatINT64seqmap("\\xu{}[]),:?# 1-.\ud800\udcc3\n'))
def test_any_text_of_the_characters_of_types_reads_or_has_an_error_with_a_position(text):
    _reads_or_says_where(text)


def test_mutated_texts_read_or_have_an_error_with_a_position():
    texts = [str(type_) for type_ in hostile_types(2_000, seed=1)]
    texts += [str(value) for value in hostile_values(2_000, seed=2)]
    texts += [to_official(value)[0] for value in hostile_values(2_000, seed=3)]
    assert sum(map(_reads_or_says_where, mutated_texts(texts, 20_000))) > 10_000
