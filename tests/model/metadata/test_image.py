"""The feed line says what denotations and Image metadata say of an image, and what is missing."""

from pathlib import Path

import pytest
from onnx import ModelProto, TypeProto, helper

from onnxlens import api
from onnxlens.model.metadata.image import feed_text, image_feeds
from onnxlens.wire.scalars import encode_record as record
from onnxlens.wire.scalars import encode_varint

FORMAT, GAMMA, RANGE = (
    "Image.BitmapPixelFormat", "Image.ColorSpaceGamma", "Image.NominalPixelRange")  # fmt: skip
BGR = {FORMAT: "Bgr8", GAMMA: "SRGB", RANGE: "NominalRange_16_235"}
NCHW = ("DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE", "DATA_FEATURE")
QNN = "onnxruntime__onnxruntime-qnn/"


def image_type(
    sizes=(1, 3, 4, 4), denotations: tuple[str, ...] = NCHW, denotation: str = "IMAGE"
) -> TypeProto:
    made = helper.make_tensor_type_proto(1, sizes)
    for dim, word in zip(made.tensor_type.shape.dim, denotations, strict=False):
        dim.denotation = word
    made.denotation = denotation
    return made


def feeds(type_: TypeProto, metadata=BGR):
    model = ModelProto()
    model.graph.input.add(name="x").type.CopyFrom(type_)
    for key, value in metadata.items() if isinstance(metadata, dict) else metadata:
        model.metadata_props.add(key=key, value=value)
    return image_feeds(api.open(model.SerializeToString(), "ModelProto").merged())


def text(type_: TypeProto, metadata=BGR) -> str:
    (feed,) = feeds(type_, metadata)
    return feed_text(feed)


def test_a_whole_description_is_one_line():
    assert text(image_type()) == "N C H W, BGR, 8 bits, sRGB (gamma 2.2), 16 to 235"


def test_a_feed_tells_its_value_and_what_is_missing():
    (feed,) = feeds(image_type(), {FORMAT: "Rgb8"})
    assert (feed.name, feed.role, feed.layout) == ("x", "input", ("N", "C", "H", "W"))
    assert feed.missing == (GAMMA, RANGE) and feed.contradictions == ()
    assert feed.given[FORMAT].value == "Rgb8"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("Gray8", "gray, 8 bits"),
        ("Rgb8", "RGB, 8 bits"),
        ("rgba8", "RGBA, 8 bits, straight alpha"),
        ("BGRA8", "BGRA, 8 bits, straight alpha"),
    ],
)
def test_every_pixel_format_is_told(value: str, words: str):
    type_ = image_type((1, "C", 4, 4))
    assert text(type_, {**BGR, FORMAT: value}).startswith(f"N C H W, {words}, sRGB")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("Normalized_0_1", "0 to 1"),
        ("normalized_1_1", "-1 to 1"),
        ("NominalRange_0_255", "0 to 255"),
    ],
)
def test_every_range_is_told(value: str, words: str):
    assert text(image_type(), {**BGR, RANGE: value}).endswith(f"(gamma 2.2), {words}")


def test_a_linear_colour_space_is_told():
    assert "linear (gamma 1), 16" in text(image_type(), {**BGR, GAMMA: "Linear"})


@pytest.mark.parametrize(
    ("denotations", "layout"),
    [
        (("DATA_BATCH", "DATA_FEATURE", "DATA_FEATURE", "DATA_CHANNEL"), "N H W C"),
        (("DATA_CHANNEL", "DATA_FEATURE", "DATA_FEATURE"), "C H W ?"),
        (("DATA_BATCH", "DATA_CHANNEL", "DATA_FEATURE"), "N C ? ?"),
        (("DATA_FEATURE",) * 3, "? ? ? ?"),
        (("DATA_BATCH", "DATA_BATCH", "DATA_FEATURE", "DATA_FEATURE"), "? ? H W"),
        (("data_batch", "WIDTH", "", "DATA_TIME"), "? ? ? ?"),
        ((), "layout not given"),
    ],
)
def test_the_layout_follows_from_the_denotations(denotations: tuple[str, ...], layout: str):
    assert text(image_type(denotations=denotations)).partition(",")[0] == layout


def test_an_image_without_any_key_has_all_three_named():  # D8
    assert text(image_type(), {}) == (
        "N C H W, pixel format not given (Image.BitmapPixelFormat), "
        "gamma not given (Image.ColorSpaceGamma), range not given (Image.NominalPixelRange)"
    )


def test_a_key_that_is_misspelt_is_missing():  # D8
    said = text(image_type(), {"Image.BitmapPixelFormt": "Bgr8", GAMMA: "SRGB"})
    assert "pixel format not given (Image.BitmapPixelFormat), sRGB" in said


def test_keys_count_in_either_case():
    upper = {key.upper(): value.lower() for key, value in BGR.items()}
    assert text(image_type(), upper) == text(image_type())


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        (FORMAT, "Bgr", 'pixel format "Bgr" (did you mean Bgr8)'),
        (GAMMA, "1.8", 'gamma "1.8" (not a standard value)'),
        (RANGE, "", 'range "" (not a standard value)'),
        (RANGE, "\x1b[2J", 'range "\\u{1B}[2J" (not a standard value)'),
    ],
)
def test_a_value_that_is_not_standard_is_told(key: str, value: str, words: str):
    assert words in text(image_type(), {**BGR, key: value})


def test_a_channel_axis_of_another_size_contradicts_the_pixel_format():
    said = text(image_type((1, 4, 8, 8)))
    assert said.endswith("; Bgr8 has 3 channels, but axis 1 (DATA_CHANNEL) has 4")
    assert "Gray8 has 1 channel, but axis 1" in text(image_type(), {**BGR, FORMAT: "Gray8"})


@pytest.mark.parametrize("size", [3, "C", None])
def test_a_channel_axis_that_fits_or_is_free_contradicts_nothing(size):
    assert feeds(image_type((1, size, 8, 8)))[0].contradictions == ()


def test_two_entries_of_one_key_contradict_each_other_unless_they_agree():
    twice = [*BGR.items(), (FORMAT.lower(), "Rgb8")]
    assert text(image_type(), twice).endswith("; Image.BitmapPixelFormat says Bgr8 and then Rgb8")
    assert feeds(image_type(), [*BGR.items(), (FORMAT, "BGR8")])[0].contradictions == ()


# -- which values are images ---------------------------------------------------------------------


def test_inputs_and_outputs_are_told_in_order():
    model = ModelProto()
    for name, values in (("a", model.graph.input), ("b", model.graph.output)):
        values.add(name=name).type.CopyFrom(image_type())
    model.graph.value_info.add(name="c").type.CopyFrom(image_type())
    found = image_feeds(api.open(model.SerializeToString(), "ModelProto").merged())
    assert [(feed.name, feed.role) for feed in found] == [("a", "input"), ("b", "output")]


@pytest.mark.parametrize("denotation", ["", "TENSOR", "AUDIO", "Image", "image", "IMAGE "])
def test_another_denotation_is_no_image(denotation: str):
    assert feeds(image_type(denotation=denotation)) == []


def test_a_model_without_graph_or_types_has_no_feed():
    assert image_feeds(api.open(b"", "ModelProto").merged()) == []
    untyped = record(7, record(11, record(1, b"x")))
    assert image_feeds(api.open(untyped, "ModelProto").merged()) == []


def wrapped(inner: TypeProto, kind: str, denotation: str = "") -> TypeProto:
    outer = TypeProto(denotation=denotation)
    getattr(outer, kind).elem_type.CopyFrom(inner)
    return outer


@pytest.mark.parametrize("kind", ["optional_type", "sequence_type"])
def test_an_image_inside_a_container_counts(kind: str):
    inner = wrapped(image_type(), kind)
    assert text(inner).startswith("N C H W, BGR")
    assert text(wrapped(inner, "optional_type")).startswith("N C H W, BGR")
    assert text(wrapped(image_type(denotation=""), kind, "IMAGE")).startswith("N C H W, BGR")


def test_only_the_outermost_denotation_counts():
    assert feeds(wrapped(image_type(), "sequence_type", "AUDIO")) == []
    assert len(feeds(wrapped(image_type(denotation="TEXT"), "sequence_type", "IMAGE"))) == 1


def test_an_image_in_a_map_is_none():
    outer = TypeProto()
    outer.map_type.value_type.CopyFrom(image_type())
    assert feeds(outer) == []


@pytest.mark.parametrize("kind", [TypeProto(), TypeProto(tensor_type={"elem_type": 1})])
def test_an_image_without_shape_has_no_layout(kind: TypeProto):
    kind.denotation = "IMAGE"
    assert text(kind) == "layout not given, BGR, 8 bits, sRGB (gamma 2.2), 16 to 235"


def test_a_sparse_image_has_its_layout():
    sparse = TypeProto(denotation="IMAGE")
    sparse.sparse_tensor_type.shape.CopyFrom(image_type().tensor_type.shape)
    assert text(sparse).startswith("N C H W, ")


# -- hostile values ------------------------------------------------------------------------------


def test_types_nested_a_hundred_thousand_deep_are_walked():
    headers, innermost = [], record(6, b"IMAGE")
    size = len(innermost)
    for _ in range(100_000):  # sequence_type { elem_type { … } }, from the inside
        for tag in (b"\x0a", b"\x22"):
            headers.append(tag + encode_varint(size))
            size += len(headers[-1])
    type_ = b"".join(reversed(headers)) + innermost
    document = api.open(record(7, record(11, record(2, type_))), "ModelProto")
    (feed,) = image_feeds(document.merged())
    assert feed.layout == () and feed.name == ""


@pytest.mark.parametrize(
    "value", [b"\xff" * 9, b"\x1b]0;\x07", b"B" * 1_000_000, "\u202e".encode()]
)
def test_hostile_values_are_told_in_one_printable_line(value: bytes):
    shape = record(2, record(1, record(3, value)))
    type_ = record(6, b"IMAGE") + record(1, shape)
    props = b"".join(record(14, record(1, k.encode()) + record(2, value)) for k in BGR)
    document = api.open(
        record(7, record(11, record(1, value) + record(2, type_))) + props, "ModelProto"
    )
    (feed,) = image_feeds(document.merged())
    said = feed_text(feed)
    assert said.isprintable() and len(said) < 6_000 and said.startswith("?, pixel format")


# -- corpus --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        (QNN + "Add_ImageNet1920WithImageMetadataBgr8_SRGB_16_235.onnx",
         [("add_3", "output", "N C H W, BGR, 8 bits, sRGB (gamma 2.2), 16 to 235")]),
        (QNN + "Add_ImageNet1920WithImageMetadataRgb8_SRGB_0_255.onnx",
         [("add_3", "output", "layout not given, RGB, 8 bits, sRGB (gamma 2.2), 0 to 255")]),
        (QNN + "fns-candy_Bgr8_freeDimInput.onnx",
         [("inputImage", "input", "layout not given, BGR, 8 bits, sRGB (gamma 2.2), 0 to 255"),
          ("outputImage", "output", "layout not given, BGR, 8 bits, sRGB (gamma 2.2), 0 to 255")]),
        ("microsoft__Windows-Machine-Learning/mnist.onnx",
         [("Input3", "input", "N C H W, gray, 8 bits, sRGB (gamma 2.2), 0 to 255")]),
        (QNN + "java-matmul.onnx", []),
    ],
)  # fmt: skip
def test_the_image_models_of_the_corpus_are_told(corpus: Path, name: str, lines: list):
    model = api.open((corpus / name).read_bytes(), "ModelProto").merged()
    assert [(f.name, f.role, feed_text(f)) for f in image_feeds(model)] == lines
