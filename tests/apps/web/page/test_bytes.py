"""The bytes: what clicks, drags and hovers in them select elsewhere."""

import re

from playwright.sync_api import expect

DIM_PARAM = ("dim_param", 172, 175)
DIM = ("dim[0]", 170, 175)


def test_a_click_on_a_byte_selects_the_innermost_record_and_a_second_the_one_around_it(explorer):
    explorer.byte(174).click()
    explorer.selects(*DIM_PARAM)
    expect(explorer.meaning).to_contain_text('"N"')
    explorer.leads_to(path="graph.input[0].type.tensor_type.shape.dim[0].dim_param")
    explorer.byte(174).click()
    explorer.selects(*DIM)


def test_a_click_on_a_letter_is_one_on_its_byte(explorer):
    row = explorer.bytes.locator('[role="row"][aria-rowindex="11"]')
    row.locator(".ascii > *").nth(174 % 16).click()
    explorer.selects(*DIM_PARAM)


def test_a_drag_selects_bytes_and_the_smallest_record_around_them(explorer):
    explorer.byte(61).hover()
    explorer.page.mouse.down()
    explorer.byte(64).hover()
    explorer.byte(68).hover()
    explorer.page.mouse.up()
    explorer.aside()
    explorer.chooses(61, 69)
    expect(explorer.status).to_contain_text("61:69")
    expect(explorer.status).to_contain_text("8 bytes selected")
    explorer.leads_to(path="graph", sel="61:69")


def test_a_drag_backwards_and_a_click_with_shift_select_ranges(explorer):
    explorer.byte(67).hover()
    explorer.page.mouse.down()
    explorer.byte(50).hover()
    explorer.byte(48).hover()
    explorer.page.mouse.up()
    explorer.leads_to(path="graph", sel="48:68")
    explorer.byte(24).click()
    explorer.leads_to(sel=None)
    explorer.byte(47).click(modifiers=["Shift"])
    explorer.aside()
    explorer.chooses(24, 48)
    explorer.leads_to(path="graph.node[0]", sel=None)


def test_what_a_byte_points_at_is_tinted_in_the_tree_and_told_below(explorer):
    before = explorer.page.url
    top = explorer.fields.evaluate("node => node.scrollTop")
    explorer.byte(202).hover()
    row = explorer.row("opset_import[0]")
    explorer.byte(201).hover()
    expect(row).to_have_class(re.compile("pointed"))
    expect(explorer.status).to_contain_text("201:207, tag, byte 201")
    assert explorer.page.url == before
    assert explorer.fields.evaluate("node => node.scrollTop") == top
    explorer.selects('input["x"]', 157, 179, "x")


def test_tag_length_and_payload_are_told_apart(explorer):
    for at, part in ((172, "tag"), (173, "length")):
        expect(explorer.byte(at)).to_have_class(re.compile(rf"\b{part}\b"))
    expect(explorer.byte(174)).not_to_have_class(re.compile(r"\b(tag|length)\b"))
    shown = "node => getComputedStyle(node).textDecorationLine"
    assert explorer.byte(172).evaluate(shown) == explorer.byte(173).evaluate(shown) == "underline"
    assert explorer.byte(174).evaluate(shown) == "none"


def test_a_byte_has_a_name_for_those_who_listen(explorer):
    explorer.byte(172).click()
    expect(explorer.byte(172)).to_have_attribute("aria-label", re.compile("^172, 12, tag"))
    active = explorer.bytes.get_attribute("aria-activedescendant")
    assert explorer.byte(172).get_attribute("id") == active


def test_the_selection_is_read_as_numbers_in_both_byte_orders(explorer):
    explorer.enter(explorer.goto, "86:90")  # the first weight, 0.5
    expect(explorer.status).to_contain_text("86:90")
    expect(explorer.status).to_contain_text("f32 le 0.5")
    expect(explorer.status).to_contain_text("i32 le 1056964608 be 63")
    explorer.enter(explorer.goto, "172:175")
    expect(explorer.status).to_contain_text("u8 18")
    expect(explorer.status).to_contain_text("varint 18")
    expect(explorer.status).to_contain_text("N")


def test_the_grid_says_how_many_rows_and_columns_the_file_has(explorer):
    expect(explorer.bytes).to_have_attribute("aria-rowcount", "15")
    expect(explorer.bytes).to_have_attribute("aria-colcount", "18")
