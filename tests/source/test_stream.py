"""Bytes behind file objects: those that can seek, and those that are spooled."""

import io
import os
from pathlib import Path

import pytest

from onnxlens.errors import SourceError
from onnxlens.source import StreamSource, spool, stream
from threads import wrongly_read

DATA = bytes(range(256)) * 40


class Dripping(io.BytesIO):
    """A stream that gives at most 7 bytes at a time."""

    def read(self, size: int | None = -1) -> bytes:
        return super().read(7 if size is None or size < 0 else min(size, 7))


class Broken(io.RawIOBase):
    """A stream that fails when it is read, as a directory on standard input does."""

    def read(self, size: int = -1) -> bytes:
        raise IsADirectoryError(21, "Is a directory")


@pytest.mark.parametrize("kind", [io.BytesIO, Dripping])
@pytest.mark.parametrize("offset", [0, 1, 5000, len(DATA), len(DATA) + 7])
@pytest.mark.parametrize("size", [0, 1, 300, len(DATA) * 2])
def test_a_read_gives_fewer_bytes_only_at_the_end(kind: type, offset: int, size: int):
    assert StreamSource(kind(DATA)).read(offset, size) == DATA[offset : offset + size]


def test_the_position_of_the_stream_does_not_matter():
    file = io.BytesIO(DATA)
    source = StreamSource(file)
    file.seek(77)
    assert source.size == len(DATA)
    assert source.read(0, 5) == DATA[:5]


def test_a_source_is_called_as_its_stream_unless_it_is_given_a_name(tmp_path: Path):
    path = tmp_path / "model.onnx"
    path.write_bytes(DATA)
    with path.open("rb") as file:
        assert StreamSource(file).name == str(path)
        assert StreamSource(file, "mine").name == "mine"
    assert StreamSource(io.BytesIO()).name == "stream"


def test_a_stream_that_shrinks_is_a_source_error():
    file = io.BytesIO(DATA)
    source = StreamSource(file, "shrinking")
    file.truncate(100)
    with pytest.raises(SourceError, match="changed while it was read") as caught:
        source.read(50, 70)
    assert caught.value.name == "shrinking"


def test_a_closed_source_cannot_be_read():
    source = StreamSource(io.BytesIO(DATA))
    source.close()
    with pytest.raises(SourceError):
        source.read(0, 1)


def test_threads_share_a_stream():
    assert wrongly_read(StreamSource(io.BytesIO(DATA)), DATA) == []


@pytest.mark.parametrize("kind", [io.BytesIO, Dripping])
def test_a_spooled_stream_is_read_as_a_whole(kind: type):
    source = spool(kind(DATA), "-")
    assert (source.name, source.size) == ("-", len(DATA))
    assert source.read(100, 300) == DATA[100:400]
    source.close()


def test_what_is_large_is_spooled_to_a_file_without_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr(stream, "SPOOL_IN_MEMORY", 1000)
    source = spool(io.BytesIO(DATA), "-")
    assert isinstance(source._stream.fileno(), int)
    assert list(tmp_path.iterdir()) == []
    assert source.read(0, len(DATA)) == DATA
    source.close()


def test_what_is_small_is_spooled_to_memory():
    source = spool(io.BytesIO(DATA), "-")
    assert source._stream._rolled is False
    source.close()


def test_a_stream_that_cannot_be_spooled_is_a_source_error():
    with pytest.raises(SourceError, match="Is a directory") as caught:
        spool(Broken(), "-")
    assert caught.value.name == "-"


def test_a_pipe_is_spooled():
    reader, writer = os.pipe()
    with open(writer, "wb") as file:
        file.write(DATA)
    with open(reader, "rb") as file:
        source = spool(file, "-")
    assert source.read(0, len(DATA)) == DATA
    source.close()
