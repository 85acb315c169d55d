"""Answers over HTTP, and which one each exception gets."""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any

from starlette.responses import Response

from ...errors import OnnxLensError, PathError, SchemaError, SourceError
from ...views.text import safe
from .refused import Refused

_WORDS = 2000  # characters of an error
_OURS = "a fault in onnxlens; the terminal in which onnxlens serve runs shows it"


def encoded(value: Any) -> bytes:
    """Return a value as JSON in ASCII. Raises ValueError for a number that JSON has not."""
    return json.dumps(value, allow_nan=False, separators=(",", ":")).encode("ascii")


def answer(value: Any, status: int = 200) -> Response:
    """Return the answer for what a function found: its JSON, or bytes that are JSON already."""
    body = value if isinstance(value, bytes) else encoded(value)
    return Response(body, status, media_type="application/json")


def octets(data: bytes) -> Response:
    """Return the answer that is bytes of a file."""
    return Response(data, media_type="application/octet-stream")


def refusal(error: Exception) -> Response:
    """Return the answer to a question that raised; what nobody expected is told on stderr."""
    refused = refused_by(error)
    said = {"error": safe(str(refused), _WORDS)}
    if refused.next:
        said["next"] = safe(refused.next, _WORDS)
    if refused.nearest is not None:
        said["nearest"] = safe(refused.nearest, _WORDS)
    return answer(said, refused.status)


def refused_by(error: Exception) -> Refused:
    """Return an exception as what the page is told; one that nobody expected is told on stderr."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, PathError):
        return Refused(404, str(error), nearest=error.nearest)
    if isinstance(error, SchemaError):
        return Refused(404, str(error), nearest=error.nearest)
    if isinstance(error, SourceError):
        return Refused(503, f"{error.name}: {error}", next=error.next)
    if isinstance(error, OnnxLensError):
        return Refused(400, str(error), next=error.next)
    if type(error) in (ValueError, IndexError):  # what derives from them is a fault of ours
        return Refused(400, str(error))
    tell(error)
    return Refused(500, _OURS)


def tell(error: BaseException) -> None:
    """Write an exception to standard error; it may hold text of a file, so it is escaped."""
    lines = "".join(traceback.format_exception(error)).splitlines()
    sys.stderr.write("".join(f"{safe(line, _WORDS)}\n" for line in lines))
    sys.stderr.flush()
