"""The server that answers behind a socket: uvicorn with our protocol, the guard, the app."""

from __future__ import annotations

import logging
import socket
import sys
import threading
from contextlib import suppress
from importlib import import_module
from types import FrameType

from uvicorn import Config, Server

from .app import App
from .documents import Session
from .guard import HEADERS, Guard
from .keys import Keys
from .listening import WAITING
from .protocol import REQUESTS, Protocol
from .routes import ROUTES

_HEAD = 1 << 16  # bytes of an address and all headers
_KEEP = 20  # seconds that a connection is kept for the next request
_GRACE = 1  # seconds that answers have at the end
_SWITCH = 0.001  # seconds until a thread lets another one work; a view must not wait for a rule
_MODULES = ("documents", "record", "children", "window")  # of views.web
_FIRST = ("documents", "first")  # questions


class _Server(Server):
    """Ends without a word: an answer that is cut off because a person ends it is no fault."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL + 1)
        super().handle_exit(sig, frame)


def run(listener: socket.socket, session: Session, keys: Keys) -> None:
    """Answer until Ctrl-C. Clients that come before all is loaded wait in the socket."""
    server = make(listener, session, keys)
    sys.setswitchinterval(_SWITCH)
    threading.Thread(target=_warm, args=(session,), daemon=True).start()
    server.run([listener])


def make(listener: socket.socket, session: Session, keys: Keys) -> Server:
    """Return the server for a socket, which does not answer yet."""
    config = Config(
        Guard(App(session), listener.getsockname()[1], keys),
        http=Protocol,
        ws="none",
        loop="asyncio",
        lifespan="off",
        interface="asgi3",
        workers=1,
        log_config=None,
        log_level="error",  # a warning for each request that is refused would flood the terminal
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        headers=list(HEADERS),
        limit_concurrency=REQUESTS,
        backlog=WAITING,
        timeout_keep_alive=_KEEP,
        timeout_graceful_shutdown=_GRACE,
        h11_max_incomplete_event_size=_HEAD,
    )
    config.load()
    server = _Server(config)
    server.server_state.default_headers = config.encoded_headers  # not only from the first tick on
    return server


def load() -> None:
    """Load what answers the first questions; a thread does that while the records are found."""
    for name in _MODULES:
        import_module(f".{name}", "onnxlens.views.web")


def _warm(session: Session) -> None:
    """Have ready what the page asks for first, while the browser starts."""
    for question in _FIRST:
        with suppress(Exception):  # the answer to the question will say what is wrong
            ROUTES[question].call(session, 1)
