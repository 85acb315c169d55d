"""The builder of HTML: what it escapes, and what it does not make."""

import pytest

from onnxlens.views.report.html import document, el, text

EVIL = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onclick='x",
    "</style></title>-->]]>",
    "&lt;b&gt;",
    "a\u202eb\u2066c",
    "nul\0esc\x1b[31m\r\n",
    "\udcff\udc80",
    "\u5b57 \U0001f600",
]


@pytest.mark.parametrize("words", EVIL, ids=ascii)
def test_text_makes_no_element_and_no_attribute(read, words):
    page = read(document(el("p", words, el("code", words), class_=words)))
    assert [tag for tag, _ in page.elements] == ["p", "code"]
    assert list(page.elements[0][1]) == ["class"] and page.comments == []


@pytest.mark.parametrize("words", EVIL, ids=ascii)
def test_a_page_is_ascii_without_what_drives_a_terminal(words):
    made = document(el("p", words))
    assert made.isascii() and made.replace("\n", "").isprintable()


@pytest.mark.parametrize("words", [*EVIL[:5], EVIL[-1]], ids=ascii)
def test_what_can_be_shown_is_shown_as_it_is(read, words):
    assert read(document(el("p", words))).lines == [words]


def test_what_hides_is_shown_as_an_escape():
    assert text("a\u202eb\0\udcff") == r"a\u202eb\u0000\xFF"


def test_a_text_of_any_length_is_whole():
    assert text("\x01" * 5000) == r"\u0001" * 5000


@pytest.mark.parametrize("tag", ["script", "img", "iframe", "form", "link", "p onclick=x"])
def test_other_elements_are_refused(tag):
    with pytest.raises(ValueError, match="no element"):
        el(tag)


@pytest.mark.parametrize("name", ["onclick", "style", "src", "srcdoc", "action"])
def test_other_attributes_are_refused(name):
    with pytest.raises(ValueError, match="no attribute"):
        el("p", **{name: "x"})


@pytest.mark.parametrize("target", ["javascript:alert(1)", "https://example.org", "x.html", ""])
def test_a_link_out_of_the_page_is_refused(target):
    with pytest.raises(ValueError, match="out of the report"):
        el("a", "x", href=target)


@pytest.mark.parametrize("sheet", ["</style><b>", "p { content: '\u2026' }"])
def test_a_style_sheet_that_could_end_early_is_refused(sheet):
    with pytest.raises(ValueError, match="ASCII without <"):
        document(el("style", sheet))


def test_a_style_sheet_is_not_escaped():
    assert document(el("style", "a > b { }")).count("a > b { }") == 1


def test_attributes_of_none_and_false_are_left_out(read):
    made = document(
        el("p", None, ["a", el("span", "b")], class_=None, id=False, aria_hidden="true")
    )
    assert made == '<!DOCTYPE html>\n<p aria-hidden="true">a<span>b</span></p>\n'
