"""The two notations of types, told apart by words that only one of them has."""

from __future__ import annotations

from ..words import OFFICIAL_NAMES
from .cursor import Cursor

OWN = "onnxlens"
OFFICIAL = "official"
NOTATIONS = (OWN, OFFICIAL)
# words that begin an official type; a value without a type must have quotes to be named like one
OFFICIAL_WORDS = frozenset(
    (*OFFICIAL_NAMES, "seq", "optional", "map", "sparse_tensor", "opaque")
)  # fmt: skip


class Notation:
    """The notation of one text: stated, or that of the first word that only one of the two has."""

    def __init__(self, cursor: Cursor, name: str | None) -> None:
        if name not in (None, *NOTATIONS):
            raise ValueError(f"notation {name!r}: needed one of {', '.join(NOTATIONS)}")
        self.name = name
        self._cursor = cursor
        self._sign = ""  # what told it

    @property
    def official(self) -> bool:
        """Whether it is known to be the official one."""
        return self.name == OFFICIAL

    def tells(self, name: str, sign: str, at: int) -> None:
        """Take what stands at a position as a sign of a notation."""
        if self.name is None:
            self.name, self._sign = name, sign
        elif self.name != name:
            found, needed = f"{sign} is {name} notation", f"needed {self.name} notation"
            if self._sign:
                found += f" and {self._sign} is {self.name} notation"
                needed = "needed one notation throughout"
            raise self._cursor.error(f"{found}; {needed}", at)
