"""Several processes that share a list of tasks, with the results in the order of the tasks."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext
from typing import Any, TypeVar

T = TypeVar("T")
_AHEAD = 4  # tasks for each process that are begun before the first result is taken


def results(
    task: Callable[[str], T], items: Iterable[str], workers: int, lost: Callable[[str], T]
) -> Iterator[T]:
    """Yield what ``task`` returns for each item.

    At most a few results for each process wait to be taken. Where a process dies, what was under
    way is done again one by one, and ``lost`` makes the result of an item on which it dies again.
    """
    rest, waiting = iter(items), deque[tuple[str, "Future[T] | None"]]()
    while True:
        with _pool(workers) as start:
            for item in islice(rest, _AHEAD * workers):
                waiting.append((item, start(task, item)))
            while waiting and (found := _result(waiting[0][1])):
                waiting.popleft()
                waiting += ((item, start(task, item)) for item in islice(rest, 1))
                yield found[0]
        if not waiting:
            return
        for item, future in waiting:
            yield (_result(future) or _alone(task, item) or [lost(item)])[0]
        waiting.clear()


def _result(future: Future[T] | None) -> list[T]:
    """Return the result as a list of one; an empty list where a process died."""
    try:
        return [future.result()] if future is not None else []
    except (BrokenProcessPool, CancelledError):
        return []


def _alone(task: Callable[[str], T], item: str) -> list[T]:
    with _pool(1) as start:
        return _result(start(task, item))


class _Spawn(SpawnContext):
    """Starts fresh processes, as forking one that has threads may hang, and remembers them."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[Any] = []

    # the name is that of multiprocessing, where it is a static method; what is started must be kept
    def Process(self, *arguments: Any, **named: Any) -> Any:  # type: ignore[override]  # noqa: N802
        process = super().Process(*arguments, **named)
        self.started.append(process)
        return process


@contextmanager
def _pool(workers: int) -> Iterator[Callable[..., Future[Any] | None]]:
    """Give a function that starts a task in a process; at the end none of them is left."""
    context = _Spawn()
    pool = ProcessPoolExecutor(workers, context, _ends_with_parent)
    try:
        yield lambda task, item: _start(pool, task, item)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in context.started:
            if process.is_alive():
                process.terminate()


def _start(pool: ProcessPoolExecutor, task: Callable[[str], T], item: str) -> Future[T] | None:
    """Start a task; None where a process of the pool has died.

    A process that starts inherits that Ctrl-C is blocked: who started it ends it, without a word.
    """
    mask = getattr(signal, "pthread_sigmask", None)  # not on Windows
    before = mask(signal.SIG_BLOCK, {signal.SIGINT}) if mask else None
    try:
        return pool.submit(task, item)
    except BrokenProcessPool:
        return None
    finally:
        if mask:
            mask(signal.SIG_SETMASK, before)


def _ends_with_parent() -> None:
    """End this process when the one that started it is gone, in which case no task comes."""
    from threading import Thread

    Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
