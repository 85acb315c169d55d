"""A model that would act in the page: all that it says is shown as text, and nothing of it runs."""

import re

import pytest
from playwright.sync_api import expect

from onnxlens.wire.scalars import encode_record
from recipes import dim, each, entry, int_of, node, of, tensor_type, value

IMAGE = '<img src=x onerror="window.pwned=1">'
SCRIPT = "<script>window.pwned=1</script>"
CLOSING = '"><svg onload=window.pwned=1></textarea>'
LINK = '<a href="javascript:window.pwned=1">x</a>'
CONTROLS = "\u202e\u2066evil\u2069\x1b[31m\x1b]0;t\x07\x00\u200b"
NAME = "<img src=x onerror=window.pwned=1>\u202exnno.onnx"
RAW = "\x1b\x07\x00\u202e\u2066\u2069\u200b"
ALIEN = "img, iframe, object, embed, a[href], svg[onload], script:not([src]), [onerror], [onload]"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    """A model that says such things wherever it can say anything."""
    kind = tensor_type(1, dim(SCRIPT), dim(4, IMAGE))
    weights = int_of(1, 1) + int_of(2, 1) + of(8, CLOSING) + of(9, bytes(4)) + of(12, SCRIPT)
    graph = (
        of(1, node(IMAGE, [IMAGE, CLOSING], [LINK], more=of(3, SCRIPT) + of(6, IMAGE)))
        + of(1, node(CONTROLS, [LINK], [CONTROLS], more=of(7, SCRIPT)))
        + of(2, CLOSING)
        + of(5, weights)
        + of(10, IMAGE)
        + each(11, [value(IMAGE, kind)])
        + each(12, [value(CONTROLS, kind)])
    )
    model = int_of(1, 10) + of(2, IMAGE) + of(3, CONTROLS) + of(4, SCRIPT) + of(6, CLOSING)
    model += of(7, graph) + encode_record(8, of(1, IMAGE) + int_of(2, 1))
    path = tmp_path_factory.mktemp("hostile") / NAME
    path.write_bytes(model + of(14, entry(IMAGE, SCRIPT)) + of(14, entry(CONTROLS, LINK)))
    return path


@pytest.fixture
def shown(visit, kept, hostile):
    return visit(kept(hostile))


def selected(explorer):
    return explorer.fields.locator('[aria-selected="true"]')


def harmless(explorer):
    """Expect that nothing of the file became part of the page, and no control can be read."""
    assert explorer.page.evaluate("window.pwned") is None
    expect(explorer.page.locator(ALIEN)).to_have_count(0)
    text = explorer.page.evaluate("document.body.innerText + document.title")
    assert [hex(ord(each)) for each in RAW if each in text] == []


def test_names_of_file_inputs_and_types_are_text(shown):
    expect(shown.page.locator("#file .name")).to_contain_text("<img src=x onerror=window.pwned=1>")
    expect(shown.meaning.locator(".value")).to_contain_text("<script>window.pwned=1</script>")
    expect(selected(shown)).to_contain_text("<img src=x onerror=")
    harmless(shown)


def test_every_field_says_what_it_holds_as_text(shown):
    fields = {
        "producer_name": IMAGE, "domain": SCRIPT, "doc_string": CLOSING,
        "graph.name": CLOSING, "graph.node[0].op_type": IMAGE, "graph.node[0].doc_string": IMAGE,
        "metadata_props[0].value": SCRIPT, "opset_import[0].domain": IMAGE,
    }  # fmt: skip
    for path, text in fields.items():
        shown.enter(shown.goto, path)
        shown.leads_to(path=path)
        quoted = text.replace('"', '\\"')
        expect(shown.meaning.locator(".value")).to_have_text(f'"{quoted}"')
        harmless(shown)


def test_controls_are_escaped_wherever_they_would_stand(shown):
    for path in ("producer_version", "graph.output[0]", "graph.node[1]", "metadata_props[1]"):
        shown.enter(shown.goto, path)
        shown.leads_to(path=path)
        expect(shown.meaning.locator(".value")).to_contain_text(re.compile(r"\\u\{?202E", re.I))
        harmless(shown)
    shown.fields.focus()
    shown.press("*")
    harmless(shown)


def test_all_tabs_show_it_as_text(shown):
    expect(shown.tab("Findings").get_by_role("row").first).to_be_visible()
    harmless(shown)
    shown.tab("Findings").get_by_role("row").first.click()
    shown.tab("Tensors").get_by_role("row").first.click()
    expect(shown.drawer.locator(".tensorpage h3")).to_contain_text(CLOSING)
    expect(shown.tab("Symbols")).to_contain_text(SCRIPT)
    expect(shown.tab("Summary")).to_contain_text(SCRIPT)
    harmless(shown)


def test_what_is_searched_for_and_found_is_text(shown):
    expect(shown.find("<img").first.locator("mark")).to_have_text("<img")
    harmless(shown)
    shown.find(f"{SCRIPT}{IMAGE}")
    shown.says(f"no hit for {SCRIPT}{IMAGE}")
    shown.fields.get_by_role("row").filter(has_text="<img").last.hover()
    expect(shown.status).to_contain_text("<img src=x onerror=")
    harmless(shown)


def test_an_address_that_would_act_is_text(visit, kept, hostile):
    explorer = visit(kept(hostile), None)
    explorer.watch.forgive("Failed to load resource: the server responded with a status of 4")
    explorer.go(f"#path={IMAGE}&tab={SCRIPT}&ref={IMAGE}&q={SCRIPT}&file={IMAGE}-1")
    expect(explorer.notices).to_contain_text("<img src=x")
    harmless(explorer)
