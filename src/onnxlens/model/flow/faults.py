"""Places where axes do not mean what an operator expects, or what a type declares."""

from __future__ import annotations

from ...tree.field import Field
from .expected import Wanted, fits
from .meaning import Meaning


class Mismatch:
    """An input whose axes are not those that its operator expects.

    ``field`` is the record of the input's name, ``meaning`` what it was found to mean.
    """

    __slots__ = ("field", "meaning", "wanted")

    def __init__(self, field: Field, meaning: Meaning, wanted: Wanted) -> None:
        self.field = field
        self.meaning = meaning
        self.wanted = wanted

    @property
    def culprit(self) -> Field | None:
        """The node after which the order was no longer the expected one; None if it never was."""
        after, at = 0, self.meaning
        while at is not None:
            if at.axes is not None and len(at.axes) == len(self.wanted):
                if fits(at.axes, self.wanted):
                    return Field(self.field.document, after) if after else None
                after = at.row or after
            if at.before is None:
                return None
            at = at.before
        return None


class Conflict:
    """A value whose declared axes are not those that the nodes before it give.

    ``field`` is the ValueInfoProto, ``declared`` what it says, ``meaning`` what flows there.
    """

    __slots__ = ("declared", "field", "meaning")

    def __init__(self, field: Field, declared: Meaning, meaning: Meaning) -> None:
        self.field = field
        self.declared = declared
        self.meaning = meaning
