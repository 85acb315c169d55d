"""SHA-1 of a whole data file, beside the checksums that its tensors state.

Source: onnx/docs/ExternalData.md, "SHA1 digest of file specified in under 'location' key". The
loader of onnx 1.23.2 compares none.
"""

from __future__ import annotations

from collections.abc import Callable

from ...source import Source
from .needed import NeededFile, Use

MATCH, MISMATCH, ABSENT = "match", "mismatch", "absent"
_CHUNK = 1 << 20


class Checked:
    """The tensors of a file by what their checksum is; ``sha1`` in hex, None if none states one."""

    __slots__ = ("absent", "match", "mismatch", "sha1")

    def __init__(self) -> None:
        self.sha1: str | None = None
        self.match: list[Use] = []
        self.mismatch: list[Use] = []
        self.absent: list[Use] = []


def sha1_of(source: Source, progress: Callable[[int], None] | None = None) -> str:
    """Return the SHA-1 of all bytes in lower-case hex, read 1 MiB at a time.

    ``progress`` is told each offset reached. Raises SourceError where the bytes cannot be had.
    """
    from hashlib import sha1

    digest = sha1(usedforsecurity=False)
    for offset in range(0, source.size, _CHUNK):
        data = source.read(offset, _CHUNK)
        digest.update(data)
        if progress is not None:
            progress(offset + len(data))
    return digest.hexdigest()


def compare(stated: str | None, actual: str) -> str:
    """Return "match", "mismatch" or "absent" for a stated checksum; case does not matter."""
    if stated is None:
        return ABSENT
    return MATCH if stated.lower() == actual.lower() else MISMATCH


def check(
    file: NeededFile, source: Source, progress: Callable[[int], None] | None = None
) -> Checked:
    """Compare the checksums of a file's tensors with its bytes, which are read only for one."""
    found = Checked()
    if any(use.tensor.external.checksum is not None for use in file.uses):
        found.sha1 = sha1_of(source, progress)
    for use in file.uses:
        verdict = compare(use.tensor.external.checksum, found.sha1 or "")
        getattr(found, verdict).append(use)
    return found
