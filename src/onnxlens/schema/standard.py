"""Strings of the standard: words, keys and values whose meaning ONNX itself lays down.

A row is a context, a key, a value and what follows from them. The context is the qualified field
that holds the string, or the list of entries around it: the key of a StringStringEntryProto means
one thing in ``external_data`` and another in ``metadata_props``. In the bindings of training_info
keys and values are names of tensors, so they have no rows.

Sources: onnx/docs TypeDenotation.md, DimensionDenotation.md, MetadataProps.md, IR.md,
ExternalData.md, ManagingExperimentalOps.md, and the comments of onnx-ml.proto.
"""

from __future__ import annotations

from os.path import dirname, join

from onnxlens.errors import SchemaError

from .notes import Note, parse_page

TYPE = "TypeProto.denotation"
AXIS = "TensorShapeProto.Dimension.denotation"
METADATA = "ModelProto.metadata_props"
EXTERNAL = "TensorProto.external_data"
QUANTIZATION = "TensorAnnotation.quant_parameter_tensor_names"
DOMAIN = "OperatorSetIdProto.domain"
MAGIC = "OperatorSetProto.magic"

# fields whose words are those of another one
SAME_AS = {
    "NodeProto.domain": DOMAIN,
    "FunctionProto.domain": DOMAIN,
    "OperatorSetProto.domain": DOMAIN,
}

PIXEL_FORMAT = "Image.BitmapPixelFormat"
GAMMA = "Image.ColorSpaceGamma"
RANGE = "Image.NominalPixelRange"
IMAGE_KEYS = (PIXEL_FORMAT, GAMMA, RANGE)  # they and their values are the same in either case

Data = tuple[int | float | str, ...]

# context, key, value, data. Data is: of an axis the letters that it has in NCHW; of a pixel format
# the number of channels, their order, bits of a sample, the kind of alpha; of a colour space its
# gamma; of a range its lowest and highest value.
_ROWS: tuple[tuple[str, str, str, Data], ...] = (
    (TYPE, "", "TENSOR", ()),
    (TYPE, "", "IMAGE", ()),
    (TYPE, "", "AUDIO", ()),
    (TYPE, "", "TEXT", ()),
    (AXIS, "", "DATA_BATCH", ("N",)),
    (AXIS, "", "DATA_CHANNEL", ("C",)),
    (AXIS, "", "DATA_TIME", ()),
    (AXIS, "", "DATA_FEATURE", ("H", "W")),
    (AXIS, "", "FILTER_IN_CHANNEL", ()),
    (AXIS, "", "FILTER_OUT_CHANNEL", ()),
    (AXIS, "", "FILTER_SPATIAL", ()),
    (METADATA, "model_author", "", ()),
    (METADATA, "model_license", "", ()),
    (METADATA, PIXEL_FORMAT, "", ()),
    (METADATA, PIXEL_FORMAT, "Gray8", (1, "gray", 8, "")),
    (METADATA, PIXEL_FORMAT, "Rgb8", (3, "RGB", 8, "")),
    (METADATA, PIXEL_FORMAT, "Bgr8", (3, "BGR", 8, "")),
    (METADATA, PIXEL_FORMAT, "Rgba8", (4, "RGBA", 8, "straight alpha")),
    (METADATA, PIXEL_FORMAT, "Bgra8", (4, "BGRA", 8, "straight alpha")),
    (METADATA, GAMMA, "", ()),
    (METADATA, GAMMA, "Linear", (1.0,)),
    (METADATA, GAMMA, "SRGB", (2.2,)),
    (METADATA, RANGE, "", ()),
    (METADATA, RANGE, "NominalRange_0_255", (0, 255)),
    (METADATA, RANGE, "Normalized_0_1", (0, 1)),
    (METADATA, RANGE, "Normalized_1_1", (-1, 1)),
    (METADATA, RANGE, "NominalRange_16_235", (16, 235)),
    (EXTERNAL, "location", "", ()),
    (EXTERNAL, "offset", "", ()),
    (EXTERNAL, "length", "", ()),
    (EXTERNAL, "checksum", "", ()),
    (EXTERNAL, "basepath", "", ()),
    (QUANTIZATION, "SCALE_TENSOR", "", ()),
    (QUANTIZATION, "ZERO_POINT_TENSOR", "", ()),
    (DOMAIN, "", "ai.onnx", ()),
    (DOMAIN, "", "ai.onnx.ml", ()),
    (DOMAIN, "", "ai.onnx.training", ()),
    (DOMAIN, "", "ai.onnx.preview", ()),
    (DOMAIN, "", "ai.onnx.preview.training", ()),
    (MAGIC, "", "ONNXOPSET", ()),
)


class Standard:
    """One standard string.

    ``key`` is empty where the context holds a word and no entry; ``value`` is empty where the row
    is about the key itself. ``data`` is described at the table above. ``folded``: upper and lower
    case do not matter.
    """

    __slots__ = ("context", "data", "folded", "key", "value")

    def __init__(self, context: str, key: str, value: str, data: Data) -> None:
        self.context = context
        self.key = key
        self.value = value
        self.data = data
        self.folded = key in IMAGE_KEYS

    def __repr__(self) -> str:
        return f"<Standard {self.context} {self.name}>"

    @property
    def name(self) -> str:
        """The string itself: the value, or the key where the row is about the key."""
        return self.value or self.key

    @property
    def note(self) -> Note:
        """What it means. Raises SchemaError where its page has no such section."""
        try:
            return _page(self.context)[self.name]
        except KeyError:
            message = f"{self.name}: has no note in {self.context}"
            raise SchemaError(message, name=self.name, nearest=None) from None


def standard(context: str, key: str = "", value: str = "") -> Standard | None:
    """Return the row of a string, None where the standard gives it no meaning there.

    ``standard(TYPE, value="IMAGE")`` a word, ``standard(METADATA, "model_author")`` a key,
    ``standard(METADATA, "image.colorspacegamma", "srgb")`` a value of a key.
    """
    context = SAME_AS.get(context, context)
    exact = _exact.get((context, key, value))
    return exact or _folded.get((context, key.lower(), value.lower()))


def standard_names(context: str, key: str = "") -> tuple[str, ...]:
    """Return the words or keys of a context, or with ``key`` that key's values, as spelt."""
    context = SAME_AS.get(context, context)
    rows = [row for row in STANDARD if row.context == context]
    if key:
        return tuple(row.value for row in rows if row.key == key and row.value)
    return tuple(row.name for row in rows if not (row.key and row.value))


def context_note(context: str) -> Note:
    """Return the note on a context as a whole. Raises SchemaError for one without strings."""
    return _page(SAME_AS.get(context, context))[""]


def _page(context: str) -> dict[str, Note]:
    if context not in _pages:
        if all(row.context != context for row in STANDARD):  # so that no other file is opened
            raise SchemaError(f"{context}: no standard strings", name=context, nearest=None)
        with open(join(_DIRECTORY, f"{context}.md"), encoding="utf-8") as file:
            _pages[context] = parse_page(file.read())
    return _pages[context]


_DIRECTORY = join(dirname(__file__), "standard_notes")
_pages: dict[str, dict[str, Note]] = {}

STANDARD = tuple(Standard(*row) for row in _ROWS)
_exact = {(row.context, row.key, row.value): row for row in STANDARD}
_folded = {(row.context, row.key.lower(), row.value.lower()): row for row in STANDARD if row.folded}
