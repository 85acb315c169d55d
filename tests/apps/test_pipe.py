"""Commands whose output nobody reads any more end with 141 and say nothing."""

import os
import subprocess
import sys

import pytest

COMMANDS = [
    ("tiny.onnx",), ("tree", "tiny.onnx"), ("tree", "tiny.onnx", "--jsonl"), ("hex", "tiny.onnx"),
    ("bytes", "tiny.onnx"), ("at", "tiny.onnx", "174"), ("get", "tiny.onnx", "graph", "--raw"),
    ("find", "tiny.onnx", "w"), ("check", "half.onnx"), ("rule", "W003"), ("schema",),
    ("tree", "half.onnx"), ("values", "tiny.onnx", "graph.initializer[0]"), ("ir", "tiny.onnx"),
    ("report", "tiny.onnx", "-o", "-"), ("serve", "--no-browser", "tiny.onnx"), ("--help",),
    ("tree", "--help"), ("--version",), (), ("completion", "bash"),
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_that_nobody_listens_to_ends_quietly(command, tmp_path, tiny):
    (tmp_path / "tiny.onnx").write_bytes(tiny)
    (tmp_path / "half.onnx").write_bytes(tiny[:139])
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "onnxlens", *command], cwd=tmp_path, stdout=writer,
            stderr=subprocess.PIPE, timeout=60, check=False,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (done.stderr, done.returncode) == (b"", 141)
