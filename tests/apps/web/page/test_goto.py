"""The box "Go to offset or path": what it takes, and what it says of what it cannot take."""

from playwright.sync_api import expect

from browsing import REFUSED

DIM_PARAM = ("dim_param", 172, 175)
NAME = ("name", 56, 61)


PLACES = (
    ("174", DIM_PARAM),
    ("graph.node[1].name", NAME),
    ("0xAE", DIM_PARAM),
    ('graph.node["act"].name', NAME),
    ("0xae", DIM_PARAM),
    ("232", ("value", 223, 233)),
    ("1_7_4", DIM_PARAM),
    ("56:61", NAME),
    ("0xAC:0xAF", DIM_PARAM),
    ("56:+5", NAME),
)
WRONG = (
    ("233", "233 is past the end: the file has 233 bytes"),
    ("0xFFFFFF", "0xFFFFFF is past the end: the file has 233 bytes"),
    ("175:172", "175:172 ends before it begins"),
    ("0xZZ", "0xZZ: ModelProto has no such field; nearest is the file itself"),
    ("graph.nod[3]", "GraphProto has no such field; nearest is graph.node"),
)


def test_an_offset_a_range_or_a_path_selects_what_is_there(explorer):
    for text, target in PLACES:
        explorer.enter(explorer.goto, text)
        explorer.selects(*target)
        expect(explorer.bytes).to_be_focused()


def test_a_range_selects_its_bytes_and_the_smallest_record_around_them(explorer):
    explorer.enter(explorer.goto, "86:+4")
    explorer.chooses(86, 90)
    expect(explorer.meaning.locator(".title")).to_have_text("raw_data")
    explorer.leads_to(sel="86:90", path="graph.initializer[0].raw_data")


def test_an_offset_in_the_middle_of_a_record_is_shown_and_kept_in_the_address(real):
    real.enter(real.goto, "120000")
    expect(real.meaning.locator(".title")).to_have_text("raw_data")
    expect(real.byte(120_000)).to_be_in_viewport()
    real.leads_to(offset="120000")
    real.reload()
    expect(real.byte(120_000)).to_be_in_viewport()


def test_a_range_ends_where_the_file_ends(explorer):
    explorer.enter(explorer.goto, "225:9999")
    expect(explorer.status).to_contain_text("225:233")
    explorer.chooses(225, 233)


def test_what_cannot_be_gone_to_is_told_and_the_selection_stays(explorer):
    explorer.watch.forgive(REFUSED)
    for text, why in WRONG:
        explorer.enter(explorer.goto, text)
        expect(explorer.notices).to_contain_text(why)
        expect(explorer.goto).to_be_focused()
        explorer.selects('input["x"]', 157, 179, "x")


def test_the_nearest_path_is_one_click_away_and_what_was_wrong_is_then_gone(explorer):
    explorer.watch.forgive(REFUSED)
    explorer.enter(explorer.goto, "graph.node[7]")
    expect(explorer.notices).to_contain_text("nearest is graph.node[1]")
    explorer.notices.get_by_role("button", name="Show").click()
    explorer.selects('node["act"]', 48, 67, "act")
    expect(explorer.notices).to_be_empty()


def test_enter_in_an_empty_box_goes_nowhere_and_escape_leaves_it(explorer):
    explorer.goto.focus()
    explorer.press("Enter")
    expect(explorer.notices).to_be_empty()
    explorer.goto.fill("17")
    explorer.press("Escape")
    expect(explorer.goto).to_have_value("")
    expect(explorer.bytes).to_be_focused()
    explorer.selects('input["x"]', 157, 179, "x")
