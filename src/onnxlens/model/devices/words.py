"""Sentences about one value in a multi-device annotation, read off what stands around it.

A device number means something only in the configuration of the model that the node names, an axis
only for the tensor of its sharding spec. Of the configurations, and of a node's inputs and outputs,
10,000 are looked through; names are compared by all of their bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..words import NAME_LIMIT, name_of
from . import lines as devices

# as the IR specification (IR.md) says of IR version 11
HINT = (
    "Annotations for devices are hints: a backend may ignore them, "
    "and they do not change what the model computes."
)
_REMINDER = "; a hint that backends may ignore"
_ROOM = 120  # characters of a sentence that still bears the reminder
_SEARCHED = 10_000  # configurations, inputs or outputs that are compared

Place = Callable[[int], str]


def explain_devices(field: Field, place: Place = str) -> str:
    """Return what a value in a multi-device annotation means, without a full stop at its end.

    Empty for a field of another message, for a message and for a packed run, whose elements have
    words of their own. ``place`` writes an offset. A short sentence ends by saying that it is a
    hint; ``HINT`` says that in full.
    """
    spec = field.spec
    make = _WORDS.get(spec.qualified) if spec and not field.is_run else None
    words = make(field, place) if make else ""
    return words + _REMINDER if words and len(words) <= _ROOM else words


# -- what stands around a value ----------------------------------------------------------------


def _around(field: Field, name: str) -> Merged | None:
    """Return the nearest message of that name that a field stands in."""
    at: Field | None = field
    while at is not None:
        content = at.content
        if content is not None and content.name == name:
            return Merged(at.document, content, (at.row,))
        at = at.parent
    return None


def _is(record: Field, name: Field) -> bool:
    """Whether two strings have the same bytes, which are read only where their sizes agree."""
    return record.payload.size == name.payload.size and record.raw() == name.raw()


def _configurations(field: Field) -> Iterable[Merged] | None:
    """Return the configurations of the model; None where the file holds no model."""
    document = field.document
    if document.root is None or document.root.name != "ModelProto":
        return None
    return document.merged().each("configuration")


def _named(field: Field, name: Field) -> list[Merged]:
    """Return the configurations of the model that have that name."""
    candidates = islice(_configurations(field) or (), _SEARCHED)
    return [c for c in candidates if c.has("name") and _is(c.records("name")[-1], name)]


# -- configurations and their devices ----------------------------------------------------------


def _configuration(field: Field, place: Place) -> str:
    if _configurations(field) is None:
        return "a configuration of a model, which is not in this file"
    found = _named(field, field)
    if not found:
        return f"no configuration of that name; {_known(field)}"
    more = f", the first of {len(found)} of that name" if len(found) > 1 else ""
    said = devices.configuration_line(found[0])
    return f"configuration {said} (offset {place(found[0].field.start)}){more}"


def _known(field: Field) -> str:
    model = field.document.merged()
    few = list(islice(model.each("configuration"), devices.LISTED))
    listed = [name_of(c) if c.has("name") else "one without a name" for c in few]
    more = devices.more(model.count("configuration"))
    return f"known are {', '.join([*listed, *more])}" if listed else "the model has none"


def _stage(field: Field, _: Place) -> str:
    assert isinstance(field.value, int)
    return f"pipeline stage {field.value}{_of(field)}"


def _of(field: Field) -> str:
    """Return `` of configuration tp`` for the one that the annotation around a field is for."""
    node = _around(field, "NodeDeviceConfigurationProto")
    if node is None:
        return ""
    of = " of " if node.has("configuration_id") else "; "
    return of + devices.configuration_id(node)


def _range(field: Field, _: Place) -> str:
    """Say which numbers the devices have."""
    assert isinstance(field.value, int)
    return f"numbered as {_numbers(field.value)}" if field.value > 0 else "no device at all"


def _numbers(count: int) -> str:
    """Return ``devices 0 to 3`` for a count of devices."""
    if count < 3:
        return ("no devices", "device 0", "devices 0, 1")[max(count, 0)]
    return f"devices 0 to {count - 1}"


def _own_device(field: Field, _: Place) -> str:
    """Say which device has this name."""
    configuration, number = _around(field, "DeviceConfigurationProto"), field.step.number
    assert configuration is not None and number is not None
    name = name_of(configuration) if configuration.has("name") else "(name absent)"
    return _numbered(number, configuration, f" of configuration {name}")


def _numbered(number: int, configuration: Merged, of: str, label: str = "") -> str:
    """Return ``device 1 of configuration tp``, or that it has no such device."""
    if not configuration.has("num_devices"):
        return f"device {number}{of}{label}, num_devices absent"
    count = configuration.number("num_devices")
    if 0 <= number < count:
        return f"device {number}{of}{label}"
    return f"no device {number}{of}, which has {_numbers(count)}"


# -- devices and groups of a sharding spec -----------------------------------------------------


def _device(field: Field, _: Place) -> str:
    number, spec = field.value, _around(field, "ShardingSpecProto")
    assert isinstance(number, int) and spec is not None
    group = devices.groups(spec).get(number)
    if group is not None:
        return devices.group_line(group)
    if spec.count("index_to_device_group_map") > devices.GROUPS:
        return f"{number} is none of the first {devices.GROUPS:,} groups"
    if number < 0:
        return f"group {number} is not defined in index_to_device_group_map"
    return _used(field, number)


def _used(field: Field, number: int) -> str:
    """Return which device a number means, with its name, in the configuration of its node."""
    of, node = _of(field), _around(field, "NodeDeviceConfigurationProto")
    ids = node.records("configuration_id") if node else []
    if not ids or _configurations(field) is None:
        return f"device {number}{of}"
    found = _named(field, ids[-1])
    if not found:
        return f"device {number}{of}, which the model does not have"
    return _numbered(number, found[0], of, _label(found[0], number))


def _label(configuration: Merged, number: int) -> str:
    """Return ``, named "GPU1"`` where the device has a name."""
    labels = configuration.records("device")
    if not 0 <= number < len(labels):
        return ""
    text = str(labels[number].preview(4 * NAME_LIMIT))
    return f", named {quote(text if len(text) <= NAME_LIMIT else text[:NAME_LIMIT] + '…')}"


def _key(field: Field, _: Place) -> str:
    entry = _around(field, "IntIntListEntryProto")
    return devices.group_line(entry) if entry else ""


def _member(field: Field, _: Place) -> str:
    entry = _around(field, "IntIntListEntryProto")
    assert entry is not None and isinstance(field.value, int)
    key = entry.number("key") if entry.has("key") else "(key absent)"
    return f"{_used(field, field.value)}; in group {key}"


# -- tensors and axes --------------------------------------------------------------------------


def _tensor(field: Field, _: Place) -> str:
    node = _around(field, "NodeProto")
    if node is None:
        return ""
    for role in ("input", "output"):
        for at, record in enumerate(islice(node.records(role), _SEARCHED)):
            if field.payload.size and _is(record, field):
                return f"{role} {at} of the node"
    has = [devices.names(node, role) for role in ("input", "output") if node.count(role)]
    return f"no input or output of the node; it has {' -> '.join(has) or 'none'}"


def _axis(field: Field, _: Place = str) -> str:
    dim, spec = _around(field, "ShardedDimProto"), _around(field, "ShardingSpecProto")
    said = devices.axis(dim) if dim else "an axis"
    return f"{said} of {devices.tensor(spec)}" if spec else said


def _size(field: Field, _: Place) -> str:
    dim = _around(field, "ShardedDimProto")
    joined = dim is not None and dim.count("simple_sharding") > 1
    return f"size of {'one of the axes joined into ' if joined else ''}{_axis(field)}"


def _shards(field: Field, _: Place) -> str:
    split = _around(field, "SimpleShardedDimProto")
    assert split is not None
    return f"{devices.simple_sharding_line(split)} along {_axis(field)}"


_WORDS: dict[str, Callable[[Field, Place], str]] = {
    "DeviceConfigurationProto.num_devices": _range,
    "DeviceConfigurationProto.device": _own_device,
    "NodeDeviceConfigurationProto.configuration_id": _configuration,
    "NodeDeviceConfigurationProto.pipeline_stage": _stage,
    "ShardingSpecProto.tensor_name": _tensor,
    "ShardingSpecProto.device": _device,
    "IntIntListEntryProto.key": _key,
    "IntIntListEntryProto.value": _member,
    "ShardedDimProto.axis": _axis,
    "SimpleShardedDimProto.dim_value": _size,
    "SimpleShardedDimProto.dim_param": _size,
    "SimpleShardedDimProto.num_shards": _shards,
}
