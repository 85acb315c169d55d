"""The files in a folder."""

import os

from onnxlens.source.folder import files_in


def test_files_are_yielded_by_name_folders_after_the_files_beside_them(tmp_path):
    for name in ("b.onnx", "a.onnx", "in/c.onnx", "in/deep/d.onnx", ".git/e.onnx", ".hidden"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = [os.path.relpath(path, tmp_path) for path in files_in(str(tmp_path))]
    assert found == ["a.onnx", "b.onnx", "in/c.onnx", "in/deep/d.onnx"]


def test_what_is_no_folder_is_yielded_as_it_is():
    assert list(files_in("gone.onnx")) == ["gone.onnx"]
    assert list(files_in("-")) == ["-"]


def test_pipes_and_links_to_folders_are_left_out_and_dead_links_are_not(tmp_path):
    os.mkfifo(tmp_path / "pipe.onnx")
    (tmp_path / "circle").symlink_to(tmp_path)
    (tmp_path / "dead.onnx").symlink_to(tmp_path / "gone")
    assert list(files_in(str(tmp_path))) == [str(tmp_path / "dead.onnx")]


def test_a_folder_that_cannot_be_read_is_yielded_itself(tmp_path, monkeypatch):
    (tmp_path / "locked").mkdir()
    (tmp_path / "a.onnx").touch()
    real = os.scandir

    def scandir(path):
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert list(files_in(str(tmp_path))) == [str(tmp_path / "a.onnx"), str(tmp_path / "locked")]
