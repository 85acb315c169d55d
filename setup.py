"""The C extension, which may be left out; all else stands in pyproject.toml."""

import os
import sysconfig

from setuptools import Extension, setup

# The stable ABI is not there yet for a Python without the GIL.
PURE = os.environ.get("ONNXLENS_PURE") or sysconfig.get_config_var("Py_GIL_DISABLED")

SCAN = Extension(
    "onnxlens.wire._scan",
    sources=["src/onnxlens/wire/_scan.c"],
    depends=["src/onnxlens/wire/_scan.h"],
    extra_compile_args=["-O2"],  # with gcc's -O3 the kernel took 1.4 times as long
    py_limited_api=True,
    optional=True,  # without a compiler the scanner in plain Python does the same
)

if PURE:
    setup()
else:
    setup(ext_modules=[SCAN], options={"bdist_wheel": {"py_limited_api": "cp311"}})
