"""What is wrong with a location as a path, told from its text alone.

Source: onnx/docs/ExternalData.md ("relative to the directory", no ".."), and the advisories on
paths that left the folder: CVE-2022-25882, CVE-2024-27318, CVE-2025-51480, GHSA-q56x-g2fj-4rj6.
"""

from __future__ import annotations

import os

from ...tree.names import escape_character

_LONGEST = 4096  # characters; PATH_MAX of Linux, which counts bytes and the NUL at the end
# how onnxruntime begins the location of a tensor in memory: */_ORT_MEM_ADDR_/*
_MARKER = "*/_ORT_"
_WINDOWS = os.name == "nt"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def wrong(location: str) -> str:
    """Return why a location must not be opened, as words after its name; empty where it may.

    Both separators count on every system: a file that is refused on one is refused on all.
    """
    if not location:
        return "is empty"
    if len(location) > _LONGEST:
        return f"has over {_LONGEST:,} characters"
    control = next((c for c in location if c < " " or "\x7f" <= c < "\xa0"), "")
    if control:
        return f"holds the control character {escape_character(control)}"
    return _elsewhere(location) or _shape(location)


def steps(location: str, windows: bool = _WINDOWS) -> list[str]:
    """Return the names that lead to a file, without empty ones, "." and "x/..".

    A ".." that leads out of the folder stays. With ``windows`` a backslash separates too; the
    default is what this system does.
    """
    found: list[str] = []
    for step in _split(location, windows):
        if step == ".." and found and found[-1] != "..":
            found.pop()
        elif step not in ("", "."):
            found.append(step)
    return found


def normal(location: str) -> str:
    """Return one spelling for all locations that lead to the same name; a wrong one as it is."""
    return location if wrong(location) else "/".join(steps(location))


def _split(location: str, windows: bool) -> list[str]:
    return (location.replace("\\", "/") if windows else location).split("/")


def _elsewhere(location: str) -> str:
    """Return the words for a location that speaks of no file in a folder."""
    if location.startswith(_MARKER):
        return "is a marker of ONNX Runtime for an address in memory, not a file"
    if "://" in location:
        return "is an address, not a file in the folder"
    if location.startswith("/"):
        return "is absolute"
    if location.startswith("\\"):
        return "is absolute on Windows"
    if location[1:2] == ":" and location[0].lower() in _LETTERS:
        return "names a drive of Windows"
    return ""


def _shape(location: str) -> str:
    """Return the words for a relative location that leaves the folder or ends in one."""
    # a\b/../../x leaves the folder only where a\b is one name, a\..\..\x only where it is not
    for windows in (False, True):
        if ".." in steps(location, windows):
            return "leaves the folder"
        if _split(location, windows)[-1] in ("", ".", ".."):
            return "names a folder, not a file"
    return ""
