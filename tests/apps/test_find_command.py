"""find: what it prints, and the line for a person about how far it is."""

import io
import json
import sys

import pytest

from onnxlens.apps.cli import working
from onnxlens.apps.cli.main import run


class Terminal(io.StringIO):
    """What a person looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def find(tmp_path, monkeypatch, capsys, tiny):
    """Run find in a folder with tiny.onnx; return status and standard output."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.onnx").write_bytes(tiny)

    def call(*arguments):
        status = run(["find", *arguments])
        return status, capsys.readouterr().out

    return call


def test_hits_have_offset_path_and_value(find):
    assert find("tiny.onnx", "--op", "Relu") == (
        0,
        'offset  field          value\n    48  graph.node[1]  Relu "act": h -> y\n1 hit\n',
    )


def test_more_hits_than_are_written_at_a_time_all_come(find, tmp_path):
    (tmp_path / "many.onnx").write_bytes(b"\x08\x07" * 1203)
    _, out = find("many.onnx", "7", "--as", "TensorProto")
    assert len(out.splitlines()) == 1205
    _, out = find("many.onnx", "7", "--as", "TensorProto", "--jsonl")
    assert [json.loads(line)["at"] for line in out.splitlines()] == list(range(0, 2406, 2))


def test_a_person_sees_how_far_a_long_search_is(find, tmp_path, monkeypatch):
    monkeypatch.setattr(working, "_PATIENCE", 0)
    monkeypatch.setattr(working, "_EVERY", 0.0001)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with open(tmp_path / "long.onnx", "wb") as file:
        file.write(b"\x4a\x80\x80\x80\x80\x01")
        file.truncate((1 << 28) + 6)
    status, out = find("long.onnx", "--bytes", "01 02", "--as", "TensorProto")
    assert (status, out) == (0, "nothing found\n")
    line, *_, last = sys.stderr.getvalue().split("\r\x1b[K")[1:]
    assert line.startswith("searched up to ")
    assert line.split(",")[-1].strip() == "0 s"
    assert last == "", "the line is taken away"


def test_where_nobody_looks_nothing_is_said(find, monkeypatch):
    monkeypatch.setattr(working, "_PATIENCE", 0)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert find("tiny.onnx", "zebra") == (0, "nothing found\n")
    assert sys.stderr.getvalue() == ""
