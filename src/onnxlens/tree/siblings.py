"""The records inside one message, sorted by field, so that each has its number in a path."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable

from ..wire.packed import Run


class Records:
    """The records of one field (or of one number that fits no field) in one parent.

    ``rows`` are in file order. At which element each packed run begins, and which name each
    message has, is found when it is first asked.
    """

    __slots__ = ("_first", "_named", "rows")

    def __init__(self) -> None:
        self.rows = array("I")
        self._first: array[int] | None = None
        self._named: dict[str, list[int]] | None = None

    def occurrence(self, row: int) -> int:
        """Return which one of the records ``row`` is, from 0."""
        return bisect_left(self.rows, row)

    def first_element(self, row: int, run: Callable[[int], Run | None]) -> int:
        """Return the number of the first element in ``row``; ``run`` gives a packed row's run."""
        if len(self.rows) == 1:
            return 0
        return self._counts(run)[self.occurrence(row)]

    def record_of_element(self, number: int, run: Callable[[int], Run | None]) -> tuple[int, int]:
        """Return the row that holds element ``number``, and which of its elements that is."""
        if len(self.rows) == 1:
            return self.rows[0], number
        counts = self._counts(run)
        at = bisect_left(counts, number + 1) - 1  # the last record that begins at or before it
        return self.rows[at], number - counts[at]

    def named(self, key: Callable[[int], str]) -> dict[str, list[int]]:
        """Return the rows by name; ``key`` gives the name of a row."""
        if self._named is None:
            named: dict[str, list[int]] = {}
            for row in self.rows:
                named.setdefault(key(row), []).append(row)
            self._named = named
        return self._named

    def _counts(self, run: Callable[[int], Run | None]) -> array[int]:
        if self._first is None:
            first, total = array("q"), 0
            for row in self.rows:
                first.append(total)
                packed = run(row)
                total += 1 if packed is None else len(packed)
            self._first = first
        return self._first


Siblings = dict[tuple[int, bool], Records]  # (field number, whether its wire type fits)
