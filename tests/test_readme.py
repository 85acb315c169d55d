"""The README, followed word for word."""

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCKS = re.findall(r"```(sh|text)\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


def _examples() -> list[tuple[str, str]]:
    """Return the commands that are followed by what they print; setting up is not tried here."""
    return [(a[1], b[1]) for a, b in pairwise(BLOCKS) if (a[0], b[0]) == ("sh", "text")]


def _environment(folder: Path) -> dict[str, str]:
    """Return an environment in which the commands of the README are there."""
    for name, words in (("onnxlens", "-m onnxlens"), ("python", "")):
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        script.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "FORCE_COLOR")}
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return {**kept, "PATH": path, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}


def test_each_example_prints_what_the_readme_says(tmp_path: Path, tiny: bytes) -> None:
    examples = _examples()
    assert len(examples) >= 10
    environment = _environment(tmp_path)
    work = tmp_path / "work"
    work.mkdir()
    (work / "tiny.onnx").write_bytes(tiny)
    for commands, expected in examples:
        done = subprocess.run(
            ["bash", "-c", commands],
            cwd=work,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.stdout == expected, commands
