"""Findings for people: the line of bytes, its carets, and what is counted."""

import pytest

from onnxlens.checks.catalog import rules
from onnxlens.finding import Finding, Related
from onnxlens.source import MemorySource
from onnxlens.span import Span
from onnxlens.views import check as view
from onnxlens.views.page import Page
from shown import HOSTILE, PAGES, harmless

DATA = MemorySource(bytes(range(100)))
PLAIN = Page()


def finding(start, end, record=None, code="T001", path="graph", message="m", related=()):
    return Finding(
        code, "error", path, Span(start, end), message, related, record and Span(*record)
    )


def shown(found, page=PLAIN, source=DATA):
    return list(view.finding_lines(page, source.size, source, found))[1:]


@pytest.mark.parametrize(
    ("span", "record", "bytes_", "carets"),
    [
        ((11, 12), (10, 15), "        10  0A 0B 0C 0D 0E", "               ^^"),
        ((10, 12), (10, 12), "        10  0A 0B", "            ^^^^^"),
        # no more than 4 bytes behind what is at fault
        ((10, 11), (10, 90), "        10  0A 0B 0C 0D 0E", "            ^^"),
        # a record that begins too far before
        ((50, 52), (10, 90), "        46  2E 2F 30 31 32 33 34 35 36 37",
         "                        ^^^^^"),
        # exactly 16 bytes, and one more
        ((10, 26), (10, 26), "        10  0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16 17 18 19",
         "            " + "^" * 47),
        ((10, 27), (10, 27), "        10  0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16 17 18 19 …",
         "            ^^ … 17 bytes up to 27"),
        # 12 bytes behind a header of 4: all 16
        ((14, 26), (10, 26), "        10  0A 0B 0C 0D 0E 0F 10 11 12 13 14 15 16 17 18 19",
         "                        " + "^" * 35),
        # no byte at all: what is missing would stand here
        ((20, 20), (18, 20), "        18  12 13", "                  ^"),
        ((96, 100), (96, 100), "        96  60 61 62 63", "            ^^^^^^^^^^^"),
    ],
)  # fmt: skip
def test_carets_stand_under_exactly_the_bytes_at_fault(span, record, bytes_, carets):
    assert shown(finding(*span, record)) == [bytes_, carets]


def test_the_whole_file_is_no_place_and_needs_no_bytes():
    assert shown(finding(0, 100, path="")) == []
    assert list(view.finding_lines(PLAIN, 100, None, finding(1, 2)))[1:] == []


def test_a_narrow_terminal_shows_fewer_bytes():
    lines = shown(finding(10, 26), Page(40, cut=True))
    assert lines == ["        10  0A 0B 0C 0D 0E 0F 10 11 …", "            ^^ … 16 bytes up to 26"]


def test_related_places_follow_and_are_counted_from_the_fifth_on():
    related = tuple(Related(f"graph.node[{n}]", Span(n, n + 1), "also this") for n in range(6))
    lines = shown(finding(1, 2, related=related))
    assert lines[2:4] == ["            also 0:1 graph.node[0]: also this",
                          "            also 1:2 graph.node[1]: also this"]  # fmt: skip
    assert lines[6:] == ["            and 2 more places"]


def test_findings_of_one_rule_are_counted_from_the_eleventh_on():
    many = [finding(n, n + 1, code="W043") for n in range(90)] + [finding(95, 96)]
    lines = list(view.file_lines(PLAIN, "m: t", 100, None, many, False))
    assert len(lines) == 1 + 10 + 1 + 1 and lines[-1] == "  … 80 more W043: --all"
    assert len(list(view.file_lines(PLAIN, "m: t", 100, None, many, True))) == 92


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.width)
def test_hostile_names_act_on_no_terminal_and_fit_it(name, page):
    text = HOSTILE[name].decode("utf-8", "surrogateescape") * 3
    related = (Related(text, Span(0, 1), text),)
    found = finding(3, 9, path=f'graph.node["{text}"]', message=f"name {text}.", related=related)
    assert harmless(view.finding_lines(page, 100, DATA, found), page) > 2
    harmless([view.concise(text, found), view.github(text, found)], PLAIN)


def test_totals_say_of_how_many_files():
    total = view.Total()
    total.add(True, 5, [])
    ended = list(view.total_lines(PLAIN, total, rules(["W"])))
    assert ended == [f"no findings: 5 records, {len(rules(['W']))} rules"]
    total.add(True, 5, [finding(0, 1), finding(0, 1)])
    total.add(False, 0, [])
    (line,) = view.total_lines(PLAIN, total, rules(["W"]))
    assert line == "2 errors in 1 of 2 files; 1 file not judged; about a rule: onnxlens rule T001"


def test_nothing_is_called_clean_where_nothing_was_judged_or_only_safety():
    total = view.Total()
    total.add(False, 0, [])
    assert list(view.total_lines(PLAIN, total, rules(["W"]))) == []
    total.add(True, 5, [])
    assert list(view.total_lines(PLAIN, total, rules(["X"])))[-1] == view.SAFETY


def test_a_workflow_command_ends_where_it_should():
    found = finding(1, 2, path='n["a,b:c%\r\n"]', message="100 %: a, b")
    command = view.github("a:b,c%\n.onnx", found)
    assert "\n" not in command and "\r" not in command
    head, text = command.removeprefix("::error ").split("::", 1)
    file, title = head.split(",")
    assert file == "file=a%3Ab%2Cc%25\\n.onnx"
    assert ":" not in title and "%25" in title and "%2C" in title
    assert text.endswith("at 1:2: 100 %25: a, b")


def test_concise_is_one_line_with_the_offset_behind_the_name():
    assert view.concise("h.onnx", finding(134, 135)) == "h.onnx:134: error T001 graph: m"
