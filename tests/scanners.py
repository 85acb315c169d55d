"""Which scanners a machine can try, and which it must."""

import importlib
import shutil

import pytest

from onnxlens.wire import scan

COMPILED = "onnxlens.wire.compiled"


def has_compiler() -> bool:
    """Tell whether the C extension should have been built."""
    return any(shutil.which(name) for name in ("cc", "gcc", "clang"))


def has_compiled() -> bool:
    """Tell whether the C extension is there and sound."""
    try:
        importlib.import_module(COMPILED)
    except ImportError:
        return False
    return True


def names() -> tuple[str, ...]:
    """Return the scanners to try; one only where nothing was compiled nor can be."""
    return ("plain", "compiled") if has_compiler() or has_compiled() else ("plain",)


def named(name: str) -> type:
    """Return a scanner; fails where a compiler is there without its work."""
    if name == "plain":
        return scan.Scanner
    try:
        return importlib.import_module(COMPILED).Scanner
    except ImportError as error:
        pytest.fail(f"a C compiler is on PATH, but no compiled scanner: {error}; {HELP}")


HELP = "build it with make install; it needs Python.h (python3-dev)"
