"""A function in a process of its own: what it gets and gives, and how it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from onnxlens.apps.web.apart import apart
from served import environment, until

SLEEPER = (
    "import threading\n"
    "from onnxlens.apps.web.apart import apart\n"
    "threading.Thread(target=apart, args=('time', 'sleep', 600), daemon=True).start()\n"
    "input()\n"
)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def test_values_go_in_and_bytes_come_out():
    assert apart("base64", "b64decode", "AAEKDQo=") == b"\0\1\n\r\n"
    assert apart("os", "fsencode", "") == b""
    assert apart("os", "fsencode", "x" * 10**6) == b"x" * 10**6


def test_a_process_that_dies_gives_nothing():
    assert apart("os", "_exit", 0) is None
    assert apart("signal", "raise_signal", signal.SIGKILL) is None


def test_no_module_is_taken_from_the_folder_it_is_called_in(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit('hostile')")
    monkeypatch.chdir(tmp_path)
    assert apart("os", "fsencode", "a") == b"a"


def test_it_ends_with_the_process_that_started_it():
    parent = subprocess.Popen(
        [sys.executable, "-c", SLEEPER], env=environment(), stdin=subprocess.PIPE
    )
    try:
        (child,) = until(lambda: children(parent.pid), "the process has started")
        assert os.path.exists(f"/proc/{child}")
    finally:
        parent.kill()
        parent.communicate()
    until(lambda: ended(child), "the process has ended")


def ended(pid: int) -> bool:
    """Tell whether a process is no more, or only waits to be counted by the system."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
