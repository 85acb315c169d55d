"""Explanations that other parts of the model make: of denotations, metadata and devices."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.field import Field
from ..devices.words import explain_devices
from ..metadata.denotation import explain_denotation
from ..metadata.meaning import explain_entry
from .form import Explains
from .repeats import Place

_DEVICES = (
    "DeviceConfigurationProto", "NodeDeviceConfigurationProto", "ShardingSpecProto",
    "ShardedDimProto", "SimpleShardedDimProto", "IntIntListEntryProto",
)  # fmt: skip
_ENTRY = "StringStringEntryProto"


def _denotation(field: Field, place: Place) -> Iterator[str]:
    yield explain_denotation(field)


def _entry(field: Field, place: Place) -> Iterator[str]:
    yield explain_entry(field)


def _devices(field: Field, place: Place) -> Iterator[str]:
    yield explain_devices(field, place)


EXPLAINS: Explains = {
    "TypeProto.denotation": _denotation,
    "TensorShapeProto.Dimension.denotation": _denotation,
    _ENTRY: _entry,
    f"{_ENTRY}.key": _entry,
    f"{_ENTRY}.value": _entry,
    **{field.qualified: _devices for name in _DEVICES for field in schema.message(name).fields},
}
