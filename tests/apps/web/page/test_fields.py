"""The tree of fields: what a click and a hover in it do in the other panes."""

import re

import pytest
from playwright.sync_api import expect

INPUT = ('input["x"]', 157, 179, "x")


def test_a_click_on_a_field_selects_its_bytes_and_tells_its_meaning(explorer):
    explorer.row("opset_import[0]").click()
    explorer.selects("opset_import[0]", 201, 207)
    expect(explorer.meaning).to_contain_text("ai.onnx 21")
    explorer.leads_to(path="opset_import[0]", offset="201")


def test_the_twisty_opens_and_closes_a_field_and_selects_nothing(explorer):
    row = explorer.row("producer_name")
    expect(row).not_to_have_attribute("aria-expanded", re.compile(".*"))
    row = explorer.row("x")
    expect(row).to_have_attribute("aria-expanded", "false")
    row.locator(".twisty").click()
    expect(row).to_have_attribute("aria-expanded", "true")
    expect(explorer.row("type")).to_contain_text('FLOAT ["N", 4]')
    row.locator(".twisty").click()
    expect(explorer.row("type")).to_have_count(0)
    explorer.selects(*INPUT)


def test_a_double_click_opens_a_field_and_selects_it(explorer):
    explorer.row("opset_import[0]").dblclick()
    expect(explorer.row("version")).to_be_visible()
    explorer.selects("opset_import[0]", 201, 207)


def test_rows_say_their_level_place_and_number_of_siblings(explorer):
    row = explorer.row("x")
    for name, value in {"level": "3", "posinset": "4", "setsize": "5", "selected": "true"}.items():
        expect(row).to_have_attribute(f"aria-{name}", value)
    row = explorer.row("producer_name")
    for name, value in {"level": "2", "posinset": "2", "setsize": "5"}.items():
        expect(row).to_have_attribute(f"aria-{name}", value)


def test_what_a_row_points_at_is_tinted_in_the_bytes_and_told_below(explorer):
    before = explorer.page.url
    explorer.row("opset_import[0]").hover()
    expect(explorer.byte(201)).to_have_class(re.compile("pointed"))
    expect(explorer.byte(206)).to_have_class(re.compile("pointed"))
    expect(explorer.byte(207)).not_to_have_class(re.compile("pointed"))
    expect(explorer.status).to_contain_text("ai.onnx 21")
    assert explorer.page.url == before
    explorer.selects(*INPUT)


@pytest.mark.parametrize("at", ["graph.node[0].op_type", "graph.input[0].type.tensor_type.shape"])
def test_what_is_selected_elsewhere_is_opened_and_shown_in_the_tree(explorer, at):
    explorer.enter(explorer.goto, at)
    last = at.rpartition(".")[2]
    expect(explorer.row(last)).to_have_attribute("aria-selected", "true")
    expect(explorer.row(last)).to_be_in_viewport()


def test_badges_say_where_findings_are_in_words(visit, serve, tmp_path, tiny):
    path = tmp_path / "half.onnx"
    path.write_bytes(tiny[:139])
    explorer = visit(serve(path))
    expect(explorer.row("initializer[1]")).to_contain_text("error")
