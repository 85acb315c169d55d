"""Guards over all rules: their texts, their cases, and the bytes that they point at."""

from importlib import import_module
from pathlib import Path

import on_disk  # cases that need a folder; test_data_files.py goes through them
import pytest
from case import Bad, Good, found, span_of

from onnxlens.checks.catalog import LAYERS, rules
from onnxlens.checks.rule import HEADINGS, Rule

CASES = [
    case
    for path in sorted((Path(__file__).parent / "cases").glob("[a-z]*.py"))
    for case in import_module(f"cases.{path.stem}").CASES
]
BAD = [case for case in CASES if isinstance(case, Bad)]
GOOD = [case for case in CASES if isinstance(case, Good)]
ALL = rules()

each_rule = pytest.mark.parametrize("rule", ALL, ids=lambda rule: rule.code)


@each_rule
def test_a_rule_has_each_heading_with_a_text(rule: Rule):
    assert tuple(rule.texts) == HEADINGS
    for text in rule.texts.values():
        assert text and text[0].isupper() and text.endswith("."), text


@each_rule
def test_a_code_is_the_letter_of_its_layer_and_three_digits(rule: Rule):
    letter, digits = rule.code[0], rule.code[1:]
    assert len(digits) == 3 and digits.isdecimal()
    assert rule.check.__module__.split(".")[-2] == LAYERS[letter][0]


@each_rule
def test_a_rule_has_a_good_and_a_bad_case(rule: Rule):
    assert any(case.code == rule.code for case in (*BAD, *on_disk.BAD)), "no bad case"
    assert any(case.code == rule.code for case in (*GOOD, *on_disk.GOOD)), "no good case"


def test_names_of_rules_are_their_own():
    names = [rule.name for rule in ALL]
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("case", BAD, ids=lambda case: f"{case.code}-{case.path}-{case.says}"[:60])
def test_a_bad_case_is_found_with_exactly_its_bytes(case: Bad):
    findings = found(case.code, case.kind, case.data, case.infer)
    assert len(findings) == case.count
    (finding,) = [f for f in findings if f.path == case.path and case.says in f.message]
    assert finding.span == span_of(case)
    assert {related.path for related in finding.related} >= set(case.related)
    assert finding.message[-1] not in ".\n" and "\n" not in finding.message


@pytest.mark.parametrize("case", GOOD, ids=lambda case: f"{case.code}-{len(case.data)}")
def test_a_good_case_is_passed_over(case: Good):
    assert found(case.code, case.kind, case.data, case.infer) == []
