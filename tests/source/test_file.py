"""A local file: what is read of it, and what is said where it cannot be read."""

import os
from pathlib import Path

import pytest

from onnxlens.errors import SourceError
from onnxlens.source import FileSource
from threads import wrongly_read

DATA = bytes(range(256)) * 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "model.onnx"
    path.write_bytes(DATA)
    return path


def refused(path: str | Path) -> SourceError:
    with pytest.raises(SourceError) as caught:
        FileSource(path)
    return caught.value


@pytest.mark.parametrize("offset", [0, 1, 5000, len(DATA) - 1, len(DATA), len(DATA) + 7])
@pytest.mark.parametrize("size", [0, 1, 300, len(DATA) * 2])
def test_a_read_gives_fewer_bytes_only_at_the_end(path: Path, offset: int, size: int):
    assert FileSource(path).read(offset, size) == DATA[offset : offset + size]


def test_a_source_has_the_name_and_the_size_of_its_file(path: Path):
    for given in (path, str(path)):
        source = FileSource(given)
        assert (source.name, source.size, source.path) == ("model.onnx", len(DATA), str(path))


def test_an_empty_file_is_a_source(tmp_path: Path):
    path = tmp_path / "empty.onnx"
    path.touch()
    assert (FileSource(path).size, FileSource(path).read(0, 100)) == (0, b"")


def test_a_missing_file_names_the_nearest(path: Path):
    asked = str(path.with_name("model.onx"))
    error = refused(asked)
    assert (str(error), error.name) == ("no such file", asked)
    assert error.next == f"did you mean {path}?"


def test_a_missing_file_in_the_working_folder_names_the_nearest_by_its_name_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(path.parent)
    assert refused("modell.onnx").next == "did you mean model.onnx?"


def test_a_missing_file_with_nothing_like_it_has_no_advice(path: Path):
    assert refused(path.with_name("zzzzzz")).next is None
    assert refused(path.parent / "no" / "such" / "folder").next is None


def test_a_directory_is_refused(tmp_path: Path):
    error = refused(tmp_path)
    assert (str(error), error.name) == ("a directory, needed a file", str(tmp_path))
    assert error.next


def test_a_file_without_permission_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch):
    def denied(*args: object) -> int:  # root may read everything, so the system is asked nothing
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    error = refused(path)
    assert (str(error), error.name) == ("no permission to read it", str(path))
    assert error.next == f"ls -l {path} shows who may"


@pytest.mark.parametrize("name", ["x" * 5000, "nul\0byte", "model.onnx/inside"])
def test_a_name_that_no_file_can_have_is_refused(path: Path, name: str):
    error = refused(f"{path.parent}/{name}")
    assert str(error)


def test_a_named_pipe_without_a_writer_is_refused_at_once(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    error = refused(pipe)
    assert str(error) == "not a regular file"
    assert error.next == "pipe it in: onnxlens - < FILE"


def test_a_refused_path_leaves_no_file_open(tmp_path: Path):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        refused(tmp_path)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_source_that_nobody_closes_leaves_no_file_open(path: Path):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(10):
        FileSource(path).read(0, 1)
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_file_that_shrinks_is_a_source_error_with_both_sizes(path: Path):
    source = FileSource(path)
    os.truncate(path, 100)
    assert source.read(0, 100) == DATA[:100]
    with pytest.raises(SourceError, match="10,240 bytes when opened, 100 now at most; needed 120"):
        source.read(50, 70)


def test_a_read_that_comes_in_parts_is_put_together(path: Path, monkeypatch: pytest.MonkeyPatch):
    pread = os.pread
    monkeypatch.setattr(os, "pread", lambda fd, size, offset: pread(fd, min(size, 7), offset))
    assert FileSource(path).read(3, 1000) == DATA[3:1003]


def test_a_fault_of_the_disk_is_a_source_error(path: Path, monkeypatch: pytest.MonkeyPatch):
    def broken(*args: object) -> bytes:
        raise OSError(5, "Input/output error")

    source = FileSource(path)
    monkeypatch.setattr(os, "pread", broken)
    with pytest.raises(SourceError, match="Input/output error"):
        source.read(0, 1)


def test_a_closed_source_cannot_be_read(path: Path):
    source = FileSource(path)
    source.close()
    source.close()
    with pytest.raises(SourceError):
        source.read(0, 1)


def test_a_file_that_is_written_again_has_changed(path: Path):
    source, same = FileSource(path), FileSource(path)
    assert not source.changed()
    assert source.identity() == same.identity()
    other = path.with_name("other")
    other.write_bytes(DATA)
    os.replace(other, path)
    assert source.changed()
    assert source.identity() != FileSource(path).identity()
    assert source.read(0, 10) == DATA[:10]  # what was opened is still what is read


def test_a_file_that_is_gone_has_changed(path: Path):
    source = FileSource(path)
    path.unlink()
    assert source.changed()


def test_threads_share_a_source(path: Path):
    assert wrongly_read(FileSource(path), DATA) == []
