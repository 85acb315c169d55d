"""No false alarm: on models that the onnx package accepts, hardly any error, each one reviewed."""

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

import onnx.backend.test
import pytest
from onnx.backend.test.case.node import collect_testcases
from refused import text_of

from documents import samples
from onnxlens import api

# Errors on models that the checker accepts: code, pattern of their paths, and the sentence of the
# specification that they rest on. IR.md is docs/IR.md of the onnx repository.
REVIEWED = (
    (
        "T006",
        r"graph\.(input|output)\[\d+\]\.type\.tensor_type\.shape\.dim\[\d+\]\.dim_value",
        "IR.md, Static tensor shapes: a dimension is a name, or a size, an integer that is not"
        " negative; and one of unknown size has neither.",
    ),
)


def errors_of(thing: bytes | Path) -> list[tuple[str, str]]:
    """Return code and path of each error that onnxlens reports."""
    return [
        (finding.code, finding.path)
        for finding in api.open(thing, "ModelProto").check()
        if finding.severity == "error"
    ]


def is_reviewed(code: str, path: str) -> bool:
    """Tell whether an error is in the table."""
    return any(code == one and re.fullmatch(where, path) for one, where, _ in REVIEWED)


def generated() -> Iterator[tuple[str, bytes]]:
    """Yield the models that the onnx package makes to test backends, for each operator."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy's, of the values that go with the models
        cases = collect_testcases(None)
    for case in cases:
        yield case.name, case.model.SerializeToString()


@pytest.fixture(scope="module")
def of_corpus(corpus: Path) -> dict[str, list[tuple[str, str]]]:
    """The errors in each model of the corpus that the checker accepts."""
    models = [sample.path for sample in samples(corpus) if sample.kind == "ModelProto"]
    accepted = [path for path in models if not text_of(corpus / path)]
    assert len(accepted) >= 40
    return {path: errors_of(corpus / path) for path in accepted}


def test_errors_in_accepted_models_of_the_corpus_are_reviewed(
    of_corpus: dict[str, list[tuple[str, str]]],
):
    for path, errors in of_corpus.items():
        assert not [error for error in errors if not is_reviewed(*error)], path


def test_the_table_is_short_and_each_line_is_needed(of_corpus: dict[str, list[tuple[str, str]]]):
    seen = {code for errors in of_corpus.values() for code, _ in errors}
    assert seen == {code for code, _, _ in REVIEWED}
    assert len(REVIEWED) <= 5


def test_no_error_in_the_models_that_onnx_generates_for_its_backend_tests():
    found = {name: errors_of(data) for name, data in generated()}
    assert len(found) > 1000
    assert not {name: errors for name, errors in found.items() if errors}


def test_no_error_in_the_models_that_onnx_ships_for_its_backend_tests():
    folder = Path(onnx.backend.test.__file__).parent / "data"
    models = [path for path in sorted(folder.rglob("*.onnx")) if not text_of(path)]
    assert len(models) > 100
    assert not {str(path): errors_of(path) for path in models if errors_of(path)}
