"""Slots of the index that rules look for, sorted by what their fields hold."""

from __future__ import annotations

from collections.abc import Callable

from ..schema import FieldSpec
from ..tree.slots import SPECS
from ..wire.kinds import I32, I64

_WIDTHS = {I32: 4, I64: 8}


def slots_of(holds: Callable[[FieldSpec], bool]) -> frozenset[int]:
    """Return the slots of the fields of which something is true."""
    return frozenset(slot for slot, spec in enumerate(SPECS) if spec is not None and holds(spec))


ATTRIBUTES = slots_of(lambda spec: spec.ref == "AttributeProto")
STRINGS = slots_of(lambda spec: spec.type == "string")
INT32 = slots_of(lambda spec: spec.type in ("int32", "enum"))
# repeated numbers: bytes of one element in a packed run, 0 for a varint
WIDTHS = {
    slot: _WIDTHS.get(spec.wire_type, 0)
    for slot, spec in enumerate(SPECS)
    if spec is not None and spec.packable
}
# value fields of AttributeProto: the name of the AttributeType that selects each
VALUES = {
    "f": "FLOAT", "i": "INT", "s": "STRING", "t": "TENSOR", "g": "GRAPH",
    "sparse_tensor": "SPARSE_TENSOR", "tp": "TYPE_PROTO",
    "floats": "FLOATS", "ints": "INTS", "strings": "STRINGS", "tensors": "TENSORS",
    "graphs": "GRAPHS", "sparse_tensors": "SPARSE_TENSORS", "type_protos": "TYPE_PROTOS",
}  # fmt: skip
