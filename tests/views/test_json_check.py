"""A finding as JSON."""

import json

from onnxlens.finding import Finding, Related
from onnxlens.span import Span
from onnxlens.views.json import dump
from onnxlens.views.json_check import finding_json


def test_a_finding_has_the_documented_keys():
    related = (Related("graph", Span(0, 7), "there"),)
    found = finding_json(Finding("T003", "error", "graph.node[0]", Span(3, 5), "m", related))
    assert found == {
        "code": "T003", "severity": "error", "path": "graph.node[0]", "offset": 3, "end": 5,
        "message": "m",
        "related": [{"path": "graph", "offset": 0, "end": 7, "message": "there"}],
    }  # fmt: skip


def test_strings_that_are_not_utf_8_are_valid_json():
    odd = 'a\udcff\x1b\u202e"\n'
    text = dump(finding_json(Finding("T003", "info", odd, Span(0, 0), odd)))
    assert text.isascii() and "\x1b" not in text
    assert json.loads(text)["path"] == json.loads(text)["message"] == 'a\\xFF\x1b\u202e"\n'
