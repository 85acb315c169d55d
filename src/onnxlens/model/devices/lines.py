"""Multi-device annotations as one line for each of their messages.

What they mean is from the comments in onnx-ml.proto and from the ONNX proposals 0006 (multi-device)
and 0007 (sharding formalism). A required member that is absent is named as absent: its default, 0,
would look like a statement. A line costs little however much the file lists: of a list of ids the
first 1,000 are read, of other lists 8 are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import groupby, islice

from ...tree.merged import Merged
from ...tree.names import quote
from ..words import NAME_LIMIT, name_of, short, word

LISTED = 8  # names, axes, tensors or groups in one line
_PIECES = 16  # ids or ranges of ids in one list
_READ = 1_000  # ids of a list that are read
_COUNTED = 1 << 22  # bytes of a message in which a list of ids is counted
GROUPS = 1_000  # groups of a sharding spec among which an id is looked for


def configuration_line(configuration: Merged) -> str:
    """Return a DeviceConfigurationProto as ``tp: 2 devices, GPU0, GPU1``.

    The names are counted where they are not as many as the devices.
    """
    name = name_of(configuration) if configuration.has("name") else "name absent"
    stated = configuration.number("num_devices") if configuration.has("num_devices") else None
    size = "num_devices absent" if stated is None else plural(stated, "device")
    count = configuration.count("device")
    if not count:
        return f"{name}: {size}"
    counted = "" if stated == count else f"{plural(count, 'name')}: "
    return f"{name}: {size}, {counted}{names(configuration, 'device')}"


def node_configuration_line(configuration: Merged) -> str:
    """Return a NodeDeviceConfigurationProto as ``configuration tp, pipeline stage 1: w axis 0 …``.

    A tensor's groups stand in parentheses behind it.
    """
    head = configuration_id(configuration)
    if configuration.has("pipeline_stage"):
        head += f", pipeline stage {configuration.number('pipeline_stage')}"
    specs = [_placed(spec) for spec in islice(configuration.each("sharding_spec"), LISTED)]
    specs += more(configuration.count("sharding_spec"), "tensor")
    return f"{head}: {'; '.join(specs)}" if specs else head


def sharding_line(spec: Merged) -> str:
    """Return a ShardingSpecProto as ``axis 0 of w in 4 shards over devices 0 to 3``."""
    splits = _splits(spec, f" of {tensor(spec)}") or [f"{tensor(spec)} whole"]
    ids = _ids(spec, "device")
    return "; ".join([_over(spec, splits, ids), *_groups(spec, ids)])


def sharded_dim_line(dim: Merged, of: str = "") -> str:
    """Return a ShardedDimProto as ``axis 0 in 4 shards``; ``of`` stands behind the axis.

    Several splits are those of the axes that a reshape has joined into this one.
    """
    count = dim.count("simple_sharding")
    if not count:
        return f"{axis(dim)}{of} with no split given"
    if count == 1:
        split = next(dim.each("simple_sharding"))
        size = f" (of {_size(split)})" if _size(split) else ""
        return f"{axis(dim)}{size}{of} in {_shards(split)}"
    splits = map(simple_sharding_line, islice(dim.each("simple_sharding"), LISTED))
    return f"{axis(dim)}{of} made of {' and '.join([*splits, *more(count, 'split')])}"


def simple_sharding_line(split: Merged) -> str:
    """Return a SimpleShardedDimProto as ``4 shards``, or with its length ``size 8 in 4 shards``."""
    size = _size(split)
    return f"{size} in {_shards(split)}" if size else _shards(split)


def group_line(entry: Merged) -> str:
    """Return an IntIntListEntryProto, a group of devices, as ``group 8 is devices 0, 1``."""
    key = str(entry.number("key")) if entry.has("key") else "(key absent)"
    return f"group {key} is {device_list(entry, 'value') or 'empty'}"


# -- parts, which explanations share -----------------------------------------------------------


def plural(count: int, noun: str) -> str:
    """Return ``1 shard``, ``4 shards``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def names(message: Merged, field: str) -> str:
    """Return the first 8 strings of a repeated field as words, and how many more there are."""
    records = message.records(field)
    texts = [str(record.preview(4 * NAME_LIMIT)) for record in records[:LISTED]]
    shown = [word(t if len(t) <= NAME_LIMIT else t[:NAME_LIMIT] + "…") for t in texts]
    return ", ".join([*shown, *more(len(records))])


def tensor(spec: Merged) -> str:
    """Return the name of the tensor that a ShardingSpecProto is about."""
    return name_of(spec, "tensor_name") if spec.has("tensor_name") else "(tensor_name absent)"


def axis(dim: Merged) -> str:
    """Return ``axis 0``, or that a ShardedDimProto states none."""
    return f"axis {dim.number('axis')}" if dim.has("axis") else "axis absent"


def configuration_id(configuration: Merged) -> str:
    """Return ``configuration tp``, or that a NodeDeviceConfigurationProto names none."""
    if not configuration.has("configuration_id"):
        return "configuration_id absent"
    return f"configuration {name_of(configuration, 'configuration_id')}"


def groups(spec: Merged) -> dict[int, Merged]:
    """Return the groups of a ShardingSpecProto by key; of one key the first, of all 1,000."""
    found: dict[int, Merged] = {}
    for entry in islice(spec.each("index_to_device_group_map"), GROUPS):
        if entry.has("key"):
            found.setdefault(entry.number("key"), entry)
    return found


def device_list(message: Merged, field: str) -> str:
    """Return the device numbers in a repeated field as ``devices 0 to 3``; empty without any."""
    return _listed(message, field, _ids(message, field))


def _ids(message: Merged, field: str) -> list[int]:
    return [int(number) for number in message.numbers(field, _READ)]


def _listed(
    message: Merged, field: str, ids: list[int], known: Container[int] | None = None
) -> str:
    """Return ``devices 0 to 3 and group 8`` for the ids that were read of a field.

    With ``known``, the keys of groups, an id that is a key or negative is called a group. The
    order is that of the file, for it is the order of the shards.
    """
    parts, pieces, told = [], _PIECES, 0
    for is_group, kind in groupby(ids, lambda id_: known is not None and (id_ < 0 or id_ in known)):
        members = list(kind)
        shown = list(islice(_ranges(members), pieces))
        pieces -= len(shown)
        told += sum(count for _, count in shown)
        if shown:
            noun = ("group" if is_group else "device") + ("s" if len(members) > 1 else "")
            parts.append(f"{noun} {', '.join(text for text, _ in shown)}")
    return " and ".join(parts) + _untold(message, field, len(ids), told)


def _ranges(ids: list[int]) -> Iterator[tuple[str, int]]:
    """Yield ``0 to 3`` for three or more ids that count up, else each id; and how many it tells."""
    at = 0
    while at < len(ids):
        end = at + 1
        while end < len(ids) and ids[end] == ids[end - 1] + 1:
            end += 1
        if end - at < 3:
            end = at + 1
        yield str(ids[at]) if end == at + 1 else f"{ids[at]} to {ids[end - 1]}", end - at
        at = end


def _untold(message: Merged, field: str, read: int, told: int) -> str:
    """Return how many ids a list leaves out; only ``more`` where counting them costs too much."""
    total = read
    if read == _READ:
        if sum(record.payload.size for record in message.fields) > _COUNTED:
            return ", and more"
        total = message.elements(field)
    return f", and {total - told:,} more" if total > told else ""


def more(count: int, noun: str = "") -> list[str]:
    """Return ``and 2 more`` for what is over the 8 of a list; nothing where there is no more."""
    left = count - LISTED
    return [f"and {plural(left, f'more {noun}') if noun else f'{left:,} more'}"] * (left > 0)


# -- parts of a sharding spec ------------------------------------------------------------------


def _placed(spec: Merged) -> str:
    """Return a tensor's sharding with its name first."""
    first, *others = _splits(spec) or ["whole"]
    ids = _ids(spec, "device")
    about = _groups(spec, ids)
    behind = f" ({'; '.join(about)})" if about else ""
    return _over(spec, [f"{tensor(spec)} {first}", *others], ids) + behind


def _splits(spec: Merged, of: str = "") -> list[str]:
    """Return each split axis; ``of`` stands behind the first."""
    dims = islice(spec.each("sharded_dim"), LISTED)
    splits = [sharded_dim_line(dim, "" if at else of) for at, dim in enumerate(dims)]
    return splits + more(spec.count("sharded_dim"), "split")


def _over(spec: Merged, splits: list[str], ids: list[int]) -> str:
    """Return what is done to a tensor, and on which devices."""
    said = ", ".join(splits)
    comma = "," if len(splits) > 1 else ""
    where = _listed(spec, "device", ids, groups(spec))
    if not where:
        return f"{said}, with no devices given"
    if spec.count("sharded_dim"):
        return f"{said}{comma} over {where}"
    return f"{said} on {'each of ' if len(ids) > 1 else ''}{where}"


def _groups(spec: Merged, ids: list[int]) -> list[str]:
    """Return what each group is, and which negative ids have no entry in the map."""
    count = spec.count("index_to_device_group_map")
    said = [group_line(e) for e in islice(spec.each("index_to_device_group_map"), LISTED)]
    said += more(count, "group")
    known = groups(spec)
    missing = [id_ for id_ in ids if id_ < 0 and id_ not in known]
    if not missing or count > GROUPS:
        return said
    others = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
    return [*said, f"group {missing[0]}{others} not defined"]


def _size(split: Merged) -> str:
    """Return the length that is split, empty where it is that of the axis itself."""
    member = split.which("dim")
    if member is None:
        return ""
    if member.name == "dim_value":
        return f"size {split.number('dim_value')}"
    return f"size {quote(short(split, 'dim_param'))}"


def _shards(split: Merged) -> str:
    has = split.has("num_shards")
    return plural(split.number("num_shards"), "shard") if has else "shards (num_shards absent)"


LINES: dict[str, Callable[[Merged], str]] = {
    "DeviceConfigurationProto": configuration_line,
    "NodeDeviceConfigurationProto": node_configuration_line,
    "ShardingSpecProto": sharding_line,
    "ShardedDimProto": sharded_dim_line,
    "SimpleShardedDimProto": simple_sharding_line,
    "IntIntListEntryProto": group_line,
}
