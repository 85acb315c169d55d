"""Blocks of keys and values: what a terminal cuts, what it wraps, and where."""

import pytest

from onnxlens.views.block import lines
from onnxlens.views.page import Page
from shown import HOSTILE, PAGES, harmless

PAGE = Page(60, cut=True)  # 47 cells for a value
LONG = "nine bytes " * 10
FOLDED = ["nine bytes nine bytes nine bytes nine bytes"] * 2 + ["nine bytes nine bytes"]
PROSE = ("feed", "gives", "means", "notes", "types", "limit", "needs")


def values(key: str, value: str, page: Page = PAGE, fold: bool = False) -> list[str]:
    """Return the lines of one entry without the key, which stands in the first alone."""
    first, *rest = lines(page, [(key, value)], fold)
    assert first.startswith(key.ljust(13)) and all(line[:13].isspace() for line in rest)
    return [first[13:], *(line[13:] for line in rest)]


def test_a_key_that_is_the_same_as_before_is_left_blank():
    entries = [("inputs", "x"), ("inputs", "y"), ("outputs", "z"), ("inputs", "w")]
    assert list(lines(PAGE, entries)) == [
        "inputs       x",
        "             y",
        "outputs      z",
        "inputs       w",
    ]


@pytest.mark.parametrize("key", PROSE)
def test_sentences_are_wrapped_on_a_terminal(key: str):
    assert values(key, LONG.strip()) == FOLDED


@pytest.mark.parametrize("key", ["inputs", "graph", "value", "next"])
def test_what_is_no_sentence_is_cut_on_a_terminal(key: str):
    assert values(key, LONG.strip()) == [LONG[:46] + "…"]


def test_a_whole_block_may_be_wrapped_but_for_a_command_to_be_pasted():
    assert values("value", LONG.strip(), fold=True) == FOLDED
    assert values("next", LONG.strip(), fold=True) == [LONG[:46] + "…"]


@pytest.mark.parametrize("key", [*PROSE, "bytes", "symbols", "inside", "inputs"])
def test_a_pipe_gets_one_line(key: str):
    for text in (LONG.strip(), "a, b,  c, " * 20 + "d"):
        assert values(key, text, Page(60), fold=True) == [text]


@pytest.mark.parametrize(
    ("key", "members", "kept"),
    [
        ("bytes", ["weights 1,699,620 (99.3 %)", "text 8,330", "structure 4,393"], "  "),
        ("largest", ["Attention_0_weight 49,152", "matmul_initializer 16,384", "bias 7"], "  "),
        ("symbols", ["N: input axis 0", "a_long_name_of_a_value axis 10", "and 3 more"], ", "),
        ("opsets", ["ai.onnx 19", "onnx_extented.ortops.tutorial.cpu 1", "local 1"], ", "),
        ("inside", ["1709414:1709634 graph.input[0]", "0:1712454 a name.onnx"], ", "),
    ],
)
def test_a_list_is_wrapped_between_its_members(key: str, members: list[str], kept: str):
    found = values(key, kept.join(members), fold=True)
    assert len(found) > 1 and kept.join(members) == kept.join(
        line.removesuffix(kept.rstrip()) for line in found
    )
    for line in found:
        assert all(part in members for part in line.removesuffix(",").split(kept))


@pytest.mark.parametrize("size", [47, 48])
def test_a_line_is_filled_to_its_last_cell(size: int):
    first = "a" * (size - 4)
    found = values("largest", f"{first}  bb  {'c' * 40}")
    assert found == ([f"{first}  bb", "c" * 40] if size == 47 else [first, f"bb  {'c' * 40}"])


def test_a_line_begins_with_its_member_and_not_with_spaces():
    found = values("bytes", f"37:112  {'32 ' * 12}…   tag 37:38  length 38:39", fold=True)
    assert found == [f"37:112  {'32 ' * 12}…", "tag 37:38  length 38:39"]


def test_a_member_that_is_longer_than_a_line_is_wrapped_at_its_words():
    found = values("symbols", f"N: {LONG.strip()} axis 0, b axis 1")
    assert found == [
        "N: nine bytes nine bytes nine bytes nine bytes",
        "nine bytes nine bytes nine bytes nine bytes",
        "nine bytes nine bytes axis 0, b axis 1",
    ]


def test_spaces_within_a_line_stay_as_many_as_they_are():
    value = '"a   b' + " " * 60 + 'c  d" ' + "e" * 60
    assert values("value", value, fold=True) == ['"a   b', 'c  d"', "e" * 46 + "…"]
    assert values("value", " " * 100 + "x", fold=True) == ["x"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.width}")
@pytest.mark.parametrize("key", ["value", "notes", "symbols", "bytes", "next"])
@pytest.mark.parametrize("between", [" ", "  ", ", ", "", ",  ", "   "])
def test_no_line_is_wider_than_the_page(page: Page, key: str, between: str):
    for text in ("\u5b57" * 90, "word", "x" * 300, HOSTILE["wide"].decode()):
        for count in (1, 2, 40):
            value = between.join([text] * count).strip()
            assert harmless(lines(page, [(key, value), (key, value)], True), page) >= 2
