"""Values of attributes of which the documentation of an operator allows only some."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.field import Field
from ...wire.scalars import read_varint
from ..context import Context
from ..rule import Found, rule
from .calls import Argument, Call
from .layout import NUMBER, TEXT
from .words import listed, quoted, title

_STRING, _INT = 3, 2  # AttributeType
_DATA_TYPES = schema.enum("TensorProto.DataType")
_LONG = 100  # bytes, more than any allowed value has

_PADS = "NOTSET SAME_UPPER SAME_LOWER VALID"
_TRANSFORMS = "NONE SOFTMAX LOGISTIC SOFTMAX_ZERO PROBIT"
_KERNELS = "LINEAR POLY RBF SIGMOID"
_WAYS = "forward reverse bidirectional"
_LOSSES = "none sum mean"
_COORDINATES = "half_pixel pytorch_half_pixel align_corners asymmetric tf_crop_and_resize"
_ROUNDINGS = "up down nearest"
_ML = "ai.onnx.ml"

# (domain, operator, attribute) -> allowed values by the version that brought them, from the
# documentation of the attribute
_ALLOWED: dict[tuple[str, str, str], dict[int, str]] = {
    **{
        ("", name, "auto_pad"): {1: _PADS}
        for name in (
            "AveragePool", "Conv", "ConvInteger", "ConvTranspose", "LpPool", "MaxPool",
            "QLinearConv",
        )
    },
    ("", "BitShift", "direction"): {11: "LEFT RIGHT"},
    ("", "Cast", "round_mode"): {24: _ROUNDINGS},
    ("", "CastLike", "round_mode"): {24: _ROUNDINGS},
    ("", "DepthToSpace", "mode"): {11: "DCR CRD"},
    ("", "GRU", "direction"): {1: _WAYS},
    ("", "Gelu", "approximate"): {20: "none tanh"},
    ("", "GridSample", "mode"): {16: "bilinear nearest bicubic", 20: "linear nearest cubic"},
    ("", "GridSample", "padding_mode"): {16: "zeros border reflection"},
    ("", "ImageDecoder", "pixel_format"): {20: "RGB BGR Grayscale"},
    ("", "LSTM", "direction"): {1: _WAYS},
    ("", "NegativeLogLikelihoodLoss", "reduction"): {12: _LOSSES},
    ("", "Pad", "mode"): {1: "constant reflect edge", 19: "constant reflect edge wrap"},
    ("", "RNN", "direction"): {1: _WAYS},
    ("", "Resize", "coordinate_transformation_mode"): {
        11: _COORDINATES + " tf_half_pixel_for_nn",
        13: _COORDINATES,
        19: _COORDINATES + " half_pixel_symmetric",
    },
    ("", "Resize", "keep_aspect_ratio_policy"): {18: "stretch not_larger not_smaller"},
    ("", "Resize", "mode"): {11: "nearest linear cubic"},
    ("", "Resize", "nearest_mode"): {11: "round_prefer_floor round_prefer_ceil floor ceil"},
    ("", "RoiAlign", "coordinate_transformation_mode"): {16: "half_pixel output_half_pixel"},
    ("", "RoiAlign", "mode"): {10: "avg max"},
    ("", "ScatterElements", "reduction"): {16: "none add mul", 18: "none add mul max min"},
    ("", "ScatterND", "reduction"): {16: "none add mul", 18: "none add mul max min"},
    ("", "SoftmaxCrossEntropyLoss", "reduction"): {12: _LOSSES},
    ("", "StringNormalizer", "case_change_action"): {10: "LOWER UPPER NONE"},
    ("", "TensorScatter", "mode"): {24: "linear circular"},
    ("", "TfIdfVectorizer", "mode"): {9: "TF IDF TFIDF"},
    (_ML, "CastMap", "cast_to"): {1: "TO_FLOAT TO_STRING TO_INT64"},
    (_ML, "CastMap", "map_form"): {1: "DENSE SPARSE"},
    (_ML, "LinearClassifier", "post_transform"): {1: _TRANSFORMS},
    (_ML, "LinearRegressor", "post_transform"): {1: _TRANSFORMS},
    (_ML, "Normalizer", "norm"): {1: "MAX L1 L2"},
    (_ML, "SVMClassifier", "kernel_type"): {1: _KERNELS},
    (_ML, "SVMClassifier", "post_transform"): {1: _TRANSFORMS},
    (_ML, "SVMRegressor", "kernel_type"): {1: _KERNELS},
    (_ML, "SVMRegressor", "post_transform"): {1: _TRANSFORMS},
    (_ML, "TreeEnsembleClassifier", "post_transform"): {1: _TRANSFORMS},
    (_ML, "TreeEnsembleRegressor", "aggregate_function"): {1: "AVERAGE SUM MIN MAX"},
    (_ML, "TreeEnsembleRegressor", "post_transform"): {1: _TRANSFORMS},
    ("ai.onnx.preview.training", "Momentum", "mode"): {1: "nesterov standard"},
}  # fmt: skip
# attributes of the standard domain that hold a TensorProto.DataType, which may not be UNDEFINED
_OF_DATA_TYPE = {
    **dict.fromkeys(
        (
            "Bernoulli", "EyeLike", "Multinomial", "RandomNormal", "RandomNormalLike",
            "RandomUniform", "RandomUniformLike", "SequenceEmpty",
        ),
        "dtype",
    ),
    **dict.fromkeys(("BlackmanWindow", "HammingWindow", "HannWindow", "MelWeightMatrix"),
        "output_datatype",
    ),
    "Cast": "to",
}  # fmt: skip


@rule("O030", "error")
def value_not_allowed(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute with a text that is none of those which the operator allows, such as auto_pad SAME.

    Why:
    The documentation of the operator lists the values of the attribute and what each means; for
    another the operator is not defined. The checker does not look at it.

    Fix:
    Write one of the listed values; case matters.
    """
    for call in context.calls.judged:
        for argument in call.arguments:
            known = _ALLOWED.get((call.domain, call.name, argument.name))
            allowed = _held_at(known, call) if known else None
            if not allowed or argument.type != _STRING or argument.reference:
                continue
            of = f"{argument.name} of {title(call)}"
            needed = f"needed {listed(allowed.split(), 12)}"
            right = frozenset(allowed.encode().split())
            for field, value in _payloads(call, argument, TEXT):
                if value not in right:
                    text = quoted(value.decode("utf-8", "surrogateescape"))
                    yield Found(field, f"{of} is {text}; {needed}", severity=call.severity)


@rule("O031", "error")
def data_type_not_known(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute for the data type of a result, such as to of Cast, that is UNDEFINED (0) or no data
    type at all.

    Why:
    The documentation of Cast wants a value of TensorProto.DataType, and the types that the outputs
    of these operators may have do not include UNDEFINED. The checker does not look at it; runtimes
    refuse the node.

    Fix:
    Write the number of a data type, such as 1 for FLOAT.
    """
    for call in context.calls.judged:
        wanted = _OF_DATA_TYPE.get(call.name) if not call.domain else None
        argument = call.argument(wanted) if wanted else None
        if argument is None or argument.type != _INT or argument.reference:
            continue
        if call.signature is None or call.signature.spec is None:
            continue
        of = f"{argument.name} of {title(call)}"
        for field, value in _payloads(call, argument, NUMBER):
            number = read_varint(value)[0]
            if number and _DATA_TYPES.name_of(number):
                continue
            found = "0, UNDEFINED" if not number else f"{_signed(number)}, not a data type"
            needed = "needed a data type such as FLOAT (1)"
            yield Found(field, f"{of} is {found}; {needed}", severity=call.severity)


def _held_at(known: dict[int, str], call: Call) -> str | None:
    """Return the values that the signature of a call allows; None before the first of them."""
    since = call.signature.since_version if call.signature else None
    fitting = [version for version in known if since is not None and version <= since]
    return known[max(fitting)] if fitting else None


def _payloads(call: Call, argument: Argument, number: int) -> Iterator[tuple[Field, bytes]]:
    """Yield the value of an attribute of each node, cut to what is compared.

    Without its field it reads as zero or empty; then the attribute itself stands for it. Where
    another value is there too, it is not judged.
    """
    if argument.values and list(argument.values) != [number]:
        return
    document = call.document
    place = argument.values.get(number)
    for row in call.rows:
        if place is None:
            yield Field(document, row + argument.place), b""
            continue
        start, end = document.index.payload(row + place), document.index.end(row + place)
        yield Field(document, row + place), document.read(start, min(end, start + _LONG))


def _signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
