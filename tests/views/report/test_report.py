"""The page of a report: what stands on it, what it cannot do, and files of every sort."""

import re
import unicodedata
from base64 import b64encode
from hashlib import sha256
from html import unescape
from itertools import pairwise

import numpy as np
import pytest

import documents
from made import number, record
from onnxlens import api, encode, schema
from onnxlens.checks.catalog import rules
from onnxlens.finding import Finding, Related
from onnxlens.source import MemorySource
from onnxlens.span import Span
from onnxlens.views.report.foot import Made
from onnxlens.views.report.page import report
from shown import HOSTILE, LONG, full

MADE = Made("0.0", "2026-01-02T03:04:05+00:00", "onnxlens report half.onnx -o report.html")
EVIL = [
    b"<script>alert(1)</script>",
    b'"><img src=x onerror=alert(1)>',
    b"</style></title></table>",
    b"--><!-- ]]>",
    "a\u202eb".encode(),
    b"nul\0",
    b"\xff\xfe<b>",
]
HALF = """\
half.onnx: ONNX model, cut off: 139 bytes of at least 201 - onnxlens report
half.onnx
ONNX model, cut off: 139 bytes of at least 201
damage
from 134 on; before it 2 nodes and 1 of 2 initializers are whole
graph.initializer[1] at 134 declares 21 bytes; 3 are there
next
fetch the file again; at least 62 bytes are missing
▲ 1 error
■ 0 warnings
● 0 infos
Inputs and outputs
Facts
Findings
Metadata
Symbols
Inputs and outputs
no inputs and no outputs before the damage
Facts
IR version
10
opsets
none imported
producer
onnxlens-examples
graph
tiny: 2 nodes, 2 initializers
needs
no other file
Bytes by kind
kind | bytes | share
 structure | 49 | 35.3 %
 weights | 48 | 34.5 %
 text | 41 | 29.5 %
 malformed | 1 | 0.7 %
Largest tensors
tensor | bytes | share | offset | path
w: FLOAT [4, 3] | 48 | 34.5 % | 73 (0x49) | graph.initializer[0]
Findings
1 finding: 25 records, {rules} rules
In the tables of bytes: tag length, then the payload; bytes at fault are in a box. \
Offsets count from the start of the file.
▲ 1 error
▲ error W003 truncated-record
why
{why}
fix
{fix}
graph.initializer[1]
declares 21 bytes; 3 are there
at 135:136 (0x87:0x88), 1 byte
Bytes around it
offset | bytes | field | meaning
21 | 3A B1 01 | ModelProto.graph | GraphProto, 115 bytes; declares 177 bytes; 115 are there
73 | 2A 3B 08 04 08 03 10 01 … |  GraphProto.initializer[0] | w: FLOAT [4, 3]
134 | 2A 15 08 03 10 |  GraphProto.initializer[1] | ? [3]; declares 21 bytes; 3 are there
also graph: declares 177, has 115, at 21:139 (0x15:0x8B), 118 bytes
also graph.initializer[1].!: the value is cut off by the end of its message, \
at 138:139 (0x8A:0x8B), 1 byte
Metadata
no metadata_props on any level
Symbols
no symbols: every axis has a size, or none at all
made by onnxlens report half.onnx -o report.html
onnxlens 0.0, 2026-01-02T03:04:05+00:00
sha256 of the file: {hash}
"""


@pytest.fixture
def page(read):
    """Return the page about some bytes, or about a file, read as a test sees it."""

    def make(thing, kind=None, name="half.onnx", **options):
        source = MemorySource(thing, name) if isinstance(thing, bytes) else thing
        with api.open(source, kind, **options) as document:
            return read(report(document, document.check(), rules(), MADE))

    return make


def hostile(text: bytes, depth: int = 4) -> bytes:
    """Return a model with a text in every string, and faults that quote it."""
    return full(schema.message("ModelProto"), text, depth) + record(
        8, record(1, text) + number(2, 1)
    )


# -- what stands on it ---------------------------------------------------------------------------


def test_a_small_report_as_text(page, tiny):
    (found,) = api.open(tiny[:139]).check()
    rule = next(rule for rule in rules() if rule.code == found.code)
    digest = sha256(tiny[:139]).hexdigest()
    texts = {"rules": len(rules()), "why": rule.texts["Why"], "fix": rule.texts["Fix"]}
    assert page(tiny[:139]).lines == HALF.format(**texts, hash=digest).splitlines()


def test_the_parts_of_a_record_and_the_fault_are_elements(page, tiny):
    elements = page(tiny[:139]).elements
    classes = [(tag, attributes.get("class")) for tag, attributes in elements]
    assert classes.count(("mark", None)) == 2  # one of them shows how a mark looks
    assert ("span", "tag") in classes and ("span", "length") in classes


def test_a_model_without_faults_says_how_much_was_looked_at(page, tiny):
    lines = page(tiny).lines
    assert f"no findings: 53 records, {len(rules())} rules" in lines
    assert 'x | input | FLOAT ["N", 4] | 157 (0x9D)' in lines
    assert '"N" | 2 | input x axis 0 (172), output y axis 0 (194)' in lines
    author = "The people or organisations that made the model"
    assert f'model_author | "onnxlens" | model | {author} | 207 (0xCF)' in lines


def test_inputs_with_a_default_stand_apart(page):
    info = record(1, b"w") + record(2, record(1, number(1, 1)))
    graph = record(11, info) + record(5, number(2, 1) + record(8, b"w"))
    lines = page(number(1, 8) + record(7, graph) + record(8, number(2, 13))).lines
    at = lines.index("no inputs that must be given, and no outputs")
    assert lines[at + 1].startswith("1 input with a default")
    assert lines[at + 4].startswith("w | input | FLOAT | ")


def test_of_many_alike_ten_have_bytes_and_the_rest_are_lines(page):
    node = record(1, record(1, b"x") + record(4, b"Relu") + record(2, b""))
    found = page(number(1, 8) + record(7, node * 30 + record(2, b"g")) + record(8, number(2, 13)))
    assert "▲ error O013 required-name-empty, 30 findings" in found.lines
    assert "20 more of O013, without their bytes" in found.lines
    said = [
        line for line in found.lines if line.endswith("output Y of Relu is empty; it is required")
    ]
    assert [line.count(" | ") for line in said] == [0] * 10 + [2] * 20


def findings(count: int, code: str = "N006") -> list[Finding]:
    spans = (Span(at % 200, at % 200 + 1) for at in range(count))
    also = Related("graph", Span(21, 201), "it")
    return [Finding(code, "error", "graph", span, "no x", (also,) * 20) for span in spans]


def test_at_most_a_thousand_findings_are_shown(read, tiny):
    with api.open(tiny) as document:
        made = read(report(document, findings(5000), rules(), MADE))
    assert "and 4,000 more of N006: onnxlens check --all --select N006" in made.lines
    assert "▲ 5,000 errors" in made.lines
    assert sum(line == "no x" for line in made.lines) == 10
    assert sum(line.endswith("graph | no x") for line in made.lines) == 990


def test_a_report_stays_small_whatever_is_found(tiny):
    many = [each for code in ("N006", "T001", "W003", "D001") for each in findings(9000, code)]
    with api.open(tiny) as document:
        assert len(report(document, many, rules(), MADE)) < 500_000


def test_places_of_a_finding_are_counted_too(read, tiny):
    with api.open(tiny) as document:
        made = read(report(document, findings(1), rules(), MADE))
    assert sum(line.startswith("also graph: it") for line in made.lines) == 8
    assert "and 12 more places" in made.lines


def test_of_much_metadata_the_first_entries_are_shown_and_the_rest_is_counted(page):
    entries = b"".join(record(14, record(1, b"k%d" % n) + record(2, b"v")) for n in range(250))
    lines = page(number(1, 8) + entries).lines
    assert any(line.startswith("k199 | ") for line in lines)
    assert not any(line.startswith("k200 | ") for line in lines)
    assert "and 50 more; all of them: onnxlens summary --metadata" in lines
    assert any(line.startswith("200 of the entries: a key of the writer's own") for line in lines)


def test_of_many_axes_of_a_symbol_the_first_are_named(page):
    shape = record(2, record(1, record(2, b"N")) * 30)
    info = record(1, b"x") + record(2, record(1, number(1, 1) + shape))
    lines = page(number(1, 8) + record(7, record(11, info))).lines
    (line,) = (line for line in lines if line.startswith('"N" | 30 | '))
    assert line.count("input x axis") == 20 and line.endswith(", and 10 more")


def test_what_was_not_indexed_is_said(page, tiny):
    lines = page(tiny, max_records=10).lines
    assert "no inputs and no outputs in what is indexed" in lines
    assert any(line.startswith("indexed 9 fields up to ") for line in lines)


def test_a_large_file_is_not_read_for_its_hash(read):
    class Large(MemorySource):
        def __init__(self):
            super().__init__(b"\x08\x0a", "large.onnx")
            self.reads = []

        def read(self, offset, size):
            self.reads.append(size)
            return super().read(offset, size)

    source = Large()
    with api.open(source, "ModelProto") as document:
        source.size = 64 << 20
        before = len(source.reads)
        made = read(report(document, [], rules(), MADE))
    assert made.lines[-1] == (
        "sha256 of the file: left out, as it would take reading more than 64 MiB"
    )
    assert sum(source.reads[before:]) < 1000


# -- what it cannot do ---------------------------------------------------------------------------


def test_the_page_has_no_script_and_nothing_that_loads(page, tiny):
    elements = page(tiny[:139]).elements
    assert not {tag for tag, _ in elements} & {"script", "link", "img", "iframe", "object", "form"}
    for _, attributes in elements:
        assert not any(name.startswith("on") or name in ("style", "src") for name in attributes)
        assert attributes.get("href", "#").startswith("#")


def test_the_policy_allows_the_style_sheet_of_the_page_and_nothing_else(page, tiny):
    made = page(tiny)
    (policy,) = (a["content"] for t, a in made.elements if a.get("http-equiv") is not None)
    digest = b64encode(sha256(made.sheet.encode()).digest()).decode()
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    assert allowed.pop("style-src") == f"'sha256-{digest}'"
    assert allowed["default-src"] == "'none'" and set(allowed.values()) == {"'none'"}


def test_the_style_sheet_asks_for_no_other_file(page, tiny):
    assert not re.search(r"url\(|@import|@font-face|expression", page(tiny).sheet)


def test_links_lead_to_places_of_the_page_and_names_are_unique(page, tiny):
    for thing in (tiny, tiny[:139], hostile(b"x")):
        elements = page(thing, "ModelProto").elements
        names = [a["id"] for _, a in elements if "id" in a]
        assert len(names) == len(set(names))
        asked = {a["href"][1:] for _, a in elements if "href" in a}
        asked |= {a["aria-labelledby"] for _, a in elements if "aria-labelledby" in a}
        assert asked and asked <= set(names)


def test_headings_go_down_step_by_step_and_every_table_has_heads(page, tiny):
    elements = page(tiny[:139]).elements
    levels = [int(tag[1]) for tag, _ in elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    tags = [tag for tag, _ in elements]
    assert tags.count("table") == tags.count("caption") == tags.count("thead") > 2
    assert all("scope" in attributes for tag, attributes in elements if tag == "th")
    assert elements[0] == ("html", {"lang": "en"})


@pytest.mark.parametrize("text", EVIL, ids=ascii)
def test_texts_of_a_model_make_no_element_and_no_attribute(page, text):
    made, plain = (page(hostile(each), "ModelProto") for each in (text, b"plain"))
    assert {tag for tag, _ in made.elements} <= {tag for tag, _ in plain.elements} | {"li", "ul"}
    names, known = ({name for _, a in each.elements for name in a} for each in (made, plain))
    assert names == known
    assert made.comments == []
    assert made.sheet == plain.sheet


@pytest.mark.parametrize("text", [*HOSTILE.values(), *EVIL, LONG], ids=lambda text: ascii(text[:9]))
def test_no_text_hides_or_drives(text):
    data = hostile(text, 1 if text is LONG else 4)
    with api.open(data, "ModelProto") as document:
        made = report(document, document.check(), rules(), MADE)
    assert made.isascii() and made.replace("\n", "").isprintable()
    hidden = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    assert {c for c in unescape(made) if unicodedata.category(c) in hidden} <= {"\n"}
    assert len(made) < 2_000_000


def test_the_name_of_a_file_is_text_too(page):
    made = page(b"\x08\x0a", name='"><script>x\u202e</title>')
    assert made.lines[1] == r'"><script>x\u202e</title>'
    assert made.lines[0].startswith(made.lines[1])
    assert "script" not in {tag for tag, _ in made.elements}


# -- files of every sort -------------------------------------------------------------------------


@pytest.mark.parametrize("kept", range(0, 233, 7))
def test_a_file_cut_anywhere_has_a_report(page, tiny, kept):
    lines = page(tiny[:kept], "ModelProto").lines
    assert lines[1] == "half.onnx" and lines[-1].endswith(sha256(tiny[:kept]).hexdigest())


@pytest.mark.parametrize("value", [0x00, 0x7F, 0xFF])
def test_a_file_with_any_byte_changed_has_a_report(page, tiny, value):
    for at in range(0, len(tiny), 5):
        assert page(tiny[:at] + bytes([value]) + tiny[at + 1 :], "ModelProto").lines


def test_damage_comes_first_with_the_next_step(page, tiny):
    lines = page(tiny[:159] + b"\x0f" + tiny[160:], "ModelProto").lines
    assert lines[2].startswith("ONNX model, damaged: 233 bytes")
    assert lines[3] == "damage" and lines[lines.index("next") + 1].startswith(
        "onnxlens hex half.onnx"
    )


def test_each_root_has_a_report(page):
    for spec in schema.messages():
        lines = page(full(spec, b"x", 2), spec.name).lines
        title = "ONNX model" if spec.name == "ModelProto" else spec.name
        assert lines[2].startswith(title) and "Findings" in lines, spec.name


def test_a_file_that_fits_two_messages_shows_both_readings(page):
    lines = page(encode(np.float32([1, 2]), "optional(FLOAT)")).lines
    assert lines[2] == "SequenceProto or OptionalProto, 18 bytes; the bytes fit both"
    assert {"as OptionalProto", "as SequenceProto"} <= set(lines)
    assert "the model's input decides: --as OptionalProto or --as SequenceProto" in lines


def test_rewritten_line_ends_are_told_as_damage(page, corpus):
    data = (corpus / "alrevuelta__cONNXr" / "super_resolution.onnx").read_bytes()
    lines = page(data.replace(b"\n", b"\r\n")).lines
    assert lines[3] == "damage" and any("line ends were rewritten" in line for line in lines[3:10])


def test_another_format_has_a_short_report_that_says_what_it_is(page, corpus):
    made = page(str(corpus / "microsoft__Windows-Machine-Learning" / "Yolo.onnx"))
    assert made.lines[1:3] == [
        "Yolo.onnx", "Git LFS pointer, 134 bytes; the model itself is not here",
    ]  # fmt: skip
    assert "git lfs pull --include Yolo.onnx" in made.lines
    assert len(made.lines) < 12


def test_bytes_of_no_known_format_have_a_short_report(page):
    lines = page(bytes(range(200, 256)) * 3).lines
    assert "no ONNX message fits" in lines[2] and lines[3] == "next"


def test_each_file_of_the_corpus_has_a_report(page, corpus):
    for sample in documents.samples(corpus):
        made = page(str(corpus / sample.path))
        name = sample.path.rpartition("/")[2]
        assert made.lines[0].startswith(name) and made.lines[1] == name, sample.path
        assert len(made.lines) > 8 or sample.kind is None or not sample.parses, sample.path
