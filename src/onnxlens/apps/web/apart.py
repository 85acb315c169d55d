"""A function called in a process of its own, which ends with the one that started it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Any

_DONE = b"\n"  # the last byte of what it writes; without it the process died
_NICE = 10  # the page that a person looks at comes first
# -I keeps a folder with hostile modules, such as the one of a downloaded model, out of the search
_START = "import sys; sys.path[:] = sys.argv[2:]; from {0} import {1}; {1}()"


def apart(module: str, function: str, *values: Any) -> bytes | None:
    """Return the bytes that a function returns for values that are JSON; None where it died.

    It is called in a new process, as forking one that has threads may hang. Ctrl-C does not reach
    it: it ends when what it reads from ends, which is when this process does.
    """
    start = [sys.executable, "-I", "-c", _START.format(__name__, main.__name__), module, *sys.path]
    with subprocess.Popen(
        start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps([function, *values]).encode() + b"\n")
        process.stdin.flush()
        found = process.stdout.read()
    return found[:-1] if found.endswith(_DONE) else None


def main() -> None:
    """Call the function that the first line of standard input names, then end."""
    from threading import Thread

    if hasattr(os, "nice"):
        os.nice(_NICE)
    function, *values = json.loads(sys.stdin.readline())
    Thread(target=_follow, daemon=True).start()
    found = getattr(import_module(sys.argv[1]), function)(*values)
    sys.stdout.buffer.write(found + _DONE)
    sys.stdout.flush()
    os._exit(0)  # the thread waits in a read that nothing else ends


def _follow() -> None:
    sys.stdin.read()
    os._exit(1)
