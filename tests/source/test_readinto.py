"""Bytes read straight into a buffer, by every source and whatever the system gives at a time."""

import io
import os
from pathlib import Path

import numpy as np
import pytest

from onnxlens.errors import SourceError
from onnxlens.source import FileSource, MemorySource, Source, StreamSource

DATA = bytes(range(256)) * 40


class Plain(Source):
    """A source that writes nothing but ``read``."""

    def __init__(self, data: bytes) -> None:
        self.name, self.size, self._data, self.asked = "plain", len(data), data, []

    def read(self, offset: int, size: int) -> bytes:
        self.asked.append(size)
        return self._data[offset : offset + size]


@pytest.fixture(params=["file", "memory", "stream", "plain", "no preadv"])
def source(request, tmp_path: Path, monkeypatch) -> Source:
    if request.param == "memory":
        return MemorySource(DATA)
    if request.param == "stream":
        return StreamSource(io.BytesIO(DATA))
    if request.param == "plain":
        return Plain(DATA)
    if request.param == "no preadv":
        monkeypatch.delattr(os, "preadv")
    path = tmp_path / "model.onnx"
    path.write_bytes(DATA)
    return FileSource(path)


@pytest.mark.parametrize("offset", [0, 1, 5000, len(DATA) - 1, len(DATA), len(DATA) + 7])
@pytest.mark.parametrize("size", [0, 1, 300, len(DATA) * 2])
def test_a_buffer_is_filled_as_far_as_there_are_bytes(source, offset, size):
    buffer = bytearray(b"\xee") * size
    wanted = DATA[offset : offset + size]
    assert source.readinto(offset, memoryview(buffer)) == len(wanted)
    assert bytes(buffer) == wanted + b"\xee" * (size - len(wanted))


def test_an_array_is_filled_in_place(source):
    array = np.zeros(100, np.uint8)
    assert source.readinto(7, array.data) == 100
    assert array.tobytes() == DATA[7:107]


def test_a_source_that_only_reads_does_so_in_parts():
    source = Plain(bytes(3 << 20))
    assert source.readinto(1, memoryview(bytearray(3 << 20))) == (3 << 20) - 1
    assert max(source.asked) <= 1 << 20


@pytest.mark.parametrize("most", [1, 7, 4096])
def test_calls_that_give_less_than_asked_are_repeated(source, most, monkeypatch):
    if not isinstance(source, FileSource) or not hasattr(os, "preadv"):
        return
    real = os.preadv
    monkeypatch.setattr(os, "preadv", lambda fd, parts, at: real(fd, [parts[0][:most]], at))
    buffer = bytearray(500)
    assert (source.readinto(9, memoryview(buffer)), bytes(buffer)) == (500, DATA[9:509])


def test_a_file_that_was_cut_meanwhile_is_an_error(tmp_path: Path):
    path = tmp_path / "model.onnx"
    path.write_bytes(DATA)
    source = FileSource(path)
    os.truncate(path, 100)
    with pytest.raises(SourceError, match="changed while it was read"):
        source.readinto(50, memoryview(bytearray(100)))


def test_a_closed_file_is_an_error(tmp_path: Path):
    path = tmp_path / "model.onnx"
    path.write_bytes(DATA)
    source = FileSource(path)
    source.close()
    with pytest.raises(SourceError):
        source.readinto(0, memoryview(bytearray(1)))
