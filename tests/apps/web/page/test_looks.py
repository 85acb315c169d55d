"""How the page looks: light and dark, four widths, little motion, colours of the system."""

import pytest
from playwright.sync_api import expect

BACKGROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(15, 18, 23)"
TABS = ("Findings", "Search", "Tensors", "Symbols", "Summary", "Reference")
MOVING = """() => [...document.querySelectorAll("*")].filter((node) => {
  const {transitionDuration, animationName, scrollBehavior} = getComputedStyle(node);
  return transitionDuration !== "0s" || animationName !== "none" || scrollBehavior !== "auto";
}).map((node) => node.id || node.className)"""


@pytest.mark.parametrize("scheme, own, other", [("light", LIGHT, DARK), ("dark", DARK, LIGHT)])
def test_the_system_says_light_or_dark_until_a_person_chooses(
    visit, kept, tiny_file, scheme, own, other
):
    explorer = visit(kept(tiny_file), color_scheme=scheme)
    assert explorer.page.evaluate(BACKGROUND) == own
    choice = explorer.page.get_by_role("button", name="Dark" if scheme == "light" else "Light")
    choice.click()
    assert explorer.page.evaluate(BACKGROUND) == other
    explorer.reload()
    assert explorer.page.evaluate(BACKGROUND) == other
    explorer.page.locator("#theme").click()
    assert explorer.page.evaluate(BACKGROUND) == own


@pytest.mark.parametrize("width", [1024, 1440, 2560])
def test_nothing_is_cut_or_scrolls_sideways(visit, kept, real_file, width):
    explorer = visit(kept(real_file), viewport={"width": width, "height": 800})
    for pane in (explorer.fields, explorer.bytes):
        expect(pane).to_be_visible()
    for name in TABS:
        expect(explorer.tab(name)).to_be_visible()
        assert explorer.fits(), name
        assert explorer.cut() == [], name
    letters = explorer.byte(239_719).locator("xpath=../..").locator(".ascii > *")
    expect(letters.last).to_be_in_viewport(ratio=1)


def test_a_narrow_page_is_one_column_of_which_one_pane_is_shown(visit, kept, real_file):
    explorer = visit(kept(real_file), viewport={"width": 320, "height": 640})
    panes = ("fields", "bytes", "meaning", "drawer")
    for shown, segment in zip(panes, ("Fields", "Bytes", "Meaning", "More"), strict=True):
        explorer.segment(segment)
        for pane in panes:
            expect(explorer.page.locator(f"#{pane}")).to_be_visible(visible=pane == shown)
        assert explorer.fits(), segment
        assert explorer.cut() == [], segment
    for name in TABS:
        expect(explorer.tab(name)).to_be_visible()
        assert explorer.fits(), name
        assert explorer.cut() == [], name


def test_a_narrow_page_has_eight_bytes_in_a_row_and_shows_what_is_selected(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), viewport={"width": 320, "height": 640})
    explorer.row("opset_import[0]").click()
    expect(explorer.meaning).to_be_visible()
    expect(explorer.meaning).to_contain_text("ai.onnx 21")
    explorer.segment("Bytes")
    expect(explorer.byte(201, columns=8)).to_have_text("42")
    expect(explorer.byte(201, columns=8)).to_be_in_viewport(ratio=1)
    letters = explorer.byte(201, columns=8).locator("xpath=../..").locator(".ascii > *")
    expect(letters.last).to_be_in_viewport(ratio=1)


def test_a_page_of_another_width_keeps_what_is_selected(explorer):
    explorer.enter(explorer.goto, "174")
    explorer.page.set_viewport_size({"width": 1024, "height": 700})
    expect(explorer.drawer.get_by_role("tab", name="Meaning")).to_be_visible()
    explorer.tab("Meaning")
    explorer.selects("dim_param", 172, 175)
    explorer.page.set_viewport_size({"width": 320, "height": 640})
    explorer.segment("Bytes")
    expect(explorer.byte(174, columns=8)).to_be_in_viewport()
    explorer.page.set_viewport_size({"width": 1440, "height": 900})
    explorer.selects("dim_param", 172, 175)
    expect(explorer.drawer.get_by_role("tab", name="Meaning")).to_have_count(0)


def test_nothing_moves_where_a_person_wants_little_motion(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), reduced_motion="reduce")
    explorer.enter(explorer.goto, "232")
    expect(explorer.byte(232)).to_be_in_viewport()
    assert explorer.page.evaluate(MOVING) == []


def test_colours_of_the_system_leave_outlines_to_tell_things_apart(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), forced_colors="active")
    style = "node => getComputedStyle(node).outlineStyle"
    selected = explorer.fields.locator('[aria-selected="true"]')
    assert selected.evaluate(style) == "solid"
    assert explorer.byte(158).evaluate(style) == "solid"
    assert explorer.byte(10).evaluate(style) == "none"
    line = "node => getComputedStyle(node).textDecorationLine"
    assert explorer.byte(2).evaluate(line) == "underline"
