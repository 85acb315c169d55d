"""Fixtures that all rooms share: the corpus, both scanners, the example model."""

import importlib
import os
import shutil
from pathlib import Path

import make_example
import pytest
from hypothesis import settings

from onnxlens.schema import child_table, message
from onnxlens.wire import scan

ROOT = Path(__file__).resolve().parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
COMPILED = "onnxlens.wire.compiled"
SCANNERS = ("plain", "compiled")

# What a slow machine makes of a test is no finding; in CI the same examples run every time.
settings.register_profile("onnxlens", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("onnxlens")


def has_compiler() -> bool:
    """Tell whether the C extension should have been built."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang"))


def has_compiled() -> bool:
    """Tell whether the C extension is there and sound."""
    try:
        importlib.import_module(COMPILED)
    except ImportError:
        return False
    return True


def scanner_class(name: str) -> type:
    """Return a scanner, "plain" or "compiled"; fails where a compiler is there without its work."""
    if name == "plain":
        return scan.Scanner
    try:
        return importlib.import_module(COMPILED).Scanner
    except ImportError as error:
        pytest.fail(f"a C compiler is on PATH, the compiled scanner is not there: {error}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a ``scanner`` with both; with one only where nothing can be compiled."""
    if "scanner" in metafunc.fixturenames:
        names = SCANNERS if has_compiler() or has_compiled() else SCANNERS[:1]
        metafunc.parametrize("scanner", names, indirect=True)


@pytest.fixture
def scanner(request: pytest.FixtureRequest) -> type:
    """The class of a scanner."""
    return scanner_class(request.param)


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
