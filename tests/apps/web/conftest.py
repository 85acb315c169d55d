"""Servers for tests of the page and of what stands behind it."""

import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import make_example
from onnxlens.apps.web.documents import Session
from onnxlens.apps.web.keys import Keys
from onnxlens.apps.web.listening import address, listen
from onnxlens.apps.web.server import make
from served import Client, serving


@pytest.fixture
def serve():
    """Start ``onnxlens serve`` for one test: ``serve(*files, options=(…)) -> Server``."""
    with serving() as starts:
        yield starts


@pytest.fixture(scope="module")
def serve_all():
    """The same for all tests of a module."""
    with serving() as starts:
        yield starts


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    """A file with tiny.onnx, 233 bytes."""
    path = tmp_path_factory.mktemp("served") / "tiny.onnx"
    path.write_bytes(make_example.tiny_model())
    return path


@pytest.fixture
def near():
    """Run a server in a thread, where a test gives it a session of its own."""
    with ExitStack() as stack:
        yield lambda session: stack.enter_context(near_server(session))


@contextmanager
def near_server(session: Session):
    keys, listener = Keys(), listen(0)
    running = make(listener, session, keys)
    thread = threading.Thread(target=running.run, args=([listener],))
    thread.start()
    try:
        yield Client(address(listener, keys.token))
    finally:
        running.should_exit = True
        thread.join()
