"""Keys of the whole page: between panes and tabs, lists of keys and commands, copies, sizes."""

import re

import pytest
from playwright.sync_api import expect


@pytest.mark.parametrize("width", [1440, 1024])
def test_f6_goes_through_the_panes_that_are_seen(visit, kept, tiny_file, width):
    explorer = visit(kept(tiny_file), viewport={"width": width, "height": 800})
    explorer.tab("Symbols")
    explorer.fields.focus()
    panes = ["bytes-list", "meaning-body"] if width > 1200 else ["bytes-list"]
    for pane in panes:
        explorer.press("F6")
        expect(explorer.page.locator(f"#{pane}")).to_be_focused()
    explorer.press("F6")
    expect(explorer.drawer.get_by_role("tab", name="Symbols")).to_be_focused()


def test_tab_stops_once_at_each_pane(explorer):
    explorer.search.focus()
    stops = []
    for _ in range(60):
        explorer.press("Tab")
        stops.append(explorer.page.evaluate("document.activeElement.id"))
        if stops[-1] == "meaning-body":
            break
    wanted = ["goto", "theme", "help", "fields-list", "split-fields", "bytes-list", "split-drawer"]
    assert [stop for stop in stops if stop in wanted] == wanted
    assert stops[-1] == "meaning-body"


def test_tabs_are_walked_by_arrows_and_escape_closes_the_drawer(explorer):
    explorer.drawer.get_by_role("tab", name="Findings").focus()
    for key, name in {"ArrowRight": "Search", "End": "Reference", "Home": "Findings"}.items():
        explorer.press(key)
        expect(explorer.drawer.get_by_role("tab", name=name)).to_be_focused()
        expect(explorer.drawer.locator(f"#panel-{name.lower()}")).to_be_visible()
    explorer.press("ArrowLeft")
    expect(explorer.drawer.locator("#panel-reference")).to_be_visible()
    explorer.press("Escape")
    expect(explorer.drawer.locator("#panel-reference")).to_be_hidden()
    expect(explorer.drawer.get_by_role("tab", name="Reference")).to_be_focused()


def test_a_question_mark_lists_the_keys_and_escape_closes_the_list(explorer):
    explorer.fields.focus()
    explorer.press("?")
    dialog = explorer.page.get_by_role("dialog")
    expect(dialog.get_by_role("row", name="Ctrl+G Go to offset or path")).to_be_visible()
    explorer.press("Escape")
    expect(dialog).to_have_count(0)
    expect(explorer.fields).to_be_focused()
    expect(explorer.drawer.locator("#panel-findings")).to_be_visible()


def test_ctrl_k_finds_every_command_by_its_words(explorer):
    explorer.fields.focus()
    explorer.press("Control+k")
    dialog = explorer.page.get_by_role("dialog")
    expect(dialog.get_by_role("option")).to_have_count(27)
    explorer.page.keyboard.type("show s")
    options = dialog.get_by_role("option")
    expect(options).to_have_text(["Show search", "Show symbols", "Show summary"])
    explorer.press("ArrowDown", "ArrowDown", "Enter")
    expect(dialog).to_have_count(0)
    expect(explorer.drawer.locator("#panel-summary")).to_be_visible()


def test_ctrl_c_copies_what_the_pane_holds(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), permissions=["clipboard-read", "clipboard-write"])
    copied = {explorer.fields: "graph.input[0].name", explorer.bytes: "0A 01 78"}
    explorer.enter(explorer.goto, "graph.input[0].name")
    explorer.selects("name", 159, 162)
    for pane, words in copied.items():
        pane.focus()
        explorer.press("Control+c")
        explorer.page.wait_for_function(
            "async (words) => await navigator.clipboard.readText() === words", arg=words
        )


def test_panes_are_sized_by_arrows_and_keep_their_size(explorer):
    split = explorer.page.get_by_role("separator", name="Width of Fields")
    split.focus()
    before = explorer.fields.bounding_box()["width"]
    explorer.press("ArrowRight", "ArrowRight")
    assert explorer.fields.bounding_box()["width"] == before + 32
    expect(split).to_have_attribute("aria-valuenow", "462")
    explorer.reload()
    assert explorer.fields.bounding_box()["width"] == before + 32


def test_the_map_is_walked_and_zoomed_by_keys(real):
    expect(real.page.locator("#map .kind[data-kind=weights]")).to_be_visible()
    slider = real.page.get_by_role("slider", name="Place in the file")
    slider.focus()
    real.press("Home")
    expect(real.meaning.locator(".title")).to_have_text("ir_version")
    real.leads_to(sel="0:1")
    real.press("End")
    expect(real.status).to_contain_text("240077:240078")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(":240078, .* of the file"))
    real.press("+")
    expect(real.page.locator("#map .strip.part")).to_be_visible()
    real.press("0")
    expect(real.page.locator("#map .strip.part")).to_be_hidden()
