"""A line on standard error that says what takes so long, and erases itself."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_PATIENCE = 1.0  # seconds before anything is shown
_EVERY = 0.1  # seconds between two lines


class Working:
    """Shows ``text()`` and the seconds since the start, after one, and only to a person.

    A thread renews the line, so that it moves while one step takes long.
    """

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text
        self._start = time.monotonic()
        self._shown = False
        self._thread: Any = None

    def __enter__(self) -> Working:
        if sys.stderr is not None and sys.stderr.isatty():
            from threading import Event, Lock, Thread

            self._ended, self._lock = Event(), Lock()
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._thread is not None:
            self._ended.set()
            self._thread.join()
            self._erase()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the line away while something else is written."""
        if self._thread is None:
            yield
            return
        with self._lock:
            self._erase()
            yield

    def _run(self) -> None:
        while not self._ended.wait(_EVERY):
            seconds = time.monotonic() - self._start
            if seconds >= _PATIENCE:
                with self._lock:
                    self._shown = True
                    sys.stderr.write(f"\r\x1b[K{self._text()}, {seconds:.0f} s")
                    sys.stderr.flush()

    def _erase(self) -> None:
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
