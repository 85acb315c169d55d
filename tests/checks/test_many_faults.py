"""Many faults give many findings in one run, and one cause gives one."""

from pathlib import Path
from random import Random

import hundred
import pytest

from documents import samples
from onnxlens import api
from onnxlens.finding import Finding

CUTS = 3  # of each model of the corpus
# A cut between two records of the model itself cannot be seen; what is missing is told.
MISSING = {"S001", "S002", "V005"}


def found_in(data: bytes) -> dict[tuple[str, str], Finding]:
    """Return the errors and warnings in a model by code and path."""
    findings = api.open(data, "ModelProto").check()
    return {(f.code, f.path): f for f in findings if f.severity != "info"}


@pytest.fixture(scope="module")
def whole(corpus: Path, tiny: bytes) -> dict[str, bytes]:
    """The models that are cut, by name."""
    models = [sample for sample in samples(corpus) if sample.kind == "ModelProto" and sample.parses]
    return {"tiny": tiny} | {sample.path: sample.data for sample in models if sample.data}


def test_a_hundred_faults_are_found_in_one_run_and_each_in_its_place():
    data, expected = hundred.made()
    findings = api.open(data).check()
    found = [(finding.code, finding.path) for finding in findings]
    assert len(expected) >= 100 and len({code for code, _ in expected}) >= 100
    assert not [each for each in expected if found.count(each) != 1]


def test_a_hundred_faults_give_no_error_or_warning_beside_their_own():
    data, expected = hundred.made()
    assert not [finding for key, finding in found_in(data).items() if key not in expected]


def cuts(whole: dict[str, bytes]) -> list[tuple[str, int]]:
    """Return where models are cut: the tiny one everywhere, each other in some places."""
    random = Random(7)
    tiny = [("tiny", at) for at in range(len(whole["tiny"]))]
    return tiny + [
        (name, random.randrange(1, len(data))) for name, data in whole.items() for _ in range(CUTS)
    ]


def test_a_cut_is_one_error_and_causes_no_other(whole: dict[str, bytes]):
    before = {name: found_in(data) for name, data in whole.items()}
    unseen = 0
    for name, at in cuts(whole):
        cut = found_in(whole[name][:at])
        new = [finding for key, finding in cut.items() if key not in before[name]]
        if new and new[0].code[0] == "W":
            assert [(f.code[:2], f.severity) for f in new] == [("W0", "error")], (name, at, new)
        else:
            unseen += 1
            assert {finding.code for finding in new} <= MISSING, (name, at, new)
    assert unseen < 20
