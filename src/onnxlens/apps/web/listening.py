"""The socket on this machine behind which the server answers; nothing here takes time to load."""

from __future__ import annotations

import errno
import os
import socket
from importlib.util import find_spec

from ...errors import OnnxLensError

_HOST = "127.0.0.1"
WAITING = 128  # connections that wait to be accepted


def check_installed() -> None:
    """Raise OnnxLensError where a package that the server needs is missing."""
    missing = [name for name in ("starlette", "uvicorn") if find_spec(name) is None]
    if missing:
        needed = "the page needs starlette and uvicorn"
        raise OnnxLensError(
            f"{' and '.join(missing)}: not installed; {needed}",
            next="pip install 'onnxlens[web]'",
        )


def listen(port: int) -> socket.socket:
    """Return a socket that accepts connections from this machine; ``port`` 0 is any free one.

    Raises OnnxLensError where the port cannot be had.
    """
    # with IPPROTO_TCP asyncio sends small answers at once (TCP_NODELAY); without it each waits
    # 40 ms for the other side
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers share the port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((_HOST, port))
        listener.listen(WAITING)
    except OSError as error:
        listener.close()
        taken = error.errno == errno.EADDRINUSE
        words = "in use; needed a free one" if taken else error.strerror or str(error)
        raise OnnxLensError(f"port {port}: {words}", next="onnxlens serve --port 0") from error
    return listener


def address(listener: socket.socket, token: str) -> str:
    """Return the address that lets a browser in."""
    return f"http://{_HOST}:{listener.getsockname()[1]}/?token={token}"
