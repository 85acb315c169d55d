"""Rules of the layer V against the checker of the onnx package, and how grave they are."""

import onnx
import pytest
from case import Bad
from cases.versions import CASES, function, importing, opset, relu
from google.protobuf.message import DecodeError
from onnx import checker

from onnxlens import api
from onnxlens.checks.catalog import rules
from onnxlens.checks.engine import check
from recipes import graph, model, node, of, patched

LAYER = rules(["V"])


def severities(data: bytes) -> set[tuple[str, str]]:
    """Code and severity of what the layer finds in a model."""
    with api.open(data, "ModelProto") as document:
        return {(finding.code, finding.severity) for finding in check(document, LAYER)}


def refused(data: bytes) -> str:
    """What the checker says against a model; empty where it accepts it."""
    try:
        checker.check_model(onnx.ModelProto.FromString(data))
    except (checker.ValidationError, DecodeError) as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("data", "code", "severity"),
    [
        (model(ir=2), "V003", "error"),
        (model(graph(more=of(14, b"")), ir=4), "V003", "warning"),
        (importing(opset(17), opset(9, "")), "V006", "warning"),
        (importing(opset(17), opset(17, "ai.onnx")), "V006", "info"),
        (patched({58: 0}), "V007", "error"),
        (importing(opset(17), opset(0, "x")), "V007", "info"),
        (importing(opset(17), opset(1 << 31, "x")), "V007", "error"),
        (patched({58: 99}), "V008", "warning"),
        (patched({1: 15}), "V002", "warning"),
    ],
)
def test_a_finding_is_as_grave_as_the_standard_makes_it(data, code, severity):
    assert severities(data) == {(code, severity)}


CALL = graph([node("F", ["x"], ["y"], more=of(7, "d"))])
REFUSED = {
    "V001": patched({1: 0}),
    "V003": model(ir=2),
    "V004": next(c.data for c in CASES if isinstance(c, Bad) and c.code == "V004"),
    "V005": importing(),
    "V007": importing(opset(17), opset(1 << 31, "x")),
    "V009": importing(opset(3, "ai.onnx.ml")),
    "V010": importing(opset(17), body=relu("ai.onnx")),
    "V011": importing(opset(17), opset(1, "d"), body=CALL, more=function(opset(17, "ai.onnx"))),
    "V012": importing(opset(17), opset(1, "d"), body=CALL, more=function(opset(8))),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_an_error_names_the_checker_refuses(code):
    assert severities(REFUSED[code]) == {(code, "error")}
    assert refused(REFUSED[code])


@pytest.mark.parametrize("code", sorted({case.code for case in CASES}))
def test_an_accepted_case_has_no_error_but_an_unused_version_0(code):
    cases = [c for c in CASES if c.code == code and not refused(c.data)]
    errors = {found for c in cases for found, severity in severities(c.data) if severity == "error"}
    assert errors <= {"V007"}


def test_refused_for_its_versions_a_case_has_an_error_or_a_newer_number():
    for case in CASES:
        words = refused(case.data)
        speaks = any(word in words for word in ("opset", "Opset", "ir_version", "graph input"))
        found = severities(case.data) if speaks else {("", "error")}
        missing = "ir_version set" in words and ("V001", "error") not in found  # a rule of S
        newer = "higher than the checker" in words and ("V002", "warning") in found
        assert any(s == "error" for _, s in found) or missing or newer, (case, words)
