"""Search for the page: how a text reads, hits with their marks, counting, stopping."""

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from documents import samples
from onnxlens import schema
from onnxlens.tree.document import Document
from onnxlens.tree.field import Field
from onnxlens.views.web import search as module
from onnxlens.views.web.search import search
from onnxlens.wire.scalars import encode_record
from shown import HOSTILE, document, full

HIT = {"row", "element", "start", "end", "offset", "label", "path", "text", "match"}


class Answer:
    """What one search yields, sorted."""

    def __init__(self, tree: Document, text: str, how: str | None = None, **more: Any) -> None:
        lines = list(search(tree, text, how, **more))
        self.read, self.words = lines[0]["read"], lines[0]["words"]
        self.hits = [line for line in lines if "row" in line]
        self.told = [line for line in lines if "at" in line]
        self.done = lines[-1] if "done" in lines[-1] else None
        assert len(lines) == 1 + len(self.hits) + len(self.told) + (self.done is not None)

    @property
    def paths(self) -> list[str]:
        return [hit["path"] for hit in self.hits]

    @property
    def marked(self) -> list[str]:
        """The marked part of each hit's text."""
        return [hit["text"][slice(*hit["match"])] if hit["match"] else "" for hit in self.hits]


# How a text reads


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("0A 01", "hex"), ("0a 01 78", "hex"), ("0x0A 0x01", "hex"), ("0A, 01", "hex"),
        ("0x0A01780000", "hex"), ("0A", "text"), ("0A 1", "text"), ("0A 01 zz", "text"),
        ("174", "offset"), ("0xAE", "offset"), ("0", "offset"), ("1_7_4", "offset"),
        ("0x00AE", "offset"), ("240,078", "text"), ("233", "text"), ("1.5", "text"),
        ("graph.node[0]", "path"), ('graph.input["x"].type', "path"), ("graph.input[x]", "path"),
        ("opset_import~0", "path"), ("graph", "text"), ("graph.nod", "text"), ("node[", "text"),
        ("op:Relu", "op"), ("OP: relu", "op"), ("field:dim_param", "field"), ("Relu", "text"),
        ("field:name x", "field"), ("oper", "text"), ("", "text"), ("\ud800", "text"),
    ],
)  # fmt: skip
def test_a_text_is_read_by_its_form(tiny: bytes, text: str, read: str):
    assert Answer(document(tiny), text).read == read
    assert Answer(document(tiny), text, "auto").read == read


@pytest.mark.parametrize("how", ["text", "hex", "hex+weights", "offset", "path", "op", "field"])
@pytest.mark.parametrize("text", ["4", "0A 01", "x", "graph.node[1]", "op:Relu", "", "[", "\u202e"])
def test_each_way_can_be_named_and_never_raises(tiny: bytes, how: str, text: str):
    answer = Answer(document(tiny), text, how)
    assert answer.read == how
    assert answer.done == {"done": True, "total": len(answer.hits), "more": False}
    assert "\u202e" not in answer.words


def test_a_way_that_is_none_is_refused_at_once(tiny: bytes):
    with pytest.raises(ValueError, match=r"^regex is no way to search; needed text, hex, "):
        search(document(tiny), "x", "regex")


def test_a_number_is_an_offset_first_and_a_value_when_text_is_asked_for(tiny: bytes):
    at = Answer(document(tiny), "4")
    assert at.words == 'read as offset 4 (0x04); "text instead" looks for the value'
    assert at.paths == ["producer_name"]
    text = Answer(document(tiny), "4", "text")
    assert {hit["text"] for hit in text.hits} == {"4"}
    assert len(text.hits) == 2


def test_a_number_outside_the_file_is_a_value(tiny: bytes):
    answer = Answer(document(encode_record(2, b"v240,078")), "240,078")
    assert answer.words.endswith(": it is no offset, since this file has 10 bytes")
    assert answer.marked == ["240,078"]


def test_an_offset_gives_the_element_that_stands_there():
    tree = document(encode_record(7, b"\x01\xac\x02\x05"), "TensorProto")
    (hit,) = Answer(tree, "4").hits
    assert (hit["row"], hit["element"], hit["start"], hit["end"]) == (1, 1, 3, 5)
    assert (hit["offset"], hit["text"], hit["path"]) == (4, "300", "int64_data[1]")


def test_a_path_that_leads_nowhere_says_which_does(tiny: bytes):
    answer = Answer(document(tiny), "graph.nod", "path")
    assert answer.words == "graph.nod: GraphProto has no such field; nearest is graph.node"


def test_a_name_of_two_entries_gives_both():
    node = encode_record(1, encode_record(3, b"n"))
    tree = document(encode_record(7, node + node))
    assert Answer(tree, 'graph.node["n"]', "path").paths == ["graph.node[0]", "graph.node[1]"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("field:", "needed the name of a field, as field:dim_param"),
        ("field:dim_p", "no field of the standard is named dim_p; nearest is dim_param"),
        ("field:dimparam", "no field of the standard is named dimparam; nearest is dim_param"),
        ("op:", "needed the name of an operator, as op:Conv"),
    ],
)
def test_what_is_not_typed_to_its_end_is_said(tiny: bytes, text: str, words: str):
    answer = Answer(document(tiny), text)
    assert (answer.words, answer.hits) == (words, [])


# Hits


def test_a_hit_has_place_label_path_and_the_line_with_its_mark(tiny: bytes):
    answer = Answer(document(tiny), "op:gemm")
    assert answer.hits == [
        {"row": 4, "element": None, "start": 24, "end": 48, "offset": 24, "label": "node[0]",
         "path": "graph.node[0]", "text": 'Gemm "fc": x, w, b -> h', "match": [0, 4]}
    ]  # fmt: skip


def test_the_offset_of_a_string_is_where_the_text_begins(tiny: bytes):
    answer = Answer(document(tiny), "LENS".lower())
    assert [hit["offset"] for hit in answer.hits] == [tiny.index(b"lens"), tiny.rindex(b"lens")]
    assert answer.marked == ["lens", "lens"]


@pytest.mark.parametrize(
    ("value", "text", "marked"),
    [
        ("xx", "x", "x"), ("\u0130stanbul", "stan", "stan"), ("a\u0130b\u0130c", "c", "c"),
        ("\u0130\u0130k\u0130", "k", "k"), ("\u212aelvin", "kel", "\u212ael"),
        ("\u0130", "i", "\u0130"), ('say "Hi"', 'y "h', 'y \\"H'),
        ("tab\there", "b\th", "b\\th"), ("\u202eevil", "evil", "evil"),
        ("\U0001f600x", "x", "x"), ("\udcffz", "z", "z"), ("\udcffz", "\udcff", "\\xFF"),
    ],
)  # fmt: skip
def test_the_mark_is_on_the_text_that_was_sought(value: str, text: str, marked: str):
    tree = document(encode_record(2, value.encode("utf-8", "surrogateescape")))
    assert Answer(tree, text, "text").marked == [marked]


@pytest.mark.parametrize("before", [0, 1, 39, 40, 41, 80, 119, 120, 121, 500, (1 << 20) - 6])
@pytest.mark.parametrize("size", [1, 6, 59, 60, 61, 200])
def test_a_long_string_is_cut_around_its_mark(before: int, size: int):
    needle = "n" * size
    tree = document(encode_record(2, b"." * before + needle.encode() + b"," * 1000))
    answer = Answer(tree, needle, "text")
    if before + size > 1 << 20:
        assert answer.hits == []
        return
    assert answer.marked == [needle[:60]]
    (hit,) = answer.hits
    assert len(hit["text"]) <= 124
    assert tree.read(hit["offset"], hit["offset"] + size) == needle.encode()


def test_a_field_found_by_its_name_has_no_mark(tiny: bytes):
    answer = Answer(document(tiny), "op_type")
    assert [hit["text"] for hit in answer.hits] == ['"Gemm"', '"Relu"']
    assert answer.marked == ["", ""]


def test_an_enum_is_marked_by_its_name(tiny: bytes):
    assert Answer(document(tiny), "float").marked == ["FLOAT"] * 4


def test_bytes_are_shown_with_some_around_them(tiny: bytes):
    answer = Answer(document(tiny), "6C 65 6E 73", "hex")
    (_, hit) = answer.hits
    assert hit["text"] == "6F 6E 6E 78 6C 65 6E 73"
    assert answer.marked == ["6C 65 6E 73"] * 2
    assert hit["path"] == "metadata_props[0].value"


def test_long_bytes_are_cut(tiny: bytes):
    answer = Answer(document(tiny), tiny[:60].hex(" "))
    assert answer.words.endswith(" …; weights are not searched")
    assert answer.marked == [tiny[:24].hex(" ").upper()]


@pytest.mark.parametrize("spec", schema.messages(), ids=lambda spec: spec.name)
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_no_text_of_a_file_comes_out_as_it_is(spec: schema.MessageSpec, hostile: bytes):
    tree = document(full(spec, hostile, 1), spec.name)
    sought = hostile.decode("utf-8", "surrogateescape")
    for text in (sought[:1], sought, "e", "99", "name"):
        for line in search(tree, text, "text"):
            for shown in (value for value in line.values() if isinstance(value, str)):
                assert not {c for c in shown if unicodedata.category(c) in HIDDEN}
            json.dumps(line).encode("ascii")


HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def test_every_hit_names_its_record(corpus: Path):
    seen = 0
    for sample in samples(corpus):
        if len(sample.data) > 1 << 17:
            continue
        tree = document(sample.data, sample.kind)
        for text in ("e", "op:Conv", "field:dims", "08 01"):
            for hit in Answer(tree, text, limit=20).hits:
                assert set(hit) == HIT
                field = tree[hit["path"]] if hit["path"] else tree.file
                assert (field.row, field.element) == (hit["row"], hit["element"])
                assert [field.start, field.end] == [hit["start"], hit["end"]]
                assert hit["path"].endswith(hit["label"]) or field.is_root
                seen += 1
    assert seen > 1000


def test_the_path_of_a_deep_record_is_cut():
    tree = document(_nested(3000))
    (hit,) = Answer(tree, "Deep").hits
    assert hit["path"] == "….op_type"
    assert Field(tree, hit["row"]).value == "Deep"


def _nested(depth: int) -> bytes:
    """Return a model with a node in the graph of an attribute of a node …"""
    node = encode_record(4, b"Deep")
    for _ in range(depth):
        node = encode_record(5, encode_record(6, encode_record(1, node)))
    return encode_record(7, encode_record(1, node))


# Weights


WEIGHTS = encode_record(8, b"abc") + encode_record(9, b"abcabc")


def test_weights_are_searched_only_on_request():
    tree = document(encode_record(7, encode_record(5, WEIGHTS)))
    left = Answer(tree, "61 62 63")
    assert left.words == "read as the bytes 61 62 63; weights are not searched"
    assert left.paths == ["graph.initializer[0].name"]
    every = Answer(tree, "61 62 63", "hex+weights")
    assert every.words == "read as the bytes 61 62 63, weights searched too"
    assert [hit["offset"] for hit in every.hits] == [6, 11, 14]


@pytest.mark.parametrize("number", [4, 5, 6, 7, 9, 10, 11])
def test_every_field_of_data_is_left_out(number: int):
    tree = document(encode_record(number, b"\x61\x62\x63\x64\x00\x00\x00\x00"), "TensorProto")
    assert Answer(tree, "61 62 63").hits == []
    assert len(Answer(tree, "61 62 63", "hex+weights").hits) == 1


def test_a_hit_in_a_long_run_is_the_run(monkeypatch: pytest.MonkeyPatch):
    tree = document(encode_record(7, b"\x01\x02\x03"), "TensorProto")
    assert Answer(tree, "02 03", "hex+weights").hits[0]["element"] == 1
    monkeypatch.setattr(module, "_RUN", 2)
    assert Answer(tree, "02 03", "hex+weights").hits[0]["element"] is None


# Counting and stopping


def _many(count: int) -> Document:
    return document(b"\x08\x07" * count, "TensorProto")


@pytest.mark.parametrize(
    ("count", "shown", "total", "more"),
    [(4, 4, 4, False), (5, 5, 5, False), (6, 5, 6, True), (11, 5, 11, True), (12, 5, 11, True)],
)
def test_hits_are_counted_beyond_those_shown(
    monkeypatch: pytest.MonkeyPatch, count: int, shown: int, total: int, more: bool
):
    monkeypatch.setattr(module, "COUNTED", 11)
    answer = Answer(_many(count), "7", "text", limit=5)
    assert len(answer.hits) == shown
    assert answer.done == {"done": True, "total": total, "more": more}


def test_more_may_be_shown_than_are_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "COUNTED", 2)
    answer = Answer(_many(9), "7", "text", limit=5)
    assert (len(answer.hits), answer.done) == (5, {"done": True, "total": 5, "more": True})


def test_how_far_it_is_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "_EVERY", 0)
    answer = Answer(_many(20_000), "8", "text")
    offsets = [line["at"] for line in answer.told]
    assert offsets == sorted(offsets)
    assert offsets[-1] == 40_000
    assert {line["total"] for line in answer.told} == {0}
    answer = Answer(_many(300), "7", "text", limit=1)
    assert [line["total"] for line in answer.told] == [*range(2, 301), 300]


@pytest.mark.parametrize("text", ["7", "8"])
def test_a_search_that_is_stopped_ends_without_a_word(text: str):
    asked = []

    def stopped() -> bool:
        asked.append(1)
        return len(asked) > 3

    answer = Answer(_many(50_000), text, "text", stopped=stopped)
    assert (len(asked), answer.done) == (4, None)


# Files without a root


def test_bytes_are_found_where_there_is_no_message():
    tree = document(b"just some text", None)
    (hit,) = Answer(tree, "73 6F 6D 65").hits
    assert (hit["offset"], hit["row"]) == (5, 1)
    assert Answer(tree, "some").hits == []


@pytest.mark.parametrize("text", ["0", "00 01", "x", "a.b", "op:x", "field:name"])
def test_an_empty_file_holds_nothing(text: str):
    assert Answer(document(b""), text).done == {"done": True, "total": 0, "more": False}
