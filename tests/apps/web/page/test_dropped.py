"""Files that are dropped on the page, and the page as long as there is none."""

import pytest
from playwright.sync_api import expect

from browsing import REFUSED

INPUT = ('input["x"]', 157, 179, "x")
TOO_LARGE = """() => {
  const event = new DragEvent("drop", {bubbles: true, cancelable: true});
  const file = {name: "huge.onnx", size: 5_000_000_000};
  Object.defineProperty(event, "dataTransfer", {value: {files: [file]}});
  document.body.dispatchEvent(event);
}"""


@pytest.fixture
def empty(visit, serve):
    """The page of a server without a file."""
    explorer = visit(serve(), None)
    explorer.page.goto(explorer.server.token_url)
    expect(explorer.page.get_by_role("heading", name="What every byte of an ONNX")).to_be_visible()
    return explorer


def choice(explorer):
    return explorer.page.get_by_label("File", exact=True)


def test_a_page_without_a_file_opens_an_example(empty):
    for pane in (empty.fields, empty.bytes, empty.meaning, empty.page.locator("#map")):
        expect(pane).to_be_hidden()
    empty.page.get_by_role("button", name="Open example").click()
    empty.ready()
    expect(empty.page).to_have_title("example.onnx · onnxlens")
    expect(empty.meaning.locator(".value")).not_to_be_empty()
    expect(empty.page.get_by_role("button", name="Open example")).to_be_hidden()


def test_a_file_is_chosen_with_a_button(empty, tiny_file):
    with empty.page.expect_file_chooser() as chooser:
        empty.page.get_by_role("button", name="Choose a file").click()
    chooser.value.set_files(tiny_file)
    empty.ready()
    empty.selects(*INPUT)
    expect(empty.page).to_have_title("tiny.onnx · onnxlens")


def test_dropped_files_are_opened_one_after_the_other_and_chosen_from(empty, tiny, real_file):
    empty.drop(tiny, "a.onnx")
    empty.ready(1)
    empty.selects(*INPUT)
    empty.drop(real_file.read_bytes(), "b.onnx")
    empty.ready(2)
    empty.selects('input["input"]', 239719, 239764, "input")
    expect(empty.notices).to_be_empty()
    expect(choice(empty).locator("option")).to_have_text(["a.onnx", "b.onnx"])
    choice(empty).select_option("a.onnx")
    empty.ready(1)
    empty.selects(*INPUT)
    empty.reload()
    expect(empty.page).to_have_title("a.onnx · onnxlens")


def test_a_file_of_another_format_is_dropped_and_said_what_it_is(visit, serve, tiny_file):
    explorer = visit(serve(tiny_file))
    explorer.drop(b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64, "m.onnx")
    explorer.ready(2)
    expect(explorer.notices).to_contain_text("Git LFS pointer")
    expect(explorer.byte(0)).to_have_text("76")
    choice(explorer).select_option("tiny.onnx")
    explorer.selects(*INPUT)
    expect(explorer.notices).to_be_empty()


def test_the_page_says_where_a_file_can_be_dropped_while_it_is_dragged(explorer):
    drag = "type => document.body.dispatchEvent(new DragEvent(type, {bubbles: true}))"
    outline = "node => getComputedStyle(node).outlineStyle"
    panes = explorer.page.locator("#panes")
    assert panes.evaluate(outline) == "none"
    explorer.page.evaluate(drag, "dragenter")
    assert panes.evaluate(outline) == "dashed"
    explorer.page.evaluate(drag, "dragleave")
    assert panes.evaluate(outline) == "none"


def test_a_file_that_is_too_large_is_refused_with_the_way_to_open_it(empty):
    empty.page.evaluate(TOO_LARGE)
    expect(empty.notices).to_contain_text("huge.onnx: 5,000,000,000 bytes")
    expect(empty.notices).to_contain_text("at most 512 MiB")
    expect(empty.notices).to_contain_text("onnxlens serve huge.onnx")
    assert not any("/api/open" in url for url in empty.watch.requests)
    expect(empty.page.get_by_role("button", name="Open example")).to_be_visible()


def test_what_the_server_says_against_a_file_is_told(empty, tiny):
    empty.watch.forgive(REFUSED)
    said = {"error": "other files are being sent; there is no room", "next": "try again"}
    empty.page.route("**/api/open", lambda route: route.fulfill(status=503, json=said))
    empty.drop(tiny, "a.onnx")
    expect(empty.notices).to_contain_text("there is no room · try again")
    empty.page.unroute("**/api/open")
    empty.drop(tiny, "a.onnx")
    empty.ready()
    empty.selects(*INPUT)
    expect(empty.notices).to_be_empty()
