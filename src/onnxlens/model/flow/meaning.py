"""What a value means at one point of a graph: its axes with their denotations."""

from __future__ import annotations

from collections.abc import Iterable

Size = int | str | None  # of an axis: a number, a symbol, or not known


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

    ``row`` is the NodeProto that made it, 0 for what a type declares; ``before`` the value whose
    axes it took over, None where they began here.
    """

    __slots__ = ("axes", "before", "denotation", "row")

    def __init__(
        self,
        axes: Axes = None,
        denotation: str | None = None,
        row: int = 0,
        before: Meaning | None = None,
    ) -> None:
        self.axes = axes
        self.denotation = denotation
        self.row = row
        self.before = before

    @property
    def known(self) -> bool:
        """Whether an axis or the type has a denotation."""
        return self.denotation is not None or any(a.denotation for a in self.axes or ())

    @property
    def key(self) -> tuple[Axes, str | None]:
        """What two values of one meaning share."""
        return self.axes, self.denotation

    def way(self, limit: int) -> list[int]:
        """Return the rows of the nodes that it came through, the last first, at most ``limit``."""
        rows: list[int] = []
        at: Meaning | None = self
        while at is not None and len(rows) < limit:
            if at.row:
                rows.append(at.row)
            at = at.before
        return rows


NOTHING = Meaning()


def words(axes: Axes) -> str:
    """Return axes as ``[DATA_BATCH, ?, DATA_FEATURE]``; ``?`` without a denotation."""
    if axes is None:
        return "any shape"
    return f"[{', '.join(axis.denotation or '?' for axis in axes)}]"


def same(values: Iterable[Meaning]) -> Meaning:
    """Return what several values have in common, axis by axis; nothing where their ranks differ."""
    listed = list(values)
    if not listed:
        return NOTHING
    first = listed[0]
    ranks = {len(value.axes) if value.axes is not None else -1 for value in listed}
    axes: Axes = None
    if len(ranks) == 1 and -1 not in ranks:
        columns = zip(*(value.axes or () for value in listed), strict=True)
        axes = tuple(_common(column) for column in columns)
    denotations = {value.denotation for value in listed}
    return Meaning(axes, denotations.pop() if len(denotations) == 1 else None, before=first)


def _common(axes: tuple[Axis, ...]) -> Axis:
    denotations = {axis.denotation for axis in axes}
    sizes = {axis.size for axis in axes}
    return Axis(
        denotations.pop() if len(denotations) == 1 else None,
        sizes.pop() if len(sizes) == 1 else None,
    )
