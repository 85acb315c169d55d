"""One node as the rules of the flow see it: its inputs, and the numbers that steer it."""

from __future__ import annotations

from collections.abc import Callable

from ...tree.field import Field
from ...tree.merged import Merged
from ..words import short
from .constants import few, integers
from .meaning import NOTHING, Axes, Axis, Meaning
from .parts import Parts

_ANY = 1 << 63


class SteeredError(Exception):
    """An attribute that a rule needs is given by the caller of a function, so it is not known."""


class Call:
    """A NodeProto with the meaning of each input.

    ``names`` are rows and keys of its inputs, ``since`` is the opset version that brought the
    operator as it is called here.
    """

    __slots__ = ("_attributes", "inputs", "names", "node", "op", "since")

    def __init__(
        self, node: Merged, parts: Parts, inputs: list[Meaning], since: int | None = None
    ) -> None:
        self.node = node
        self.op = parts.op
        self.names = parts.inputs
        self.inputs = inputs
        self.since = _ANY if since is None else since
        self._attributes: dict[str, Merged] | None = None

    @property
    def row(self) -> int:
        """The row of the NodeProto."""
        return self.node.rows[-1]

    def axes(self, number: int = 0) -> Axes:
        """Return the axes of an input; None where it is left out."""
        return self.meaning(number).axes

    def meaning(self, number: int = 0) -> Meaning:
        """Return the meaning of an input; nothing where it is left out."""
        return self.inputs[number] if number < len(self.inputs) else NOTHING

    def has(self, number: int) -> bool:
        """Tell whether an input is given."""
        return number < len(self.names) and bool(self.names[number][1])

    def constant(self, number: int) -> list[int] | None:
        """Return the integers of an input that is an initializer or comes from a Constant."""
        row = self.meaning(number).constant
        return integers(self.node.document, row) if row else None

    def length(self, number: int) -> int | None:
        """Return how many elements an input with one axis has."""
        axes = self.axes(number)
        size = axes[0].size if axes is not None and len(axes) == 1 else None
        return size if isinstance(size, int) else None

    # -- attributes, which raise SteeredError --------------------------------------------------

    def attribute(self, name: str) -> Merged | None:
        """Return an AttributeProto by its name; the last of two."""
        if self._attributes is None:
            self._attributes = {short(a, "name"): a for a in self.node.each("attribute")}
        found = self._attributes.get(name)
        if found is not None and found.has("ref_attr_name"):
            raise SteeredError
        return found

    def number(self, name: str, default: int) -> int:
        """Return an attribute of type INT."""
        found = self.attribute(name)
        return found.number("i") if found is not None and found.has("i") else default

    def text(self, name: str) -> str:
        """Return an attribute of type STRING; empty where it is absent."""
        found = self.attribute(name)
        value = found.records("s")[-1].preview(256) if found is not None and found.has("s") else b""
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""

    def numbers(self, name: str) -> list[int] | None:
        """Return an attribute of type INTS; None where it is absent."""
        found = self.attribute(name)
        return few(found, "ints") if found is not None and found.has("ints") else None

    def given(self, name: str, number: int) -> list[int] | None:
        """Return the numbers of an attribute, or of a constant input where newer opsets have it."""
        found = self.numbers(name)
        return found if found is not None else self.constant(number)

    def graph(self, name: str) -> Field | None:
        """Return the GraphProto of an attribute."""
        found = self.attribute(name)
        records = found.records("g") if found is not None else []
        return records[-1] if records else None


Outputs = list[Axes]  # of a node; for those that are not in it nothing is known
Rule = Callable[[Call], Outputs]
Known = Callable[[Call, tuple[Axis, ...]], Outputs]


def of_first(rule: Known) -> Rule:
    """Make a rule of one that is asked only where the axes of the first input are known."""

    def asked(call: Call) -> Outputs:
        axes = call.axes()
        return [] if axes is None else rule(call, axes)

    asked.__doc__ = rule.__doc__
    return asked


def places(rank: int, numbers: list[int] | None) -> set[int] | None:
    """Return numbers of axes counted from the front; None where one is no axis of that rank."""
    if numbers is None or any(not -rank <= number < rank for number in numbers):
        return None
    return {number % rank for number in numbers}


def place(rank: int, number: int) -> int | None:
    """Return the number of one axis counted from the front; None where there is none."""
    return number % rank if -rank <= number < rank else None
