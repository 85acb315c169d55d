"""The page of a rule, and the list of all."""

import pytest

import generate_rules
from onnxlens.checks.catalog import rule_of, rules
from onnxlens.checks.rule import HEADINGS
from onnxlens.views.page import Page
from onnxlens.views.rule import rule_lines, rule_list
from shown import PAGES, harmless


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.width)
def test_every_rule_fits_every_terminal(page):
    for rule in rules():
        assert harmless(rule_lines(page, rule), page) > 9
    assert harmless(rule_list(page, rules()), page) > len(rules())


def test_a_rule_shows_each_heading_with_its_text():
    rule = rule_of("W003")
    text = "\n".join(rule_lines(Page(), rule))
    assert text.startswith("W003 truncated-record\nerror; ")
    for heading in HEADINGS:
        assert f"\n\n{heading}\n  " in text
    words = " ".join(text.split())
    assert all(rule.texts[heading] in words for heading in HEADINGS)


def test_a_deep_rule_says_so():
    (rule, *_) = [rule for rule in rules() if rule.deep]
    assert "--deep" in list(rule_lines(Page(), rule))[-1]


def test_the_list_ends_with_how_many_there_are():
    lines = list(rule_list(Page(), rules()))
    assert lines[-1] == f"{len(rules())} rules; about one: onnxlens rule CODE"
    codes = [line[:4] for line in lines if line[:4] in {rule.code for rule in rules()}]
    assert codes == sorted(rule.code for rule in rules())


def test_the_generated_page_has_a_section_for_each_rule():
    text = generate_rules.page()
    for rule in rules():
        assert f"\n### {rule.code} {rule.name}\n\n{rule.severity}" in text
    assert max(map(len, text.splitlines())) <= generate_rules.WIDTH + 20
    assert generate_rules.plain("__class__ <a> [b]*") == r"\_\_class\_\_ \<a\> \[b\]\*"
