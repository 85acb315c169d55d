"""Families of messages: what belongs together has one colour."""

from __future__ import annotations

from ...tree.field import TAIL, Field
from ...wire.kinds import MALFORMED, NOT_INDEXED

FAMILIES = ("model", "graph", "node", "tensor", "type", "metadata", "unknown", "malformed")

_OF_MESSAGE = {
    "GraphProto": "graph",
    "NodeProto": "node",
    "AttributeProto": "node",
    "FunctionProto": "node",
    "DeviceConfigurationProto": "node",
    "NodeDeviceConfigurationProto": "node",
    "ShardingSpecProto": "node",
    "ShardedDimProto": "node",
    "SimpleShardedDimProto": "node",
    "IntIntListEntryProto": "node",
    "TensorProto": "tensor",
    "TensorProto.Segment": "tensor",
    "SparseTensorProto": "tensor",
    "SequenceProto": "tensor",
    "MapProto": "tensor",
    "OptionalProto": "tensor",
    "ValueInfoProto": "type",
    "TensorAnnotation": "type",
    "StringStringEntryProto": "metadata",
}


def family_of_message(name: str) -> str:
    """Return the family of a message by its name; ``model`` for those that have no other."""
    if name.startswith(("TypeProto", "TensorShapeProto")):
        return "type"
    return _OF_MESSAGE.get(name, "model")


def family(field: Field) -> str:
    """Return the family of a field: that of the message in it, else of the one around it."""
    if field.wire_type == MALFORMED or field.element == TAIL:
        return "malformed"
    if field.is_unknown or field.wire_type == NOT_INDEXED:
        return "unknown"
    message = field.content or field.message
    return family_of_message(message.name) if message else "unknown"
