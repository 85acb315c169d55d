"""The map of the file: what it shows, where a click on it leads, and how near one can come."""

import pytest
from playwright.sync_api import expect

MIDDLE = 120_039  # of 240,078


def strip(explorer, name="whole"):
    return explorer.page.locator(f"#map .strip.{name}")


def button(explorer, name):
    return explorer.page.locator("#map").get_by_role("button", name=name, exact=True)


def click_at(explorer, share, name="whole"):
    """Click on a strip at a share of its width."""
    box = strip(explorer, name).bounding_box()
    strip(explorer, name).click(position={"x": box["width"] * share, "y": box["height"] - 6})


def first_selected(explorer):
    """Return the offset that the address says is selected."""
    return int(explorer.address.get("sel", explorer.address["offset"]).partition(":")[0])


def test_the_legend_counts_the_bytes_of_each_kind(real):
    expect(real.page.locator("#map .kind[data-kind=weights]")).to_have_text("weights 99.4 %")
    expect(real.page.locator("#map .kind[data-kind=structure]")).to_have_text("structure 767 B")
    expect(real.page.locator("#map .kind[data-kind=malformed]")).to_have_text("malformed 0")
    name = strip(real).get_by_role("img", name="Map of the file: weights 238,708 bytes, 99.4 %")
    expect(name).to_be_visible()


def test_a_click_on_the_map_goes_to_the_bytes_there(real):
    expect(real.page.locator("#map .kind[data-kind=weights]")).to_be_visible()
    click_at(real, 0.5)
    expect(real.meaning.locator(".title")).to_have_text("raw_data")
    real.until(lambda: "sel" in real.address, lambda: f"a byte is selected in {real.address}")
    assert first_selected(real) == pytest.approx(MIDDLE, abs=400)
    expect(real.byte(first_selected(real))).to_be_in_viewport()
    real.page.go_back()
    real.selects('input["input"]', 239719, 239764, "input")


def test_what_the_mouse_is_over_on_the_map_is_told_in_words(real):
    expect(real.page.locator("#map .kind[data-kind=weights]")).to_be_visible()
    box = strip(real).bounding_box()
    strip(real).hover(position={"x": box["width"] / 4, "y": box["height"] - 6})
    expect(real.status).to_contain_text("weights, conv2.weight")
    expect(real.status).to_contain_text("at 60")


def test_zoom_shows_a_part_of_the_file_around_the_selection_and_the_whole_again(real):
    expect(strip(real, "part")).to_be_hidden()
    expect(button(real, "Whole file")).to_be_disabled()
    button(real, "Zoom in").click()
    expect(strip(real, "part")).to_be_visible()
    real.until(lambda: "map" in real.address, lambda: "the address has a part of the map")
    start, end = map(int, real.address["map"].split(":"))
    assert end - start == pytest.approx(240_078 / 4, abs=2)
    assert start <= 239_719 < end
    click_at(real, 0.01, "part")
    real.until(lambda: start <= first_selected(real) < start + 1200, lambda: "the part is clicked")
    button(real, "Whole file").click()
    expect(strip(real, "part")).to_be_hidden()
    real.leads_to(map=None)


def test_a_drag_with_shift_zooms_to_what_was_dragged_over(real):
    expect(real.page.locator("#map .kind[data-kind=weights]")).to_be_visible()
    box = strip(real).bounding_box()
    real.page.keyboard.down("Shift")
    real.page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 12)
    real.page.mouse.down()
    real.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 12, steps=3)
    real.page.mouse.up()
    real.page.keyboard.up("Shift")
    real.until(lambda: "map" in real.address, lambda: "the address has a part of the map")
    start, end = map(int, real.address["map"].split(":"))
    assert start == pytest.approx(60_020, abs=400)
    assert end == pytest.approx(MIDDLE, abs=400)


def test_a_number_of_the_legend_steps_through_the_bytes_of_its_kind(explorer):
    text = explorer.page.locator("#map button.kind[data-kind=text]")
    text.click()
    explorer.leads_to(path="graph.input[0].name", sel="161:162")
    text.click()
    explorer.leads_to(path="graph.input[0].type.tensor_type.shape.dim[0].dim_param", sel="174:175")
    text.click(modifiers=["Shift"])
    text.click(modifiers=["Shift"])
    explorer.leads_to(path="graph.initializer[1].name")


def test_the_map_is_a_table_as_well(explorer):
    button(explorer, "Table").click()
    table = explorer.page.get_by_role("table", name="All bytes of the file by kind")
    expect(table.get_by_role("row", name="weights")).to_contain_text("60")
    table.get_by_role("button", name="next weights").click()
    explorer.leads_to(path="graph.initializer[0].raw_data")
    explorer.press("Escape")
    expect(table).to_be_hidden()
    expect(button(explorer, "Table")).to_be_focused()
