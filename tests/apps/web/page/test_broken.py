"""Files that are broken, of another format, or empty: what is said of them, what still works."""

import re

import pytest
from playwright.sync_api import expect

OVERLONG = b"\x08" + b"\xff" * 11  # a tag, and a varint that does not end within 10 bytes
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
PAGE = b"<!DOCTYPE html><html><head><title>Sign in</title></head><body>Sign in</body></html>"
CHECKPOINT = b"PK\x03\x04" + bytes(22) + b"\x10\x00\x00\x00archive/data.pkl" + bytes(60)


@pytest.fixture
def cut(visit, serve, tmp_path, real_file):
    """The page of a real model of which 170,000 bytes are there."""
    path = tmp_path / "cut.onnx"
    path.write_bytes(real_file.read_bytes()[:170_000])
    return visit(serve(path))


@pytest.fixture
def overlong(visit, serve, tmp_path, tiny):
    """The page of tiny.onnx with a varint behind it that does not end."""
    path = tmp_path / "overlong.onnx"
    path.write_bytes(tiny + OVERLONG)
    return visit(serve(path))


def kind(explorer, name):
    return explorer.page.locator(f"#map .kind[data-kind={name}]")


def test_a_file_that_was_cut_off_says_so_first_and_shows_where(cut):
    expect(cut.notices).to_contain_text("cut off")
    expect(cut.page.locator("#header")).to_contain_text("170,000 bytes")
    cut.notices.get_by_role("button", name="Show").click()
    expect(cut.meaning.locator(".damage")).to_contain_text("!")
    selected = cut.fields.locator('[aria-selected="true"]')
    expect(selected).to_have_class(re.compile(r"\bbroken\b"))
    expect(selected).to_contain_text("error")


def test_what_is_whole_in_a_cut_file_is_read_as_ever(cut):
    cut.enter(cut.goto, "graph.node[0]")
    expect(cut.meaning.locator(".value")).to_contain_text("Conv")
    expect(cut.row("graph")).to_be_visible()
    finding = cut.tab("Findings").get_by_role("row").filter(has_text="error")
    finding.first.click()
    expect(cut.drawer.get_by_role("complementary", name="Rule")).to_contain_text("Fetch")
    expect(cut.tab("Tensors").get_by_role("row").first).to_contain_text("conv2.weight")


def test_a_varint_that_does_not_end_is_hatched_and_told(overlong):
    expect(overlong.notices).to_contain_text("233")
    expect(kind(overlong, "malformed")).to_have_attribute("title", re.compile("12 bytes, 4.9 %"))
    overlong.enter(overlong.goto, "233")
    for at in (233, 244):
        expect(overlong.byte(at)).to_have_class(re.compile(r"\bf7\b"))
    expect(overlong.byte(232)).not_to_have_class(re.compile(r"\bf7\b"))
    expect(overlong.meaning.get_by_text("a varint of more than 10 bytes")).to_have_count(1)
    expect(overlong.fields.locator('[aria-selected="true"] b')).to_have_text("!")
    mark = "node => getComputedStyle(node, '::after').content"
    assert overlong.fields.locator('[aria-selected="true"] b').evaluate(mark) == "none"


def test_brackets_lead_to_the_damage_from_both_sides(overlong):
    overlong.bytes.focus()
    overlong.press("]")
    overlong.leads_to(offset="233")
    overlong.enter(overlong.goto, "0")
    expect(overlong.bytes).to_be_focused()
    overlong.press("[")
    overlong.leads_to(offset="233")
    expect(overlong.byte(233)).to_be_in_viewport()


def test_files_of_other_formats_say_what_they_are_and_show_their_bytes(visit, serve, tmp_path):
    files = {"a.onnx": PNG, "b.onnx": PAGE, "c.onnx": CHECKPOINT}
    said = {"a.onnx": "PNG", "b.onnx": 'title "Sign in"', "c.onnx": "zip"}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    explorer = visit(serve(*sorted(tmp_path.iterdir())))
    for number, (name, data) in enumerate(files.items(), 1):
        explorer.page.get_by_label("File", exact=True).select_option(name)
        explorer.ready(number)
        expect(explorer.notices).to_contain_text(said[name])
        explorer.enter(explorer.goto, "9")
        expect(explorer.byte(9)).to_have_text(f"{data[9]:02X}")
        expect(explorer.byte(9)).to_be_in_viewport()


def test_all_tabs_of_a_file_that_is_no_model_say_that_there_is_nothing(visit, serve, tmp_path):
    (tmp_path / "a.onnx").write_bytes(PNG)
    explorer = visit(serve(tmp_path / "a.onnx"))
    words = {"Tensors": "no tensors", "Symbols": "no symbols", "Findings": "no findings"}
    for name, said in words.items():
        expect(explorer.tab(name)).to_contain_text(said)
    expect(explorer.tab("Summary")).to_contain_text("PNG")
    explorer.find("89 50 4E 47").first.click()
    expect(explorer.status).to_contain_text("0:4")


def test_an_empty_file_says_so_and_nothing_breaks(visit, serve, tmp_path):
    (tmp_path / "empty.onnx").write_bytes(b"")
    explorer = visit(serve(tmp_path / "empty.onnx"))
    expect(explorer.page.locator("#header")).to_contain_text("0 bytes")
    expect(explorer.notices).to_contain_text("empty, 0 bytes")
    explorer.enter(explorer.goto, "0")
    expect(explorer.notices).to_contain_text("0 is past the end: the file has 0 bytes")
    explorer.bytes.focus()
    explorer.press("ArrowDown", "End", "Control+End", "PageUp", "]", "F8")
    for name in ("Findings", "Tensors", "Symbols", "Summary", "Reference"):
        expect(explorer.tab(name)).to_be_visible()
