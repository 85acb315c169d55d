"""Tree, bytes and hits are walked by the keyboard alone."""

import re

from playwright.sync_api import expect

INPUT = ('input["x"]', 157, 179, "x")
OUTPUT = ('output["y"]', 179, 201, "y")
ROOT = ("tiny.onnx", 0, 233)
GRAPH = ("graph", 21, 201)


def follow(explorer, steps):
    """Press keys, and expect after each what is selected."""
    for key, target in steps:
        explorer.press(key)
        explorer.selects(*target)


def cursor(explorer, at):
    """Expect the cursor of the bytes at an offset."""
    expect(explorer.cursor).to_have_attribute("aria-label", re.compile(f"^{at}, "))
    expect(explorer.cursor).to_be_in_viewport()


def test_the_tree_is_walked_as_a_file_tree(explorer):
    explorer.selects(*INPUT)
    explorer.fields.focus()
    follow(explorer, [("ArrowDown", OUTPUT), ("ArrowUp", INPUT), ("Home", ROOT)])
    follow(explorer, [("ArrowRight", ("ir_version", 0, 2)), ("ArrowLeft", ROOT)])
    follow(explorer, [("End", ('metadata_props["model_author"]', 207, 233, "model_author"))])
    follow(
        explorer,
        [
            ("Home", ROOT),
            ("PageDown", ('metadata_props["model_author"]', 207, 233, "model_author")),
        ],
    )


def test_arrows_to_the_sides_open_close_and_go_to_the_parent(explorer):
    explorer.selects(*INPUT)
    explorer.fields.focus()
    explorer.press("ArrowRight")
    expect(explorer.row("x")).to_have_attribute("aria-expanded", "true")
    follow(explorer, [("ArrowRight", ("name", 159, 162)), ("ArrowLeft", INPUT)])
    explorer.press("ArrowLeft")
    expect(explorer.row("x")).to_have_attribute("aria-expanded", "false")
    follow(explorer, [("ArrowLeft", GRAPH)])
    explorer.press("ArrowLeft")
    expect(explorer.row("x")).to_have_count(0)
    explorer.press(" ")
    expect(explorer.row("x")).to_be_visible()


def test_a_star_opens_all_siblings_and_letters_go_to_the_row_that_begins_so(explorer):
    explorer.selects(*INPUT)
    explorer.fields.focus()
    explorer.press("*")
    for label in ("node", "initializer", "x", "y"):
        expect(explorer.row(label)).to_have_attribute("aria-expanded", "true")
    explorer.press("o", "p", "s")
    explorer.selects("opset_import[0]", 201, 207)
    explorer.press("Home")
    explorer.selects(*ROOT)


def test_the_bytes_are_walked_by_byte_row_page_and_to_the_ends(explorer):
    explorer.bytes.focus()
    steps = {
        "ArrowRight": 158, "ArrowDown": 174, "ArrowUp": 158, "ArrowLeft": 157, "Home": 144,
        "End": 159, "Control+Home": 0, "PageDown": 232, "PageUp": 0, "Control+End": 232,
    }  # fmt: skip
    for key, at in steps.items():
        explorer.press(key)
        cursor(explorer, at)
    explorer.selects("value", 223, 233)


def test_fields_are_walked_in_the_bytes_and_ranges_extended(explorer):
    explorer.bytes.focus()
    follow(explorer, [("Control+ArrowRight", ("name", 159, 162))])
    follow(
        explorer,
        [("Control+ArrowRight", ("type", 162, 179)), ("Control+ArrowLeft", ("name", 159, 162))],
    )
    explorer.press("Shift+ArrowRight", "Shift+ArrowRight")
    explorer.leads_to(sel="161:164", path="graph.input[0]")
    expect(explorer.status).to_contain_text("3 bytes selected")


def test_the_record_around_and_the_one_inside_are_a_key_away(explorer):
    explorer.bytes.focus()
    follow(explorer, [("Shift+Alt+ArrowRight", GRAPH), ("Shift+Alt+ArrowRight", ROOT)])
    follow(explorer, [("Shift+Alt+ArrowLeft", ("ir_version", 0, 2))])


def test_enter_follows_the_name_of_a_field_and_with_shift_lists_its_uses(explorer):
    explorer.enter(explorer.goto, "graph.node[0].input[1]")
    link = explorer.meaning.get_by_role("button", name='initializer[0] "w"')
    expect(link).to_be_visible()
    explorer.press("Enter")
    explorer.selects('initializer["w"]', 73, 134, "w")
    link = explorer.meaning.get_by_role("button", name='node[0] Gemm "fc"')
    expect(link).to_be_visible()
    explorer.press("Shift+Enter")
    expect(link).to_be_focused()
    explorer.press("Enter")
    explorer.selects('node["fc"]', 24, 48, "fc")


def test_hits_are_reached_from_the_box_and_gone_through_from_anywhere(explorer):
    explorer.fields.focus()
    explorer.press("Control+f")
    expect(explorer.search).to_be_focused()
    explorer.page.keyboard.type("op:Relu")
    explorer.press("Enter")
    explorer.selects('node["act"]', 48, 67, "act")
    explorer.search.fill("field:op_type")
    expect(explorer.drawer.get_by_role("tab", name="Search")).to_have_text("Search 2")
    explorer.press("ArrowDown", "ArrowDown", "Enter")
    explorer.selects("op_type", 61, 67)
    explorer.bytes.focus()
    follow(explorer, [("F3", ("op_type", 42, 48)), ("Shift+F3", ("op_type", 61, 67))])
