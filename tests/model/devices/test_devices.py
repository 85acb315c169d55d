"""Multi-device annotations in words: those that the onnx package builds, and hostile ones."""

import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import (
    DeviceConfigurationProto,
    IntIntListEntryProto,
    NodeDeviceConfigurationProto,
    ShardedDimProto,
    ShardingSpecProto,
    SimpleShardedDimProto,
    TensorProto,
    helper,
)

from made import number, record, varint
from onnxlens import api
from onnxlens.model.devices import lines as devices
from onnxlens.model.devices.words import HINT, explain_devices
from onnxlens.source import MemorySource
from onnxlens.tree.merged import Merged

LINES = {
    DeviceConfigurationProto: devices.configuration_line,
    NodeDeviceConfigurationProto: devices.node_configuration_line,
    ShardingSpecProto: devices.sharding_line,
    ShardedDimProto: devices.sharded_dim_line,
    SimpleShardedDimProto: devices.simple_sharding_line,
    IntIntListEntryProto: devices.group_line,
}
KINDS = {kind.__name__: line for kind, line in LINES.items()}
REMINDER = "; a hint that backends may ignore"
HUGE = (1 << 63) - 1


def _line_of(data, kind):
    return KINDS[kind](api.open(data, kind).merged())


def line(proto):
    """Return the line of a message of the onnx package."""
    return _line_of(proto.SerializeToString(), type(proto).__name__)


def split(axis, *parts):
    """Return a ShardedDimProto; a part is a count of shards, or a length and a count."""
    dim = ShardedDimProto(axis=axis)
    for part in parts:
        size, shards = part if isinstance(part, tuple) else (None, part)
        member = {str: "dim_param", int: "dim_value"}.get(type(size))
        dim.simple_sharding.add(num_shards=shards, **({member: size} if member else {}))
    return dim


def spec(name, device=(), dims=(), groups=()):
    """Return a ShardingSpecProto; ``groups`` are pairs of a key and its devices."""
    entries = [IntIntListEntryProto(key=key, value=value) for key, value in groups]
    return ShardingSpecProto(
        tensor_name=name, device=device, sharded_dim=dims, index_to_device_group_map=entries
    )


# -- lines -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"name": "tp", "num_devices": 4}, "tp: 4 devices"),
        ({"name": "tp", "num_devices": 1}, "tp: 1 device"),
        ({"name": "tp", "num_devices": 2, "device": ["GPU0", "GPU1"]}, "tp: 2 devices, GPU0, GPU1"),
        ({"name": "tp", "num_devices": 2, "device": ["GPU0"]}, "tp: 2 devices, 1 name: GPU0"),
        ({"name": "tp", "num_devices": 10, "device": [f"g{i}" for i in range(10)]},
         "tp: 10 devices, g0, g1, g2, g3, g4, g5, g6, g7, and 2 more"),
        ({"name": "tp"}, "tp: num_devices absent"),
        ({"num_devices": 4}, "name absent: 4 devices"),
        ({"name": "", "num_devices": 0}, '"": 0 devices'),
        ({"name": "tp", "num_devices": -3}, "tp: -3 devices"),
        ({"name": "a b\n\u202e", "num_devices": 2}, '"a b\\n\\u{202E}": 2 devices'),
        ({"name": "tp", "num_devices": 2**31 - 1}, "tp: 2,147,483,647 devices"),
        ({}, "name absent: num_devices absent"),
    ],
)  # fmt: skip
def test_a_configuration_is_its_name_its_size_and_its_device_names(fields, expected):
    assert line(DeviceConfigurationProto(**fields)) == expected


@pytest.mark.parametrize(
    ("proto", "expected"),
    [
        (spec("w", range(4), [split(0, 4)], [(8, [0, 1])]),
         "axis 0 of w in 4 shards over devices 0 to 3; group 8 is devices 0, 1"),
        (spec("x", range(4), [split(0, 2), split(1, 2)]),
         "axis 0 of x in 2 shards, axis 1 in 2 shards, over devices 0 to 3"),
        (spec("w", [-1, -2], [split(0, 2)], [(-1, [0, 1]), (-2, [2, 3])]),
         "axis 0 of w in 2 shards over groups -1, -2; group -1 is devices 0, 1; "
         "group -2 is devices 2, 3"),
        (spec("w", [-1], [], [(-1, [0, 1])]), "w whole on group -1; group -1 is devices 0, 1"),
        (spec("w", range(4)), "w whole on each of devices 0 to 3"),
        (spec("w", [2]), "w whole on device 2"),
        (spec("w"), "w whole, with no devices given"),
        (spec("w", [], [split(0, 2)]), "axis 0 of w in 2 shards, with no devices given"),
        (spec("w", [0, 8, 1, 2], [split(-1, 4)], [(8, [5])]),
         "axis -1 of w in 4 shards over device 0 and group 8 and devices 1, 2; "
         "group 8 is device 5"),
        (spec("w", [0, 1], [split(0, (8, 2))]),
         "axis 0 (of size 8) of w in 2 shards over devices 0, 1"),
        (spec("w", [0, 1], [split(0, ("N", 2))]),
         'axis 0 (of size "N") of w in 2 shards over devices 0, 1'),
        (spec("w", range(8), [split(0, (8, 2), ("N", 4))]),
         'axis 0 of w made of size 8 in 2 shards and size "N" in 4 shards over devices 0 to 7'),
        (spec("w", range(4), [split(0, 2, 2), split(1)]),
         "axis 0 of w made of 2 shards and 2 shards, axis 1 with no split given, "
         "over devices 0 to 3"),
        (spec("w", [-5, 3, -6], [], []),
         "w whole on each of group -5 and device 3 and group -6; group -5 and 1 more not defined"),
        (spec("", [0]), '"" whole on device 0'),
        (spec("w", [], [split(i, 2) for i in range(11)]),
         "axis 0 of w in 2 shards, " + ", ".join(f"axis {i} in 2 shards" for i in range(1, 8))
         + ", and 3 more splits, with no devices given"),
    ],
)  # fmt: skip
def test_a_sharding_spec_says_how_its_tensor_is_split_and_where(proto, expected):
    assert line(proto) == expected


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([0, 1], "devices 0, 1"),
        ([0, 1, 2], "devices 0 to 2"),
        ([0, 2, 4, 5, 6, 9], "devices 0, 2, 4 to 6, 9"),
        ([3, 2, 1, 0], "devices 3, 2, 1, 0"),
        ([1, 1, 1], "devices 1, 1, 1"),
        ([HUGE - 1, HUGE], f"devices {HUGE - 1}, {HUGE}"),
        (range(0, 40, 2), "devices 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, "
                          "and 4 more"),
        (range(1000), "devices 0 to 999"),
        (range(2000), "devices 0 to 999, and 1,000 more"),
        ([-2, -1, 0], "devices -2 to 0"),
        ([], "empty"),
    ],
)  # fmt: skip
def test_ids_that_count_up_are_a_range_and_long_lists_are_cut(ids, expected):
    proto = IntIntListEntryProto(key=8, value=ids)
    assert line(proto) == f"group 8 is {expected}"
    packed = number(1, 8) + record(2, b"".join(map(varint, ids)))
    assert IntIntListEntryProto.FromString(packed) == proto
    assert _line_of(packed, "IntIntListEntryProto") == f"group 8 is {expected}"


def test_a_run_that_costs_too_much_to_count_is_read_only_at_its_start():
    packed = record(2, bytes(5 << 20))
    document = api.open(packed, "IntIntListEntryProto")
    source = document.source = Counted(packed)
    assert devices.group_line(document.merged()).endswith(" 0, 0, 0, 0, and more")
    assert source.total < 100_000


class Counted(MemorySource):
    """A source that adds up what is read."""

    total = 0

    def read(self, offset, size):
        self.total += size
        return super().read(offset, size)


def test_a_cut_list_counts_the_devices_of_all_kinds():
    ids = [n for at in range(20) for n in (at * 2, -1 - at)]
    words = line(spec("w", ids))
    assert "device 14 and group -8, and 24 more; group -1 and 19 more not defined" in words


@pytest.mark.parametrize(
    ("proto", "expected"),
    [
        (NodeDeviceConfigurationProto(
            configuration_id="tp", pipeline_stage=1,
            sharding_spec=[spec("w", range(4), [split(0, 4)]), spec("x", [0, 1])]),
         "configuration tp, pipeline stage 1: w axis 0 in 4 shards over devices 0 to 3; "
         "x whole on each of devices 0, 1"),
        (NodeDeviceConfigurationProto(
            configuration_id="tp", sharding_spec=[spec("w", [-1], [], [(-1, [0, 1])])]),
         "configuration tp: w whole on group -1 (group -1 is devices 0, 1)"),
        (NodeDeviceConfigurationProto(
            configuration_id="tp", sharding_spec=[spec("w", [8, -1], [], [(8, [0, 1])])]),
         "configuration tp: w whole on each of groups 8, -1 "
         "(group 8 is devices 0, 1; group -1 not defined)"),
        (NodeDeviceConfigurationProto(configuration_id="tp", pipeline_stage=0),
         "configuration tp, pipeline stage 0"),
        (NodeDeviceConfigurationProto(configuration_id="tp"), "configuration tp"),
        (NodeDeviceConfigurationProto(
            configuration_id="tp", sharding_spec=[spec("w", [0])] * 9),
         "configuration tp: " + "w whole on device 0; " * 8 + "and 1 more tensor"),
        (NodeDeviceConfigurationProto(), "configuration_id absent"),
    ],
)  # fmt: skip
def test_a_node_configuration_lists_its_tensors(proto, expected):
    assert line(proto) == expected


@pytest.mark.parametrize(
    ("proto", "expected"),
    [
        (split(0, 4), "axis 0 in 4 shards"),
        (split(-1, (8, 1)), "axis -1 (of size 8) in 1 shard"),
        (SimpleShardedDimProto(num_shards=4), "4 shards"),
        (SimpleShardedDimProto(num_shards=4, dim_value=8), "size 8 in 4 shards"),
        (SimpleShardedDimProto(num_shards=4, dim_param='a"b'), 'size "a\\"b" in 4 shards'),
        (SimpleShardedDimProto(num_shards=0, dim_value=0), "size 0 in 0 shards"),
        (SimpleShardedDimProto(num_shards=-HUGE), "-9,223,372,036,854,775,807 shards"),
        (IntIntListEntryProto(key=8, value=[0, 1]), "group 8 is devices 0, 1"),
        # what is required and absent is never the 0 that it reads as
        (ShardedDimProto(), "axis absent with no split given"),
        (SimpleShardedDimProto(), "shards (num_shards absent)"),
        (IntIntListEntryProto(value=[1]), "group (key absent) is device 1"),
        (ShardingSpecProto(sharded_dim=[ShardedDimProto(simple_sharding=[{}])]),
         "axis absent of (tensor_name absent) in shards (num_shards absent), "
         "with no devices given"),
        (ShardingSpecProto(), "(tensor_name absent) whole, with no devices given"),
        (ShardingSpecProto(tensor_name="w", device=[0, 1],
                           index_to_device_group_map=[IntIntListEntryProto(value=[5])]),
         "w whole on each of devices 0, 1; group (key absent) is device 5"),
    ],
)  # fmt: skip
def test_each_part_has_its_words_and_what_is_absent_is_said(proto, expected):
    assert line(proto) == expected


# -- explanations ------------------------------------------------------------------------------


def model(*specs, configurations=None, id_="tp", stage=None):
    """Return the bytes of a model with one Gemm, ``x, w -> y``, that has an annotation."""
    node = helper.make_node("Gemm", ["x", "w", ""], ["y"], name="n")
    node.device_configurations.add(sharding_spec=specs, configuration_id=id_, pipeline_stage=stage)
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, [8])
    graph = helper.make_graph([node], "g", [value], [])
    made = helper.make_model(graph, ir_version=11)
    if configurations is None:
        configurations = [{"name": "tp", "num_devices": 2, "device": ["GPU0", "GPU1"]}]
    made.configuration.extend(DeviceConfigurationProto(**c) for c in configurations)
    return made.SerializeToString()


ANNOTATION = "graph.node[0].device_configurations[0]"
SPEC = f"{ANNOTATION}.sharding_spec[0]"
SOUND = spec("w", [0, 1, 7, -1, -2], [split(0, (8, 4)), split(1, 2, 2)], [(-1, [0, 1, 9])])


def explained(data, path):
    """Return the words without the reminder, which stands behind each short sentence."""
    said = explain_devices(api.open(data)[path], lambda offset: f"@{offset}")
    assert said.endswith(REMINDER) or len(said) > 120
    return said.removesuffix(REMINDER)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (f"{SPEC}.device[1]", 'device 1 of configuration tp, named "GPU1"'),
        (f"{SPEC}.device[2]", "no device 7 of configuration tp, which has devices 0, 1"),
        (f"{SPEC}.device[3]", "group -1 is devices 0, 1, 9"),
        (f"{SPEC}.device[4]", "group -2 is not defined in index_to_device_group_map"),
        (f"{SPEC}.tensor_name", "input 1 of the node"),
        (f"{SPEC}.index_to_device_group_map[0].key", "group -1 is devices 0, 1, 9"),
        (f"{SPEC}.index_to_device_group_map[0].value[0]",
         'device 0 of configuration tp, named "GPU0"; in group -1'),
        (f"{SPEC}.index_to_device_group_map[0].value[2]",
         "no device 9 of configuration tp, which has devices 0, 1; in group -1"),
        (f"{SPEC}.sharded_dim[0].axis", "axis 0 of w"),
        (f"{SPEC}.sharded_dim[0].simple_sharding[0].dim_value", "size of axis 0 of w"),
        (f"{SPEC}.sharded_dim[0].simple_sharding[0].num_shards",
         "size 8 in 4 shards along axis 0 of w"),
        (f"{SPEC}.sharded_dim[1].simple_sharding[1].num_shards", "2 shards along axis 1 of w"),
        (f"{ANNOTATION}.pipeline_stage", "pipeline stage 3 of configuration tp"),
        ("configuration[0].num_devices", "numbered as devices 0, 1"),
        ("configuration[0].device[1]", "device 1 of configuration tp"),
    ],
)  # fmt: skip
def test_a_value_is_explained_by_what_stands_around_it(path, expected):
    assert explained(model(SOUND, stage=3), path) == expected


def test_a_configuration_id_leads_to_its_configuration():
    data = model()
    field = api.open(data)["configuration[0]"]
    said = explained(data, f"{ANNOTATION}.configuration_id")
    assert said == f"configuration tp: 2 devices, GPU0, GPU1 (offset @{field.start})"


@pytest.mark.parametrize(
    ("configurations", "expected"),
    [
        ([], "no configuration of that name; the model has none"),
        ([{"name": "tp"}, {"name": "a b"}, {}],
         'no configuration of that name; known are tp, "a b", one without a name'),
        ([{"name": f"c{i}"} for i in range(10)],
         "no configuration of that name; known are c0, c1, c2, c3, c4, c5, c6, c7, and 2 more"),
        # an absent name is not the name ""
        ([{"num_devices": 2}], "no configuration of that name; known are one without a name"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("id_", ["nope", ""])
def test_an_unknown_configuration_id_lists_the_known_ones(configurations, expected, id_):
    data = model(configurations=configurations, id_=id_)
    assert explained(data, f"{ANNOTATION}.configuration_id") == expected


def test_of_two_configurations_with_one_name_the_first_is_told():
    twice = [{"name": "tp", "num_devices": 4}, {"name": "tp", "num_devices": 2}]
    data = model(configurations=twice)
    assert explained(data, f"{ANNOTATION}.configuration_id").startswith("configuration tp: 4 dev")
    assert "the first of 2 of that name" in explained(data, f"{ANNOTATION}.configuration_id")


@pytest.mark.parametrize(
    ("configurations", "id_", "expected"),
    [
        ([{"name": "tp", "num_devices": 4}], "tp", "device 1 of configuration tp"),
        ([{"name": "tp", "num_devices": 1}], "tp",
         "no device 1 of configuration tp, which has device 0"),
        ([{"name": "tp", "num_devices": 0}], "tp",
         "no device 1 of configuration tp, which has no devices"),
        ([{"name": "tp", "num_devices": 1, "device": ["a", "b"]}], "tp",
         "no device 1 of configuration tp, which has device 0"),
        ([{"name": "tp", "device": ["a", "b"]}], "tp",
         'device 1 of configuration tp, named "b", num_devices absent'),
        ([{"name": "tp"}], "tp", "device 1 of configuration tp, num_devices absent"),
        ([{"name": "tp"}], "nope", "device 1 of configuration nope, which the model does not have"),
        ([{"name": "tp"}], None, "device 1; configuration_id absent"),
    ],
)  # fmt: skip
def test_a_device_number_counts_in_the_configuration_of_its_node(configurations, id_, expected):
    data = model(spec("w", [0, 1]), configurations=configurations, id_=id_)
    assert explained(data, f"{SPEC}.device[1]") == expected


@pytest.mark.parametrize(
    ("count", "expected"),
    [(4, "numbered as devices 0 to 3"), (1, "numbered as device 0"), (0, "no device at all"),
     (-4, "no device at all"), (2**31 - 1, "numbered as devices 0 to 2147483646")],
)  # fmt: skip
def test_a_number_of_devices_says_how_they_are_numbered(count, expected):
    data = model(configurations=[{"name": "tp", "num_devices": count}])
    assert explained(data, "configuration[0].num_devices") == expected


def test_a_name_beyond_the_number_of_devices_belongs_to_none():
    data = model(configurations=[{"name": "tp", "num_devices": 1, "device": ["a", "b"]}])
    said = explained(data, "configuration[0].device[1]")
    assert said == "no device 1 of configuration tp, which has device 0"


@pytest.mark.parametrize("name", ["zz", ""])
def test_a_tensor_that_the_node_does_not_have_lists_its_names(name):
    said = explained(model(spec(name)), f"{SPEC}.tensor_name")
    assert said == 'no input or output of the node; it has x, w, "" -> y'


@pytest.mark.parametrize(
    ("proto", "path", "expected"),
    [
        (spec("w", [1]), "device[0]", "device 1"),
        (split(2, 4), "axis", "axis 2"),
        (split(2, 2, (3, 4)), "simple_sharding[1].dim_value",
         "size of one of the axes joined into axis 2"),
        (SimpleShardedDimProto(num_shards=4), "num_shards", "4 shards along an axis"),
        (IntIntListEntryProto(key=8, value=[3]), "value[0]", "device 3; in group 8"),
        (NodeDeviceConfigurationProto(configuration_id="tp"), "configuration_id",
         "a configuration of a model, which is not in this file"),
        (NodeDeviceConfigurationProto(configuration_id="tp", sharding_spec=[spec("w", [1])]),
         "sharding_spec[0].device[0]", "device 1 of configuration tp"),
        (NodeDeviceConfigurationProto(pipeline_stage=2), "pipeline_stage",
         "pipeline stage 2; configuration_id absent"),
    ],
)  # fmt: skip
def test_a_message_alone_in_a_file_is_explained_as_far_as_it_goes(proto, path, expected):
    field = api.open(proto.SerializeToString(), type(proto).__name__)[path]
    assert explain_devices(field) == expected + REMINDER


def test_other_fields_messages_and_packed_runs_have_no_such_words():
    document = api.open(model(SOUND))
    for path in ("ir_version", "graph", SPEC, f"{ANNOTATION}.sharding_spec[0].sharded_dim[0]"):
        assert explain_devices(document[path]) == ""
    run = api.open(record(2, b"\x00\x01"), "ShardingSpecProto")["device~0"]
    assert run.is_run
    assert explain_devices(run) == ""
    assert explain_devices(next(run.children)) == "device 0" + REMINDER


def test_an_annotation_in_a_function_counts_in_the_model_too():
    made = onnx.ModelProto.FromString(model(spec("w", [1])))
    function = made.functions.add(name="f", domain="d")
    function.node.add().CopyFrom(made.graph.node[0])
    path = "functions[0].node[0].device_configurations[0].sharding_spec[0].device[0]"
    said = explained(made.SerializeToString(), path)
    assert said == 'device 1 of configuration tp, named "GPU1"'


def test_a_long_sentence_goes_without_the_reminder():
    data = model(configurations=[{"name": "n" * 150}], id_="nope")
    said = explain_devices(api.open(data)[f"{ANNOTATION}.configuration_id"])
    assert "hint" not in said
    assert said.endswith("n" * 150)


def test_the_hint_says_that_a_backend_may_ignore_it_and_nothing_changes():
    assert "may ignore" in HINT
    assert "do not change what the model computes" in HINT


# -- reported faults, family G -----------------------------------------------------------------


def _fault(axis=0, device=(0, 1), name="x", shards=2, drop="", **of_model):
    made = spec(name, device, [split(axis, (2, shards))])
    for part in (made, made.sharded_dim[0], made.sharded_dim[0].simple_sharding[0]):
        if drop in part.DESCRIPTOR.fields_by_name:
            part.ClearField(drop)
    data = onnx.ModelProto.FromString(model(made, **of_model))
    for part in (data.configuration[0], data.graph.node[0].device_configurations[0]):
        if drop in part.DESCRIPTOR.fields_by_name:
            part.ClearField(drop)
    return data.SerializeToString()


FAULTS = {  # what is odd -> the model, where it shows, and how
    "G1 an unknown configuration": (_fault(id_="nope"), f"{ANNOTATION}.configuration_id",
                                    "no configuration of that name; known are tp"),
    "G2 an unknown tensor": (_fault(name="zz"), f"{SPEC}.tensor_name", "it has x, w"),
    "G3 an axis out of range": (_fault(axis=5), f"{SPEC}.sharded_dim[0].axis", "axis 5 of x"),
    "G4 a device out of range": (_fault(device=[0, 7]), f"{SPEC}.device[1]", "no device 7 of"),
    "G5 too few names": (
        _fault(configurations=[{"name": "tp", "num_devices": 2, "device": ["GPU0"]}]),
        "configuration[0]", "tp: 2 devices, 1 name: GPU0"),
    "G7 no name": (_fault(drop="name"), "configuration[0]", "name absent"),
    "G7 no num_devices": (_fault(drop="num_devices"), f"{SPEC}.device[1]", "num_devices absent"),
    "G7 no configuration_id": (_fault(drop="configuration_id"), ANNOTATION, "configuration_id abs"),
    "G7 no tensor_name": (_fault(drop="tensor_name"), SPEC, "tensor_name absent"),
    "G7 no axis": (_fault(drop="axis"), SPEC, "axis absent"),
    "G7 no num_shards": (_fault(drop="num_shards"), SPEC, "num_shards absent"),
    "G8 no shards": (_fault(shards=0), SPEC, "in 0 shards over devices 0, 1"),
    "G8 fewer shards than none": (_fault(shards=-2), SPEC, "in -2 shards over devices 0, 1"),
    "G8 more shards than elements": (
        _fault(shards=3), SPEC, "axis 0 (of size 2) of x in 3 shards over devices 0, 1"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_reported_as_a_fault_shows_in_the_words(fault):
    data, path, expected = FAULTS[fault]
    field = api.open(data)[path]
    assert expected in _words(field)


def test_an_older_ir_version_changes_no_word():
    made = onnx.ModelProto.FromString(_fault())
    made.ir_version = 8
    newer, older = api.open(_fault()), api.open(made.SerializeToString())
    assert _words(older[SPEC]) == _words(newer[SPEC])


def _words(field):
    if field.content is None or field.content.name not in KINDS:
        return explain_devices(field)
    return KINDS[field.content.name](Merged(field.document, field.content, (field.row,)))


# -- hostile input -----------------------------------------------------------------------------

HOSTILE = ["\x1b[2J\r\n", "\u202e\u200b", "\udc80\udcff", "x" * 1_000_000, "as", "\x00", "\u2028"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_escaped_and_cut(name):
    data = name.encode("utf-8", "surrogateescape")
    inner = record(1, data) + number(2, 0) + record(4, record(2, record(2, data)))
    annotation = record(1, data) + record(2, inner)
    configuration = record(1, data) + number(2, 1) + record(3, data)
    node = record(1, data) + record(10, annotation)
    file = number(1, 11) + record(7, record(1, node)) + record(26, configuration)
    for field in api.open(file, "ModelProto").walk():
        said = _words(field)
        assert said.isprintable()
        assert len(said) < 3000


@pytest.mark.parametrize("ids", [number(2, 5) * 10**5, record(2, b"\x05" * 10**5)])
def test_many_devices_are_counted_and_not_listed(ids):
    said = _line_of(record(1, b"w") + ids, "ShardingSpecProto")
    assert said.endswith("5, 5, 5, and 99,984 more")


def test_many_axes_and_groups_are_cut():
    many = 10**5
    data = record(3, number(1, 8) + number(2, 1)) * many + record(4, number(1, 2)) * many
    said = _line_of(data + number(2, 8), "ShardingSpecProto")
    assert "99,992 more splits" in said
    assert "99,992 more groups" in said
    assert len(said) < 1000


def test_a_group_beyond_the_first_thousand_is_not_claimed_to_be_a_device():
    data = model(spec("w", [5, 5000], [], [(key, [0]) for key in range(2000)]))
    assert explained(data, f"{SPEC}.device[0]") == "group 5 is device 0"
    assert explained(data, f"{SPEC}.device[1]") == "5000 is none of the first 1,000 groups"
    undefined = spec("w", [-5], [], [(key, [0]) for key in range(2000)])
    assert line(undefined).endswith("and 1,992 more groups")


def test_a_negative_number_inside_a_group_is_no_device():
    path = f"{SPEC}.index_to_device_group_map[0].value[0]"
    said = explained(model(spec("w", [8], [], [(8, [-1])])), path)
    assert said == "no device -1 of configuration tp, which has devices 0, 1; in group 8"
    unsized = [{"name": "tp", "device": ["a", "b"]}]
    said = explained(model(spec("w", [8], [], [(8, [-1])]), configurations=unsized), path)
    assert said == "device -1 of configuration tp, num_devices absent; in group 8"


def test_groups_with_one_key_are_all_told_and_the_first_is_explained():
    data = model(spec("w", [8], [], [(8, [0]), (8, [1])]))
    assert explained(data, f"{SPEC}.device[0]") == "group 8 is device 0"
    assert _words(api.open(data)[SPEC]).endswith("group 8 is device 0; group 8 is device 1")


_RANDOM = st.one_of(
    st.binary(max_size=60),
    st.lists(  # records that fit: small numbers, varints and nested bytes
        st.one_of(
            st.builds(number, st.integers(1, 5), st.integers(-(2**63), 2**63 - 1)),
            st.builds(record, st.integers(1, 5), st.binary(max_size=20)),
            st.builds(record, st.integers(1, 5), st.builds(record, st.integers(1, 4), st.binary())),
        ),
        max_size=8,
    ).map(b"".join),
)


@given(data=_RANDOM, kind=st.sampled_from(list(KINDS)))
def test_any_bytes_have_words(data, kind):
    for file, root in ((data, kind), (_in_model(data, kind), "ModelProto")):
        document = api.open(file, root)
        for field in document.walk():
            for each in (field, *field.children):
                said = _words(each)
                assert isinstance(said, str)
                assert said.isprintable()


def _in_model(data, kind):
    """Return a model that has the bytes at the place of such a message."""
    if kind == "DeviceConfigurationProto":
        return record(26, data)
    steps = {
        "SimpleShardedDimProto": (2, 4, 2, 10), "ShardedDimProto": (4, 2, 10),
        "IntIntListEntryProto": (3, 2, 10), "ShardingSpecProto": (2, 10),
        "NodeDeviceConfigurationProto": (10,),
    }  # fmt: skip
    for step in (*steps[kind], 1, 7):
        data = record(step, data)
    return data + record(26, record(1, b"") + number(2, 2)) + record(26, number(2, -1))
