"""One browser, and one server for each file that tests of the page share."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser

import make_example
from browsing import Explorer, Visit, running, visiting
from served import Server, serving

Kept = Callable[[Path], Server]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium."""
    with running() as browser:
        yield browser


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open the page of a server: ``visit(server, fragment, **options of the context)``."""
    with visiting(browser) as visit:
        yield visit


@pytest.fixture(scope="package")
def kept() -> Iterator[Kept]:
    """The server of a file, which all tests share."""
    with serving() as serve:
        yield cache(lambda path: serve(path))


@pytest.fixture(scope="package")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="package")
def tiny_file(folder) -> Path:
    """tiny.onnx, 233 bytes."""
    path = folder / "tiny.onnx"
    path.write_bytes(make_example.tiny_model())
    return path


@pytest.fixture(scope="package")
def real_file(corpus) -> Path:
    """super_resolution.onnx, 240,078 bytes with 8 findings, 12 nodes and 8 tensors."""
    return corpus / "alrevuelta__cONNXr" / "super_resolution.onnx"


@pytest.fixture
def explorer(visit, kept, tiny_file) -> Explorer:
    """The page of tiny.onnx."""
    return visit(kept(tiny_file))


@pytest.fixture
def real(visit, kept, real_file) -> Explorer:
    """The page of super_resolution.onnx."""
    return visit(kept(real_file))
