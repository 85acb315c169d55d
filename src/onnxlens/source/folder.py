"""The files in a folder."""

import os
from collections.abc import Iterator


def files_in(path: str) -> Iterator[str]:
    """Yield a file, or all files in a folder and below it, by name.

    Hidden ones are left out, and what is no file, such as a named pipe. Links to folders are not
    followed. A folder that cannot be read is yielded itself, so that opening it says why.
    """
    if not os.path.isdir(path):
        yield path
        return
    unread: list[str] = []
    for folder, inner, names in os.walk(path, onerror=lambda error: unread.append(error.filename)):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            file = os.path.join(folder, name)
            if not name.startswith(".") and (os.path.isfile(file) or not os.path.exists(file)):
                yield file
    yield from unread
