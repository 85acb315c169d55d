"""The commands ``check`` and ``rule``."""

import io
import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path

import pytest

from onnxlens.apps.cli import reports
from onnxlens.apps.cli.main import run
from onnxlens.apps.cli.working import Working

SOURCE = Path(__file__).resolve().parents[2] / "src"
TEXT = """\
half.onnx: ONNX model, 139 bytes
  error W003  graph.initializer[1]: declares 21 bytes; 3 are there
       134  2A 15 08 03 10
               ^^
            also 21:139 graph: declares 177, has 115
            also 138:139 graph.initializer[1].!: the value is cut off by the end of its message
1 error in 1 file; about a rule: onnxlens rule W003
"""
EMPTY = (
    "empty.onnx: empty, 0 bytes\n"
    "next         fetch it again; 0 bytes are a valid empty message: --as ModelProto shows it\n"
)
FORMATS = tuple(reports.REPORTS)


@pytest.fixture
def check(tmp_path, tiny, monkeypatch, capsys):
    """Run ``check`` in a folder with files; return status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    files = {"tiny.onnx": tiny, "half.onnx": tiny[:139], "empty.onnx": b"", "t.txt": b"hello\n",
             "in/tiny.onnx": tiny, "in/readme.txt": b"hello\n"}  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)

    def call(*arguments, stdin=None, command="check"):
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = run([command, *arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return call


# -- files ---------------------------------------------------------------------------------------


def test_a_file_with_a_fault(check):
    assert check("half.onnx") == (1, TEXT, "")


def test_a_clean_file(check):
    status, out, err = check("tiny.onnx")
    assert (status, err) == (0, "") and out.startswith("no findings: 53 records, ")


def test_standard_input_and_hex_are_checked(check, tiny):
    assert check("-", stdin=tiny[:139])[:2] == (1, TEXT.replace("half.onnx", "-"))
    status, out, _ = check("--hex", tiny[:139].hex())
    assert status == 1 and "error W003" in out


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("empty.onnx", EMPTY),
        ("t.txt", 't.txt: text, 6 bytes (line 1 "hello"); needed ONNX protobuf\n'),
        ("hafl.onnx", "hafl.onnx: no such file\nnext         did you mean half.onnx?\n"),
    ],
)
def test_what_cannot_be_judged_is_said_on_standard_error(check, name, says):
    status, out, err = check(name)
    assert (status, out) == (3, "") and err.startswith(says)
    status, out, err = check(name, "tiny.onnx")
    assert status == 3 and out.endswith("; 1 file not judged\n") and err.startswith(says)
    assert check(name, "half.onnx")[0] == 1, "a finding counts more"


def test_a_folder_stands_for_the_models_in_it(check):
    status, out, err = check("in")
    assert (status, err) == (0, "") and out.startswith("no findings: 53 records")
    status, out, err = check(".")
    assert status == 1 and err == EMPTY.replace("empty.onnx", "./empty.onnx"), "so named, so told"
    assert out.endswith(
        "1 error in 1 of 3 files; 1 file not judged; about a rule: onnxlens rule W003\n"
    )
    assert check("in", "in/readme.txt")[0] == 3, "one that is named is told"


def test_a_folder_without_a_model_is_no_success(check, tmp_path):
    (tmp_path / "in" / "tiny.onnx").unlink()
    status, out, err = check("in")
    assert (status, out) == (3, "") and err.startswith(
        "in: 1 file, none of them ONNX; needed a model"
    )
    (tmp_path / "bare").mkdir()
    assert check("bare")[0] == 3


def test_a_file_named_twice_is_checked_once(check):
    assert len(json.loads(check("in", "in/tiny.onnx", "--json")[1])["files"]) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["-", "tiny.onnx"],
        ["--hex", "00", "tiny.onnx"],
        ["--hex", "00", "tiny.onnx", "half.onnx"],
        ["tiny.onnx", "--format", "xml"],
        ["tiny.onnx", "--fail-on", "bad"],
        ["tiny.onnx", "--jobs", "0"],
        ["tiny.onnx", "half.onnx", "--as", "Model"],
        ["tiny.onnx", "--select", "T9"],
        ["tiny.onnx", "--ignore", "Q"],
        ["tiny.onnx", "--select", "W003", "--ignore", "W"],
    ],
)
def test_a_command_line_that_means_nothing_is_status_2(check, arguments):
    status, out, err = check(*arguments)
    assert (status, out) == (2, "") and err.count("\n") == 2 and "\nnext  " in err


# -- which rules, which status -------------------------------------------------------------------


def test_codes_choose_the_rules(check):
    assert check("half.onnx", "--select", "t,W003", "--ignore", "T005")[0] == 1
    status, out, _ = check("half.onnx", "--ignore", "w003")
    assert status == 0 and out.startswith("no findings")
    assert check("half.onnx", "--select", "T", "--select", "W")[0] == 1


def test_the_status_follows_the_severity(check, tmp_path):
    (tmp_path / "info.onnx").write_bytes(
        b"\x08\x87\x80\x00" + (tmp_path / "tiny.onnx").read_bytes()[2:]
    )
    statuses = [check("info.onnx", "--select", "W040", "--fail-on", level)[0]
                for level in ("error", "warning", "info", "never")]  # fmt: skip
    assert statuses == [0, 0, 1, 0]


def test_pyproject_stands_in_for_what_is_not_given(check, tmp_path):
    table = '[tool.onnxlens]\nignore = ["w003"]\nfail-on = "info"\n'
    (tmp_path / "pyproject.toml").write_text(table)
    assert check("half.onnx")[0] == 0
    assert check("half.onnx", "--ignore", "T")[0] == 1, "the command line wins"
    (tmp_path / "pyproject.toml").write_text('[tool.onnxlens]\nselect = ["T9"]\n')
    status, _, err = check("half.onnx")
    assert status == 2 and err.startswith(str(tmp_path / "pyproject.toml")) and "T9" in err
    (tmp_path / "pyproject.toml").write_text('[tool.onnxlens]\nfail-on = "never"\n')
    assert check("half.onnx")[0] == 0 and check("half.onnx", "--fail-on", "error")[0] == 1


# -- formats -------------------------------------------------------------------------------------


def test_one_line_for_each_finding(check):
    line = "half.onnx:135: error W003 graph.initializer[1]: declares 21 bytes; 3 are there\n"
    assert check("half.onnx", "tiny.onnx", "--format", "concise") == (1, line, "")


@pytest.mark.parametrize(
    "names", [["half.onnx"], ["gone.onnx"], ["in", "gone.onnx", "half.onnx"], ["empty.onnx"]]
)
def test_json_and_sarif_are_valid_whatever_is_named(check, names):
    status, out, err = check(*names, "--json")
    found = json.loads(out)
    assert found["format"] == 1 and err == "" and status == (1 if "half.onnx" in names else 3)
    assert [file["path"] for file in found["files"]] == [
        n.replace("in", "in/tiny.onnx") for n in names
    ]
    for file in found["files"]:
        assert set(file) == {"path", "root", "error", "findings"}
        assert (file["root"] is None) == (file["error"] is not None)
    status, out, err = check(*names, "--format", "sarif")
    (run_,) = json.loads(out)["runs"]
    assert err == "" and len(run_["results"]) == ("half.onnx" in names)


def test_json_of_an_empty_folder_is_valid_too(check, tmp_path):
    (tmp_path / "bare").mkdir()
    status, out, _ = check("bare", "--json")
    assert status == 3 and json.loads(out) == {"format": 1, "files": []}


def test_github_is_told_of_files_that_are_not_judged(check):
    _, out, err = check("half.onnx", "gone.onnx", "--format", "github")
    first, second = out.splitlines()
    assert err == "" and first.startswith("::error file=half.onnx,title=W003 ")
    assert second == "::error file=gone.onnx,title=onnxlens::not judged: no such file"


@pytest.mark.parametrize("form", FORMATS)
def test_several_processes_write_the_same(check, form):
    names = ["half.onnx", "tiny.onnx", "in", "empty.onnx", "gone.onnx"]
    one = check(*names, "--format", form, "--jobs", "1")
    assert check(*names, "--format", form, "--jobs", "2") == one


# -- pipes, terminals, interrupts ----------------------------------------------------------------


def _command(*arguments):
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "NO_COLOR": "1", "PYTHONUTF8": "1"}
    return [sys.executable, "-m", "onnxlens", *arguments], environment


def test_a_named_pipe_is_read_once(tmp_path, tiny):
    (tmp_path / "half.onnx").write_bytes(tiny[:139])
    command, environment = _command("check")
    line = f"{' '.join(command)} <(cat half.onnx) <(cat half.onnx) --format concise"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, env=environment,
                          capture_output=True, timeout=60, check=False)  # fmt: skip
    assert done.returncode == 1 and done.stdout.count(b"error W003") == 2 and not done.stderr


def test_a_closed_pipe_ends_it_quietly(corpus):
    command, environment = _command("check", str(corpus), "--jobs", "2", "--format", "concise")
    line = f"{' '.join(command)} | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], env=environment, capture_output=True, timeout=120,
                          check=False)  # fmt: skip
    assert done.stdout.splitlines()[-1] in (b"141", b"1") and b"Traceback" not in done.stderr


def test_work_is_shown_after_a_second_and_erased():
    main, side = pty.openpty()
    code = (
        "import time; from onnxlens.apps.cli.working import Working\n"
        "with Working(lambda: 'checked 1 of 2 files') as working:\n"
        "    time.sleep(1.5)\n"
        "    with working.aside(): print('a', flush=True)\n"
        "    time.sleep(0.3)\n"
    )
    _, environment = _command()
    child = subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stdout=side, stderr=side
    )
    os.close(side)
    out = b""
    while True:
        try:
            out += os.read(main, 1 << 16)
        except OSError:
            break
    os.close(main)
    assert child.wait() == 0
    assert b"\r\x1b[Kchecked 1 of 2 files, 1 s" in out and b"\r\x1b[Ka\r\n" in out
    assert out.endswith(b"\r\x1b[K")


def test_nobody_at_a_terminal_sees_no_work(capsys):
    with Working(lambda: "x") as working, working.aside():
        time.sleep(0)
    assert capsys.readouterr().err == ""


# -- rule ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["W003", "w003", "W3", "truncated-record"])
def test_a_rule_is_found_by_code_or_name(check, word):
    status, out, err = check(word, command="rule")
    assert (status, err) == (0, "") and out.startswith("W003 truncated-record\n")


@pytest.mark.parametrize("word", ["W999", "nothing", "", "\x1b", "T"])
def test_an_unknown_rule_is_status_2_with_the_list_as_advice(check, word):
    status, out, err = check(word, command="rule")
    assert (status, out) == (2, "") and err.endswith("next         onnxlens rule lists all\n")
    assert "\x1b" not in err


def test_all_rules_are_listed(check):
    status, out, _ = check(command="rule")
    assert status == 0 and out.splitlines()[0].split() == ["code", "severity", "name", "finds"]
