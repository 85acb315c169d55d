"""Answers that come line by line, while the question is still worked on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Generator
from contextlib import closing
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from .answers import encoded, refusal
from .threads import in_thread

_AHEAD = 256  # lines that wait for a slow client before the work waits too
_LOOK = 0.1  # seconds after which work that waits looks whether anybody still listens
_END = b""
_HEADERS = [(b"content-type", b"application/x-ndjson")]
Stopped = Callable[[], bool]
Items = Generator[dict[str, Any], None, None]
Found = asyncio.Queue[bytes | Response]


class Lines:
    """An answer of JSON objects, one a line, each sent when it is found; an ASGI app.

    ``make`` is called in a thread with a function that tells whether the client has gone; then it
    should end soon. What it raises before its first object is a refusal, afterwards the last line.
    """

    def __init__(self, make: Callable[[Stopped], Items]) -> None:
        self._make = make
        self._stopped = threading.Event()
        self._room = threading.Semaphore(_AHEAD)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        loop, found = asyncio.get_running_loop(), Found()
        work = loop.create_task(in_thread(self._work, loop, found))
        watch = loop.create_task(self._watch(receive, found))
        try:
            first = await found.get()
            if isinstance(first, Response):
                await first(scope, receive, send)
            else:
                await self._send(first, found, send)
        finally:
            self._stopped.set()
            watch.cancel()
            await work

    def _work(self, loop: asyncio.AbstractEventLoop, found: Found) -> None:
        """Put lines into the queue, then the end; a refusal instead where there is no line."""
        begun = False
        try:
            with closing(self._make(self._stopped.is_set)) as items:
                for item in items:
                    if not self._may_go_on():
                        break
                    loop.call_soon_threadsafe(found.put_nowait, encoded(item) + b"\n")
                    begun = True
        except Exception as error:  # whatever it is, the client gets a line, and stderr a fault
            said = refusal(error)
            loop.call_soon_threadsafe(found.put_nowait, bytes(said.body) + b"\n" if begun else said)
        loop.call_soon_threadsafe(found.put_nowait, _END)

    def _may_go_on(self) -> bool:
        """Wait until there is room for one more line; return whether anybody listens."""
        while not self._stopped.is_set():
            if self._room.acquire(timeout=_LOOK):
                return True
        return False

    async def _watch(self, receive: Receive, found: Found) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._stopped.set()
        found.put_nowait(_END)

    async def _send(self, first: bytes, found: Found, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        lines = [first]
        while lines[-1] != _END:
            await send({"type": "http.response.body", "body": b"".join(lines), "more_body": True})
            self._room.release(len(lines))
            lines = [_bytes(await found.get())]
            while lines[-1] != _END and not found.empty():
                lines.append(_bytes(found.get_nowait()))
        await send({"type": "http.response.body", "body": b"".join(lines)})


def _bytes(item: bytes | Response) -> bytes:
    assert isinstance(item, bytes)  # only the first can be a refusal
    return item
