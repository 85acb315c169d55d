"""Denotations of types and axes in words."""

from __future__ import annotations

from ...schema.standard import AXIS, TYPE, standard, standard_names
from ...tree.field import Field
from ...tree.merged import Merged
from ..words import name_of, short
from .near import meant, near_miss

_LIMIT = 100  # characters of a word that is not standard


def explain_denotation(field: Field) -> str:
    """Return what the word in a denotation means, without a full stop at its end.

    Empty for any other field. An axis that also has a symbol is told so: tools that set free
    dimensions go by one of the two.
    """
    spec = field.spec
    if spec is None or spec.qualified not in (TYPE, AXIS):
        return ""
    text = str(field.preview(4 * _LIMIT))
    if field.payload.size > 4 * _LIMIT or len(text) > _LIMIT:
        text = text[:_LIMIT] + "…"
    return word_meaning(spec.qualified, text) + _symbol(field)


def word_meaning(context: str, text: str) -> str:
    """Return what a word means in a context of words, such as schema.standard.TYPE.

    Its note's first sentence; else the word that was probably meant; else the words that there are.
    """
    row = standard(context, value=text)
    if row is not None:
        return row.note.short.removesuffix(".")
    names = standard_names(context)
    if not text:
        return "empty, which says nothing"
    near = near_miss(text, names)
    if near is None:
        return f"not one of the standard words: {', '.join(names)}"
    return meant(text, near)


def _symbol(field: Field) -> str:
    parent = field.parent
    if parent is None or parent.content is None or parent.content.name != AXIS.rpartition(".")[0]:
        return ""
    dim = Merged(field.document, parent.content, (parent.row,))
    if not dim.has("dim_param") or not short(dim, "dim_param"):
        return ""
    return f"; the symbol of the axis is {name_of(dim, 'dim_param')}"
