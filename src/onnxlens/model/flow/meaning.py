"""What a value means at one point of a graph: its axes with their denotations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..words import word

_T = TypeVar("_T")
Size = int | str | None  # of an axis: a number, a symbol, or not known
MOST = 64  # axes that are looked at; a value with more means nothing. numpy has no more either


class Axis:
    """One axis: its ``denotation`` and its ``size``, each None where nothing tells."""

    __slots__ = ("denotation", "size")

    def __init__(self, denotation: str | None = None, size: Size = None) -> None:
        self.denotation = denotation
        self.size = size

    def _facts(self) -> tuple[str | None, Size]:
        return self.denotation, self.size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Axis) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def __repr__(self) -> str:
        return f"<Axis {self.denotation} {self.size}>"


Axes = tuple[Axis, ...] | None  # None: not even the number of axes is known


class Meaning:
    """A value's axes and the denotation of its type, with the way that they came.

    ``row`` is the NodeProto that made it or the ValueInfoProto that declares it, 0 for neither;
    ``before`` the value whose axes it took over, None where they began here. ``constant`` is the
    row of the TensorProto or of the Constant node that holds its elements, 0 where they vary.
    """

    __slots__ = ("axes", "before", "constant", "denotation", "row")

    def __init__(
        self,
        axes: Axes = None,
        denotation: str | None = None,
        row: int = 0,
        before: Meaning | None = None,
        constant: int = 0,
    ) -> None:
        self.axes = axes if axes is None or len(axes) <= MOST else None
        self.denotation = denotation
        self.row = row
        self.before = before
        self.constant = constant

    @property
    def known(self) -> bool:
        """Whether an axis or the type has a denotation."""
        if self.denotation is not None:
            return True
        return self.axes is not None and any(axis.denotation for axis in self.axes)

    @property
    def key(self) -> tuple[Axes, str | None, int]:
        """What two values of one meaning share."""
        return self.axes, self.denotation, self.constant

    @property
    def carried(self) -> Meaning:
        """What stays of it in each turn of a loop: neither its sizes nor its elements."""
        return Meaning(without_sizes(self.axes), self.denotation, before=self)

    def way(self, limit: int) -> list[int]:
        """Return the rows of what it came through, the last first, at most ``limit``."""
        rows: list[int] = []
        at: Meaning | None = self
        while at is not None and len(rows) < limit:
            if at.row:
                rows.append(at.row)
            at = at.before
        return rows


NOTHING = Meaning()


def without_sizes(axes: Axes) -> Axes:
    """Return axes of which no size is known."""
    return None if axes is None else tuple(Axis(axis.denotation) for axis in axes)


def words(axes: Axes) -> str:
    """Return axes as ``[DATA_BATCH, ?, DATA_FEATURE]``; ``?`` without a denotation."""
    if axes is None:
        return "any shape"
    return f"[{', '.join(word(axis.denotation) if axis.denotation else '?' for axis in axes)}]"


def joined(declared: Meaning, flows: Meaning) -> Meaning | None:
    """Return what a declared type and what flows there say together; None where they differ."""
    denotation = declared.denotation or flows.denotation
    if not flows.known:  # all that is known of it begins with the declaration
        flows = Meaning(flows.axes, flows.denotation, declared.row or flows.row, None,
                        flows.constant)  # fmt: skip
    if declared.axes is None or flows.axes is None:
        axes = declared.axes if flows.axes is None else flows.axes
    elif len(declared.axes) != len(flows.axes):  # which of the two is wrong is not told here
        return None if declared.known and flows.known else declared
    else:
        pairs = list(zip(declared.axes, flows.axes, strict=True))
        if any(a.denotation and b.denotation and a.denotation != b.denotation for a, b in pairs):
            return None
        axes = tuple(_either(said, found) for said, found in pairs)
    return Meaning(axes, denotation, flows.row, flows.before, flows.constant)


def _either(said: Axis, found: Axis) -> Axis:
    size = found.size if said.size is None else said.size
    return Axis(said.denotation or found.denotation, size)


def same(values: Iterable[Meaning]) -> Meaning:
    """Return what several values have in common, axis by axis; nothing where their ranks differ."""
    listed = list(values)
    axes: Axes = None
    if listed and all(value.axes is not None for value in listed):
        columns = zip(*(value.axes or () for value in listed), strict=False)
        axes = tuple(map(_common, columns))
        axes = axes if all(len(value.axes or ()) == len(axes) for value in listed) else None
    denotations = {value.denotation for value in listed}
    before = listed[0] if listed else None
    return Meaning(axes, denotations.pop() if len(denotations) == 1 else None, before=before)


def _common(axes: tuple[Axis, ...]) -> Axis:
    return Axis(_only({axis.denotation for axis in axes}), _only({axis.size for axis in axes}))


def agreed(axes: Iterable[Axis]) -> Axis:
    """Return what axes say together: a denotation where all that have one have the same."""
    listed = list(axes)
    named = {axis.denotation for axis in listed if axis.denotation}
    return Axis(_only(named), _only({axis.size for axis in listed}))


def _only(found: set[_T]) -> _T | None:
    return found.pop() if len(found) == 1 else None
