"""Rules about the members of annotations: those that must be there, and counts."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.devices import lines as devices
from ...tree.merged import Merged
from ..context import Context
from ..rule import BYTES, Found, rule
from .parts import all_of, span_of_list

# message, field, what stands there
_REQUIRED = (
    ("DeviceConfigurationProto", "name", "a configuration"),
    ("DeviceConfigurationProto", "num_devices", "a configuration"),
    ("NodeDeviceConfigurationProto", "configuration_id", "an annotation of a node"),
    ("ShardingSpecProto", "tensor_name", "a sharding spec"),
    ("ShardedDimProto", "axis", "a sharded axis"),
    ("SimpleShardedDimProto", "num_shards", "a split"),
)


@rule("P001", "error")
def placement_member_missing(context: Context) -> Iterator[Found]:
    """
    Finds:
    An annotation for devices without a member that it needs: name and num_devices of a
    configuration, configuration_id, tensor_name, axis, num_shards.

    Why:
    The comments in onnx.proto say of each of them that it MUST be present. Absent it reads as 0 or
    empty, which looks like a statement. The official checker is silent.

    Fix:
    Write the member, also where it is 0.
    """
    for name, field, what in _REQUIRED:
        for message in all_of(context, name):
            if not message.has(field) and context.is_whole(message):
                yield Found(message.field, f"{what} without {field}, which must be present")


@rule("P006", "warning", on="DeviceConfigurationProto", looks_at=BYTES)
def configuration_without_devices(configuration: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A configuration whose num_devices is 0 or below.

    Why:
    By onnx.proto it is the number of devices of the configuration, and no node can be placed on
    none. The official checker is silent.

    Fix:
    Write how many devices there are, or remove the configuration.
    """
    if configuration.has("num_devices") and configuration.number("num_devices") < 1:
        message = f"num_devices is {configuration.number('num_devices')}; needed 1 or more"
        yield Found(configuration.records("num_devices")[-1], message)


@rule("P007", "error", on="DeviceConfigurationProto", looks_at=BYTES)
def device_names_miscounted(configuration: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A configuration that names another number of devices than it has.

    Why:
    The comment on the field in onnx.proto says that the list MUST have the length of num_devices if
    it is there. The official checker is silent.

    Fix:
    Name each device, or none.
    """
    names = configuration.records("device")
    count = configuration.number("num_devices")
    if not names or len(names) == count or not configuration.has("num_devices"):
        return
    if context.is_whole(configuration):
        has = devices.plural(len(names), "device name")
        related = (configuration.records("num_devices")[-1], f"num_devices {count}")
        message = f"{has}, num_devices is {count}; needed as many names, or none"
        yield Found(names[0], message, related, span=span_of_list(names))


@rule("P014", "info", on="NodeDeviceConfigurationProto", looks_at=BYTES)
def pipeline_stage_negative(node: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A pipeline_stage below 0.

    Why:
    ONNX lays down no first stage, but the proposal counts them up from small numbers. A writer that
    means no stage leaves the field out.

    Fix:
    Leave the field out where the node has no stage.
    """
    if node.number("pipeline_stage") < 0:
        message = (
            f"pipeline_stage is {node.number('pipeline_stage')}; needed 0 or more, or no field"
        )
        yield Found(node.records("pipeline_stage")[-1], message)
