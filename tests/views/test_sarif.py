"""SARIF 2.1.0: what the schema of the format requires of each object."""

import json
import re

import pytest

from onnxlens.checks.catalog import rules
from onnxlens.finding import Finding, Related
from onnxlens.span import Span
from onnxlens.views.json import dump
from onnxlens.views.sarif import sarif

LEVELS = {"none", "note", "warning", "error"}
URI = re.compile(r"(?:[A-Za-z0-9._~/!$&'()*+,;=@-]|%[0-9A-F]{2})+")
ODD = 'a b\x1b\u202e\udcff%:"é'


def log(findings, path="models/m.onnx", errors=(), asked=None):
    made = sarif("1.0", asked or rules(), [(path, findings)], errors)
    return json.loads(dump(made))


def finding(severity="error", code="W003", related=(), text="m"):
    return Finding(code, severity, f'graph.node["{text}"]', Span(5, 9), text, related)


def location(found):
    place = found["physicalLocation"]
    assert URI.fullmatch(place["artifactLocation"]["uri"]), place
    region = place["region"]
    assert region["byteOffset"] >= 0 and region["byteLength"] >= 0
    (logical,) = found["logicalLocations"]
    assert isinstance(logical["fullyQualifiedName"], str)


def test_a_log_has_what_the_format_requires():
    related = (Related("graph", Span(0, 3), "there"),)
    found = log([finding(related=related), finding("info", "X001", text=ODD), finding("warning")])
    assert found["version"] == "2.1.0" and found["$schema"].startswith("https://")
    (run,) = found["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "onnxlens" and driver["version"] == "1.0"
    assert [rule["id"] for rule in driver["rules"]] == [rule.code for rule in rules()]
    for rule in driver["rules"]:
        assert all(rule[key]["text"] for key in ("shortDescription", "fullDescription", "help"))
        assert rule["defaultConfiguration"]["level"] in LEVELS
    assert [result["level"] for result in run["results"]] == ["error", "note", "warning"]
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"] and len(result["locations"]) == 1
        location(result["locations"][0])
    (there,) = run["results"][0]["relatedLocations"]
    location(there)
    assert there["message"]["text"] == "there"
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


def test_a_region_is_offset_and_length():
    (result,) = log([finding()])["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"byteOffset": 5, "byteLength": 4}


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a/b c#?%.onnx", "a/b%20c%23%3F%25.onnx"),
        ("./a//b.onnx", "a/b.onnx"),
        ("../a.onnx", "../a.onnx"),
        ("c:x.onnx", "c%3Ax.onnx"),
        ("/elsewhere/é.onnx", "file:///elsewhere/%C3%A9.onnx"),
        ("\udcff.onnx", "%FF.onnx"),
    ],
)
def test_a_path_is_a_uri_with_what_is_odd_in_percent(path, uri):
    (result,) = log([finding()], path)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_an_absolute_path_below_the_current_folder_is_relative(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (result,) = log([finding()], str(tmp_path / "in" / "m.onnx"))["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == "in/m.onnx"


def test_what_was_not_judged_is_a_notification():
    (run,) = log([], errors=[("gone.onnx", "no such file")])["runs"]
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    (note,) = invocation["toolExecutionNotifications"]
    assert note["level"] == "error" and note["message"]["text"] == "no such file"
    place = note["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == "gone.onnx"
