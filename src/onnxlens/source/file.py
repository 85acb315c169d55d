"""A local file, read by position."""

import os
import stat

from ..errors import SourceError
from .base import Source


class FileSource(Source):
    """A regular file, read with pread: threads share it, and nothing maps it into memory.

    ``fd`` is a descriptor of it that is open already; the source takes it over. Raises SourceError
    where ``path`` is no readable regular file.
    """

    _fd = -1

    def __init__(self, path: str | os.PathLike[str], fd: int | None = None) -> None:
        self.path = os.fspath(path)
        self.name = os.path.basename(self.path) or self.path
        self.folder = os.path.abspath(os.path.dirname(self.path))
        self._fd = _open(self.path) if fd is None else fd
        status = os.fstat(self._fd)
        self.size = status.st_size
        self._identity = _identity(status)

    def read(self, offset: int, size: int) -> bytes:
        wanted = max(0, min(size, self.size - offset))
        try:
            data = os.pread(self._fd, wanted, offset)
            while len(data) < wanted:  # pread may give less than asked before the end
                more = os.pread(self._fd, wanted - len(data), offset + len(data))
                if not more:
                    raise self._short(offset, wanted, len(data))
                data += more
        except OSError as error:
            raise SourceError(f"{error.strerror or error}", name=self.name) from error
        return data

    def readinto(self, offset: int, buffer: memoryview) -> int:
        if not hasattr(os, "preadv"):  # Windows
            return super().readinto(offset, buffer)
        wanted = max(0, min(len(buffer), self.size - offset))
        done = 0
        try:
            while done < wanted:  # one call gives 2 GiB at most
                got = os.preadv(self._fd, [buffer[done:wanted]], offset + done)
                if not got:
                    raise self._short(offset, wanted, done)
                done += got
        except OSError as error:
            raise SourceError(f"{error.strerror or error}", name=self.name) from error
        return done

    def identity(self) -> tuple[object, ...]:
        """Return device, inode, size and time of the last change, as they were when opened."""
        return self._identity

    def changed(self) -> bool:
        """Tell whether the file on disk is another one than the one that was opened."""
        try:
            return _identity(os.stat(self.path)) != self._identity
        except OSError:
            return True

    def close(self) -> None:
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        self.close()  # a descriptor that nobody closed would stay open to the end of the process


def _open(path: str) -> int:
    try:
        # O_NONBLOCK: a named pipe without a writer must not hang the command
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError as error:
        raise SourceError("no such file", name=path, next=_did_you_mean(path)) from error
    except IsADirectoryError as error:
        raise _directory(path) from error
    except PermissionError as error:
        raise SourceError(
            "no permission to read it", name=path, next=f"ls -l {path} shows who may"
        ) from error
    except (OSError, ValueError) as error:  # a name too long, or with a NUL byte in it
        raise SourceError(f"{getattr(error, 'strerror', None) or error}", name=path) from error
    mode = os.fstat(fd).st_mode
    if stat.S_ISREG(mode):
        return fd
    os.close(fd)
    if stat.S_ISDIR(mode):
        raise _directory(path)
    raise SourceError("not a regular file", name=path, next="pipe it in: onnxlens - < FILE")


def _directory(path: str) -> SourceError:
    return SourceError("a directory, needed a file", name=path, next="name one of the files in it")


def _did_you_mean(path: str) -> str | None:
    """Return the file beside ``path`` whose name is closest, as a question."""
    import difflib

    folder, name = os.path.split(path)
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return None
    near = difflib.get_close_matches(name, names[:10_000], 1, cutoff=0.8)
    return f"did you mean {os.path.join(folder, near[0])}?" if near else None


def _identity(status: os.stat_result) -> tuple[object, ...]:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
