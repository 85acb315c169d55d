"""Shapes of calls: what nodes call and how, each judged once for all nodes that are alike."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.operators.signatures import NEWEST, Side, Signature
from ...schema.operators import canonical, operator_domains
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ...wire.scalars import read_varint
from ..context import Context
from .layout import ABSENT, NUMBER, VALUE_TYPES, Held
from .shapes import Shape, shapes

_NODE = schema.message("NodeProto")
_TYPES = schema.enum("AttributeProto.AttributeType")


class Argument:
    """An attribute that the calls of one shape have.

    ``type`` is its AttributeType, 0 without one; ``implied`` that of its value field, 0 where it
    has none or several. ``values`` has the number of each value field that is there and its place.
    ``reference`` is the place of the name of an attribute of the function around that it stands
    for, 0 without one. Places are rows, counted from that of the node.
    """

    __slots__ = ("implied", "name", "place", "reference", "type", "values")

    def __init__(self, shape: Shape, held: Held) -> None:
        _, layout, texts, names = shape
        self.place = held.place
        self.name = _text(texts, held.name)
        self.type = _type(texts, held.type)
        is_reference = held.reference != ABSENT and names[held.reference]
        self.reference = layout.names[held.reference][0] if is_reference else 0
        self.values = held.values
        self.implied = VALUE_TYPES[next(iter(held.values))] if len(held.values) == 1 else 0


class Call:
    """A shape of calls: what nodes have in common that a signature judges alike.

    ``rows`` are the nodes. ``inputs`` and ``outputs`` tell of each whether it has a name.
    ``function`` is the row of the function around, 0 outside. ``version`` is the opset version of
    ``domain`` that holds there, None without one; ``signature`` what is called, None where that is
    not known. ``is_ahead``: the version is newer than all that are known, so what is not known of
    an operator may be right.
    """

    __slots__ = (
        "arguments",
        "document",
        "domain",
        "function",
        "is_ahead",
        "name",
        "overload",
        "rows",
        "shape",
        "signature",
        "version",
    )

    def __init__(self, document: Document, shape: Shape, rows: list[int]) -> None:
        self.function, layout, texts, _ = shape
        self.document = document
        self.shape = shape
        self.rows = rows
        self.name, self.overload = _text(texts, layout.op_type), _text(texts, layout.overload)
        self.domain = canonical(_text(texts, layout.domain))
        self.arguments = [Argument(shape, held) for held in layout.held]
        self.signature: Signature | None = None
        self.version: int | None = None
        self.is_ahead = False

    def __repr__(self) -> str:
        return f"<Call {self.name} {len(self.rows)}>"

    @property
    def inputs(self) -> tuple[bool, ...]:
        """Of each input, whether it has a name."""
        return self.shape[3][: len(self.shape[1].inputs)]

    @property
    def outputs(self) -> tuple[bool, ...]:
        """Of each output, whether it has a name."""
        before = len(self.shape[1].inputs)
        return self.shape[3][before : before + len(self.shape[1].outputs)]

    @property
    def sides(self) -> tuple[tuple[Side, tuple[bool, ...], list[int]], ...]:
        """Inputs and outputs: what the signature says, which have a name, and their places."""
        assert self.signature is not None
        layout = self.shape[1]
        return (
            (self.signature.inputs, self.inputs, [place for place, _ in layout.inputs]),
            (self.signature.outputs, self.outputs, [place for place, _ in layout.outputs]),
        )

    @property
    def severity(self) -> str:
        """The severity of what a newer opset version may allow; empty for that of the rule."""
        return "warning" if self.is_ahead else ""

    @property
    def nodes(self) -> Iterator[Field]:
        """The nodes."""
        return self.at(0)

    def at(self, place: int) -> Iterator[Field]:
        """Yield the record at a place of each node."""
        return (Field(self.document, row + place) for row in self.rows)

    def argument(self, name: str) -> Argument | None:
        """Return the first attribute of a name."""
        return next((each for each in self.arguments if each.name == name), None)

    def numbers(self, name: str) -> Iterator[tuple[Field, int]]:
        """Yield the number that each node has in an attribute, with its record."""
        argument = self.argument(name)
        if argument is not None and list(argument.values) == [NUMBER]:
            for field in self.at(argument.values[NUMBER]):
                if isinstance(value := field.value, int):
                    yield field, value

    def calls(self, domain: str, *names: str) -> bool:
        """Whether this calls an operator of the standard of one of some names."""
        found = self.signature
        is_standard = found is not None and found.spec is not None
        return is_standard and self.domain == domain and self.name in names


class Calls:
    """The shapes of all calls of a document."""

    def __init__(self, context: Context) -> None:
        self.shapes = [Call(context.document, *each) for each in shapes(context).items()]
        newest = operator_domains()
        known: dict[object, tuple[Signature | None, int | None]] = {}
        for call in self.shapes:
            identity = call.domain, call.name, call.overload, call.function
            if identity not in known:
                node = Merged(context.document, _NODE, (call.rows[0],))
                operators = context.operators
                known[identity] = operators.signature(node), operators.imported(node)
            call.signature, call.version = known[identity]
            if call.signature is None or call.signature.function is None:
                call.is_ahead = (call.version or 0) > newest.get(call.domain, 0)

    @property
    def judged(self) -> list[Call]:
        """The shapes whose signature is certain: known, imported and not deprecated."""
        return [call for call in self.shapes if _is_certain(call.signature)]


def _is_certain(signature: Signature | None) -> bool:
    if signature is None or signature.origin == NEWEST:
        return False
    return signature.spec is None or not signature.spec.deprecated


def _text(texts: tuple[bytes, ...], number: int) -> str:
    return "" if number == ABSENT else texts[number].decode("utf-8", "surrogateescape")


def _type(texts: tuple[bytes, ...], number: int) -> int:
    """Return an AttributeType, as a parser reads it: one that the standard has not is none."""
    if number == ABSENT:
        return 0
    read = read_varint(texts[number])[0] & 0xFFFFFFFF
    return read if _TYPES.name_of(read) else 0
