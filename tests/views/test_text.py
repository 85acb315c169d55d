"""Words and numbers: quoting, sizes, shares, cutting and wrapping."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens.views import text
from onnxlens.views.page import Page
from shown import CONTROLS, INVISIBLE, harmless


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("x", '"x"'),
        ("", '""'),
        ('a"b\\', '"a\\"b\\\\"'),
        ("\n\r\t\b\f", '"\\n\\r\\t\\b\\f"'),
        ("\x1b[2J", '"\\u001b[2J"'),
        ("\x00\x7f\x85", '"\\u0000\\u007f\\u0085"'),
        ("a\u202eb", '"a\\u202eb"'),
        ("\u200b\ufeff", '"\\u200b\\ufeff"'),
        ("\udcff!", 'b"\\xFF!"'),
        ("\U000e0001", '"\\udb40\\udc01"'),
        ("字é", '"字é"'),
    ],
)
def test_a_string_is_quoted_with_the_escapes_of_json(value: str, shown: str):
    assert text.quote(value) == shown


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_a_quoted_string_reads_back_as_json(value: str):
    assert json.loads(text.quote(value)) == value


@given(st.text(max_size=50))
def test_nothing_that_is_quoted_or_safe_drives_a_terminal(value: str):
    harmless([text.quote(value), f">{text.safe(value)}<"], Page())


def test_a_long_string_is_cut_at_its_limit():
    assert text.quote("a" * 1001) == '"' + "a" * 1000 + '…"'
    assert text.quote("a" * 1000) == '"' + "a" * 1000 + '"'
    assert text.safe("b" * 11, 10) == "b" * 10 + "…"


def test_safe_text_keeps_quotes_and_escapes_controls():
    assert text.safe('say "a\\b"') == 'say "a\\b"'
    assert text.safe(CONTROLS + INVISIBLE).isascii()


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (10_239, "10,239 bytes"),
        (10_240, "10,240 bytes (10 KiB)"),
        (240_078, "240,078 bytes (234 KiB)"),
        (257_533_020, "257,533,020 bytes (246 MiB)"),
        (2_300_000_038, "2,300,000,038 bytes (2.1 GiB)"),
    ],
)
def test_a_size_has_its_unit_from_10_kib_on(number: int, shown: str):
    assert text.size(number) == shown


@pytest.mark.parametrize(
    ("part", "whole", "shown"),
    [
        (238_708, 240_078, "99.4 %"),
        (1, 10_000, "<0.1 %"),
        (9_999_999, 10_000_000, "99.9 %"),
        (7, 7, "100 %"),
        (1, 1000, "0.1 %"),
        (1, 3, "33.3 %"),
        (2, 3, "66.7 %"),
    ],
)
def test_a_share_is_never_0_of_something_nor_100_of_a_part(part: int, whole: int, shown: str):
    assert text.percent(part, whole) == shown


@pytest.mark.parametrize(
    ("value", "cells", "keep", "shown"),
    [
        ("abcdef", 6, "start", "abcdef"),
        ("abcdef", 4, "start", "abc…"),
        ("abcdef", 4, "end", "…def"),
        ("abcdef", 1, "end", "…"),
        ("abcdef", 0, "start", ""),
        ("字字字", 5, "start", "字字…"),
        ("字字字", 4, "start", "字…"),
        ("字字字", 4, "end", "…字"),
    ],
)
def test_a_cut_keeps_the_part_that_matters(value: str, cells: int, keep: str, shown: str):
    assert text.cut(value, cells, keep) == shown


@given(st.text(max_size=40), st.integers(0, 30), st.sampled_from(["start", "end"]))
def test_a_cut_text_fits(value: str, cells: int, keep: str):
    assert text.width(text.cut(value, cells, keep)) <= cells


@given(st.lists(st.text("ab字", min_size=1, max_size=8)), st.integers(1, 20))
def test_wrapping_loses_no_word_and_fills_no_line_too_far(words: list[str], cells: int):
    lines = text.wrap("  ".join(words), cells)
    assert " ".join(lines).split() == words
    assert all(text.width(line) <= cells or " " not in line for line in lines)


def test_counts_have_commas_and_their_plural():
    assert text.count(1234567) == "1,234,567"
    assert (text.plural(1, "node"), text.plural(2000, "node")) == ("1 node", "2,000 nodes")
    assert text.hexadecimal(b"\x0a\x01\xff") == "0A 01 FF"
