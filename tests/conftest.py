"""Fixtures that all rooms share: the corpus, both scanners, the example model."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

import make_example
import scanners
from lens import Lens
from onnxlens.schema import child_table, message

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"

# What a slow machine makes of a test is no finding; in CI the same examples run every time.
settings.register_profile("onnxlens", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("onnxlens")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a ``scanner`` with both; with one only where nothing can be compiled."""
    if "scanner" in metafunc.fixturenames:
        metafunc.parametrize("scanner", scanners.names(), indirect=True)


@pytest.fixture
def scanner(request: pytest.FixtureRequest) -> type:
    """The class of a scanner."""
    return scanners.named(request.param)


@pytest.fixture
def lens(scanner: type, child: memoryview) -> Lens:
    """One scanner with its invariants."""
    return Lens(scanner, child)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real files; a missing one is a failure."""
    assert (CORPUS / "MANIFEST.csv").is_file(), f"no corpus at {CORPUS}"
    return CORPUS


@pytest.fixture(scope="session")
def child() -> memoryview:
    """The schema's table from slot to the message that the payload holds."""
    return memoryview(child_table()).cast("H")


@pytest.fixture(scope="session")
def model_id() -> int:
    """Message id of ModelProto."""
    return message("ModelProto").id


@pytest.fixture(scope="session")
def tiny() -> bytes:
    """The 233 bytes of tiny.onnx, a Gemm and a Relu."""
    return make_example.tiny_model()
