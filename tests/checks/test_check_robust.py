"""Rules on files that are broken at random: nothing raises, and each finding says where it is."""

from pathlib import Path
from random import Random

import pytest
from hundred import made

from documents import samples
from onnxlens import api
from onnxlens.finding import Finding
from samples import mutated

TRIES = 300
LARGE = 20_000  # bytes of the models that are broken
LONGEST = 1000  # characters of a message
KINDS = ("ModelProto", "TensorProto", "SequenceProto", "MapProto", "OptionalProto", "TypeProto")


def faults_of(data: bytes, kind: str | None) -> list[tuple[str, Finding]]:
    """Return what is wrong with the findings in some bytes."""
    with api.open(data, kind) as document:
        wrong = []
        for finding in document.check(deep=True):
            places = [finding, *finding.related]
            for place in places:
                if not 0 <= place.span.start <= place.span.end <= len(data):
                    wrong.append(("span", finding))
                if document[place.path].path != place.path:
                    wrong.append(("path", finding))
                if not place.message.isprintable() or not 0 < len(place.message) <= LONGEST:
                    wrong.append(("message", finding))
        return wrong


@pytest.fixture(scope="module")
def seeds(corpus: Path, tiny: bytes) -> list[bytes]:
    """Files of the corpus that are not large."""
    some = [sample.data for sample in samples(corpus) if 0 < len(sample.data) < LARGE]
    assert len(some) > 50
    return [tiny, *some]


def test_files_of_the_corpus_with_random_changes(seeds: list[bytes]):
    for data in mutated(seeds, TRIES, 11):
        assert not faults_of(data, "ModelProto"), data.hex()


@pytest.mark.parametrize("kind", KINDS)
def test_random_bytes_as_any_message(kind: str):
    random = Random(kind)
    for _ in range(TRIES // 3):
        data = random.randbytes(random.randint(0, 200))
        assert not faults_of(data, kind), data.hex()


def test_changes_to_a_model_that_has_a_hundred_faults():
    for data in mutated([made()[0]], TRIES // 3, 12):
        assert not faults_of(data, "ModelProto"), data.hex()
