"""Whatever onnx.checker refuses is an error of onnxlens at the right field."""

from pathlib import Path

import official
import pytest
import refused
from official import PAIRS, REASONS
from refused import Refused

from onnxlens.checks.catalog import rules


@pytest.fixture(scope="module")
def all_refused(corpus: Path) -> list[Refused]:
    """All models that the checker refuses; what is no model at all has no findings."""
    of_corpus, of_changes = refused.of_corpus(corpus), refused.of_changes(corpus)
    assert len(of_corpus) >= 40 and len(of_changes) > refused.TRIES / 4
    return of_corpus + refused.of_cases() + of_changes


def unanswered(some: list[Refused]) -> list[str]:
    """Return what the checker says that onnxlens does not, and without a reason."""
    return [
        f"{each.text.splitlines()[0]}\n  of {each.name}\n  found {each.findings}"
        for each in some
        if not official.answers(each.text, each.document, each.findings)
        and official.reason_of(each.text, each.findings) is None
    ]


def test_every_refused_file_of_the_corpus_has_an_error_that_says_so(corpus: Path):
    models = [each for each in refused.of_corpus(corpus) if each.document.root is not None]
    assert not unanswered(models)


def test_what_is_refused_and_no_message_of_onnx_is_told_by_its_format(corpus: Path):
    others = [each for each in refused.of_corpus(corpus) if each.document.root is None]
    kinds = {
        each.document.verdict.foreign and each.document.verdict.foreign.kind for each in others
    }
    assert kinds == {None, "lfs-pointer", "text"}


def test_every_refused_case_of_a_rule_has_an_error_that_says_so():
    assert not unanswered(refused.of_cases())


def test_every_refused_change_to_a_model_has_an_error_that_says_so(corpus: Path):
    assert not unanswered(refused.of_changes(corpus))


def test_each_pair_has_a_model_that_is_refused_so(all_refused: list[Refused]):
    texts = [each.text for each in all_refused]
    unused = [pair for pair in PAIRS if not any(official.fits(pair, text) for text in texts)]
    assert not unused


def test_each_code_of_a_pair_is_one_of_a_rule():
    known = [rule.code for rule in rules()]
    words = {word for pair in PAIRS for word in pair.codes.split()}
    assert not [word for word in words if not any(code.startswith(word) for code in known)]


def test_at_most_five_reasons_stand_for_an_error_and_each_is_needed(all_refused: list[Refused]):
    left = [
        official.reason_of(each.text, each.findings)
        for each in all_refused
        if not official.answers(each.text, each.document, each.findings)
    ]
    assert len(REASONS) <= 5
    assert set(left) >= set(REASONS)
