"""The choice of a scanner: the compiled one where there is one, and a reason where not."""

import os
import subprocess
import sys

import pytest

import scanners
from onnxlens.wire import backend, scan

SCRIPT = "from onnxlens.wire import backend; print(backend.Scanner.__module__, backend.DESCRIPTION)"


def choice(script: str = SCRIPT, **environment: str) -> str:
    """What a fresh process says that it scans with."""
    inherited = {k: v for k, v in os.environ.items() if k != "ONNXLENS_PURE"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**inherited, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_compiled_scanner_is_used_where_a_compiler_is_present():
    if scanners.has_compiler():
        assert choice() == "onnxlens.wire.compiled compiled"
    else:
        assert choice().startswith(("onnxlens.wire.compiled compiled", "onnxlens.wire.scan plain"))


def test_this_process_uses_what_it_was_told_to():
    if os.environ.get("ONNXLENS_PURE"):
        assert backend.Scanner is scan.Scanner
    else:
        assert backend.Scanner is scanners.named(scanners.names()[-1])


def test_a_variable_chooses_the_plain_scanner_and_is_named():
    assert choice(ONNXLENS_PURE="1") == "onnxlens.wire.scan plain Python (ONNXLENS_PURE is set)"


@pytest.mark.parametrize("fault", ["ImportError('no such symbol')", "SystemError('bad library')"])
def test_any_fault_of_the_library_ends_in_the_fallback(fault: str):
    finder = (
        "import sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == 'onnxlens.wire._scan': raise {fault}\n"
        "sys.meta_path.insert(0, Finder())\n"
    )
    kind, said = fault.rstrip(")'").split("('")
    assert choice(finder + SCRIPT) == f"onnxlens.wire.scan plain Python ({kind}: {said})"
