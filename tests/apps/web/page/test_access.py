"""What axe-core finds against the page in its main states: nothing."""

import pytest
from playwright.sync_api import expect

from axe import faults

RULES = {"light": (), "dark": ("color-contrast",)}  # all others do not depend on colours

LOW = {"width": 1440, "height": 560}  # fewer rows of the same kinds


def judged(explorer, state, scheme="light"):
    """Expect that nothing keeps a person from using the page as it is now."""
    assert faults(explorer.page, *RULES[scheme]) == [], state


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_tabs_serve_everyone(visit, kept, real_file, scheme):
    explorer = visit(kept(real_file), color_scheme=scheme, viewport=LOW)
    explorer.tab("Findings").get_by_role("row").first.click()
    expect(explorer.drawer.get_by_role("complementary", name="Rule")).to_be_visible()
    judged(explorer, "findings", scheme)
    explorer.tab("Tensors").get_by_role("row").first.click()
    explorer.drawer.get_by_role("button", name="Histogram of all values").click()
    expect(explorer.drawer.get_by_role("img", name="histogram")).to_be_visible()
    judged(explorer, "tensors", scheme)
    for name in ("Symbols", "Summary", "Reference"):
        expect(explorer.tab(name).locator(".page")).to_be_visible()
        judged(explorer, name, scheme)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_hits_pointed_rows_tables_and_dialogs_serve_everyone(visit, kept, tiny_file, scheme):
    explorer = visit(kept(tiny_file), color_scheme=scheme, viewport=LOW)
    explorer.find("0A 01").nth(1).click()
    judged(explorer, "hits", scheme)
    explorer.row("graph").hover()
    judged(explorer, "pointed at", scheme)
    explorer.page.locator("#map").get_by_role("button", name="Table").click()
    judged(explorer, "table", scheme)
    for key in ("?", "Control+k"):
        explorer.fields.focus()
        explorer.press(key)
        expect(explorer.page.get_by_role("dialog")).to_be_visible()
        judged(explorer, key, scheme)
        explorer.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_page_serves_everyone(visit, kept, real_file, scheme):
    size = {"width": 320, "height": 640}
    explorer = visit(kept(real_file), viewport=size, color_scheme=scheme, has_touch=True)
    for segment in ("Fields", "Bytes", "Meaning", "More"):
        explorer.segment(segment)
        judged(explorer, segment, scheme)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_broken_file_serves_everyone(visit, serve, tmp_path, tiny, scheme):
    path = tmp_path / "half.onnx"
    path.write_bytes(tiny[:139])
    explorer = visit(serve(path), color_scheme=scheme)
    expect(explorer.notices).to_contain_text("cut off")
    expect(explorer.tab("Findings").get_by_role("row").first).to_be_visible()
    judged(explorer, "broken", scheme)


def test_a_page_without_a_file_serves_everyone(visit, serve):
    explorer = visit(serve(), None)
    explorer.page.goto(explorer.server.token_url)
    expect(explorer.page.get_by_role("button", name="Open example")).to_be_visible()
    judged(explorer, "empty")


def test_a_button_without_a_name_would_be_found(explorer):
    explorer.page.evaluate("document.body.append(document.createElement('button'))")
    (found,) = faults(explorer.page)
    assert found.startswith("critical button-name")


def test_what_is_selected_and_found_is_told_to_those_who_listen(real):
    live = real.page.locator("#live")
    expect(live).to_contain_text('input["input"], 45 bytes at 239719')
    expect(real.drawer.get_by_role("status").first).to_have_text("8 findings")
    real.enter(real.goto, "graph.node[0]")
    expect(live).to_contain_text("bytes at 20")
