"""How to feed a model with images: what denotations and Image metadata say together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...schema.standard import (
    AXIS,
    GAMMA,
    IMAGE_KEYS,
    METADATA,
    PIXEL_FORMAT,
    RANGE,
    Data,
    Standard,
    standard,
    standard_names,
)
from ...tree.merged import Merged
from ...tree.names import quote
from ..numbers import number_text
from ..words import short
from .near import near_miss

_IMAGE, _CHANNEL = "IMAGE", "DATA_CHANNEL"
_CONTAINERS = ("optional_type", "sequence_type")
_DIMS = 16  # axes that are told
_ENTRIES = 10_000  # of metadata_props that are searched for the three keys
_UNKNOWN = "?"  # an axis whose denotation has no letter
_WORDS = {PIXEL_FORMAT: "pixel format", GAMMA: "gamma", RANGE: "range"}


class Feed:
    """An input or output that is denoted IMAGE, with all that says how it is laid out.

    ``info`` is its ValueInfoProto, ``role`` is ``input`` or ``output``. ``layout`` has a letter of
    NCHW or ``?`` for each axis, and is empty where no axis has a denotation. ``given`` has by the
    three Image keys the standard value, or the text that stands there instead of one; ``missing``
    are the keys that the model does not have. ``contradictions`` are sentences without full stop.
    """

    __slots__ = ("contradictions", "given", "info", "layout", "role")

    def __init__(
        self,
        info: Merged,
        role: str,
        layout: tuple[str, ...],
        given: dict[str, Standard | str],
        contradictions: tuple[str, ...],
    ) -> None:
        self.info = info
        self.role = role
        self.layout = layout
        self.given = given
        self.contradictions = contradictions

    @property
    def name(self) -> str:
        """The name of the value, its first 200 characters."""
        return short(self.info, "name")

    @property
    def missing(self) -> tuple[str, ...]:
        """The Image keys that ONNX recommends and the model does not have."""
        return tuple(key for key in IMAGE_KEYS if key not in self.given)


def image_feeds(model: Merged) -> list[Feed]:
    """Return the inputs and outputs of the main graph of a ModelProto that are images.

    The denotation of a value is that of its outermost type that has one: of an optional image or a
    list of images it stands on the container or on what is in it.
    """
    graph = model.message("graph")
    if graph is None:
        return []
    denoted = [
        (info, role, tensor)
        for role in ("input", "output")
        for info in graph.each(role)
        for tensor in _image(info)
    ]
    given, clashes = _given(model) if denoted else ({}, ())
    return [_feed(info, role, dims, given, clashes) for info, role, dims in denoted]


def feed_text(feed: Feed) -> str:
    """Return a line that tells how to feed it: ``N C H W, BGR, 8 bits, sRGB (gamma 2.2), 16 to
    235``. What is missing and what contradicts itself is told too.
    """
    layout = " ".join(feed.layout) or "layout not given"
    parts = [layout, *(_told(key, feed.given.get(key)) for key in IMAGE_KEYS)]
    return "; ".join([", ".join(parts), *feed.contradictions])


def _feed(
    info: Merged,
    role: str,
    dims: list[Merged],
    given: dict[str, Standard | str],
    clashes: tuple[str, ...],
) -> Feed:
    words = [short(dim, "denotation") for dim in dims]
    found = (*clashes, *_channels(dims, words, given.get(PIXEL_FORMAT)))
    return Feed(info, role, _layout(words), given, found)


# -- types ---------------------------------------------------------------------------------------


def _image(info: Merged) -> Iterator[list[Merged]]:
    """Yield the first dims of a value that is an image, nothing for another value."""
    type_, denotation = info.message("type"), ""
    while type_ is not None:
        denotation = denotation or short(type_, "denotation")
        if denotation not in ("", _IMAGE):
            return
        kind = type_.which("value")
        member = type_.message(kind.name) if kind else None
        if member is None or kind is None or kind.name not in _CONTAINERS:
            break
        type_ = member.message("elem_type")
    if denotation == _IMAGE:
        yield _dims(type_)


def _dims(type_: Merged | None) -> list[Merged]:
    kind = type_.which("value") if type_ else None
    if type_ is None or kind is None or kind.name not in ("tensor_type", "sparse_tensor_type"):
        return []
    tensor = type_.message(kind.name)
    shape = tensor.message("shape") if tensor else None
    return list(islice(shape.each("dim"), _DIMS)) if shape else []


def _layout(words: list[str]) -> tuple[str, ...]:
    """Return the letters of the axes; those of the features only where there are H and W."""
    if not any(words):
        return ()
    rows = [standard(AXIS, value=word) if word else None for word in words]
    letters = [list(row.data) if row else [] for row in rows]
    out = []
    for number, row in enumerate(rows):
        same = [at for at, other in enumerate(rows) if row is not None and other is row]
        fits = row is not None and len(same) == len(letters[number]) > 0
        out.append(str(letters[number][same.index(number)]) if fits else _UNKNOWN)
    return tuple(out)


# -- metadata ------------------------------------------------------------------------------------


def _given(model: Merged) -> tuple[dict[str, Standard | str], tuple[str, ...]]:
    """Return by key what the model's Image metadata say, and where an entry contradicts another."""
    given: dict[str, Standard | str] = {}
    clashes = []
    for entry in islice(model.each("metadata_props"), _ENTRIES):
        row = standard(METADATA, short(entry, "key"))
        if row is None or row.key not in IMAGE_KEYS:
            continue
        text = short(entry, "value")
        value = standard(METADATA, row.key, text) if text else None
        found: Standard | str = value or text
        before = given.get(row.key)
        if before is not None and before != found:
            clashes.append(f"{row.key} says {_name(before)} and then {_name(found)}")
        given[row.key] = found
    return given, tuple(clashes)


def _channels(dims: list[Merged], words: list[str], pixels: Standard | str | None) -> Iterator[str]:
    """Yield a sentence for each channel axis whose size the pixel format does not have."""
    if not isinstance(pixels, Standard):
        return
    channels = pixels.data[0]
    for axis, (dim, word) in enumerate(zip(dims, words, strict=True)):
        if word == _CHANNEL and dim.has("dim_value") and dim.number("dim_value") != channels:
            has = f"{pixels.value} has {channels} channel{'' if channels == 1 else 's'}"
            yield f"{has}, but axis {axis} ({word}) has {dim.number('dim_value')}"


# -- words ---------------------------------------------------------------------------------------


def _name(found: Standard | str) -> str:
    return found.value if isinstance(found, Standard) else quote(found)


def _told(key: str, found: Standard | str | None) -> str:
    if found is None:
        return f"{_WORDS[key]} not given ({key})"
    if isinstance(found, Standard):
        return _VALUES[key](found.data)
    near = near_miss(found, standard_names(METADATA, key))
    advice = f"did you mean {near}" if near else "not a standard value"
    return f"{_WORDS[key]} {quote(found)} ({advice})"


def _pixels(data: Data) -> str:
    _, order, bits, alpha = data
    return f"{order}, {bits} bits" + (f", {alpha}" if alpha else "")


def _gamma(data: Data) -> str:
    (gamma,) = data
    assert isinstance(gamma, float)
    return f"{'linear' if gamma == 1 else 'sRGB'} (gamma {number_text(gamma)})"


def _range(data: Data) -> str:
    low, high = data
    return f"{low} to {high}"


_VALUES = {PIXEL_FORMAT: _pixels, GAMMA: _gamma, RANGE: _range}
