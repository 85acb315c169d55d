"""Every row and every statement of the seed document standard-values.txt."""

import re
from pathlib import Path

import pytest

import recipes as r
from onnxlens import schema
from onnxlens.schema.standard import (
    AXIS,
    IMAGE_KEYS,
    METADATA,
    TYPE,
    context_note,
    standard,
    standard_names,
)
from onnxlens.views.page import Page
from onnxlens.views.schema import schema_field

SEED = Path(__file__).parents[3] / "shared" / "seeds" / "standard-values.txt"
LINES = SEED.read_text(encoding="utf-8").splitlines()
TEXT = " ".join(LINES).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
MINUS = "\N{MINUS SIGN}"


def _rows(title: str) -> list[list[str]]:
    """Return the rows of the table below a title, without empty cells."""
    at = next(n for n, line in enumerate(LINES) if n > LINES.index(title) and "|---" in line)
    rows = []
    for line in LINES[at + 1 :]:
        if " | " not in line:
            break
        rows.append([cell.strip() for cell in line.split("|") if cell.strip()])
    return rows


TYPES, AXES, KEYS = map(_rows, ("Type denotations", "Dimension denotations", "Metadata properties"))
IMAGES: list[tuple[str, str, str]] = []  # key, value, meaning: a key stands in its first row only
for cells in _rows("Image metadata"):
    found = cells[0] if len(cells) == 3 else IMAGES[-1][0]
    IMAGES.append((found, cells[-2], cells[-1]))

# what onnxlens says of each value of the seed's tables: parts that its words must have
SAYS = {
    "TENSOR": ("A plain tensor",),
    "IMAGE": ("An image", "denotations of the dimensions", "range", "metadata_props"),
    "AUDIO": ("An audio clip",),
    "TEXT": ("A piece of text",),
    "DATA_BATCH": ("batch", "N in NCHW"),
    "DATA_CHANNEL": ("channel", "C in NCHW"),
    "DATA_TIME": ("A time axis",),
    "DATA_FEATURE": ("H or W in NCHW", "features of an RNN"),
    "FILTER_IN_CHANNEL": ("in-channel axis of a filter", "channels of the feature maps that go in"),
    "FILTER_OUT_CHANNEL": ("out-channel axis of a filter", "feature maps that come out"),
    "FILTER_SPATIAL": ("spatial axis of a filter",),
    "model_author": ("people or organisations",),
    "model_license": ("licence of the model", "well-known name or a URL"),
    "Gray8": ("One channel", "grey", "8 bits"),
    "Rgb8": ("Three channels", "red, green, blue", "8 bits", "no alpha"),
    "Bgr8": ("Three channels", "blue, green, red", "8 bits", "no alpha"),
    "Rgba8": ("Four channels", "red, green, blue, alpha", "8 bits", "alpha is straight"),
    "Bgra8": ("Four channels", "blue, green, red, alpha", "8 bits", "alpha is straight"),
    "Linear": ("Gamma 1.0",),
    "SRGB": ("Gamma 2.2",),
    "NominalRange_0_255": ("0 to 255", "8-bit samples"),
    "Normalized_0_1": ("0 to 1",),
    "Normalized_1_1": ("-1 to 1",),
    "NominalRange_16_235": ("16 to 235", "8-bit samples"),
}
INPUT = "graph.input[0].type"


def says(words: str, value: str) -> None:
    """Check that words have all parts that belong to a value."""
    for part in SAYS[value]:
        assert part.lower() in words.lower(), (part, words)


def test_the_seed_has_the_tables_that_are_read_here():
    counts = [len(rows) for rows in (TYPES, AXES, KEYS, IMAGES)]
    assert counts == [4, 7, 2, 11]
    named = [*(row[0] for row in (*TYPES, *AXES, *KEYS)), *(value for _, value, _ in IMAGES)]
    assert named == list(SAYS)


def test_the_standard_words_are_those_of_the_seed():
    assert standard_names(TYPE) == tuple(row[0] for row in TYPES)
    assert standard_names(AXIS) == tuple(row[0] for row in AXES)
    keys = dict.fromkeys(key for key, _, _ in IMAGES)
    assert standard_names(METADATA) == (*(row[0] for row in KEYS), *keys)
    assert tuple(keys) == IMAGE_KEYS
    for key in keys:
        values = tuple(value for own, value, _ in IMAGES if own == key)
        assert standard_names(METADATA, key) == values


@pytest.mark.parametrize("row", TYPES, ids=lambda row: row[0])
def test_a_denotation_of_a_type_is_explained(row):
    type_ = r.tensor_type(r.FLOAT, r.dim(2)) + r.of(6, row[0])
    said = r.Said(r.model(r.graph(inputs=[r.value("x", type_)])))
    says(said.of(f"{INPUT}.denotation"), row[0])
    assert f"x: FLOAT [2] as {row[0]}" in said.summary
    assert _stands_in_the_reference("TypeProto", "denotation", row[0])


@pytest.mark.parametrize("row", AXES, ids=lambda row: row[0])
def test_a_denotation_of_an_axis_is_explained(row):
    type_ = r.tensor_type(r.FLOAT, r.dim(2, row[0]))
    said = r.Said(r.model(r.graph(inputs=[r.value("x", type_)])))
    says(said.of(f"{INPUT}.tensor_type.shape.dim[0].denotation"), row[0])
    assert f"x: FLOAT [2:{row[0]}]" in said.summary
    assert _stands_in_the_reference("TensorShapeProto.Dimension", "denotation", row[0])


@pytest.mark.parametrize(
    ("value", "letters"),
    [("DATA_BATCH", ("N",)), ("DATA_CHANNEL", ("C",)), ("DATA_FEATURE", ("H", "W"))],
)
def test_a_denotation_of_an_axis_has_the_letters_of_the_seed(value, letters):
    (meaning,) = (row[1] for row in AXES if row[0] == value)
    assert set(letters) <= set(re.findall(r"\b[A-Z]\b", meaning))
    row = standard(AXIS, value=value)
    assert row is not None and row.data == letters


@pytest.mark.parametrize("row", KEYS, ids=lambda row: row[0])
def test_a_standard_key_is_explained(row):
    said = r.Said(r.BASE + r.metadata(r.entry(row[0], "x")))
    says(said.of("metadata_props[0].key"), row[0])
    assert said.of("metadata_props[0]").partition(":")[0] in said.metadata
    assert _stands_in_the_reference("ModelProto", "metadata_props", row[0])


@pytest.mark.parametrize(("key", "value", "meaning"), IMAGES, ids=lambda text: text)
@pytest.mark.parametrize("change", [str, str.lower, str.upper])
def test_a_value_of_an_image_key_is_explained_in_either_case(key, value, meaning, change):
    said = r.Said(r.BASE + r.metadata(r.entry(change(key), change(value))))
    says(said.of("metadata_props[0].value"), value)
    assert SAYS[value][0] in said.metadata
    assert _stands_in_the_reference("ModelProto", "metadata_props", f"  {value}")


def _stands_in_the_reference(message: str, field: str, name: str) -> bool:
    spec = schema.message(message)
    lines = schema_field(Page(), spec, spec.by_name[field])
    return any(re.match(rf"{re.escape(name)} +\S", line) for line in lines)


NUMBERS = {  # the numbers of the seed's meanings
    "Linear": (1.0,),
    "SRGB": (2.2,),
    "NominalRange_0_255": (0, 255),
    "Normalized_0_1": (0, 1),
    "Normalized_1_1": (-1, 1),
    "NominalRange_16_235": (16, 235),
}
CHANNELS = {"One": 1, "Three": 3, "Four": 4}


@pytest.mark.parametrize(("key", "value", "meaning"), IMAGES, ids=lambda text: text)
def test_the_data_of_an_image_value_are_those_of_the_seed(key, value, meaning):
    row = standard(METADATA, key, value)
    assert row is not None
    if value in NUMBERS:
        plain = meaning.replace("8-bit", "").replace(MINUS, "-")
        assert [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", plain)] == list(NUMBERS[value])
        assert row.data == NUMBERS[value]
        return
    channels, order, bits, alpha = row.data
    assert channels == CHANNELS[meaning.partition(" ")[0]]
    assert f"{bits} bits" in meaning and bool(alpha) == ("straight alpha" in meaning)
    assert order == "gray" or f"{order} order" in meaning


# -- statements outside the tables -------------------------------------------------------------


def stated(*sentences: str) -> None:
    """Check that the seed makes these statements, so that a test is about it."""
    for sentence in sentences:
        assert sentence in TEXT, sentence


def note(message: str, field: str) -> str:
    """Return the words of the note on a field on one line."""
    return " ".join(schema.note(message, field).text.split()).replace("`", "")


def test_a_denotation_speaks_of_the_whole_value():
    stated("says what a value is, beyond its element type and shape")
    assert "what the whole value stands for" in note("TypeProto", "denotation")


def test_a_denotation_of_an_axis_is_coarse():
    stated("says what one axis of a tensor means", "height and width are both features")
    words = note("TensorShapeProto.Dimension", "denotation")
    assert "Height and width have no words of their own: both are DATA_FEATURE" in words
    assert "in any model alike" in " ".join(context_note(AXIS).text.split())


def test_operators_hand_denotations_on():
    stated("Operators pass denotations along by their own rules: Transpose", "AveragePool expects")
    words = note("TensorShapeProto.Dimension", "denotation")
    assert "Some operators hand denotations on, such as Transpose" in words
    more = " ".join(context_note(AXIS).text.split())
    assert "the word of axis `perm[i]` of its input" in more
    assert "AveragePool wants DATA_BATCH, DATA_CHANNEL, DATA_FEATURE, DATA_FEATURE" in more


@pytest.mark.parametrize(
    "message", ["ModelProto", "GraphProto", "NodeProto", "ValueInfoProto", "TensorProto"]
)
def test_metadata_props_are_listed_on_every_level(message):
    stated("on the model, graph, nodes, value infos and tensors")
    spec = schema.message(message).by_name["metadata_props"]
    entry = r.of(spec.number, r.entry("com.example.k", "v"))
    tensor = r.int_of(1, 0) + r.int_of(2, r.FLOAT) + r.of(8, "w")
    levels = {
        "ModelProto": r.model(ir=10, more=entry),
        "GraphProto": r.model(r.graph(more=entry), ir=10),
        "NodeProto": r.model(r.graph([r.RELU + entry]), ir=10),
        "ValueInfoProto": r.model(r.graph(inputs=[r.X + entry]), ir=10),
        "TensorProto": r.model(r.graph(initializers=[tensor + entry]), ir=10),
    }
    said = r.Said(levels[message])
    assert 'com.example.k = "v"' in said.metadata and "1 entry of metadata_props" in said.metadata
    assert said.document.model is not None
    (found,) = said.document.model.metadata_props
    assert (found.key, found.value) == ("com.example.k", "v")
    assert found.level.replace(" ", "") in message.lower()


def test_keys_should_be_distinct():
    stated("Keys should be distinct")
    said = r.Said(r.BASE + r.metadata(r.entry("a.k", "1"), r.entry("a.k", "2")))
    assert "the key stands at 59 too" in said.metadata
    assert "the key stands 2 times, also at offset 59" in said.of("metadata_props[1]")
    assert "Keys must differ" in note("ModelProto", "metadata_props")


def test_a_reversed_domain_name_is_recommended():
    stated("reverse-DNS prefix, such as ai.onnxruntime.key1")
    advice = "ONNX recommends a reversed domain name in front"
    assert advice in r.Said(r.BASE + r.metadata(r.entry("key1", "v"))).metadata
    named = r.Said(r.BASE + r.metadata(r.entry("ai.onnxruntime.key1", "v")))
    assert advice not in named.metadata
    assert "a reversed domain name in front of a key" in note("ModelProto", "metadata_props")


def test_an_image_should_have_the_three_keys():
    stated("For a tensor whose type is denoted IMAGE, ONNX says these keys should be given")
    type_ = r.tensor_type(r.FLOAT, r.dim(2)) + r.of(6, "IMAGE")
    body = r.graph(inputs=[r.value("x", type_)])
    none = r.Said(r.model(body)).summary
    for key in IMAGE_KEYS:
        assert f"not given ({key})" in none
    values = ("Bgr8", "SRGB", "NominalRange_16_235")
    all_three = r.metadata(*map(r.entry, IMAGE_KEYS, values))
    whole = r.Said(r.model(body) + all_three).summary
    assert "not given (" not in whole
    assert "BGR, 8 bits, sRGB (gamma 2.2), 16 to 235" in whole


def test_image_keys_apply_to_all_images():
    stated("they apply to all types that share the denotation")
    type_ = r.tensor_type(r.FLOAT, r.dim(2)) + r.of(6, "IMAGE")
    body = r.graph(inputs=[r.value("x", type_), r.value("z", type_)])
    said = r.Said(r.model(body) + r.metadata(r.entry(IMAGE_KEYS[1], "Linear")))
    assert said.summary.count("linear (gamma 1)") == 2


def test_a_trailing_optional_is_left_out():
    stated("a trailing optional input or output is simply left out of the node's list")
    said = r.Said(r.model(r.graph([r.node("Clip", ["x"], ["y"])])))
    model = said.document.model
    assert model is not None
    given = model.node_inputs(said.document["graph.node[0]"])
    assert [(each.parameter.name, each.field is None) for each in given if each.parameter] == [
        ("input", False),
        ("min", True),
        ("max", True),
    ]


def test_a_dynamic_optional_is_told_apart():
    stated("Dynamic optional (IR 8)", "convert between the two forms explicitly")
    type_ = r.of(9, r.of(1, r.tensor_type(r.FLOAT, r.dim(2))))
    said = r.Said(r.model(r.graph(inputs=[r.value("x", type_)])))
    words = said.of(INPUT)
    assert "holds a value or none at run time (IR version 8)" in words
    assert "an input that a node leaves out is something else" in words
    more = note("TypeProto", "optional_type")
    assert "Optional and OptionalGetElement convert between it and the plain type" in more


def test_a_variadic_input_has_a_minimum_arity():
    stated("the node supplies at least as many inputs as the operator's minimum arity")
    said = r.Said(r.model(r.graph([r.node("Concat", ["x", "x"], ["y"])])))
    assert said.document.model is not None
    signature = said.document.model.signature(said.document["graph.node[0]"])
    assert signature is not None and signature.inputs.minimum == 1
    assert "variadic" in said.of("graph.node[0].input[1]")


def test_an_empty_name_is_an_omitted_input():
    stated("An empty name in a node's input list marks an omitted optional input")
    said = r.Said(r.model(r.graph([r.node("Clip", ["x", "", "x"], ["y"])])))
    assert "omitted (optional input min of Clip)" in said.of("graph.node[0].input[1]")
    assert "omitted (optional input min of Clip)" in said.tree


def test_device_configurations_are_hints():
    stated("Device configurations (IR 11) describe how a node is spread over devices", "hints to")
    assert schema.message("DeviceConfigurationProto").since == 11
    shard = r.of(1, "x") + r.int_of(2, 0) + r.int_of(2, 1)
    shard += r.of(4, r.int_of(1, 0) + r.of(2, r.int_of(1, 2) + r.int_of(3, 2)))
    node = r.RELU + r.of(10, r.of(1, "tp") + r.of(2, shard))
    said = r.Said(r.model(r.graph([node]), ir=11, more=r.of(26, r.of(1, "tp") + r.int_of(2, 2))))
    words = said.of("graph.node[0].device_configurations[0].configuration_id")
    assert "configuration tp: 2 devices" in words and "a hint that backends may ignore" in words
    assert "axis 0 (of size 2) in 2 shards over devices 0, 1" in said.tree
    text = " ".join(schema.note("NodeDeviceConfigurationProto").text.split())
    assert "It is a hint" in text and "computes the same results" in text
