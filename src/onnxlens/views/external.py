"""The files that a model needs beside it, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.external.coverage import coverage
from ..model.external.files import NO_FOLDER, PRESENT
from ..model.external.inside import MISSING, REFUSED
from ..model.external.needed import NeededFile
from ..model.external.remarks import remarks, where
from ..tree.document import Document
from .json import Json, plain, text
from .text import plural, safe, size

_NAMES = 3  # tensors that are named


def file_text(file: NeededFile) -> str:
    """Return ``"weights.bin", 1,048,576 bytes (1.0 MiB) for 12 tensors; present, …``."""
    least = "at least " if file.unknown else ""
    amount = f", {least}{size(file.needed)}" if file.needed is not None else ""
    tensors = plural(len(file.uses), "tensor")
    return f"{where(file.location)}{amount} for {tensors}; {_state(file)}"


def _state(file: NeededFile) -> str:
    found = file.file
    if found.content:
        return found.content
    if found.state == PRESENT:
        return f"present, {size(found.size or 0)}{_short(file)}"
    if found.state == MISSING:
        return f"not beside it: {found.reason}"
    if found.state == NO_FOLDER:
        return f"not looked for: the model {found.reason}"
    return f"{found.reason}; not opened"


def _short(file: NeededFile) -> str:
    missing = (file.needed or 0) - (file.file.size or 0)
    return f", {plural(missing, 'byte')} too few" if missing > 0 else ""


def file_notes(file: NeededFile) -> list[str]:
    """Return what does not fit between a file and its tensors, beside what ``file_text`` says."""
    said = bool(file.file.content) + bool(file.file.reason)  # which remarks say first
    return remarks(file, coverage(file))[said:]


def notes(files: list[NeededFile]) -> Iterator[str]:
    """Yield the notes on all files; of more than one file each names its own."""
    for file in files:
        name = f"{where(file.location)}: " if len(files) > 1 else ""
        yield from (f"{name}{text}" for text in file_notes(file))


def next_steps(document: Document, files: list[NeededFile]) -> Iterator[tuple[str, str]]:
    """Yield what to do about files that are not there, or that lead out of the folder."""
    states = {file.file.state for file in files}
    if MISSING in states:
        yield "next", f"put what is missing beside {safe(document.name)}"
    if REFUSED in states:
        yield "next", "treat this file as untrusted"


def file_json(file: NeededFile) -> Json:
    """Return one file; its keys stand in docs/json.md."""
    found = file.file
    return {
        "location": text(file.location),
        "needed": plain(file.needed),
        "at_least": file.unknown > 0,
        "tensors": len(file.uses),
        "names": [text(name) for name in file.names(_NAMES)],
        "present": None if found.state == NO_FOLDER else found.state == PRESENT,
        "state": found.state,
        "reason": text(found.reason),
        "size": plain(found.size),
        "content": text(found.content),
        "notes": [text(note) for note in file_notes(file)],
    }
