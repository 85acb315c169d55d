"""Shape inference of the onnx package, run in a child process, which it may end."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

from ..checks.inferred import Inferred
from ..errors import OnnxLensError
from ..source import MemorySource, Source
from ..source.file import FileSource
from ..tree.document import Document
from ..tree.names import quote
from ..tree.opening import read_index
from .infer_program import MISSING, PROGRAM

if TYPE_CHECKING:
    from subprocess import CompletedProcess

SECONDS = 60  # that inference may take
_MEMORY = 4 << 30  # bytes it may take beside copies of the model
_COPIES = 4  # of the model: its bytes, parsed, and twice across to C++ and back
_CHUNK = 1 << 20
_SAID = 200  # characters of an error that are shown
_ADVICE = "pip install 'onnxlens[onnx]'"


def infer(document: Document, seconds: float = SECONDS) -> Inferred | None:
    """Return what the types of a model's values are, whatever it declares for them.

    None where the root is no ModelProto. Only the file itself is read, no data files. ``seconds``
    is the time that the child may take. Raises OnnxLensError where there is no onnx package,
    SourceError where bytes cannot be had.
    """
    import subprocess

    if document.root is None or document.root.name != "ModelProto":
        return None
    memory = _MEMORY + _COPIES * document.size
    command = [*_python(), "-c", PROGRAM, str(memory), str(int(seconds) + 1)]
    try:
        with _bytes_of(document.source) as model:
            child = subprocess.run(
                command, stdin=model, capture_output=True, timeout=seconds, env=_environment()
            )
    except subprocess.TimeoutExpired:
        return _failed(f"took more than {seconds:,.0f} s")
    except OSError as error:
        return _failed(f"did not start: {error.strerror or error}")
    if child.returncode == MISSING:
        raise OnnxLensError("--infer needs the onnx package", next=_ADVICE)
    return _failed(_end(child)) if child.returncode else _types(child.stdout)


def _python() -> list[str]:
    """Return how Python is called; with -P nothing is imported from the current folder."""
    return [sys.executable, "-P"]


def _environment() -> dict[str, str]:
    """Return ours, but for threads: each one of a numeric library takes address space."""
    import os

    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


def _bytes_of(source: Source) -> IO[bytes]:
    """Return a file open at the start of the bytes of a source."""
    from tempfile import TemporaryFile

    if isinstance(source, FileSource) and not source.changed():
        return open(source.path, "rb")
    file = TemporaryFile()  # noqa: SIM115 - the caller closes it
    for start in range(0, source.size, _CHUNK):
        file.write(source.read(start, _CHUNK))
    file.seek(0)
    return file


def _failed(how: str) -> Inferred:
    return Inferred(None, f"shape inference of the onnx package {how}")


def _end(child: CompletedProcess[bytes]) -> str:
    """Return how a child ended, and its last words."""
    lines = child.stderr.decode("utf-8", "replace").strip().splitlines()
    last = lines[-1][:_SAID] if lines else ""
    said = f", saying {quote(last)}" if last else ""
    number = -child.returncode
    return (f"ended with {_signal(number)}" if number > 0 else "failed") + said


def _signal(number: int) -> str:
    from signal import Signals

    try:
        return f"signal {number} ({Signals(number).name})"
    except ValueError:
        return f"signal {number}"


def _types(data: bytes) -> Inferred:
    source = MemorySource(data)
    return Inferred(Document(source, *read_index(source, "AttributeProto")))
