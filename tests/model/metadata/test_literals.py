"""JSON and Python literals are read and summed up; nothing else is, and nothing hurts."""

import contextlib
import json
import time
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens.model.metadata.literals import NotLiteralError, parse, summary

NAMES = {number: f"class {number}" for number in range(80)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{0: 'person', 1: 'bicycle'}", {0: "person", 1: "bicycle"}),
        ('{"0": "person"}', {"0": "person"}),
        ("[640, 640]", [640, 640]),
        ("(17, 3)", (17, 3)),
        ("640, 640", (640, 640)),
        ("[True, None, False]", [True, None, False]),
        ("[true, null, false]", [True, None, False]),
        ("-1.5e-3", -0.0015),
        ("'it\\'s'", "it's"),
        ('"it\'s"', "it's"),
        ("'\\u00e9'", "é"),
        ("'C:\\data\\new'", "C:\\data\new"),
        ("'\\\\d \\d'", "\\d \\d"),
        ("'\\777'", "\\777"),
        ("'\\101'", "A"),
        (" [ 1 ,\n2 ] ", [1, 2]),
        ("{}", {}),
        ("[[[]]]", [[[]]]),
        ("{1, 2}", {1, 2}),
    ],
)
def test_a_literal_is_read(text: str, value: object):
    assert parse(text) == value


@pytest.mark.parametrize(
    "text",
    [
        "", "person", "1 + 1", "1-1", "1 -1", "[] -1", "- - 1", "+1", "not True", "a.b", "f()",
        "__import__('os')", "lambda: 0", "[1 2]", "'a' 'b'", "[1, 2", "1]", "{1: }", "{[]: 1}",
        "'open", '"open', "1_", "007", "1.2.3", "0x10", "1j", "b'x'", "f'{x}'", "\0", "[1,\0]",
        "True1", "#", "'\\x1'", "'\\N{no such name}'", "[\udce9]", "9" * 5000, "...",
    ],
)  # fmt: skip
def test_what_is_no_literal_says_so_and_raises_nothing_else(text: str):
    with pytest.raises(NotLiteralError, match="neither JSON nor a Python literal"):
        parse(text)


@given(st.text(alphabet="[]{}()'\"\\,:-1.eTrueNon \n#", max_size=60))
def test_any_text_is_a_literal_or_not(text: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with contextlib.suppress(NotLiteralError):
            assert isinstance(summary(parse(text)), str)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=20,
)  # fmt: skip


@given(_VALUES)
def test_what_python_and_json_write_reads_back(value: object):
    assert parse(repr(value)) == value
    assert parse(json.dumps(value)) == value


@pytest.mark.parametrize(
    "text",
    [
        "[" * 60_000,
        "[" * 30_000 + "]" * 30_000,
        "{1:" * 20_000,
        "(" * 33 + ")" * 33,
        '["]",' * 10_000,
    ],
    ids=["open", "closed", "dicts", "one too many", "brackets in strings"],
)
def test_deep_nesting_is_refused_before_any_parser_sees_it(text: str, monkeypatch):
    monkeypatch.setattr("json.loads", None)
    monkeypatch.setattr("ast.literal_eval", None)
    with pytest.raises(NotLiteralError, match="nested more than 32 deep"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "1" + "-1" * 30_000,
        "1" + "+1" * 30_000,
        "-" * 65_000 + "1",
        "not " * 16_000 + "1",
        "a" + ".a" * 30_000,
        '"' + '\\"' * 32_000,
        "'" * 65_001,
        "\\" * 65_000,
        "1" * 65_000,
        "1," * 32_000,
        "[]," * 21_000,
        "''," * 21_000,
        "1.e" * 20_000,
    ],
    ids=range(13),
)
def test_hostile_texts_are_over_soon(text: str):
    began = time.process_time()
    try:
        assert len(summary(parse(text))) < 200
    except NotLiteralError as error:
        assert "neither" in str(error)
    assert time.process_time() - began < 1


def test_a_text_over_64_kib_is_not_read():
    with pytest.raises(NotLiteralError, match="longer than 65,536 characters"):
        parse("[" + "1," * 40_000 + "]")


@pytest.mark.parametrize("error", [RecursionError, MemoryError, ValueError, SyntaxError])
def test_whatever_a_parser_raises_is_no_literal(error, monkeypatch):
    def loads(text: str) -> None:
        raise error

    monkeypatch.setattr("json.loads", loads)
    monkeypatch.setattr("ast.literal_eval", loads)
    with pytest.raises(NotLiteralError):
        parse("[1]")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (NAMES, '80 entries: 0 "class 0", 1 "class 1", 2 "class 2", …'),
        ({0: "person"}, "1 entry: 0 person"),
        ({}, "0 entries"),
        ([640, 640], "2 items: 640, 640"),
        ((17, 3), "2 items: 17, 3"),
        ([], "0 items"),
        ({2, 1}, "2 items: 1, 2"),
        (set("hgfedcba"), "8 items: a, b, c, …"),
        ([{"a": 1}, [1], (1,), {}, []], "5 items: {…}, […], (…), …"),
        ([{}, [], ()], "3 items: {}, [], ()"),
        ({"batch": 1, "half": False, "nms": None}, "3 entries: batch 1, half False, nms None"),
        (32, "32"),
        (0.5, "0.5"),
        (True, "True"),
        ("person", "person"),
        ("a\x1b[2J\n", '"a\\u{1B}[2J\\n"'),
        ("x" * 100, '"' + "x" * 40 + '…"'),
        (10**60, "1" + "0" * 39 + "…"),
    ],
)
def test_a_value_is_summed_up(value: object, text: str):
    assert summary(value) == text
