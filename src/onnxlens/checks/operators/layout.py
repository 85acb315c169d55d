"""Which rows of a node say what it calls and how; nodes of like rows share one layout."""

from __future__ import annotations

from ...schema import message
from ...tree.slots import SPECS
from ...wire.index import Index

ABSENT = -1
# value fields of AttributeProto -> the AttributeType that goes with each
VALUE_TYPES = {
    2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7, 9: 8, 10: 9, 11: 10, 22: 11, 23: 12, 14: 13, 15: 14
}  # fmt: skip
NUMBER, TEXT, GRAPH = 3, 4, 6  # value fields that rules read
_GRAPHS = 11
_NODE = message("NodeProto").by_name
_ATTRIBUTE = message("AttributeProto").by_name
_INPUT, _OUTPUT, _HELD = (_NODE[name].number for name in ("input", "output", "attribute"))
_CALLED = [_NODE[name].number for name in ("op_type", "domain", "overload")]
_NAME, _TYPE, _REFERENCE = (_ATTRIBUTE[name].number for name in ("name", "type", "ref_attr_name"))

Place = tuple[int, int]  # a row, counted from that of the node, and the size of its tag and length


class Held:
    """Where one attribute of a node stands.

    ``place`` is its row, counted from the node's. ``name`` and ``type`` are numbers of texts of the
    layout, ABSENT without one; ``reference`` is a number of its names likewise. ``values`` are the
    value fields that are there with the row of the last record of each.
    """

    __slots__ = ("name", "place", "reference", "type", "values")

    def __init__(
        self, place: int, name: int, type: int, reference: int, values: dict[int, int]
    ) -> None:
        self.place = place
        self.name = name
        self.type = type
        self.reference = reference
        self.values = values


class Layout:
    """The rows of a node that a call is judged by.

    ``texts`` are those whose payloads count: what is called, then names and types of attributes;
    ``op_type``, ``domain`` and ``overload`` are numbers among them, ABSENT without one. ``names``
    are those of which it counts only whether they are empty: inputs, then outputs, then
    references. ``has_graphs``: an attribute holds a graph, and so other nodes.
    """

    __slots__ = (
        "domain",
        "has_graphs",
        "held",
        "inputs",
        "names",
        "op_type",
        "outputs",
        "overload",
        "texts",
    )

    def __init__(self, index: Index, row: int) -> None:
        fields = _fields(index, row, row)
        self.inputs, self.outputs = fields.get(_INPUT, []), fields.get(_OUTPUT, [])
        self.names: list[Place] = [*self.inputs, *self.outputs]
        self.texts: list[Place] = []
        called = (self._text(fields.get(number)) for number in _CALLED)
        self.op_type, self.domain, self.overload = called
        self.held = [self._attribute(index, row, place) for place, _ in fields.get(_HELD, ())]
        self.has_graphs = any(GRAPH in each.values or _GRAPHS in each.values for each in self.held)

    @property
    def key(self) -> object:
        """What two layouts share that say the same."""
        held = tuple(
            (each.place, each.name, each.type, each.reference, tuple(each.values.items()))
            for each in self.held
        )
        called = self.op_type, self.domain, self.overload, len(self.inputs), len(self.outputs)
        return tuple(self.texts), tuple(self.names), called, held

    def _attribute(self, index: Index, node: int, place: int) -> Held:
        fields = _fields(index, node, node + place)
        name, type_ = self._text(fields.get(_NAME)), self._text(fields.get(_TYPE))
        values = {number: of[-1][0] for number, of in fields.items() if number in VALUE_TYPES}
        return Held(place, name, type_, _keep(self.names, fields.get(_REFERENCE)), values)

    def _text(self, records: list[Place] | None) -> int:
        return _keep(self.texts, records)


def _fields(index: Index, node: int, row: int) -> dict[int, list[Place]]:
    """Return the places inside a row by field number, of the records that fit their field."""
    slots, heads, nexts = index.slot, index.head, index.next
    found: dict[int, list[Place]] = {}
    after = nexts[row]
    row += 1
    while row < after:
        spec, head = SPECS[slots[row]], heads[row]
        if spec is not None and spec.fits(head & 7):
            found.setdefault(spec.number, []).append((row - node, head >> 3))
        row = nexts[row]
    return found


def _keep(places: list[Place], records: list[Place] | None) -> int:
    """Add the last of some records, which is the one that counts; return its number."""
    if not records:
        return ABSENT
    places.append(records[-1])
    return len(places) - 1
