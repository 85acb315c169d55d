"""Where an element stands inside a value: ``[3]["a"]``."""

from __future__ import annotations

from ...errors import DataError
from ...tree.names import quote
from ..words import NAME_LIMIT

_WRITTEN = 16  # steps from the outermost that are written out


class Place:
    """A position inside a value, made from that of the value around it.

    Its text has the outermost 16 steps, and of a deeper place the last one after ``…``. So making
    and printing it costs the same at any depth.
    """

    __slots__ = ("_head", "_step", "depth")

    def __init__(self) -> None:
        self.depth = 0  # how many values are around it
        self._head = ""
        self._step = ""

    def inside(self, key: int | str | bytes | None) -> Place:
        """Return the place of an element: by index, by key, or None for the value of an optional,
        which adds nothing to the text.
        """
        place = Place()
        place.depth = self.depth + 1
        step = "" if key is None else f"[{_key(key)}]"
        if place.depth <= _WRITTEN:
            place._head = self._head + step
        else:
            place._head, place._step = self._head, f"…{step}"
        return place

    def __str__(self) -> str:
        return self._head + self._step


def _key(key: int | str | bytes) -> str:
    if isinstance(key, int):
        return str(key)
    text = key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else key
    return quote(text if len(text) <= NAME_LIMIT else text[:NAME_LIMIT] + "…")


def refusal(place: Place, text: str) -> DataError:
    """Return the error for an object that cannot be written, with its place inside the whole."""
    path = str(place)
    return DataError(f"{path}: {text}" if path else text, path=path)
