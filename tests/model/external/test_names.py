"""Locations as paths, told from their text alone."""

import os.path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens.model.external.names import normal, steps, wrong


@pytest.mark.parametrize(
    "location",
    [
        "w.bin", "./w.bin", "a//b", "a/./b", "a/../b", "sub/dir/w.bin", "w..bin", "...", "~", "é",
        "w\udcff.bin", "model.onnx_data", "a\\b", "a\\..\\b", "x" * 4096, "a b", "*", "ab:c",
    ],
)  # fmt: skip
def test_a_path_inside_the_folder_is_well(location):
    assert wrong(location) == ""


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("", "is empty"),
        ("x" * 4097, "has over 4,096 characters"),
        ("w\0.bin", "holds the control character \\u{0}"),
        ("w\n", "holds the control character \\n"),
        ("\x1b[2J", "holds the control character \\u{1B}"),
        ("w\x85", "holds the control character \\u{85}"),
        ("*/_ORT_MEM_ADDR_/*", "is a marker of ONNX Runtime for an address in memory, not a file"),
        ("https://h/w.bin", "is an address, not a file in the folder"),
        ("file:///etc/passwd", "is an address, not a file in the folder"),
        ("/etc/passwd", "is absolute"),
        ("//host/share", "is absolute"),
        ("\\\\host\\share", "is absolute on Windows"),
        ("\\windows", "is absolute on Windows"),
        ("C:\\x", "names a drive of Windows"),
        ("c:x", "names a drive of Windows"),
        ("..", "leaves the folder"),
        ("../x", "leaves the folder"),
        ("../../x", "leaves the folder"),
        ("a/../../../b/x", "leaves the folder"),
        ("..\\x", "leaves the folder"),
        ("sub/../../x", "leaves the folder"),
        ("./../x", "leaves the folder"),
        ("a/../../a/x", "leaves the folder"),
        ("a\\..\\..\\x", "leaves the folder"),
        ("a\\b/../../x", "leaves the folder"),
        (".", "names a folder, not a file"),
        ("w.bin/", "names a folder, not a file"),
        ("w.bin/.", "names a folder, not a file"),
        ("w.bin\\", "names a folder, not a file"),
        ("a/b/..", "names a folder, not a file"),
    ],
)
def test_what_must_not_be_opened_has_its_reason(location, reason):
    assert wrong(location) == reason


@pytest.mark.parametrize("location", ["a/b", "./a/b", "a//b", "a/./b", "c/../a/b", "a/c/../b"])
def test_all_spellings_of_a_file_are_one(location):
    assert normal(location) == "a/b"


def test_case_makes_another_file():
    assert normal("W.bin") != normal("w.bin")


@given(st.text(alphabet="ab./\\:~", max_size=20))
def test_no_path_that_is_well_leaves_the_folder(location):
    if wrong(location) == "":
        assert os.path.normpath(f"/f/{location}").startswith("/f/")
        assert "/f/" + "/".join(steps(location)) == os.path.normpath(f"/f/{location}")
        assert ".." not in steps(location, windows=True)
