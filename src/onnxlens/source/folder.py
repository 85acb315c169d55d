"""The files in a folder."""

import os
from collections.abc import Iterator


def files_in(path: str) -> Iterator[str]:
    """Yield a file, or all files in a folder and below it, by name; hidden ones are left out."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield os.path.join(folder, name)
