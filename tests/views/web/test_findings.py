"""Findings as the page gets them are those of the check, each with the record to go to."""

from collections import Counter
from pathlib import Path

import pytest

from documents import samples
from onnxlens import api
from onnxlens.checks.catalog import rules
from onnxlens.errors import SchemaError
from onnxlens.finding import SEVERITIES, Finding
from onnxlens.schema import message
from onnxlens.span import Span
from onnxlens.tree.document import Document
from onnxlens.views.web import findings as view
from onnxlens.views.web.findings import findings_json, rule_json
from recipes import graph, model, node, of
from samples import mutated
from shown import HOSTILE, full
from told import sound


def told(document: api.Document) -> dict:
    return findings_json(document, document.check())


def agrees(answer: dict, document: api.Document, findings: list[Finding]) -> None:
    """Check an answer against the findings that it is made of, and the rows in it."""
    shown = answer["findings"]
    assert [(each["code"], each["severity"], each["start"], each["end"]) for each in shown] == [
        (finding.code, finding.severity, *finding.span) for finding in findings
    ]
    severities = Counter(finding.severity for finding in findings)
    assert answer["totals"] == {severity: severities[severity] for severity in SEVERITIES}
    counts = Counter(finding.code for finding in findings)
    assert {each["code"]: each["count"] for each in answer["codes"]} == counts
    for one, finding in zip(shown, findings, strict=True):
        assert one["row"] == row_at(document, finding.path)
        assert [(also["start"], also["end"], also["row"]) for also in one["related"]] == [
            (*also.span, row_at(document, also.path)) for also in finding.related
        ]


def row_at(document: Document, path: str) -> int:
    return document[path].row


def test_the_corpus_agrees_with_the_check(corpus: Path) -> None:
    total = 0
    for sample in samples(corpus):
        if len(sample.data) < 100_000:
            with api.open(sample.data) as document:
                findings = document.check()
                answer = findings_json(document, findings)
                assert sound(answer)
                agrees(answer, document, findings)
                total += len(findings)
    assert total > 150


def test_broken_files_agree_with_the_check(tiny: bytes) -> None:
    total = 0
    for data in mutated([tiny], 50, seed=31):
        with api.open(data, "ModelProto") as document:
            findings = document.check()
            answer = findings_json(document, findings)
            assert sound(answer)
            agrees(answer, document, findings)
            total += len(findings)
    assert total > 50


def test_a_cut_file_leads_to_the_record_that_is_cut(tiny: bytes) -> None:
    with api.open(tiny[:139], "ModelProto") as document:
        (first, *_) = told(document)["findings"]
        record = document["graph.initializer[1]"]
        assert (first["code"], first["severity"]) == ("W003", "error")
        assert (first["row"], first["path"]) == (record.row, "graph.initializer[1]")


def test_the_worst_codes_come_first_with_their_titles(tiny: bytes) -> None:
    with api.open(tiny[:139], "ModelProto") as document:
        codes = told(document)["codes"]
        order = [(SEVERITIES.index(each["severity"]), each["code"]) for each in codes]
        assert order == sorted(order)
        assert codes[0] == {
            "code": "W003", "severity": "error", "count": 1,
            "title": rule_json("W003")["title"],
        }  # fmt: skip


def test_a_code_is_as_severe_as_its_worst_finding(tiny: bytes) -> None:
    with api.open(tiny) as document:
        findings = [Finding("W003", word, "", Span(0, 1), "x") for word in ("info", "warning")]
        (code,) = findings_json(document, findings)["codes"]
        assert (code["severity"], code["count"]) == ("warning", 2)


def test_a_model_without_findings_says_what_was_asked(tiny: bytes) -> None:
    with api.open(tiny) as document:
        assert told(document) == {
            "records": len(document.index) - 1,
            "rules": sum(not rule.deep for rule in rules()),
            "totals": {"error": 0, "warning": 0, "info": 0},
            "codes": [], "findings": [], "more": 0,
        }  # fmt: skip


def test_what_is_left_out_is_counted(tiny: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MOST", 3)
    with api.open(model(graph([node("Relu", ["lost"], ["y"])] * 5))) as document:
        findings = document.check()
        answer = findings_json(document, findings)
        assert len(answer["findings"]) == 3 and answer["more"] == len(findings) - 3 > 0
        assert sum(answer["totals"].values()) == len(findings)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_harmless(name: str) -> None:
    data = full(message("ModelProto"), HOSTILE[name], 4)
    with api.open(data, "ModelProto") as document:
        assert sound(told(document)) > 10_000


def test_names_in_a_message_are_cut() -> None:
    nodes = [node("Relu", ["n" * 100_000], ["y"], (), of(3, "m" * 100_000))] * 2
    with api.open(model(graph(nodes))) as document:
        assert sound(told(document)) < 20_000


# -- rules ---------------------------------------------------------------------------------


def test_each_rule_says_what_it_finds_why_and_how_to_mend_it() -> None:
    for rule in rules():
        found = rule_json(rule.code)
        assert sound(found)
        assert (found["code"], found["severity"]) == (rule.code, rule.severity)
        assert all(found[part] and all(found[part]) for part in ("title", "finds", "why", "fix"))


def test_a_rule_that_is_not_there_has_the_nearest() -> None:
    with pytest.raises(SchemaError) as caught:
        rule_json("W03")
    assert caught.value.nearest is not None
    assert rule_json(caught.value.nearest)["code"] == caught.value.nearest
