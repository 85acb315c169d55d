"""The files of the page, by the names that they have in the package and no others."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import PurePath

from starlette.responses import Response

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".onnx": "application/octet-stream",
}
_PAGE = "index.html"
_FIRST = "main.js"
_IMPORT = re.compile(r'^(?:import|\}|export) ?.*from "\./([\w-]+\.js)";$', re.MULTILINE)
_SHARED = "palette.css"  # the report has the same colours, so it stands with the views


class StaticFiles:
    """All files of the page, read once; what is asked for is only compared with their names."""

    def __init__(self) -> None:
        found = [*files("onnxlens.apps.web").joinpath("static").iterdir()]
        found.append(files("onnxlens.views").joinpath(_SHARED))
        kept = [file for file in found if PurePath(file.name).suffix in _TYPES and file.is_file()]
        self._files = {file.name: file.read_bytes() for file in kept}

        early = self._needed_by(_FIRST)
        self._early = ", ".join(f'</static/{name}>; rel="modulepreload"' for name in early)

    def _needed_by(self, script: str) -> list[str]:
        """Return a script with all that it cannot begin without."""
        found = [script]
        for name in found:
            imported = _IMPORT.findall(self._files[name].decode())
            found += dict.fromkeys(each for each in imported if each not in found)
        return found

    def page(self) -> Response:
        """Return the page; it names the first scripts, so that a browser asks for them at once."""
        response = self._answer(_PAGE)
        response.headers["link"] = self._early
        return response

    def get(self, name: str) -> Response | None:
        """Return a file as an answer; None where there is none of that name."""
        return self._answer(name) if name in self._files else None

    def _answer(self, name: str) -> Response:
        kind = _TYPES[PurePath(name).suffix]
        return Response(self._files[name], headers={"content-type": kind})
