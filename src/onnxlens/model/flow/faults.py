"""Places where axes do not mean what an operator expects, or what a type declares."""

from __future__ import annotations

from collections.abc import Iterable

from ...tree.field import Field
from .expected import Wanted, fits
from .meaning import Meaning


class Mismatch:
    """An input whose axes are not those that its operator expects.

    ``field`` is the record of the input's name, ``meaning`` what it was found to mean. ``since`` is
    where the axes first were not the expected ones: the NodeProto that put them so, or the
    ValueInfoProto that declares them so; None where neither is known.
    """

    __slots__ = ("field", "meaning", "since", "wanted")

    def __init__(self, field: Field, meaning: Meaning, wanted: Wanted, since: Field | None) -> None:
        self.field = field
        self.meaning = meaning
        self.wanted = wanted
        self.since = since


class Conflict:
    """A value whose declared axes are not those that the nodes before it give.

    ``field`` is the ValueInfoProto, ``declared`` what it says, ``meaning`` what flows there.
    """

    __slots__ = ("declared", "field", "meaning")

    def __init__(self, field: Field, declared: Meaning, meaning: Meaning) -> None:
        self.field = field
        self.declared = declared
        self.meaning = meaning


def by_cause(mismatches: Iterable[Mismatch]) -> list[list[Mismatch]]:
    """Return mismatches in groups that began at one place."""
    causes: dict[int, list[Mismatch]] = {}
    for fault in mismatches:
        cause = fault.field if fault.since is None else fault.since
        causes.setdefault(cause.row, []).append(fault)
    return list(causes.values())


class Beginnings:
    """Finds where axes went wrong; what was found on the way is kept, so that none is gone twice"""

    def __init__(self) -> None:
        self._found: dict[tuple[Meaning, Wanted], int] = {}

    def of(self, meaning: Meaning, wanted: Wanted) -> int:
        """Return the row after which the axes were not the wanted ones, of as many axes; 0 if none.

        Going back, the last value that does not fit is where they went wrong.
        """
        passed: list[Meaning] = []
        at: Meaning | None = meaning
        while at is not None and (at, wanted) not in self._found and _misses(at, wanted):
            passed.append(at)
            at = at.before
        row = 0 if at is None else self._found.get((at, wanted), 0)
        for each in reversed(passed):
            row = row or each.row
            self._found[each, wanted] = row
        return row


def _misses(meaning: Meaning, wanted: Wanted) -> bool:
    return not fits(meaning.axes, wanted)
