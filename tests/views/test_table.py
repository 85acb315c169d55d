"""Tables: alignment, what stretches, what is cut, and that they stream."""

from itertools import count, islice

import pytest

from onnxlens.views.page import Page
from onnxlens.views.table import Column, Row, table
from onnxlens.views.text import width
from shown import PAGES, harmless

COLUMNS = [Column("size", right=True), Column("name", limit=10), Column("meaning")]
ROWS = [Row(("7", "short", "one")), Row(("1,234", "a name of many cells", "two " * 60))]


def test_numbers_stand_right_and_text_left():
    assert list(table(Page(), COLUMNS[:2], [Row(("7", "a")), Row(("1,234", "b"))])) == [
        " size  name",
        "    7  a",
        "1,234  b",
    ]


def test_nothing_is_cut_where_there_is_no_terminal():
    shown = list(table(Page(), COLUMNS, ROWS))
    assert shown[2].split() == " ".join(ROWS[1].cells).split()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.width))
def test_a_terminal_cuts_every_cell_to_its_column(page: Page):
    shown = list(table(page, COLUMNS, ROWS))
    assert harmless(shown, page) == (6 if page.narrow else 3)
    assert any("a name of…" in line for line in shown)
    assert shown[-1].endswith("…")


def test_below_60_columns_the_last_column_has_lines_of_its_own():
    assert list(table(Page(40, cut=True), COLUMNS, ROWS[:1])) == [
        "size  name",
        "        meaning",
        "   7  short",
        "        one",
    ]


def test_two_columns_stay_on_one_line_however_narrow():
    assert list(table(Page(40, cut=True), COLUMNS[:2], ROWS[:1], head=False)) == ["   7  short"]


@pytest.mark.parametrize("page", [*PAGES, Page()], ids=lambda page: f"{page.width}{page.cut}")
def test_notes_wrap_at_words_and_lose_none(page: Page):
    columns = [*COLUMNS[:2], Column("meaning", wrap=True)]
    note = "every word of a note is shown, " * 8
    shown = list(table(page, columns, [Row(("7", "x", note))], head=False))
    assert len(shown) > 1
    assert " ".join(shown).split() == ["7", "x", *note.split()]
    assert max(map(width, shown)) <= page.width


def test_wrapped_lines_stand_under_their_column():
    columns = [Column("no"), Column("name"), Column("meaning", wrap=True)]
    shown = list(table(Page(60), columns, [Row(("1", "x", "word " * 20))]))
    start = shown[0].index("meaning")
    assert {len(line) - len(line.lstrip()) for line in shown[2:]} == {start}


def test_a_damaged_row_has_a_mark_before_its_column():
    rows = [Row(("7", "bad", "x"), 1), Row(("8", "bad", "y"), 2)]
    assert list(table(Page(), COLUMNS, rows, head=False)) == ["   7 !bad   x", "   8  bad  !y"]
    narrow = list(table(Page(40, cut=True), COLUMNS, rows, head=False))
    assert narrow == ["   7 !bad", "        x", "   8  bad", "       !y"]


def test_wide_characters_take_two_cells():
    rows = [Row(("字字", "a")), Row(("x", "b"))]
    columns = [Column("name"), Column("value")]
    assert list(table(Page(), columns, rows, head=False)) == ["字字  a", "x     b"]


def test_colour_changes_no_alignment():
    columns = [Column("offset", right=True, style="offset"), Column("v", style="tag"), Column("m")]
    rows = [Row(("1", "a", "z")), Row(("22", "bb", "z"))]
    shown = list(table(Page(colour=True), columns, rows))
    assert shown[0] == "offset  v   m"
    assert shown[1] == "     \x1b[2m1\x1b[0m  \x1b[36ma\x1b[0m   z"


def test_an_ink_paints_one_cell_as_it_was_cut():
    columns = [Column("a", limit=3), Column("b")]
    row = Row(("abcdef", "x"), inks={0: lambda text: f"<{text}>"})
    assert list(table(Page(cut=True, colour=True), columns, [row], head=False)) == ["<ab…>  x"]
    assert list(table(Page(cut=True), columns, [row], head=False)) == ["ab…  x"]


def test_a_table_without_end_begins_at_once():
    rows = (Row((str(number), "x", "y")) for number in count())
    assert len(list(islice(table(Page(), COLUMNS, rows), 10))) == 10
    assert next(rows).cells[0] == "2000"
