"""The choice of a scanner: the compiled one, or the one in plain Python and why."""

import os


def _load() -> tuple[type, str]:
    why = "ONNXLENS_PURE is set"
    if not os.environ.get("ONNXLENS_PURE"):
        try:
            from . import compiled
        except Exception as error:  # any fault of a shared library must end in the fallback
            why = f"{type(error).__name__}: {error}"
        else:
            return compiled.Scanner, "compiled"
    from . import scan

    return scan.Scanner, f"plain Python ({why})"


Scanner, DESCRIPTION = _load()
