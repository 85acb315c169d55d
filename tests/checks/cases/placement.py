"""Cases of layer P: annotations for devices (family G of known-problems.md; G6 is layer V's)."""

from case import Bad, Good

from recipes import FLOAT, dim, each, graph, int_of, model, node, of, tensor_type, value

TIMES = "\N{MULTIPLICATION SIGN}"
NODE = "graph.node[0].device_configurations[0]"
SPEC = f"{NODE}.sharding_spec[0]"
DIM = f"{SPEC}.sharded_dim[0]"
SPLIT = f"{DIM}.simple_sharding[0]"


def configuration(name: str | None = "tp", count: int | None = 2, *names: str) -> bytes:
    """Return a DeviceConfigurationProto."""
    named = b"" if name is None else of(1, name)
    return named + (b"" if count is None else int_of(2, count)) + each(3, names)


def split(shards: int | None = 2, size: int | str | None = 2) -> bytes:
    """Return a SimpleShardedDimProto."""
    length = b"" if size is None else of(2, size) if isinstance(size, str) else int_of(1, size)
    return length + (b"" if shards is None else int_of(3, shards))


def sharded(axis: int | None = 0, *splits: bytes) -> bytes:
    """Return a ShardedDimProto."""
    return (b"" if axis is None else int_of(1, axis)) + each(2, splits or (split(),))


def group(key: int | None, *ids: int) -> bytes:
    """Return an IntIntListEntryProto."""
    return (b"" if key is None else int_of(1, key)) + b"".join(int_of(2, n) for n in ids)


def spec(
    *dims: bytes,
    tensor: str | None = "x",
    on: tuple[int, ...] = (0, 1),
    groups: tuple[bytes, ...] = (),
) -> bytes:
    """Return a ShardingSpecProto."""
    named = b"" if tensor is None else of(1, tensor)
    return named + b"".join(int_of(2, n) for n in on) + each(3, groups) + each(4, dims)


def placed(*specs: bytes, of_: str | None = "tp", stage: int | None = None) -> bytes:
    """Return a NodeDeviceConfigurationProto."""
    named = b"" if of_ is None else of(1, of_)
    return named + each(2, specs) + (b"" if stage is None else int_of(3, stage))


def plan(
    *annotations: bytes,
    known: tuple[bytes, ...] = (configuration(),),
    x: bytes | None = None,
    initializers: tuple[bytes, ...] = (),
) -> bytes:
    """Return a model with a Relu that is placed."""
    type_ = tensor_type(FLOAT, dim(2)) if x is None else x
    inputs = [] if initializers else [value("x", type_)]
    placed_node = node("Relu", ["x"], ["y"], more=each(10, annotations))
    body = graph([placed_node], inputs, initializers=initializers)
    return model(body, ir=11, more=each(26, known))


def one(*dims: bytes, **more: object) -> bytes:
    """Return a model with one sharding spec."""
    # each parameter of spec has a type of its own
    return plan(placed(spec(*dims, **more)))  # type: ignore[arg-type]


GOOD = one(sharded())  # the recipe without a fault
FOUR = (configuration("tp", 4),)
MATRIX = tensor_type(FLOAT, dim(8), dim("n"))
ANY_RANK = of(1, int_of(1, FLOAT))
SCALAR = tensor_type(FLOAT)
WEIGHTS = int_of(1, 4) + int_of(1, 2) + int_of(2, FLOAT) + of(8, "x") + of(9, bytes(32))
# a list in packed form, as a proto3 writer makes it
LIST = of(1, "x") + of(2, bytes([0, 1, 7, 9]))
PACKED = LIST + of(4, sharded(0, split(4, None)))
GROUPS = (group(-1, 0, 1), group(8, 2, 3))
QUARTERS = (sharded(0, split(2, None)), sharded(1, split(2, None)))
FUSED = sharded(0, split(2, 4), split(3, 6))
CONFIGURED = of(26, configuration()) + plan(
    placed(spec(on=(-1,), groups=(group(-1, 0),))), known=()
)
UNKNOWN = one(sharded(), tensor="zz")
CUT = GOOD[: GOOD.index(b"tp") + 2]  # ends inside the node, before the configurations

CASES: list[Bad | Good] = [
    # G7
    Bad("P001", "ModelProto", plan(known=(configuration(None),)), "configuration[0]",
        "a configuration without name, which must be present"),
    Bad("P001", "ModelProto", plan(known=(configuration("tp", None),)), "configuration[0]",
        "without num_devices"),
    Bad("P001", "ModelProto", plan(placed(of_=None)), NODE, "without configuration_id"),
    Bad("P001", "ModelProto", one(tensor=None), SPEC, "a sharding spec without tensor_name"),
    Bad("P001", "ModelProto", one(sharded(None)), DIM, "a sharded axis without axis"),
    Bad("P001", "ModelProto", one(sharded(0, split(None))), SPLIT, "a split without num_shards"),
    Bad("P001", "ModelProto", plan(placed(spec(sharded(None, split(None)), tensor=None), of_=None)),
        SPEC, "without tensor_name", count=4),
    Good("P001", "ModelProto", GOOD),
    Good("P001", "ModelProto", plan(placed(stage=0))),
    Good("P001", "ModelProto", plan(known=(configuration("tp", 0),))),  # 0 is there
    Good("P001", "ModelProto", GOOD[: GOOD.index(split()) + 2]),  # ends before num_shards
    # G1
    Bad("P002", "ModelProto", plan(placed(spec(), of_="nope")), f"{NODE}.configuration_id",
        "no configuration nope; the model has tp", "payload"),
    Bad("P002", "ModelProto", plan(placed(), known=()), f"{NODE}.configuration_id",
        "no configuration tp; the model has no configuration", "payload"),
    Bad("P002", "ModelProto", plan(placed(of_="z"), known=tuple(configuration(f"c{n}") for n in
        range(10))), f"{NODE}.configuration_id", "c7, and 2 more", "payload"),
    Good("P002", "ModelProto", GOOD),
    Good("P002", "ModelProto", CUT),
    Good("P002", "ModelProto", plan(placed(of_=None))),  # P001 says it
    Good("P002", "NodeProto", node("Relu", ["x"], ["y"], more=of(10, placed()))),  # no model
    # G2
    Bad("P003", "ModelProto", UNKNOWN, f"{SPEC}.tensor_name",
        "zz is no input or output of the node; it has x -> y", "payload"),
    Bad("P003", "ModelProto", one(sharded(), tensor=""), f"{SPEC}.tensor_name", '"" is no',
        "payload"),
    Bad("P003", "NodeProto", node("Relu", ["x", ""], ["y"], more=of(10, placed(spec(tensor="")))),
        "device_configurations[0].sharding_spec[0].tensor_name", '"" is no input', "payload"),
    Good("P003", "ModelProto", plan(placed(spec(), spec(tensor="y")))),
    Good("P003", "NodeDeviceConfigurationProto", placed(spec(tensor="zz"))),  # no node
    Good("P003", "ModelProto", UNKNOWN[: UNKNOWN.index(b"zz") + 2]),  # outputs may come later
    # G3
    Bad("P004", "ModelProto", one(sharded(5)), f"{DIM}.axis", "no axis 5; x has 1 axis, -1 or 0"),
    Bad("P004", "ModelProto", plan(placed(spec(sharded(-3))), x=MATRIX), f"{DIM}.axis",
        "no axis -3; x has 2 axes, -2 to 1"),
    Bad("P004", "ModelProto", plan(placed(spec(sharded(0))), x=SCALAR), f"{DIM}.axis",
        "no axis 0; x is a scalar and has no axis"),
    Bad("P004", "ModelProto", plan(placed(spec(sharded(2))), initializers=(WEIGHTS,)),
        f"{DIM}.axis", "no axis 2; x has 2 axes, -2 to 1"),
    Good("P004", "ModelProto", one(sharded(-1))),
    Good("P004", "ModelProto", plan(placed(spec(sharded(5))), x=ANY_RANK)),
    Good("P004", "ModelProto", plan(placed(spec(sharded(1))), initializers=(WEIGHTS,))),
    # G4
    Bad("P005", "ModelProto", one(sharded(), on=(0, 7)), f"{SPEC}.device[1]",
        "no device 7; configuration tp has devices 0 to 1, and no group has that key"),
    Bad("P005", "ModelProto", one(sharded(), on=(-1, 1), groups=(group(-2, 0),)),
        f"{SPEC}.device[0]", "no device -1; configuration tp has devices 0 to 1"),
    Bad("P005", "ModelProto", plan(placed(PACKED), known=FOUR), f"{SPEC}.device[2]",
        "no device 7 and 1 more; configuration tp has devices 0 to 3",
        related=(f"{SPEC}.device[3]",)),
    Bad("P005", "ModelProto", one(sharded(), on=(-1, 1), groups=(group(-1, 0, 4),)),
        f"{SPEC}.index_to_device_group_map[0].value[1]", "no device 4; configuration tp has"),
    Bad("P005", "ModelProto", one(sharded(), on=(-1, 1), groups=(group(-1, -1),)),
        f"{SPEC}.index_to_device_group_map[0].value[0]", "no device -1"),
    Good("P005", "ModelProto", GOOD),
    # group ids: negative, or any number with an entry
    Good("P005", "ModelProto",
        plan(placed(spec(sharded(), on=(-1, 8), groups=GROUPS)), known=FOUR)),
    Good("P005", "ModelProto", one(sharded(), on=(0, 1), groups=(group(None, 1),))),  # key 0
    Good("P005", "ModelProto", CONFIGURED[: CONFIGURED.index(group(-1, 0))]),  # before it
    Good("P005", "ModelProto", plan(placed(spec(on=(7,)), of_="nope"))),  # P002 says it
    Good("P005", "ModelProto", plan(placed(spec()), known=(configuration("tp", 0),))),  # P006
    Good("P005", "ModelProto", plan(placed(spec(on=(7,))), known=(configuration("tp", None),))),
    Bad("P006", "ModelProto", plan(known=(configuration("tp", 0),)), "configuration[0].num_devices",
        "num_devices is 0; needed 1 or more"),
    Bad("P006", "DeviceConfigurationProto", configuration("tp", -2), "num_devices", "is -2"),
    Good("P006", "ModelProto", GOOD),
    Good("P006", "ModelProto", plan(known=(configuration("tp", None),))),  # P001 says it
    # G5
    Bad("P007", "DeviceConfigurationProto", configuration("tp", 2, "GPU0"), "device[0]",
        "1 device name, num_devices is 2", related=("num_devices",)),
    Bad("P007", "DeviceConfigurationProto", configuration("tp", 1, "a", "b"), "device[0]",
        "2 device names, num_devices is 1", (6, 12)),
    Good("P007", "DeviceConfigurationProto", configuration("tp", 2, "GPU0", "GPU1")),
    Good("P007", "DeviceConfigurationProto", configuration("tp", 2)),
    Good("P007", "DeviceConfigurationProto", configuration("tp", None, "GPU0")),
    Good("P007", "DeviceConfigurationProto", configuration("tp", 3, "a", "b", "c")[:-4]),
    # G8
    Bad("P008", "ModelProto", one(sharded(0, split(0))), f"{SPLIT}.num_shards",
        "num_shards is 0; needed 1 or more"),
    Bad("P008", "ModelProto", one(sharded(0, split(-2))), f"{SPLIT}.num_shards", "is -2"),
    Good("P008", "ModelProto", GOOD),
    Good("P008", "ModelProto", one(sharded(0, split(None)))),  # P001 says it
    Bad("P009", "SimpleShardedDimProto", split(4, 10), "num_shards",
        "dim_value 10 is not divisible by num_shards 4; 2 left over", related=("dim_value",)),
    Good("P009", "SimpleShardedDimProto", split(5, 10)),
    Good("P009", "SimpleShardedDimProto", split(4, "n")),
    Good("P009", "SimpleShardedDimProto", split(0, 10)),  # P008 says it
    Bad("P010", "ShardingSpecProto", spec(*QUARTERS, on=(0, 1, 2)), "device[0]",
        f"2 {TIMES} 2 shards, 3 devices listed; needed 4", (3, 9), related=("sharded_dim[1]",)),
    Bad("P010", "ShardingSpecProto", spec(sharded(), on=(0,)), "device[0]",
        "2 shards, 1 device listed; needed 2"),
    Bad("P010", "ShardingSpecProto", LIST + of(4, sharded(0, split(3, None))), "device~0",
        "3 shards, 4 devices listed; needed 3"),
    Bad("P010", "ModelProto", one(sharded(), on=()), SPEC, "2 shards, 0 devices listed"),
    Bad("P010", "ShardingSpecProto", spec(sharded(0, *[split(1 << 40)] * 20)), "device[0]",
        f"{TIMES} … shards, 2 devices listed", (3, 7)),
    Good("P010", "ShardingSpecProto", spec(*QUARTERS, on=(0, 1, 2, 3))),
    Good("P010", "ShardingSpecProto", spec(*QUARTERS, on=(0, 1, 2, 3))[:-4]),  # ends before a split
    Good("P010", "ShardingSpecProto", spec(*QUARTERS[:1], on=(-1, 8), groups=GROUPS)),
    Good("P010", "ShardingSpecProto", PACKED),
    Good("P010", "ShardingSpecProto", spec(on=(0, 1, 2))),  # whole on each of them
    Good("P010", "ShardingSpecProto", spec(sharded(0, split(1)), on=(0, 1, 2))),
    Good("P010", "ShardingSpecProto", spec(sharded(0, split(0)), on=(0, 1, 2))),  # P008 says it
    Good("P010", "ShardingSpecProto", spec(FUSED, on=(0, 1, 2, 3, 4, 5))),
    # what stands twice
    Bad("P011", "ShardingSpecProto", spec(on=(-1,), groups=(group(-1, 0), group(-1, 1))),
        "index_to_device_group_map[1].key", "group -1 is defined 2 times; needed once",
        related=("index_to_device_group_map[0].key",)),
    Bad("P011", "ShardingSpecProto", spec(groups=(group(None, 0), group(0, 1))),
        "index_to_device_group_map[1].key", "group 0 is defined 2 times"),
    Good("P011", "ShardingSpecProto", spec(on=(-1, 8), groups=GROUPS)),
    Bad("P012", "DeviceConfigurationProto", configuration("tp", 3, "a", "b", "a"), "device[2]",
        "2 devices are named a; needed one", related=("device[0]",)),
    Good("P012", "DeviceConfigurationProto", configuration("tp", 2, "GPU0", "GPU1")),
    Bad("P013", "ModelProto", plan(placed(spec(), spec(on=(1,)))),
        f"{NODE}.sharding_spec[1].tensor_name", "x has 2 sharding specs; needed one",
        related=(f"{SPEC}.tensor_name",)),
    Good("P013", "ModelProto", plan(placed(spec(), spec(tensor="y")))),
    Good("P013", "ModelProto", plan(placed(spec()), placed(spec(), of_="pp"))),
    Bad("P014", "ModelProto", plan(placed(stage=-1)), f"{NODE}.pipeline_stage",
        "pipeline_stage is -1; needed 0 or more"),
    Good("P014", "ModelProto", plan(placed(stage=0))),
    Bad("P015", "ModelProto", plan(placed(spec(*QUARTERS[:1], sharded(-2))), x=MATRIX),
        f"{SPEC}.sharded_dim[1].axis", "axis -2 of x is sharded before",
        related=(f"{DIM}.axis",)),
    Bad("P015", "ModelProto", plan(placed(spec(sharded(1), sharded(1))), x=ANY_RANK),
        f"{SPEC}.sharded_dim[1].axis", "axis 1 of x is sharded before"),
    Good("P015", "ModelProto", plan(placed(spec(*QUARTERS)), x=MATRIX)),
    Good("P015", "ModelProto", plan(placed(spec(sharded(0), sharded(-1))), x=ANY_RANK)),
    Bad("P016", "ModelProto", plan(known=(configuration(), configuration("tp", 4))),
        "configuration[1].name", "2 configurations are named tp",
        related=("configuration[0].name",)),
    Good("P016", "ModelProto", plan(known=(configuration(), configuration("pp")))),
    Bad("P017", "ModelProto", plan(placed(), placed(stage=1)),
        "graph.node[0].device_configurations[1].configuration_id", "2 annotations for tp",
        related=(f"{NODE}.configuration_id",)),
    Good("P017", "ModelProto", plan(placed(), placed(of_="pp"))),
    Bad("P018", "ModelProto", one(sharded(0, split(2, 4))), f"{SPLIT}.dim_value",
        "dim_value is 4; axis 0 of x has size 2"),
    Bad("P018", "ModelProto", plan(placed(spec(FUSED)), x=MATRIX), f"{SPLIT}.dim_value",
        f"dim_value is 4 {TIMES} 6; axis 0 of x has size 8"),
    Bad("P018", "ModelProto", plan(placed(spec(sharded(-2, split(2, 8)))), initializers=(WEIGHTS,)),
        f"{SPLIT}.dim_value", "axis -2 of x has size 4"),
    Good("P018", "ModelProto", GOOD),
    Good("P018", "ModelProto", plan(placed(spec(sharded(0, split(2, 2), split(2, 4)))), x=MATRIX)),
    Good("P018", "ModelProto", plan(placed(spec(sharded(1, split(2, 4)))), x=MATRIX)),  # a symbol
    Good("P018", "ModelProto", plan(placed(spec(sharded(0, split(2, "n")))), x=MATRIX)),
]  # fmt: skip
