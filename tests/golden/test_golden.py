"""Transcripts of commands and what they print; ``make golden`` writes them anew."""

import os
import pty
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CORPUS = ROOT.parent / "shared" / "corpus"
REWRITE = bool(os.environ.get("ONNXLENS_GOLDEN_REWRITE"))
_COPIES = {
    "super_resolution.onnx": "alrevuelta__cONNXr/super_resolution.onnx",
    "Yolo.onnx": "microsoft__Windows-Machine-Learning/Yolo.onnx",
    "input_0.pb": "generated__onnx-1.23.2/test_optional_get_element_optional_tensor"
    "/test_data_set_0/input_0.pb",
    "mnist.onnx": "microsoft__Windows-Machine-Learning/mnist.onnx",
    "ext_weights.onnx": "NVIDIA__TensorRT/ext_weights/ext_weights.onnx",
    "old.onnx": "apache__tvm/super_resolution.onnx",
}


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with the files that the transcripts speak of."""
    place = tmp_path_factory.mktemp("golden")
    make = [sys.executable, str(ROOT / "tools" / "make_example.py"), str(place / "tiny.onnx")]
    subprocess.run(make, check=True, env=_environment(), capture_output=True)
    tiny = (place / "tiny.onnx").read_bytes()
    (place / "half.onnx").write_bytes(tiny[:139])
    (place / "flipped.onnx").write_bytes(tiny[:26] + b"\x0f" + tiny[27:])
    (place / "empty.onnx").write_bytes(b"")
    (place / "page.onnx").write_bytes(b"<!DOCTYPE html>\n<html><title>Sign in</title></html>\n")
    for name, path in _COPIES.items():
        shutil.copy(CORPUS / path, place / name)
    return place


def _environment():
    kept = {
        key: value for key, value in os.environ.items() if key not in ("COLUMNS", "FORCE_COLOR")
    }
    return {**kept, "PYTHONPATH": str(ROOT / "src"), "NO_COLOR": "1", "PYTHONUTF8": "1"}


def _command(line):
    words = shlex.split(line)
    assert words[0] == "onnxlens"
    return [sys.executable, "-m", "onnxlens", *words[1:]]


def in_pipe(line, folder):
    """Run a command with its output in a pipe; return what it writes and its status."""
    done = subprocess.run(
        _command(line), cwd=folder, env=_environment(), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    return done.stdout.decode(), done.returncode


def in_terminal(line, folder, columns=80):
    """Run a command in a terminal of some columns; return what it writes and its status."""
    main, side = pty.openpty()
    environment = {**_environment(), "COLUMNS": str(columns), "TERM": "xterm"}
    child = subprocess.Popen(
        _command(line),
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=side,
        stderr=side,
    )
    os.close(side)
    out = b""
    while chunk := _read(main):
        out += chunk
    os.close(main)
    return out.decode().replace("\r\n", "\n"), child.wait()


def _read(descriptor):
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # the other side of a terminal is closed
        return b""


def _transcript(path):
    """Return the commands of a transcript with what each is said to print."""
    entries = []
    for line in path.read_text().splitlines():
        if line.startswith("$ "):
            entries.append((line[2:], []))
        else:
            entries[-1][1].append(line)
    return [(command, "\n".join(lines)) for command, lines in entries]


def _shown(text, status):
    return text.rstrip("\n") + (f"\n(exit status {status})" if status else "")


@pytest.mark.parametrize("path", sorted(HERE.glob("*.txt")), ids=lambda path: path.stem)
def test_a_transcript_is_what_the_commands_print(path, folder):
    run = in_terminal if path.stem.endswith("terminal") else in_pipe
    entries = _transcript(path)
    found = [(command, _shown(*run(command, folder))) for command, _ in entries]
    if REWRITE:
        path.write_text("".join(f"$ {command}\n{text}\n" for command, text in found))
    assert entries, f"{path} holds no command"
    if not REWRITE:
        for (command, expected), (_, text) in zip(entries, found, strict=True):
            assert text == expected, command


def test_lines_fit_the_terminal_at_any_width(folder):
    commands = (
        "tree tiny.onnx --depth all",
        "bytes tiny.onnx",
        "super_resolution.onnx",
        "mnist.onnx",
    )
    for columns in (40, 60, 80, 120, 200):
        for command in commands:
            text, status = in_terminal(f"onnxlens {command}", folder, columns)
            assert status == 0
            assert max(map(len, text.splitlines())) <= max(columns, 40), (command, columns)


def test_a_closed_pipe_ends_the_command_quietly(folder):
    line = shlex.join([sys.executable, "-m", "onnxlens", "tree", "--jsonl", "old.onnx"])
    done = subprocess.run(
        ["bash", "-c", f"{line} | head -n 1; echo ${{PIPESTATUS[0]}}"],
        cwd=folder, env=_environment(), capture_output=True, check=True,
    )  # fmt: skip
    first, status = done.stdout.decode().splitlines()
    assert first.startswith('{"offset": 0')
    assert (done.stderr, status) in ((b"", "141"), (b"", "0"))
