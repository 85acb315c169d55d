"""The end of a command whose output nobody reads any more."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def unless_closed() -> Iterator[None]:
    """End the command with status 141 where nobody reads its output any more, as ``| head``."""
    try:
        yield
    except BrokenPipeError:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())  # so that the interpreter's last flush goes nowhere
        raise SystemExit(141) from None


def flush() -> None:
    """Write what waits for standard output, so that what standard error says follows it."""
    with unless_closed():
        sys.stdout.flush()
