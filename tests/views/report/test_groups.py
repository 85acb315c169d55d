"""Which findings are shown whole, which as a line, and which are counted."""

from onnxlens.finding import Finding
from onnxlens.span import Span
from onnxlens.views.report.groups import groups


def findings(*counts: tuple[str, str, int]) -> list[Finding]:
    return [
        Finding(code, severity, "", Span(number, number + 1), "")
        for severity, code, count in counts
        for number in range(count)
    ]


def shape(found, limit=1000):
    made = groups(found, limit)
    return [(g.severity, g.code, g.full, g.brief, g.left) for g in made]


def test_findings_stand_by_severity_then_by_rule_in_the_order_in_which_they_came():
    found = findings(("info", "A001", 1), ("error", "T002", 2), ("error", "D001", 1))
    assert [row[:3] for row in shape(found)] == [
        ("error", "T002", 2), ("error", "D001", 1), ("info", "A001", 1),
    ]  # fmt: skip


def test_of_many_of_one_rule_ten_are_shown_whole():
    assert shape(findings(("error", "T002", 11))) == [("error", "T002", 10, 1, 0)]


def test_one_rule_does_not_take_the_room_of_the_others():
    found = findings(("error", "T002", 5000), ("error", "T003", 3), ("info", "N001", 40))
    assert shape(found) == [
        ("error", "T002", 10, 977, 4013),
        ("error", "T003", 3, 0, 0),
        ("info", "N001", 10, 0, 30),
    ]


def test_where_no_room_is_left_the_rest_is_counted():
    found = findings(("error", "T002", 8), ("error", "T003", 5))
    assert shape(found, 10) == [("error", "T002", 8, 0, 0), ("error", "T003", 2, 0, 3)]


def test_a_rule_of_two_severities_is_two_groups():
    found = findings(("error", "T002", 1), ("warning", "T002", 1))
    assert [row[0] for row in shape(found)] == ["error", "warning"]
