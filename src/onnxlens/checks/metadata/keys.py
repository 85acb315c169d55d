"""Rules about the keys of metadata: missing, misspelt, and not the writer's own."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.metadata.entries import Entry
from ...model.metadata.near import meant, near_miss
from ...schema.standard import METADATA, QUANTIZATION, standard, standard_names
from ...schema.writers import profiles, writer_keys
from ...tree.field import Field
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .records import LISTED, METADATA_LISTS, entry_rows, key_of_entry, model_entries, text_of

_NAMED = 3  # keys in one message


@rule("M022", "info")
def metadata_key_absent(context: Context) -> Iterator[Found]:
    """
    Finds:
    An entry of metadata or of quantisation parameters without a key, or with an empty one.

    Why:
    An entry is found by its key, so nothing reads this one. The official checker accepts it.

    Fix:
    Give the entry a key, or remove it.
    """
    document = context.document
    for qualified in (*METADATA_LISTS, QUANTIZATION):
        for row, key in entry_rows(context, qualified):
            field = Field(document, key or row)
            if not key and context.is_whole(context.merged(field)):
                yield Found(field, "the entry has no key; needed one to find its value by")
            elif key and not field.payload.size and key not in document.damage:
                yield Found(field, "the key is empty; needed one to find the value by")


@rule("M023", "info")
def metadata_key_unqualified(context: Context) -> Iterator[Found]:
    """
    Finds:
    Keys of the model's metadata that are no standard key, no key of a well-known writer, and have
    no domain in front.

    Why:
    IR.md recommends a reversed domain name, as in com.example.labels, so that two tools never mean
    different things by one key, and reserves keys without one for later versions of ONNX.

    Fix:
    Put your domain in front if you also write the tool that reads the key.
    """
    own: dict[str, Entry] = {}
    for entry in model_entries(context):
        if _is_unqualified(entry.key):
            own.setdefault(entry.key, entry)
    entries = list(own.values())
    if entries:
        shown = ", ".join(quote(text_of(key_of_entry(entry))) for entry in entries[:_NAMED])
        left = len(entries) - _NAMED
        more = f" and {left:,} more" if left > 0 else ""
        said = "key has" if len(entries) == 1 else "keys have"
        message = f"{len(entries):,} {said} no domain in front: {shown}{more}"
        others = [(key_of_entry(entry), "no domain") for entry in entries[1 : LISTED + 1]]
        yield Found(key_of_entry(entries[0]), message, *others)


@rule("M024", "warning")
def metadata_key_misspelt(context: Context) -> Iterator[Found]:
    """
    Finds:
    A key of the model's metadata, or of quantisation parameters, that differs from a standard one
    in a few letters or in case where that counts.

    Why:
    Readers look for the standard spelling, given by IR.md, MetadataProps.md and onnx.proto, and
    pass over any other without a word.

    Fix:
    Spell the key as the standard does.
    """
    names = standard_names(METADATA)
    for entry in model_entries(context):
        near = None if _is_known(entry.key) else near_miss(entry.key, names)
        if near is not None:
            key = key_of_entry(entry)
            yield Found(key, meant(entry.key, near), span=key.payload)
    for field, text, near in _parameters(context):
        if near is not None:
            yield Found(field, meant(text, near), span=field.payload)


@rule("M025", "info")
def metadata_key_of_reader_missing(context: Context) -> Iterator[Found]:
    """
    Finds:
    A model with some of the keys that readers of a well-known writer ask for, and without others.

    Why:
    ONNX asks for none of them. The reader refuses the model, or guesses what is missing.

    Fix:
    Export again with the writer's own exporter, or add the keys.
    """
    if context.model is None or not context.is_whole(context.model):
        return
    entries = {entry.key: entry for entry in model_entries(context)}
    for writer, has, missing in profiles(entries):
        if missing:
            first, *others = (key_of_entry(entries[key]) for key in has)
            message = f"{writer} also asks for {', '.join(missing)}; of its keys there are only "
            related = [(other, "another key of it") for other in others[:LISTED]]
            yield Found(first, message + ", ".join(has), *related)


@rule("M026", "info")
def quantization_key_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    A key of quant_parameter_tensor_names that is not one of the two that are defined.

    Why:
    The comment on TensorAnnotation in onnx.proto wants keys that ONNX has defined, and names
    SCALE_TENSOR and ZERO_POINT_TENSOR. No reader knows what another one means.

    Fix:
    Use a defined key, or keep the information in the metadata.
    """
    for field, text, near in _parameters(context):
        if near is None:
            needed = ", ".join(standard_names(QUANTIZATION))
            yield Found(field, f"{quote(text)} is no defined key; these are {needed}")


def _is_known(key: str) -> bool:
    return standard(METADATA, key) is not None or bool(writer_keys(key, "model"))


def _is_unqualified(key: str) -> bool:
    known = "." in key or _is_known(key)
    return not known and near_miss(key, standard_names(METADATA)) is None


def _parameters(context: Context) -> Iterator[tuple[Field, str, str | None]]:
    """Yield the keys of quantisation parameters that are not defined, and what they are like."""
    names = standard_names(QUANTIZATION)
    for _, row in entry_rows(context, QUANTIZATION):
        field = Field(context.document, row)
        if row and field.payload.size and row not in context.document.damage:
            text = text_of(field)
            if text not in names:
                yield field, text, near_miss(text, names)
