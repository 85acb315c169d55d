"""Which fields and values of the schema only a newer IR version brought, by slot."""

from __future__ import annotations

from .. import schema
from ..schema import EnumValue, FieldSpec, MessageSpec
from ..wire.index import FIELD_BITS

# fields that serve one feature together, by a name for it; any other field is one by itself
_TOGETHER = {
    "AttributeProto.sparse_tensor": "attribute of type SPARSE_TENSOR",
    "AttributeProto.sparse_tensors": "attribute of type SPARSE_TENSORS",
    "AttributeProto.tp": "attribute of type TYPE_PROTO",
    "AttributeProto.type_protos": "attribute of type TYPE_PROTOS",
    "TensorProto.data_location": "external data",
    "TensorProto.external_data": "external data",
    "ModelProto.configuration": "device configuration",
    "NodeProto.device_configurations": "device configuration",
    "NodeProto.overload": "overload of a function",
    "FunctionProto.overload": "overload of a function",
    "ModelProto.functions": "function of the model",
}
_METADATA = "metadata_props"
_VERSIONS = "Version"  # the enum of ir_version itself


class Feature:
    """What an IR version brought: its name, and what is said of a place that has it."""

    __slots__ = ("ir_version", "says", "what")

    def __init__(self, ir_version: int, what: str, says: str = "") -> None:
        self.ir_version = ir_version
        self.what = what
        self.says = says


def features(root: MessageSpec) -> tuple[dict[int, Feature], dict[int, dict[int, Feature]]]:
    """Return the features that a file of this root message may hold.

    First by slot those of fields that are newer than any way from the root to their message, so
    that the content of a newer field is no feature of its own; then by slot and number those of
    values of enums. The number 0 says no more than a field that is absent, so it is none.
    """
    fields: dict[int, Feature] = {}
    values: dict[int, dict[int, Feature]] = {}
    for message, least in _least(root).items():
        for field in message.fields:
            slot = message.id << FIELD_BITS | field.number
            if field.ref and not field.is_message and field.ref != _VERSIONS:
                numbers = _values(field, least)
                if numbers:
                    values[slot] = numbers
            elif field.since > least:
                fields[slot] = Feature(field.since, _what(field))
    return fields, values


def _least(root: MessageSpec) -> dict[MessageSpec, int]:
    """Return the messages that can stand in a root, each with the IR version that this takes."""
    least, ahead = {root: root.since}, [root]
    while ahead:
        owner = ahead.pop()
        for field in owner.fields:
            if field.is_message:
                held, needed = schema.message(field.ref), max(least[owner], field.since)
                if needed < least.get(held, needed + 1):
                    least[held] = needed
                    ahead.append(held)
    return least


def _values(field: FieldSpec, least: int) -> dict[int, Feature]:
    found = {}
    for value in schema.enum(field.ref).values:
        since = max(field.since, value.since)
        if value.number and since > least:
            says = f"is {value.name}" if value.since > field.since else ""
            found[value.number] = Feature(since, _what_value(field, value), says)
    return found


def _what(field: FieldSpec) -> str:
    if field.name == _METADATA and field.message != "ModelProto":
        return "metadata_props below the model"
    return _TOGETHER.get(field.qualified, field.qualified)


def _what_value(field: FieldSpec, value: EnumValue) -> str:
    if field.ref == "TensorProto.DataType":
        return f"data type {value.name}"
    if value.since <= field.since:
        return _what(field)
    if field.ref == "AttributeProto.AttributeType":
        return f"attribute of type {value.name}"
    return f"{field.qualified} {value.name}"
