"""The findings: filtered by severity and by rule, grouped, and each leading to its bytes."""

import pytest
from playwright.sync_api import expect

FIRST = ("name", 239766, 239780)
MANY = "microsoft__Windows-Machine-Learning/c975674f__mnist.onnx"  # 29 of S030, 4 others
MIXED = "onnxruntime__onnxruntime-qnn/pyop_2.onnx"  # two of each severity, three rules


@pytest.fixture
def mixed(visit, kept, corpus):
    return visit(kept(corpus / MIXED))


@pytest.fixture
def many(visit, kept, corpus):
    return visit(kept(corpus / MANY))


def rows(explorer):
    return explorer.tab("Findings").get_by_role("treegrid").get_by_role("row")


def rule(explorer):
    return explorer.drawer.get_by_role("complementary", name="Rule")


def test_a_click_selects_the_bytes_and_says_how_to_mend_them(real):
    rows(real).first.click()
    real.selects(*FIRST)
    expect(rule(real).get_by_role("heading", level=3)).to_have_text("N021 input with default")
    expect(rule(real)).to_contain_text('input "conv1.weight" has a default')
    for title in ("How to mend it", "Why it matters", "What the rule finds"):
        expect(rule(real).get_by_role("heading", name=title)).to_be_attached()
    rule(real).get_by_role("button", name="1172").click()
    real.selects("name", 1172, 1186)
    rule(real).get_by_role("button", name="Close").click()
    expect(rule(real)).to_be_hidden()


def test_severities_are_words_with_counts_that_filter(mixed):
    expect(rows(mixed)).to_have_count(6)
    for severity in ("error", "warning", "info"):
        expect(rows(mixed).filter(has_text=severity)).to_have_count(2)
        button = mixed.drawer.get_by_role("button", name=f"{severity} 2")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "false")
        expect(rows(mixed).filter(has_text=severity)).to_have_count(0)
    expect(mixed.tab("Findings")).to_contain_text("6 findings hidden by the filters")
    mixed.drawer.get_by_role("button", name="warning 2").click()
    expect(rows(mixed)).to_have_count(2)


def test_one_rule_alone_can_be_shown(mixed):
    expect(rows(mixed)).to_have_count(6)
    choice = mixed.drawer.get_by_label("Rule", exact=True).and_(mixed.page.locator("select"))
    choice.select_option("X007")
    expect(rows(mixed)).to_have_count(2)
    expect(rows(mixed).nth(0)).to_contain_text("X007")
    choice.select_option("")
    expect(rows(mixed)).to_have_count(6)


def test_many_findings_of_one_rule_are_one_row_until_it_is_opened(many):
    group = rows(many).filter(has_text="29 times")
    expect(group).to_have_attribute("aria-expanded", "false")
    expect(group).to_contain_text("S030")
    before = rows(many).count()
    group.click()
    expect(group).to_have_attribute("aria-expanded", "true")
    expect(rows(many).filter(has_text="S030").nth(1)).to_be_visible()
    group.click()
    expect(rows(many)).to_have_count(before)


def test_a_finding_that_is_pointed_at_is_previewed_and_not_selected(real):
    rows(real).nth(1).hover()
    expect(real.status).to_contain_text("info N021 at 239806:239818 graph.input[2].name")
    real.selects('input["input"]', 239719, 239764, "input")


def test_f8_goes_through_the_findings_and_begins_again_after_the_last(mixed):
    expect(rows(mixed)).to_have_count(6)
    mixed.bytes.focus()
    chosen = rows(mixed).and_(mixed.page.locator('[aria-selected="true"]'))
    for number in (*range(6), 0):
        mixed.press("F8")
        expect(chosen).to_have_attribute("aria-rowindex", str(number + 1))
    mixed.press("Shift+F8")
    expect(chosen).to_have_attribute("aria-rowindex", "6")


def test_a_file_without_findings_says_what_was_looked_at(explorer):
    expect(explorer.tab("Findings")).to_contain_text("no findings: 53 records, 203 rules")
    expect(explorer.drawer.get_by_role("tab", name="Findings")).to_have_text("Findings 0")
