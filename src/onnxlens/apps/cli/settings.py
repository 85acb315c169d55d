"""Settings of the checks in pyproject.toml: the table ``[tool.onnxlens]``."""

from __future__ import annotations

import os
from typing import Any

from ...errors import OnnxLensError
from ...finding import SEVERITIES

NEVER = "never"  # as a severity from which on a check fails
_NAME = "pyproject.toml"
_LISTS = ("select", "ignore")
_KEYS = (*_LISTS, "fail-on")


def settings(folder: str) -> dict[str, Any]:
    """Return the table of the nearest pyproject.toml in a folder or above it; empty without one.

    ``path`` is added to it: the name of that file. Lists become tuples, codes upper case. Raises
    OnnxLensError for a file that does not read, and for keys or values that mean nothing.
    """
    path = _nearest(os.path.abspath(folder))
    if path is None:
        return {}
    import tomllib

    try:
        with open(path, "rb") as file:
            tool = tomllib.load(file).get("tool", {})
    except (OSError, ValueError) as error:
        raise OnnxLensError(f"{path}: {error}") from error
    if not isinstance(tool, dict):
        raise OnnxLensError(f"{path}: [tool] is no table")
    return _checked(path, tool.get("onnxlens", {}))


def _nearest(folder: str) -> str | None:
    while True:
        path = os.path.join(folder, _NAME)
        if os.path.isfile(path):
            return path
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _checked(path: str, table: object) -> dict[str, Any]:
    where = f"{path}: [tool.onnxlens]"
    if not isinstance(table, dict):
        raise OnnxLensError(f"{where} is no table")
    for key, value in table.items():
        if key not in _KEYS:
            raise OnnxLensError(f"{where} {key}: no such setting; needed {', '.join(_KEYS)}")
        if key in _LISTS and not _is_list(value):
            raise OnnxLensError(f"{where} {key}: needed a list of codes")
        if key not in _LISTS and value not in (*SEVERITIES, NEVER):
            raise OnnxLensError(f"{where} {key}: needed {', '.join(SEVERITIES)} or {NEVER}")
    lists = {key: tuple(map(str.upper, table[key])) for key in _LISTS if key in table}
    return {**table, **lists, "path": path}


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(code, str) for code in value)
