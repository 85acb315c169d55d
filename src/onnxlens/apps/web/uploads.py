"""A file that the page sends: received within limits, kept in memory, opened."""

from __future__ import annotations

import asyncio
from urllib.parse import unquote_to_bytes

from starlette.types import Message, Receive, Scope

from ... import api
from .documents import Coming, Dropped, Opened, Session
from .refused import Refused
from .threads import in_thread

_PATIENCE = 30  # seconds for the next part of a file
_NAME = 255  # characters of a file's name


async def receive_file(session: Session, scope: Scope, receive: Receive) -> Opened:
    """Return the file that the body of a request is, opened. Raises Refused where it is too large.

    The name is only shown; nothing is ever read from a path that came this way.
    """
    headers = dict(scope["headers"])
    with session.coming() as account:
        account.check(int(headers.get(b"content-length", b"0")))
        data = await _body(account, receive)
        name = _name(headers.get(b"x-name", b""))
    return await in_thread(_open, session, data, name)


async def _body(account: Coming, receive: Receive) -> bytearray:
    data, more = bytearray(), True
    while more:
        message = await _next(receive)
        part = message.get("body", b"")
        account.grow(len(part))
        data += part
        more = message.get("more_body", False)
    return data


async def _next(receive: Receive) -> Message:
    try:
        async with asyncio.timeout(_PATIENCE):
            message = await receive()
    except TimeoutError:
        raise Refused(408, f"nothing came for {_PATIENCE} seconds", next="send it again") from None
    if message["type"] == "http.disconnect":
        raise Refused(400, "the file did not come to its end")
    return message


def _name(header: bytes) -> str:
    text = unquote_to_bytes(header).decode("utf-8", "surrogateescape")
    return text.replace("\\", "/").rpartition("/")[2][:_NAME] or "dropped file"


def _open(session: Session, data: bytearray, name: str) -> Opened:
    return session.add(api.open(Dropped(data, name), max_records=session.max_records))
