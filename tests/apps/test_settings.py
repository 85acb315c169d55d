"""The table ``[tool.onnxlens]`` of pyproject.toml."""

import pytest

from onnxlens.apps.cli.settings import settings
from onnxlens.errors import OnnxLensError


def write(folder, text):
    (folder / "pyproject.toml").write_text(text)
    return str(folder)


def test_the_nearest_file_above_a_folder_counts(tmp_path):
    write(tmp_path, '[tool.onnxlens]\nselect = ["t", "d001"]\nfail-on = "warning"\n')
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    found = settings(str(below))
    assert found == {
        "select": ("T", "D001"), "fail-on": "warning", "path": str(tmp_path / "pyproject.toml"),
    }  # fmt: skip
    write(below.parent, "[tool.other]\n")
    assert "select" not in settings(str(below)), "a nearer file hides the one above"


def test_without_a_file_nothing_is_set(tmp_path):
    assert settings(str(tmp_path)) == {} or (tmp_path.parent / "pyproject.toml").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[tool.onnxlens]\nselects = []\n", "selects: no such setting; needed select, ignore"),
        ('[tool.onnxlens]\nselect = "T"\n', "select: needed a list of codes"),
        ("[tool.onnxlens]\nignore = [1]\n", "ignore: needed a list of codes"),
        ('[tool.onnxlens]\nfail-on = "bad"\n', "fail-on: needed error, warning, info or never"),
        ("[tool.onnxlens]\nfail-on = []\n", "fail-on: needed error"),
        ("tool.onnxlens = 3\n", "[tool.onnxlens] is no table"),
        ("tool = 3\n", "[tool] is no table"),
        ("[tool\n", "line 1"),
        ("\udcff", "utf-8"),
    ],
)
def test_what_means_nothing_is_named_with_its_file(tmp_path, text, says):
    (tmp_path / "pyproject.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(OnnxLensError) as error:
        settings(str(tmp_path))
    assert str(tmp_path / "pyproject.toml") in str(error.value) and says in str(error.value)
