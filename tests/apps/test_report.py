"""The command ``report``: what it writes where, what it refuses, and its exit status."""

import io
import os
import pty
import re
import subprocess
import sys
from html import unescape

import pytest

from onnxlens.apps.cli.main import run

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 5\n"


@pytest.fixture
def report(tmp_path, tiny, monkeypatch, capsys):
    """Run ``report`` in a folder with files; return status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    files = {"tiny.onnx": tiny, "half.onnx": tiny[:139], "lfs.onnx": LFS}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)

    def call(*arguments, stdin=None):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run(["report", *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return call


def made_by(page: str) -> str:
    """Return the command that a page says made it."""
    return unescape(re.search("made by <code>(.*?)</code>", page)[1])


# -- where it is written -------------------------------------------------------------------------


def test_the_page_is_written_to_a_file_and_said_on_standard_error(report, tmp_path):
    status, out, err = report("tiny.onnx", "-o", "r.html")
    data = (tmp_path / "r.html").read_bytes()
    assert (status, out, err) == (0, "", f"r.html: {len(data):,} bytes\n")
    assert data.startswith(b"<!DOCTYPE html>\n") and data.endswith(b"</html>\n") and data.isascii()


@pytest.mark.parametrize("arguments", [(), ("-o", "-")])
def test_standard_output_takes_the_page_where_it_is_no_terminal(report, arguments):
    status, out, err = report("tiny.onnx", *arguments)
    assert (status, err) == (0, "") and out.startswith("<!DOCTYPE html>\n")


def test_a_terminal_is_refused_with_advice(tmp_path, tiny):
    (tmp_path / "my model.onnx").write_bytes(tiny)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "onnxlens", "report", "my model.onnx"]
    done = subprocess.run(
        command, cwd=tmp_path, stdout=theirs, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert done.stderr == (
        "standard output is a terminal; needed a file to write\n"
        "next         onnxlens report 'my model.onnx' -o report.html\n"
    )


def test_the_model_is_not_replaced_by_its_report(report, tmp_path, tiny):
    os.symlink("tiny.onnx", tmp_path / "link.onnx")
    for out in ("tiny.onnx", "./tiny.onnx", "link.onnx"):
        status, _, err = report("tiny.onnx", "-o", out)
        assert status == 2 and "the file that is read" in err
    assert (tmp_path / "tiny.onnx").read_bytes() == tiny


def test_an_older_report_is_replaced(report, tmp_path):
    (tmp_path / "r.html").write_text("x" * 1_000_000)
    assert report("tiny.onnx", "-o", "r.html")[0] == 0
    assert (tmp_path / "r.html").read_text().endswith("</html>\n")


def test_a_folder_that_is_not_there_is_said(report):
    assert report("tiny.onnx", "-o", "no/r.html") == (
        3, "", "no/r.html: No such file or directory\n",
    )  # fmt: skip


# -- what it says, and its exit status -----------------------------------------------------------


def test_findings_do_not_change_the_exit_status(report):
    status, out, err = report("half.onnx", "-o", "-")
    assert status == 0 and "truncated-record" in out
    assert err == "half.onnx: damaged: graph.initializer[1] at 134 declares 21 bytes; 3 are there\n"


def test_a_file_that_cannot_be_read_writes_no_page(report, tmp_path):
    status, out, err = report("tini.onnx", "-o", "r.html")
    assert (status, out) == (3, "") and "did you mean tiny.onnx?" in err
    assert not (tmp_path / "r.html").exists()


def test_another_format_has_a_page_and_status_3(report, tmp_path):
    status, _, err = report("lfs.onnx", "-o", "r.html")
    page = (tmp_path / "r.html").read_text()
    assert status == 3 and err.startswith("r.html: ")
    assert "Git LFS pointer" in page and "git lfs pull --include lfs.onnx" in page


def test_the_rules_that_are_asked_are_those_of_check(report):
    status, out, _ = report("half.onnx", "--ignore", "W", "-o", "-")
    assert status == 0 and "truncated-record" not in out and "no findings" in out
    status, _, err = report("half.onnx", "--select", "Q", "-o", "-")
    assert status == 2 and "no rule has a code that begins so" in err


def test_settings_of_the_folder_count_as_for_check(report, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.onnxlens]\nselect = ["W003"]\n')
    _, out, _ = report("half.onnx", "-o", "-")
    assert "1 finding: 25 records, 1 rule<" in out
    assert made_by(out) == "onnxlens report half.onnx --select W003 -o -"


def test_security_rules_alone_come_with_what_a_clean_result_means(report):
    _, out, _ = report("tiny.onnx", "--select", "X", "-o", "-")
    assert "a clean result is no proof of safety" in out


# -- the command that made it --------------------------------------------------------------------


def test_the_page_says_which_command_made_it_without_folders(report, tmp_path):
    path, out = tmp_path / "tiny.onnx", tmp_path / "r 1.html"
    report(str(path), "--as", "ModelProto", "--deep", "--select", "T,W", "-o", str(out))
    assert made_by(out.read_text()) == (
        "onnxlens report tiny.onnx --as ModelProto --select T,W --deep -o 'r 1.html'"
    )
    assert str(tmp_path) not in out.read_text()


def test_bytes_and_standard_input_have_a_report_too(report, tiny):
    _, out, _ = report("--hex", "0A 01 78 12 00", "--as", "ValueInfoProto", "-o", "-")
    assert made_by(out) == "onnxlens report --hex '0A 01 78 12 00' --as ValueInfoProto -o -"
    _, out, _ = report("-", "--max-records", "9", "-o", "-", stdin=tiny)
    assert made_by(out) == "onnxlens report - --max-records 9 -o -"


def test_long_bytes_are_cut_in_the_command(report, tiny):
    _, out, _ = report("--hex", tiny.hex(), "-o", "-")
    assert made_by(out) == f"onnxlens report --hex '{tiny[:64].hex(' ').upper()} …' -o -"


def test_the_time_is_in_iso_8601(report):
    _, out, _ = report("tiny.onnx", "-o", "-")
    time = re.search('<time datetime="(.*?)">', out)[1]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", time)
