"""The command onnxlens as tools start it: where it stands, and its server for the page."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def lens() -> str:
    """Return the command that stands beside this Python. Raises SystemExit where none does."""
    path = Path(sys.executable).with_name("onnxlens")
    if not path.exists():
        raise SystemExit(f"{path}: not there; make install puts it there")
    return str(path)


@contextmanager
def serving(*files: Path) -> Iterator[tuple[str, int]]:
    """Give the address and the process number of ``onnxlens serve`` for some files."""
    words = (lens(), "serve", "--no-browser", *map(str, files))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            yield server.stdout.readline().strip(), server.pid
        finally:
            server.terminate()
