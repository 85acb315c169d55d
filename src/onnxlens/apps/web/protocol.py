"""HTTP as uvicorn speaks it, with limits on how many connect and how long they keep silent."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .guard import HEADERS

REQUESTS = 100  # at the same time; over that the answer is 503
_CONNECTIONS = 2 * REQUESTS  # over that they are closed without a word
_BAD = b"the request is not HTTP/1.1\n"


class Protocol(H11Protocol):
    """One connection. It is closed where no whole request comes for ``patience`` seconds."""

    patience = 20.0

    # uvicorn narrows the type of asyncio's base class too
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._look = self.loop.call_later(self.patience, self._close_idle)
        if len(self.connections) > _CONNECTIONS:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._look.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        self._since = self.loop.time()
        super().on_response_complete()

    def _close_idle(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        left = self.patience if answering else self._since + self.patience - self.loop.time()
        if left > 0:
            self._look = self.loop.call_later(left, self._close_idle)
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer to what is no request, unless another answer is on its way already."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        fields = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
        headers = [*HEADERS, *fields, ("content-length", str(len(_BAD)))]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=_BAD),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
