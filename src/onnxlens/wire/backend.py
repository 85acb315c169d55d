"""The choice of a scanner: the compiled one, or the one in plain Python and why."""

import os

from . import scan


def _load() -> tuple[type, str]:
    if os.environ.get("ONNXLENS_PURE"):
        return scan.Scanner, "plain Python (ONNXLENS_PURE is set)"
    try:
        from . import compiled
    except Exception as error:  # any fault of a shared library must end in the fallback
        return scan.Scanner, f"plain Python ({type(error).__name__}: {error})"
    return compiled.Scanner, "compiled"


Scanner, DESCRIPTION = _load()
