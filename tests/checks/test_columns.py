"""Suspects of a small file and of a large one, which are sought in two ways, and structures."""

from collections import Counter
from pathlib import Path

import pytest
from case import Bad, Good, found
from cases import schema as schema_cases
from cases import wire as wire_cases

from documents import samples
from onnxlens import api
from onnxlens.checks import context as contexts
from onnxlens.checks.columns import Columns
from onnxlens.checks.few import Few
from onnxlens.checks.schema.facts import FIELD_OF, Attribute
from onnxlens.checks.slots import INT32, STRINGS, WIDTHS
from onnxlens.checks.structures import Structures
from onnxlens.tree.document import Document

CASES = [*wire_cases.CASES, *schema_cases.CASES]
SMALL = [case for case in CASES if len(case.data) < 1 << 20]


def documents(corpus: Path) -> list[Document]:
    """Return the binary files of the corpus and of the cases."""
    files = [api.open(each.data, each.kind) for each in samples(corpus) if each.kind]
    return files + [api.open(case.data, case.kind) for case in SMALL if case.data]


def test_columns_give_the_rows_that_are_found_one_by_one(corpus: Path):
    questions = (
        lambda each: each.varints(1, range(128)),
        lambda each: each.varints(2, range(1)),
        lambda each: each.varints(2, range(1, 128), INT32),
        lambda each: each.long_heads,
        lambda each: each.empty(STRINGS),
        lambda each: each.texts(STRINGS),
        lambda each: each.bad_runs(frozenset(WIDTHS)),
    )
    answers = [0] * len(questions)
    for document in documents(corpus):
        few, columns = Few(document), Columns(document)
        for number, question in enumerate(questions):
            assert question(columns) == question(few), document.name
            answers[number] += len(question(few))
    assert min(answers) > 1  # each was asked where there is something to find


def test_attributes_that_columns_leave_out_are_plain(corpus: Path):
    left_out = 0
    for document in documents(corpus):
        rows = Columns(document).attributes()
        assert rows == sorted(set(rows))
        every = set(Few(document).attributes())
        assert every.issuperset(rows)
        for row in every.difference(rows):
            attribute = Attribute(document, row)
            assert attribute.values == [FIELD_OF[attribute.kind]] and not attribute.refers
            left_out += 1
    assert left_out > 1000


@pytest.mark.parametrize("case", SMALL, ids=lambda case: f"{case.code}-{len(case.data)}")
def test_a_large_file_gets_the_findings_of_a_small_one(
    case: Bad | Good, monkeypatch: pytest.MonkeyPatch
):
    if not case.data:
        return
    expected = found(*case[:3])
    monkeypatch.setattr(contexts, "FEW", 0)
    findings = found(*case[:3])
    assert [(f.path, f.span, f.message) for f in findings] == [
        (f.path, f.span, f.message) for f in expected
    ]


def test_every_message_has_the_structure_of_an_example(corpus: Path):
    for document in documents(corpus):
        structures = Structures(document)
        examples = {
            (each.message.name, frozenset(each.kinds), frozenset(each.twice))
            for each in structures.examples
        }
        kinds = set()
        for field in document.walk():
            if field.content is not None:
                own = [
                    (document.index.slot[row], document.index.head[row] & 7)
                    for row in document.index.children(field.row)
                ]
                twice = frozenset(kind for kind, count in Counter(own).items() if count > 1)
                assert (field.content.name, frozenset(own), twice) in examples
                kinds.update(own)
        assert structures.kinds == kinds


def test_no_payload_of_weights_is_read(monkeypatch: pytest.MonkeyPatch):
    weights = bytes(1 << 20)
    data = wire_cases.with_initializer(
        wire_cases.int_of(1, 1 << 18) + wire_cases.int_of(2, 1) + wire_cases.of(9, weights)
    )
    with api.open(data, "ModelProto") as document:
        read, total = document.source.read, []
        monkeypatch.setattr(
            document.source, "read", lambda at, size: (total.append(size), read(at, size))[1]
        )
        columns = Columns(document)
        assert columns.texts(STRINGS) == [] and columns.attributes() == []
        assert sum(total) < 1 << 12
