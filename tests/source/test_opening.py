"""The source that is chosen for a path, bytes, a file object or a source."""

import io
import os
import pathlib
import threading

import pytest

from onnxlens.errors import SourceError
from onnxlens.source import FileSource, MemorySource, StreamSource, open_source

DATA = b"\x08\x0a"


def test_a_path_is_a_file(tmp_path: pathlib.Path):
    path = tmp_path / "model.onnx"
    path.write_bytes(DATA)
    for given in (path, str(path)):
        source = open_source(given)
        assert isinstance(source, FileSource)
        assert source.read(0, 9) == DATA


@pytest.mark.parametrize("thing", [DATA, bytearray(DATA), memoryview(DATA)], ids=type)
def test_bytes_are_memory(thing: bytes | bytearray | memoryview):
    source = open_source(thing)
    assert isinstance(source, MemorySource)
    assert source.read(0, 9) == DATA


def test_a_stream_that_can_seek_is_read_in_place():
    file = io.BytesIO(DATA)
    source = open_source(file)
    assert isinstance(source, StreamSource)
    assert source._stream is file


def test_a_stream_that_cannot_seek_is_spooled():
    reader, writer = os.pipe()
    with open(writer, "wb") as file:
        file.write(DATA)
    with open(reader, "rb") as file:
        source = open_source(file)
        assert source._stream is not file
    assert (source.size, source.read(0, 9)) == (2, DATA)
    source.close()


def test_a_source_is_itself():
    source = MemorySource(DATA)
    assert open_source(source) is source


def test_a_path_that_cannot_be_read_is_a_source_error(tmp_path: pathlib.Path):
    with pytest.raises(SourceError, match="no such file"):
        open_source(tmp_path / "absent")


@pytest.mark.parametrize("thing", [None, 7, ["a"], object()])
def test_anything_else_is_a_type_error(thing: object):
    with pytest.raises(TypeError, match="needed a path, bytes or a binary file object, not"):
        open_source(thing)


def test_a_named_pipe_is_read_to_its_end(tmp_path: pathlib.Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(b"bytes of a pipe",))
    writer.start()
    with_pipe = open_source(pipe)
    writer.join()
    assert bytes(with_pipe.read(0, 100)) == b"bytes of a pipe" and with_pipe.size == 15
    with_pipe.close()


def test_an_address_is_no_file_and_says_what_to_do() -> None:
    with pytest.raises(SourceError, match="an address") as caught:
        open_source("https://example.org/model.onnx")
    assert caught.value.next is not None and "onnxlens -" in caught.value.next
