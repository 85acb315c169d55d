"""The address: it leads to a place, keeps it, goes back, and says where it leads nowhere."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from browsing import REFUSED, Explorer

INPUT = ('input["x"]', 157, 179, "x")
DIM_PARAM = ("dim_param", 172, 175)
NODE = ('node["act"]', 48, 67, "act")


def test_an_address_leads_to_a_path_an_offset_a_range_and_a_tab(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), "#path=graph&sel=61:69&tab=symbols&map=0:128")
    explorer.chooses(61, 69)
    expect(explorer.status).to_contain_text("8 bytes selected")
    expect(explorer.drawer.locator("#panel-symbols")).to_be_visible()
    expect(explorer.page.locator("#map .strip.part")).to_be_visible()
    explorer.leads_to(path="graph", sel="61:69", tab="symbols", map="0:128")
    visit(kept(tiny_file), "#offset=174").selects(*DIM_PARAM)


def test_an_address_leads_to_a_page_of_the_reference(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), "#ref=TypeProto.Tensor.elem_type")
    heading = explorer.drawer.locator(".reference").get_by_role("heading", level=3)
    expect(heading).to_contain_text("TypeProto.Tensor.elem_type")
    explorer.selects(*INPUT)


def test_back_and_forward_go_through_the_jumps_and_not_through_every_step(explorer):
    explorer.enter(explorer.goto, "174")
    explorer.selects(*DIM_PARAM)
    expect(explorer.bytes).to_be_focused()
    explorer.press("ArrowRight")
    explorer.selects("dim[1]", 175, 179)
    explorer.enter(explorer.goto, "graph.node[1]")
    explorer.selects(*NODE)
    explorer.page.go_back()
    explorer.selects("dim[1]", 175, 179)
    explorer.page.go_back()
    explorer.selects(*INPUT)
    explorer.page.go_forward()
    explorer.page.go_forward()
    explorer.selects(*NODE)


def test_a_reload_keeps_the_place_the_tab_and_the_part_of_the_map(real):
    real.enter(real.goto, "500:520")
    real.tab("Tensors")
    real.page.locator("#map").get_by_role("button", name="Zoom in").click()
    real.until(lambda: "map" in real.address, lambda: "the address has the part")
    before = real.address
    real.reload()
    real.chooses(500, 520)
    expect(real.drawer.locator("#panel-tensors")).to_be_visible()
    assert real.address == before


@pytest.fixture
def wrong(visit, kept, tiny_file) -> Callable[[str], Explorer]:
    """Open the page of tiny.onnx at an address that leads nowhere."""

    def go(fragment: str) -> Explorer:
        explorer = visit(kept(tiny_file), None)
        explorer.watch.forgive(REFUSED)
        return explorer.go(fragment)

    return go


def test_a_path_that_is_not_there_is_told_and_the_nearest_is_a_click_away(wrong):
    explorer = wrong("#path=graph.node[7]")
    expect(explorer.notices).to_contain_text("nearest is graph.node[1]")
    explorer.selects(*INPUT)
    explorer.notices.get_by_role("button", name="Show").click()
    explorer.selects(*NODE)


def test_an_offset_stands_in_for_a_path_that_is_not_there(wrong):
    explorer = wrong("#path=graph.node[7]&offset=174")
    expect(explorer.notices).to_contain_text("nearest is graph.node[1]")
    explorer.selects(*DIM_PARAM)


def test_an_offset_outside_the_file_is_told(wrong):
    explorer = wrong("#offset=99999")
    expect(explorer.notices).to_contain_text("offset 99999 is outside the file, 0 to 232")
    explorer.selects(*INPUT)


def test_an_address_for_another_file_is_told_as_such(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), "#path=graph.node[1]&file=240078-0badcafe")
    said = "this address was made for another file (240,078 bytes)"
    expect(explorer.notices).to_contain_text(said)
    explorer.selects(*NODE)


def test_an_address_opens_the_file_that_it_was_made_for(visit, serve, tiny_file, real_file):
    server = serve(tiny_file, real_file)
    explorer = visit(server)
    explorer.page.get_by_label("File", exact=True).select_option("super_resolution.onnx")
    explorer.ready(2)
    explorer.enter(explorer.goto, "graph.node[0]")
    explorer.until(lambda: explorer.address["path"] == "graph.node[0]", lambda: "it is there")
    explorer.page.reload()
    explorer.ready(2)
    expect(explorer.page).to_have_title("super_resolution.onnx · onnxlens")
    expect(explorer.notices).to_be_empty()
    explorer.leads_to(path="graph.node[0]")


def test_an_address_that_says_nothing_opens_the_first_view(visit, kept, tiny_file):
    explorer = visit(kept(tiny_file), "#%%&&=&path&sel=9:1&map=x:y&tab=nosuch&q=")
    explorer.selects("tiny.onnx", 0, 233)
    assert "token" not in explorer.page.url
