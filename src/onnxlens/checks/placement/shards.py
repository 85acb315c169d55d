"""Rules about how tensors are split: axes, sizes, numbers of shards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod

from ...model.devices import lines as devices
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import BYTES, Found, rule
from .parts import LISTED, all_of, sizes_of, span_of_list

_FACTORS = 16  # numbers in a product that is shown
_TIMES = " \N{MULTIPLICATION SIGN} "
_MANY = 1 << 64  # a product that no list can have
_AXES = 1_000  # sharded axes of a spec that are compared


@rule("P004", "error")
def sharded_axis_outside(context: Context) -> Iterator[Found]:
    """
    Finds:
    A sharded axis that the tensor does not have; only where its rank is known.

    Why:
    The comment on ShardedDimProto in onnx.proto says that the axis must be in [-r, r - 1], where r
    is the rank of the tensor. The official checker is silent.

    Fix:
    Correct the axis. Negative numbers count from the last axis, -1.
    """
    for spec in all_of(context, "ShardingSpecProto"):
        dims = list(islice(spec.each("sharded_dim"), _AXES))
        sizes = sizes_of(context, spec) if dims else None
        for dim in dims if sizes is not None else ():
            assert sizes is not None
            axis, rank = dim.number("axis"), sizes.rank
            if dim.has("axis") and not -rank <= axis < rank:
                needed = (
                    f"1 axis, {-rank} or 0" if rank == 1 else f"{rank} axes, {-rank} to {rank - 1}"
                )
                has = f"has {needed}" if rank else "is a scalar and has no axis"
                field = dim.records("axis")[-1]
                yield Found(field, f"no axis {axis}; {devices.tensor(spec)} {has}")


@rule("P008", "warning", on="SimpleShardedDimProto", looks_at=BYTES)
def shards_not_positive(split: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A num_shards of 0 or below.

    Why:
    By onnx.proto it is the number of shards to split into, and nothing can be split into less than
    one. The official checker is silent.

    Fix:
    Write the number of shards; 1 leaves the axis whole.
    """
    if split.has("num_shards") and split.number("num_shards") < 1:
        message = f"num_shards is {split.number('num_shards')}; needed 1 or more"
        yield Found(split.records("num_shards")[-1], message)


@rule("P009", "info", on="SimpleShardedDimProto", looks_at=BYTES)
def shards_of_unequal_size(split: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A length that cannot be divided by the number of shards.

    Why:
    The ONNX proposal of sharding leaves it to the backend what becomes of the rest, so two of them
    may split differently, or refuse.

    Fix:
    Choose a number of shards that divides the length, if you can.
    """
    size, count = split.number("dim_value"), split.number("num_shards")
    if size > 0 and count > 0 and size % count:
        message = (
            f"dim_value {size} is not divisible by num_shards {count}; {size % count} left over"
        )
        field = split.records("num_shards")[-1]
        yield Found(field, message, (split.records("dim_value")[-1], f"dim_value {size}"))


@rule("P010", "warning", on="ShardingSpecProto", looks_at=BYTES)
def shards_and_devices_differ(spec: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A sharding spec that lists another number of devices than it makes shards.

    Why:
    The devices hold the shards in order, one entry for each, so the product of the shards of all
    axes is the length of the list. A tensor in one shard may be copied to any number of devices.

    Fix:
    List one device for each shard; to copy a shard to several, list a group.
    """
    dims = list(spec.each("sharded_dim"))
    counts = [_shards(split) for dim in dims for split in dim.each("simple_sharding")]
    shards, listed = _product(counts), spec.elements("device")
    if shards in (0, 1, listed) or not context.is_whole(spec):
        return
    said = f"{_factors(counts)} shards, {devices.plural(listed, 'device')} listed"
    said += f"; needed {shards:,}" if shards < _MANY else ""
    records = spec.records("device")
    axes = [(dim.field, devices.sharded_dim_line(dim)) for dim in dims[:LISTED]]
    if records:
        yield Found(records[0], said, *axes, span=span_of_list(records))
    else:
        yield Found(spec.field, said, *axes)


@rule("P015", "warning")
def axis_sharded_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    An axis that stands twice in one sharding spec, also once counted from either end.

    Why:
    By onnx.proto a spec consists of the sharding of each axis, so an axis with two has none that is
    sure.

    Fix:
    Keep one entry. The splits of axes that a reshape has joined stand together in one entry.
    """
    for spec in all_of(context, "ShardingSpecProto"):
        if spec.count("sharded_dim") < 2:
            continue
        dims = [dim for dim in islice(spec.each("sharded_dim"), _AXES) if dim.has("axis")]
        sizes = sizes_of(context, spec)
        seen: dict[int, Field] = {}
        for dim in dims:
            axis, field = dim.number("axis"), dim.records("axis")[-1]
            first = seen.setdefault(sizes.axis(axis) if sizes else axis, field)
            if first != field:
                message = f"axis {axis} of {devices.tensor(spec)} is sharded before; needed once"
                yield Found(field, message, (first, f"axis {first.value!r}"))


@rule("P018", "warning")
def sharded_size_differs(context: Context) -> Iterator[Found]:
    """
    Finds:
    A length to be split that is not the size of the axis; of several that were joined, a product.

    Why:
    By onnx.proto the value is the dimension that is split. It is stated twice, and one is wrong.

    Fix:
    Correct the length, or leave it out: then it is that of the axis.
    """
    for spec in all_of(context, "ShardingSpecProto"):
        for dim in islice(spec.each("sharded_dim"), _AXES):
            stated = _stated(dim)
            sizes = sizes_of(context, spec) if stated and dim.has("axis") else None
            size = sizes.size(dim.number("axis")) if sizes else None
            lengths = [split.number("dim_value") for split in stated]
            if size is not None and size != prod(lengths):
                axis = f"axis {dim.number('axis')} of {devices.tensor(spec)}"
                message = f"dim_value is {_TIMES.join(map(str, lengths))}; {axis} has size {size}"
                yield Found(stated[0].records("dim_value")[-1], message)


def _stated(dim: Merged) -> list[Merged]:
    """Return the splits of an axis; none where the length of one is not a number."""
    splits = list(islice(dim.each("simple_sharding"), _FACTORS + 1))
    stated = len(splits) <= _FACTORS and all(split.has("dim_value") for split in splits)
    return splits if stated else []


def _shards(split: Merged) -> int:
    return split.number("num_shards") if split.has("num_shards") else 0


def _product(counts: list[int]) -> int:
    """Return a product of positive numbers, no further than _MANY; 0 where one is not positive."""
    product = 1
    for count in counts:
        product = min(product * max(count, 0), _MANY)
    return product


def _factors(counts: list[int]) -> str:
    return _TIMES.join([*map(str, counts[:_FACTORS]), *["…"] * (len(counts) > _FACTORS)])
