"""The server ends while the page is open: the page says so, and what was read stays."""

import re

import pytest
from playwright.sync_api import expect

from browsing import LOST

SAID = "onnxlens serve has ended"


@pytest.fixture
def left(visit, serve, tiny_file):
    """The page of tiny.onnx, whose server has ended after all of it was shown."""
    explorer = visit(serve(tiny_file))
    expect(explorer.tab("Findings")).to_contain_text("no findings")
    explorer.selects('input["x"]', 157, 179, "x")
    explorer.watch.forgive(LOST)
    explorer.server.end()
    return explorer


def test_the_page_says_that_the_server_has_ended_once(left):
    for label in ("y", "opset_import[0]", "graph"):
        left.row(label).click()
        expect(left.notices).to_contain_text(SAID)
    expect(left.notices.get_by_text(SAID)).to_have_count(1)
    faded = left.page.locator("#panes").evaluate("node => getComputedStyle(node).opacity")
    assert float(faded) < 1


def test_what_was_read_stays_and_can_be_walked(left):
    left.row("y").click()
    expect(left.notices).to_contain_text(SAID)
    expect(left.byte(157)).to_have_text("5A")
    expect(left.meaning).to_contain_text('x: FLOAT ["N", 4]')
    left.bytes.focus()
    left.press("Control+Home", "ArrowRight")
    expect(left.cursor).to_have_attribute("aria-label", re.compile("^1, 0A"))
    left.row("graph").locator(".twisty").click()
    expect(left.row("x")).to_have_count(0)


def test_a_tab_that_has_nothing_yet_says_why_and_asks_again(left):
    left.tab("Symbols")
    left.says("the server gave no answer")
    left.drawer.get_by_role("button", name="Ask again").filter(visible=True).click()
    left.says("the server gave no answer")
    left.find("Gemm")
    left.says("the server gave no answer")


def test_a_file_that_is_dropped_then_is_not_lost_without_a_word(left, tiny):
    left.drop(tiny, "a.onnx")
    expect(left.notices).to_contain_text(SAID)
    expect(left.page).to_have_title("tiny.onnx · onnxlens")
    left.press("Control+c")
    left.enter(left.goto, "174")
    expect(left.notices.get_by_text(SAID)).to_have_count(1)
