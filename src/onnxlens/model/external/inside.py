"""Opening a file in a folder without ever leaving it, not even by a link.

Each step is opened from the folder before it and no link is followed, so that nothing can be put
in the way between a look and the opening. Source: CVE-2026-27489 (a folder that is a link),
CVE-2026-34446 (hard links), CVE-2026-34447 (links), GHSA-q56x-g2fj-4rj6 (the race).
"""

from __future__ import annotations

import errno
import os
import stat

from ...tree.names import quote

MISSING, REFUSED = "missing", "refused"
_SHOWN = 80  # characters of the target of a link
# O_NONBLOCK: what became a named pipe since it was looked at must not hang
_FILE = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
_FOLDER = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_DIRECTORY", 0)
BY_STEPS = os.open in os.supports_dir_fd and hasattr(os, "O_NOFOLLOW")


class OpeningError(Exception):
    """A file that was not opened: ``state`` is MISSING or REFUSED, ``reason`` a few words."""

    def __init__(self, state: str, reason: str) -> None:
        super().__init__(reason)
        self.state = state
        self.reason = reason


def open_inside(folder: str, steps: list[str]) -> int:
    """Return a descriptor of the regular file that ``steps`` lead to. Raises OpeningError.

    The folder itself is the person's choice and may be reached by links.
    """
    try:
        return _by_steps(folder, steps) if BY_STEPS else _by_path(folder, steps)
    except FileNotFoundError:
        raise OpeningError(MISSING, "no such file") from None
    except NotADirectoryError:
        raise OpeningError(MISSING, "a step of it is no folder") from None
    except PermissionError:
        raise OpeningError(REFUSED, "no permission to read it") from None
    except (OSError, ValueError) as error:
        if getattr(error, "errno", None) == errno.ENAMETOOLONG:
            raise OpeningError(MISSING, "a name of it is longer than any file's") from None
        raise OpeningError(REFUSED, str(getattr(error, "strerror", None) or error)) from None


def _by_steps(folder: str, steps: list[str]) -> int:
    at = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    try:
        for step in steps[:-1]:
            _accept_folder(os.stat(step, dir_fd=at, follow_symlinks=False), step, at)
            below = _open(step, _FOLDER, at)
            os.close(at)
            at = below
        # a device may act when it is opened, so it is looked at before
        _accept_file(os.stat(steps[-1], dir_fd=at, follow_symlinks=False), steps[-1], at)
        return _checked(_open(steps[-1], _FILE, at))
    finally:
        os.close(at)


def _open(step: str, flags: int, at: int) -> int:
    """Open one step. A link that was put there since it was looked at is refused by its kind."""
    try:
        return os.open(step, flags, dir_fd=at)
    except OSError:
        status = os.stat(step, dir_fd=at, follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode):
            raise OpeningError(REFUSED, _link(step, at)) from None
        raise


def _checked(fd: int, seen: os.stat_result | None = None) -> int:
    """Return a descriptor whose file may be read, and is the one that was ``seen``; else close."""
    try:
        status = os.fstat(fd)
        _accept_file(status, "", None)
        if seen is not None and not os.path.samestat(status, seen):
            raise OpeningError(REFUSED, "was replaced while it was opened")
    except BaseException:
        os.close(fd)
        raise
    return fd


def _by_path(folder: str, steps: list[str]) -> int:
    """Open where the system knows no descriptors of folders (Windows): look, open, look again."""
    fd = os.open(_look(folder, steps), _FILE)
    try:
        seen = os.lstat(_look(folder, steps))
    except BaseException:
        os.close(fd)
        raise
    return _checked(fd, seen)


def _look(folder: str, steps: list[str]) -> str:
    """Return the path of a file to which no link leads."""
    path = folder
    for step in steps[:-1]:
        path = os.path.join(path, step)
        status = os.lstat(path)
        if getattr(status, "st_reparse_tag", 0):
            raise OpeningError(REFUSED, f"its folder {_name(step)} is a link")
        _accept_folder(status, step, None)
    path = os.path.join(path, steps[-1])
    _accept_file(os.lstat(path), steps[-1], None)
    return path


def _accept_folder(status: os.stat_result, step: str, at: int | None) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise OpeningError(REFUSED, f"its folder {_name(step)} {_link(step, at)}")


def _accept_file(status: os.stat_result, step: str, at: int | None) -> None:
    if stat.S_ISLNK(status.st_mode):
        raise OpeningError(REFUSED, _link(step, at))
    if stat.S_ISDIR(status.st_mode):
        raise OpeningError(REFUSED, "is a folder, not a file")
    if not stat.S_ISREG(status.st_mode):
        raise OpeningError(REFUSED, "is not a regular file")
    if status.st_nlink > 1:
        raise OpeningError(REFUSED, f"has {status.st_nlink:,} hard links")


def _link(step: str, at: int | None) -> str:
    """Return the words for a link, with where it leads: the layout of caches shows by it."""
    try:
        target = os.readlink(step, dir_fd=at) if at is not None else ""
    except OSError:
        target = ""
    return f"is a symbolic link to {_name(target)}" if target else "is a symbolic link"


def _name(text: str) -> str:
    return quote(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")
