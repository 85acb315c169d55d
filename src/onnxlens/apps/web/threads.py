"""The threads in which questions are answered, so that the event loop never waits for a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
_MANY = 40  # answers at the same time
_pool = ThreadPoolExecutor(_MANY, "answer")


async def in_thread(function: Callable[..., T], *values: object) -> T:
    """Return what a function returns in a thread.

    Starlette has such a function too, on a library whose import would keep the first view waiting.
    """
    return await asyncio.get_running_loop().run_in_executor(_pool, function, *values)
