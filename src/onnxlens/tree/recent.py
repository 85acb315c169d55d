"""A small memory of what was computed last."""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")
_KEPT = 32


class Recent(Generic[T]):
    """The values of the last 32 keys; losing one only costs computing it again."""

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values: OrderedDict[int, T] = OrderedDict()

    def get(self, key: int) -> T | None:
        """Return the value of a key, None where it was forgotten."""
        return self._values.get(key)

    def keep(self, key: int, value: T) -> None:
        """Remember a value, and forget the oldest one over 32."""
        self._values[key] = value
        if len(self._values) > _KEPT:
            self._values.popitem(last=False)
