"""Rules about annotations that refer to what is not there: configurations, tensors, devices."""

from __future__ import annotations

from collections.abc import Container, Iterator

from ...model.devices import lines as devices
from ...model.words import name_of
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .parts import LISTED, all_of, configurations, element, key_in, names_of_node, numbers, owner


@rule("P002", "error")
def configuration_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    A configuration_id that is not the name of a configuration of the model.

    Why:
    The comment on NodeDeviceConfigurationProto in onnx.proto says that the id MUST match the name
    of a DeviceConfigurationProto. A backend cannot place the node. The official checker is silent.

    Fix:
    Correct the id, or add the configuration to the model.
    """
    model = context.model
    if model is None or not context.is_whole(model):
        return
    known = configurations(context)
    few = [name_of(found[0]) for found in list(known.values())[:LISTED]]
    needed = ", ".join([*few, *devices.more(len(known))])
    for node in all_of(context, "NodeDeviceConfigurationProto"):
        key = key_in(node, "configuration_id")
        if key is not None and key not in known:
            field = node.records("configuration_id")[-1]
            said = f"the model has {needed}" if known else "the model has no configuration"
            name = name_of(node, "configuration_id")
            yield Found(field, f"no configuration {name}; {said}", span=field.payload)


@rule("P003", "error")
def sharded_tensor_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    A sharding spec whose tensor_name is no input and no output of its node.

    Why:
    The comment on ShardingSpecProto in onnx.proto requires a name from the inputs or outputs of the
    node. A backend cannot tell which tensor is split. The official checker is silent.

    Fix:
    Correct the name, or remove the spec. Tools that rename values often forget it.
    """
    last, names = -1, set()
    for spec in all_of(context, "ShardingSpecProto"):
        key, configuration = key_in(spec, "tensor_name"), owner(spec)
        if key is None or configuration.field.is_root:
            continue
        node = owner(configuration)
        if node.rows[0] != last:
            last, names = node.rows[0], names_of_node(node)
        if key not in names and context.is_whole(node):
            field = spec.records("tensor_name")[-1]
            has = [devices.names(node, role) for role in ("input", "output") if node.count(role)]
            message = f"{name_of(spec, 'tensor_name')} is no input or output of the node"
            yield Found(
                field, f"{message}; it has {' -> '.join(has) or 'none'}", span=field.payload
            )


@rule("P005", "warning")
def device_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    A number of a device, in a sharding spec or in a group of it, that the configuration of the node
    does not have; in the list of a spec, one that is no group either.

    Why:
    Devices are counted from 0 up to num_devices. By onnx.proto a number with an entry in
    index_to_device_group_map is a group; any other is a device.

    Fix:
    Correct the number, raise num_devices, or add the group.
    """
    known = configurations(context)
    for spec in all_of(context, "ShardingSpecProto"):
        key = key_in(owner(spec), "configuration_id")
        named = known.get(key, []) if key is not None else []
        if len(named) != 1 or not named[0].has("num_devices"):
            continue
        count = named[0].number("num_devices")
        if count < 1:
            continue
        said = f"configuration {name_of(named[0])} has {_devices(count)}"
        groups = {group.number("key") for group in spec.each("index_to_device_group_map")}
        none = ", and no group has that key" if context.is_whole(spec) else ""
        if none:
            yield from _unknown(spec, "device", count, groups, said + none)
        for group in spec.each("index_to_device_group_map"):
            yield from _unknown(group, "value", count, (), said)


def _unknown(
    message: Merged, name: str, count: int, groups: Container[int], said: str
) -> Iterator[Found]:
    """Yield one finding for the numbers of a list that are neither a device nor a group."""
    wrong: list[tuple[Field, int, int]] = []
    more = 0
    for record, at, number in numbers(message, name):
        if not 0 <= number < count and number not in groups:
            if len(wrong) <= LISTED:
                wrong.append((record, at, number))
            more += 1
    if wrong:
        (record, at, number), *others = wrong
        field = element(record, at)
        related = [(element(*other[:2]), f"device {other[2]}") for other in others]
        and_more = f" and {more - 1:,} more" if more > 1 else ""
        yield Found(field, f"no device {number}{and_more}; {said}", *related)


def _devices(count: int) -> str:
    """Return ``devices 0 to 3``."""
    return "device 0" if count == 1 else f"devices 0 to {count - 1}"
