"""Rules about images: values denoted IMAGE, and the three keys that say how pixels are stored."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...model.metadata.entries import Entry
from ...model.metadata.near import near_miss
from ...model.words import short
from ...schema.standard import (
    IMAGE_KEYS,
    METADATA,
    PIXEL_FORMAT,
    TYPE,
    Standard,
    standard,
    standard_names,
)
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .records import IMAGE, LISTED, images, key_of_entry, model_entries, unlike

_CONTAINERS = ("optional_type", "sequence_type")
_TENSORS = ("tensor_type", "sparse_tensor_type")
_RANKS = (3, 4)  # of an image, and of a batch of images
_DIMS = 16  # axes that are looked at


@rule("M010", "warning")
def image_keys_missing(context: Context) -> Iterator[Found]:
    """
    Finds:
    A value denoted IMAGE in a model whose metadata lack one or more of the three Image keys.

    Why:
    By MetadataProps.md a model with such a value SHOULD say in its metadata how pixels are stored.
    Order of the channels and range of the numbers cannot be told from the type, and a model that is
    fed otherwise answers with worse results and no error.

    Fix:
    Add the keys to metadata_props of the model; they hold for all images in it.
    """
    if context.model is None or not context.is_whole(context.model):
        return
    found = list(islice(images(context), LISTED + 1))
    missing = ", ".join(_missing(model_entries(context))) if found else ""
    if missing:
        (field, _), *others = found
        message = f"denoted IMAGE, but metadata_props of the model has no {missing}"
        related = ((other, "denoted IMAGE too") for other, _ in others)
        yield Found(field, message, *related, span=field.payload)


@rule("M011", "info")
def image_keys_without_image(context: Context) -> Iterator[Found]:
    """
    Finds:
    Image keys in the metadata of a model in which no value is denoted IMAGE.

    Why:
    By MetadataProps.md the keys speak of the values whose type is denoted IMAGE. Without one, a
    reader does not know which input they are about.

    Fix:
    Denote the inputs and outputs that are images.
    """
    if context.model is None or not context.is_whole(context.model):
        return
    found = [entry for entry in model_entries(context) if _image_key(entry)]
    if found and not _any_image(context):
        message = f"{quote(found[0].key)} is given, but no value is denoted IMAGE"
        others = [(key_of_entry(entry), "likewise") for entry in found[1 : LISTED + 1]]
        yield Found(key_of_entry(found[0]), message, *others)


@rule("M012", "warning")
def image_value_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    An Image key whose value is none of those that the standard lists for it.

    Why:
    MetadataProps.md lists the values of each key; case does not matter. A reader that meets another
    one has to guess how pixels are stored.

    Fix:
    Write one of the listed values.
    """
    for entry in model_entries(context):
        key = _image_key(entry)
        value = entry.text(_SHOWN)
        if key and not (value and standard(METADATA, key, value)):
            names = standard_names(METADATA, key)
            near = near_miss(value, names)
            advice = f"did you mean {near}" if near else f"needed one of {', '.join(names)}"
            field = [entry.field, *entry.message.records("value")][-1]
            yield Found(field, f"{key} says {quote(value)}; {advice}", span=field.payload)


@rule("M013", "warning")
def image_channels_differ(context: Context) -> Iterator[Found]:
    """
    Finds:
    An image whose channel axis has another size than the pixel format of the model has channels.

    Why:
    MetadataProps.md gives each pixel format its number of channels, and the format holds for all
    images of a model. With another number the format is wrong, or the axis is not that of channels.

    Fix:
    Correct the pixel format, the denotation of the axis, or its size.
    """
    entry, pixels = _pixels(context)
    if entry is None or pixels is None:
        return
    channels = int(pixels.data[0])
    has = f"{pixels.value} has {channels} channel{'' if channels == 1 else 's'}"
    for axis, size in _channel_axes(context):
        if size.value != channels:
            message = f"axis {axis} is {_CHANNEL} of size {size.value!r}; {has}"
            yield Found(size, message, (entry.field, f"{PIXEL_FORMAT} is {pixels.value}"))


@rule("M014", "info")
def image_of_other_shape(context: Context) -> Iterator[Found]:
    """
    Finds:
    A value denoted IMAGE that is no tensor, or has another number of axes than 3 or 4.

    Why:
    TypeDenotation.md describes an image as a tensor such as NCHW whose axes say their part. ONNX
    does not forbid others, but readers that feed images do not expect them.

    Fix:
    Denote the type that is the image, or remove the word.
    """
    for field, type_ in images(context):
        inner = _innermost(type_)
        if inner is None or not context.is_whole(inner):
            continue
        kind = inner.which("value")
        said = f"a {kind.name.removesuffix('_type')}" if kind else "a type of no kind"
        if kind and kind.name in _TENSORS:
            tensor = inner.message(kind.name)
            shape = tensor.message("shape") if tensor else None
            rank = shape.count("dim") if shape and context.is_whole(shape) else _RANKS[0]
            if rank in _RANKS:
                continue
            said = f"a tensor with {rank} {'axis' if rank == 1 else 'axes'}"
        message = f"denoted IMAGE, but {said}; needed a tensor with 3 axes, or 4 with a batch"
        yield Found(field, message, span=field.payload)


_CHANNEL = "DATA_CHANNEL"
_SHOWN = 100  # characters of a value


def _image_key(entry: Entry) -> str:
    """Return the Image key that an entry has, as the standard spells it; empty for another key."""
    row = standard(METADATA, entry.key)
    return row.key if row is not None and row.key in IMAGE_KEYS else ""


def _missing(entries: list[Entry]) -> list[str]:
    """Return the Image keys that are neither there nor there with a wrong letter."""
    given = {_image_key(entry) for entry in entries}
    missing = [key for key in IMAGE_KEYS if key not in given]
    meant = {near_miss(entry.key, IMAGE_KEYS) for entry in entries} if missing else set()
    return [key for key in missing if key not in meant]


def _any_image(context: Context) -> bool:
    """Tell whether a type is denoted IMAGE, or was meant to be."""
    if next(images(context), None):
        return True
    words = standard_names(TYPE)
    return any(near_miss(text, words) == IMAGE for _, text in unlike(context, TYPE))


def _pixels(context: Context) -> tuple[Entry | None, Standard | None]:
    """Return the entry with the pixel format, the last as in a map, and what it says."""
    found = [entry for entry in model_entries(context) if _image_key(entry) == PIXEL_FORMAT]
    if not found:
        return None, None
    value = found[-1].text(_SHOWN)
    return found[-1], standard(METADATA, PIXEL_FORMAT, value) if value else None


def _channel_axes(context: Context) -> Iterator[tuple[int, Field]]:
    """Yield the channel axes of all images whose size is stated, each once, with that size."""
    found: dict[Field, int] = {}
    for _, type_ in images(context):
        for axis, dim in enumerate(_dims(type_)):
            size = dim.records("dim_value")
            if size and short(dim, "denotation") == _CHANNEL:
                found[size[-1]] = axis
    yield from ((axis, size) for size, axis in found.items())


def _innermost(type_: Merged | None) -> Merged | None:
    """Return the type inside optionals and sequences; None where that is absent."""
    while type_ is not None:
        kind = type_.which("value")
        if kind is None or kind.name not in _CONTAINERS:
            break
        member = type_.message(kind.name)
        type_ = member.message("elem_type") if member else None
    return type_


def _dims(type_: Merged) -> Iterator[Merged]:
    inner = _innermost(type_)
    kind = inner.which("value") if inner else None
    if inner is not None and kind is not None and kind.name in _TENSORS:
        tensor = inner.message(kind.name)
        shape = tensor.message("shape") if tensor else None
        yield from islice(shape.each("dim"), _DIMS) if shape else ()
