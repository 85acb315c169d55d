"""Shape inference in a child process: what it may do to itself, and what never happens to us."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from case import found
from cases.inferred import ABORTS, chain

from documents import samples
from onnxlens import api
from onnxlens.api import infer as inference
from onnxlens.api.check import check_files
from onnxlens.apps.cli.main import run
from onnxlens.checks.catalog import rule_of
from onnxlens.checks.engine import check
from onnxlens.checks.inferred import Inferred
from onnxlens.errors import OnnxLensError
from onnxlens.finding import Finding
from onnxlens.model.graph.scopes import Scopes
from recipes import BASE, FLOAT, dim, patched, tensor_type

STALE = patched({54: 5})


def inferred(data: bytes, seconds: float = inference.SECONDS) -> Inferred:
    """Return what is inferred for a model."""
    with api.open(data, "ModelProto") as document:
        result = inference.infer(document, seconds)
    assert result is not None
    return result


def without_onnx(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let child processes find a package onnx that cannot be imported."""
    (folder / "onnx.py").write_text("raise ImportError('none here')")
    monkeypatch.setenv("PYTHONPATH", str(folder))


def test_inferred_types_do_not_depend_on_what_is_declared():
    answers = [inferred(chain(tensor_type(FLOAT, dim(size)))) for size in (2, 5)]
    first, second = (each.types.read(0, each.types.size) for each in answers if each.types)
    assert first == second != b""


def test_a_file_is_inferred_like_its_bytes(tmp_path: Path):
    path = tmp_path / "stale.onnx"
    path.write_bytes(STALE)
    with api.open(path) as document:
        (finding,) = document.check(select=["T06"], infer=True)
    assert finding.code == "T060"
    assert finding.message == found("T060", "ModelProto", STALE, True)[0].message


def test_an_abort_of_the_child_is_a_finding_beside_the_cause():
    with api.open(ABORTS, "ModelProto") as document:
        codes = {finding.code for finding in document.check(infer=True)}
    assert {"T006", "T061"} <= codes


@pytest.mark.parametrize(
    ("program", "says"),
    [
        ("while True: pass", "took more than 1 s"),
        ("import sys; sys.exit(7)", "package failed"),
        ("raise ValueError('no\\x1b[31m luck')", r'ValueError: no\u{1B}[31m luck"'),
        ("import os; os.kill(os.getpid(), 11)", "signal 11 (SIGSEGV)"),
        ("import os; os.kill(os.getpid(), 40)", "signal 40"),
        ("import os; os.close(0); os._exit(1)", "package failed"),
    ],
)
def test_what_ends_a_child_is_told(monkeypatch: pytest.MonkeyPatch, program: str, says: str):
    monkeypatch.setattr(inference, "PROGRAM", program)
    started = time.monotonic()
    answer = inferred(BASE, 1)
    assert answer.types is None and says in answer.problem
    assert time.monotonic() - started < 30


@pytest.mark.parametrize("answer", [b"", b"\xff" * 50, b"\x5a\x00\x5a\x00\x5a\x00"])
def test_any_answer_of_a_child_is_read(monkeypatch: pytest.MonkeyPatch, answer: bytes):
    program = f"import sys; sys.stdout.buffer.write({answer!r})"
    monkeypatch.setattr(inference, "PROGRAM", program)
    assert found("T060", "ModelProto", STALE, True) == []


def test_the_memory_of_a_child_is_bounded(monkeypatch: pytest.MonkeyPatch):
    head, _, _ = inference.PROGRAM.partition("try:\n    import onnx")
    monkeypatch.setattr(inference, "PROGRAM", head + "bytearray(1 << 29)")
    monkeypatch.setattr(inference, "_MEMORY", 1 << 28)
    assert "MemoryError" in inferred(BASE).problem


def test_a_python_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    assert "did not start" in inferred(BASE).problem


def test_nothing_is_imported_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "onnx.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    assert not inferred(BASE).problem


# Without the onnx package


def test_a_missing_package_is_an_error_with_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    without_onnx(tmp_path, monkeypatch)
    with pytest.raises(OnnxLensError, match="needs the onnx package") as caught:
        inferred(BASE)
    assert caught.value.next == "pip install 'onnxlens[onnx]'"


@pytest.mark.parametrize("count", [1, 2])
def test_the_command_line_says_what_is_missing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    count: int,
):
    without_onnx(tmp_path, monkeypatch)
    paths = [tmp_path / f"{number}.onnx" for number in range(count)]
    for path in paths:
        path.write_bytes(STALE)
    assert run(["check", *map(str, paths)]) == 0
    assert run(["check", "--infer", *map(str, paths)]) == 2
    error = capsys.readouterr().err
    assert "needs the onnx package" in error and "pip install 'onnxlens[onnx]'" in error


def test_the_command_line_names_what_is_stale(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "stale.onnx"
    path.write_bytes(STALE)
    assert run(["check", "--infer", "--fail-on", "warning", str(path)]) == 1
    assert "declares FLOAT [5], inferred is FLOAT [2]" in capsys.readouterr().out


def test_several_processes_pass_it_on(tmp_path: Path):
    paths = [tmp_path / f"{number}.onnx" for number in range(2)]
    for path in paths:
        path.write_bytes(STALE)
    for checked in check_files(list(map(str, paths)), select=("T06",), infer=True, jobs=2):
        assert [finding.code for finding in checked.findings] == ["T060"]


def test_importing_the_package_starts_nothing():
    code = "import sys, onnxlens.api.infer; print('subprocess' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "False\n"


# Real models


# what inference itself fails on, each with a reason that is no fault of ours
FAILS = {
    "NervanaSystems__ngraph/malformed.onnx": "Error parsing message",
    # a sparse initializer is taken for a tensor
    "onnxruntime__onnxruntime-qnn/sparse_initializer_handling.onnx": "type case mismatch",
}


def test_types_in_the_corpus_are_as_inferred(corpus: Path):
    seen, stale, failed = 0, list[Finding](), dict[str, str]()
    for sample in samples(corpus):
        if sample.kind != "ModelProto" or len(sample.data) > 1 << 20:
            continue
        with api.open(sample.data, "ModelProto") as document:
            result = inference.infer(document)
            assert result is not None
            seen += sum(len(pair[1].table.declared) for pair in result.pairs(Scopes(document)))
            stale += check(document, [rule_of("T060")], inferred=result)
        if result.problem:
            failed[sample.path] = result.problem
    assert stale == []
    assert seen > 1000
    assert {path for path in failed if FAILS.get(path, "?") not in failed[path]} == set()
    assert failed.keys() == FAILS.keys()
