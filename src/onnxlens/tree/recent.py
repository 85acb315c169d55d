"""A small memory of what was computed last."""

from collections import OrderedDict
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")
_KEPT = 128  # more than the depth that standard parsers take, so that a whole path is remembered


class Recent(Generic[T]):
    """The values of the 128 keys used last; losing one only costs computing it again."""

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values: OrderedDict[int, T] = OrderedDict()

    def get(self, key: int) -> T | None:
        """Return the value of a key, None where it was forgotten."""
        found = self._values.get(key)
        if found is not None:
            with suppress(KeyError):  # another thread may just have forgotten it
                self._values.move_to_end(key)
        return found

    def keep(self, key: int, value: T) -> None:
        """Remember a value, and forget the one whose last use is longest ago."""
        self._values[key] = value
        if len(self._values) > _KEPT:
            with suppress(KeyError):
                self._values.popitem(last=False)
