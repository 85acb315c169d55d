"""Rules about annotations that stand twice where one is meant: names, groups, specs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from ...model.graph.names import Key, key_of
from ...model.words import name_of
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import BYTES, Found, rule
from .parts import LISTED, all_of, configurations, key_in, quoted


@rule("P011", "warning", on="ShardingSpecProto", looks_at=BYTES)
def device_group_twice(spec: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    Entries of index_to_device_group_map with the same key, an absent one being 0.

    Why:
    The entries are a map written as a list, says the comment on IntIntListEntryProto in onnx.proto;
    a key with two groups leaves open which devices are meant.

    Fix:
    Put all devices of the group in one entry, or give the other group a key of its own.
    """
    groups = spec.each("index_to_device_group_map")
    for first, *others in _alike((group.number("key"), _member(group, "key")) for group in groups):
        number = first.value if first.content is None else 0
        message = f"group {number!r} is defined {len(others) + 1:,} times; needed once"
        yield _found(first, others, message)


@rule("P012", "info", on="DeviceConfigurationProto", looks_at=BYTES)
def device_name_twice(configuration: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    Two devices of one configuration with the same name.

    Why:
    ONNX defines no names of devices. A backend that goes by them puts both on one device.

    Fix:
    Name the devices apart, or leave the names out.
    """
    names = configuration.records("device")
    for first, *others in _alike((_key(field), field) for field in names):
        message = f"{len(others) + 1:,} devices are named {quoted(first)}; needed one"
        yield _found(first, others, message)


@rule("P013", "info", on="NodeDeviceConfigurationProto", looks_at=BYTES)
def tensor_sharded_twice(node: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    Two sharding specs for one tensor in the same configuration of a node.

    Why:
    By onnx.proto a spec is that of one tensor of the node. ONNX does not say which of two counts.

    Fix:
    Keep one of them.
    """
    specs = ((key_in(spec, "tensor_name"), spec) for spec in node.each("sharding_spec"))
    named = ((key, spec.records("tensor_name")[-1]) for key, spec in specs if key is not None)
    for first, *others in _alike(named):
        message = f"{quoted(first)} has {len(others) + 1:,} sharding specs; needed one"
        yield _found(first, others, message)


@rule("P016", "warning")
def configuration_name_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    Configurations of the model with the same name.

    Why:
    By onnx.proto nodes name their configuration, so it cannot be told which of them is meant.

    Fix:
    Name the configurations apart, and correct the nodes.
    """
    for found in configurations(context).values():
        first, *others = (configuration.records("name")[-1] for configuration in found)
        if others:
            message = f"{len(found):,} configurations are named {name_of(found[0])}; needed one"
            yield _found(first, others, message)


@rule("P017", "info")
def node_placed_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node with two annotations for the same configuration.

    Why:
    By onnx.proto an annotation is for one configuration, and has room for all tensors of the node.
    ONNX does not say how two are joined.

    Fix:
    Join them into one.
    """
    parents = context.document.index.parent
    placed = []
    for node in all_of(context, "NodeDeviceConfigurationProto"):
        key = key_in(node, "configuration_id")
        if key is not None:
            field = node.records("configuration_id")[-1]
            placed.append(((parents[node.rows[0]], key), field))
    for first, *others in _alike(placed):
        times = len(others) + 1
        yield _found(first, others, f"{times:,} annotations for {quoted(first)}; needed one")


def _alike(pairs: Iterable[tuple[Hashable, Field]]) -> Iterator[list[Field]]:
    """Yield the fields that share a key, where there are several."""
    found: dict[Hashable, list[Field]] = {}
    for key, field in pairs:
        found.setdefault(key, []).append(field)
    yield from (fields for fields in found.values() if len(fields) > 1)


def _found(first: Field, others: list[Field], message: str) -> Found:
    """Return the finding at the second of several, with the places of the others."""
    related = ((field, "the same") for field in (first, *others[1:LISTED]))
    return Found(others[0], message, *related)


def _member(message: Merged, name: str) -> Field:
    """Return the record of a singular field, the message itself where it is absent."""
    return [message.field, *message.records(name)][-1]


def _key(field: Field) -> Key:
    return key_of(field.document, field.row)
