"""One node as the rules of the flow see it: its inputs, and the numbers that steer it."""

from __future__ import annotations

from ... import schema
from ...tree.field import Field
from ...tree.merged import Merged
from ..graph.names import key_of
from ..graph.scopes import Scope
from ..tensors import first_elements
from ..words import short
from .meaning import NOTHING, Axes, Meaning

_NUMBERS = 64  # of an attribute or a constant that are read; no tensor has more axes
_TENSOR, _NODE = schema.message("TensorProto"), schema.message("NodeProto")


class Call:
    """A NodeProto with the meaning of each input.

    ``rows`` of ``inputs`` are the records of the names, so that a constant can be looked up.
    """

    __slots__ = ("_attributes", "inputs", "names", "node", "op", "scope")

    def __init__(self, node: Merged, op: str, scope: Scope, inputs: list[Meaning]) -> None:
        self.node = node
        self.op = op
        self.scope = scope
        self.inputs = inputs
        self.names = node.records("input")
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
        return number < len(self.names) and self.names[number].payload.size > 0

    # -- attributes --------------------------------------------------------------------------

    def attribute(self, name: str) -> Merged | None:
        """Return an AttributeProto by its name; the last of two."""
        if self._attributes is None:
            self._attributes = {short(a, "name"): a for a in self.node.each("attribute")}
        return self._attributes.get(name)

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
        if found is None or not found.has("ints"):
            return None
        return [int(number) for number in found.numbers("ints", _NUMBERS)]

    def axes_given(self, name: str, number: int) -> list[int] | None:
        """Return the numbers of an attribute, or of a constant input where newer opsets have it."""
        found = self.numbers(name)
        return found if found is not None else self.constant(number)

    def graph(self, name: str) -> Field | None:
        """Return the GraphProto of an attribute."""
        found = self.attribute(name)
        records = found.records("g") if found is not None else []
        return records[-1] if records else None

    # -- constants ---------------------------------------------------------------------------

    def constant(self, number: int) -> list[int] | None:
        """Return the integers of an input that is an initializer or comes from a Constant."""
        if not self.has(number):
            return None
        name = self.names[number]
        found = self.scope.define(key_of(name.document, name.row))
        if found is None:
            return None
        if found.role == "initializer":
            return _integers(Merged(name.document, _TENSOR, (found.field.row,)))
        return _of_constant(found.node) if found.node is not None else None


def _of_constant(node: Field) -> list[int] | None:
    message = Merged(node.document, _NODE, (node.row,))
    if short(message, "op_type") != "Constant":
        return None
    for attribute in message.each("attribute"):
        if attribute.has("ints"):
            return [int(number) for number in attribute.numbers("ints", _NUMBERS)]
        if attribute.has("i"):
            return [attribute.number("i")]
        tensor = attribute.message("t")
        if tensor is not None:
            return _integers(tensor)
    return None


def _integers(tensor: Merged) -> list[int] | None:
    found = first_elements(tensor, _NUMBERS)
    if found is None or not all(isinstance(element, int) for element in found):
        return None
    return [int(element) for element in found if isinstance(element, int)]
