"""Rules about denotations: the words that say what a value or an axis stands for."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.metadata.near import meant, near_miss
from ...schema.standard import AXIS, TYPE, standard_names
from ...tree.field import Field
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .records import LISTED, is_last, strings, unlike

_FIELDS = (TYPE, AXIS)
# words that one axis of a tensor can have; there may be several features, times and filter spaces
_ONCE = frozenset(("DATA_BATCH", "DATA_CHANNEL", "FILTER_IN_CHANNEL", "FILTER_OUT_CHANNEL"))
_LONGEST = max(map(len, _ONCE))


@rule("M001", "info")
def denotation_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    A denotation of a type or an axis that is none of the standard words, nor like one.

    Why:
    ONNX lists the words in TypeDenotation.md and DimensionDenotation.md. It does not forbid others,
    but no tool knows what they mean.

    Fix:
    Use a standard word, or leave the word where your own tools read it.
    """
    for qualified in _FIELDS:
        names = standard_names(qualified)
        for field, text in unlike(context, qualified):
            if near_miss(text, names) is None:
                yield _found(field, f"{quote(text)} is no standard word{_other(qualified, text)}")


@rule("M002", "warning")
def denotation_misspelt(context: Context) -> Iterator[Found]:
    """
    Finds:
    A denotation that differs from a standard word in case or in a few letters.

    Why:
    The words in TypeDenotation.md and DimensionDenotation.md count as they are spelt. A reader that
    looks for one passes over any other spelling without a word, and feeds the model otherwise.

    Fix:
    Spell the word as the standard does, in capitals with underscores.
    """
    for qualified in _FIELDS:
        names = standard_names(qualified)
        for field, text in unlike(context, qualified):
            near = near_miss(text, names)
            if near is not None:
                yield _found(field, meant(text, near))


@rule("M003", "info")
def denotation_empty(context: Context) -> Iterator[Found]:
    """
    Finds:
    A denotation that is there and empty.

    Why:
    It means the same as none and takes two bytes. Some writers set the field of every axis.

    Fix:
    Remove the field, or write what the value or axis stands for.
    """
    for qualified in _FIELDS:
        for field in strings(context, qualified):
            if not field.payload.size and is_last(field):
                yield Found(field, "the denotation is empty; needed a word, or no field")


@rule("M004", "info")
def denotation_on_two_axes(context: Context) -> Iterator[Found]:
    """
    Finds:
    Two axes of one shape denoted as its batch, its channels, or the channels in or out of a filter.

    Why:
    Each of these words stands for one letter of a layout such as NCHW. DimensionDenotation.md gives
    no layout in which one of them comes twice, so a reader cannot tell which axis is meant.

    Fix:
    Denote one of the axes so. DATA_FEATURE and FILTER_SPATIAL may stand on several.
    """
    document, dim = context.document, schema.message(AXIS.rpartition(".")[0])
    axes: dict[tuple[int, bytes], list[Field]] = {}
    for field in strings(context, AXIS):
        owner = document.index.parent[field.row]
        if field.payload.size <= _LONGEST and document.content_of(owner) is dim and owner:
            key = document.index.parent[owner], field.raw()
            if key[1].decode("ascii", "replace") in _ONCE and is_last(field):
                axes.setdefault(key, []).append(field)
    for (_, word), fields in axes.items():
        if len(fields) > 1:
            yield _twice(word.decode(), fields)


def _twice(word: str, fields: list[Field]) -> Found:
    """Return the finding at the second of several axes of one word."""
    others = [(field, f"axis {_axis(field)}") for field in (fields[0], *fields[2:LISTED])]
    axes = f"{_axis(fields[0])} and {_axis(fields[1])}"
    if len(fields) > 2:
        axes += f" and {len(fields) - 2:,} more"
    return _found(fields[1], f"axes {axes} are {word}; at most one can be", *others)


def _axis(field: Field) -> int:
    dim = field.parent
    assert dim is not None and dim.step.number is not None
    return dim.step.number


def _found(field: Field, message: str, *related: tuple[Field, str]) -> Found:
    return Found(field, message, *related, span=field.payload)


def _other(qualified: str, text: str) -> str:
    """Return that a word is one for the other kind of thing, or which words there are."""
    for other, thing in ((TYPE, "a type"), (AXIS, "an axis")):
        if other != qualified and text in standard_names(other):
            return (
                f" here but one for {thing}; needed one of {', '.join(standard_names(qualified))}"
            )
    return f"; these are {', '.join(standard_names(qualified))}"
