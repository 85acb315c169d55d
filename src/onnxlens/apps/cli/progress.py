"""A progress line on standard error that erases itself."""

from __future__ import annotations

import sys
import time

_PATIENCE = 1.0  # seconds before anything is shown
_EVERY = 0.1  # seconds between two lines


class Progress:
    """Shows how far the index is, after a second, and only to a person at a terminal."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PATIENCE
        self._shown = False
        self._person = sys.stderr is not None and sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def reached(self, offset: int) -> None:
        """Note that the index has reached an offset."""
        if self._person and time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            self._shown = True
            sys.stderr.write(f"\r\x1b[Kindexed up to {offset:,} bytes")
            sys.stderr.flush()

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
