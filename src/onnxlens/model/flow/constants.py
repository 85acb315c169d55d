"""Stored values as the flow needs them: how many axes they have, and the integers in them."""

from __future__ import annotations

from ... import schema
from ...tree.document import Document
from ...tree.merged import Merged
from ..tensors import dims_of, first_elements
from ..words import short
from .meaning import MOST, Axes, Axis, Meaning

TENSOR, NODE = schema.message("TensorProto"), schema.message("NodeProto")
_SCALARS = ("value_int", "value_float", "value_string")
_LISTS = {"value_ints": "ints", "value_floats": "floats", "value_strings": "strings"}


def stored(document: Document, row: int) -> Meaning:
    """Return the meaning of an initializer: axes with sizes, and no denotation."""
    return Meaning(_axes(Merged(document, TENSOR, (row,))), constant=row)


def given(node: Merged) -> Meaning:
    """Return the meaning of what a Constant node gives."""
    attribute = _value(node)
    axes: Axes = None
    if attribute is not None:
        name = short(attribute, "name")
        tensor = attribute.message("t")
        if name in _LISTS:
            axes = (Axis(None, attribute.count(_LISTS[name])),)
        elif name in _SCALARS:
            axes = ()
        elif tensor is not None:
            axes = _axes(tensor)
    return Meaning(axes, row=node.rows[-1], constant=node.rows[-1])


def integers(document: Document, row: int) -> list[int] | None:
    """Return the elements of a TensorProto or of a Constant node, if they are few integers."""
    if document.content_of(row) is TENSOR:
        return _elements(Merged(document, TENSOR, (row,)))
    attribute = _value(Merged(document, NODE, (row,)))
    if attribute is None:
        return None
    tensor = attribute.message("t")
    if tensor is not None:
        return _elements(tensor)
    if attribute.has("ints"):
        return few(attribute, "ints")
    return [attribute.number("i")] if attribute.has("i") else None


def few(message: Merged, name: str) -> list[int] | None:
    """Return the numbers of a repeated field; None where they are more than axes can be."""
    found = [int(number) for number in message.numbers(name, MOST + 1)]
    return found if len(found) <= MOST else None


def _value(node: Merged) -> Merged | None:
    """Return the attribute that holds the value; none where a function's caller gives it."""
    for attribute in node.each("attribute"):
        if short(attribute, "name").startswith(("value", "sparse_value")):
            return None if attribute.has("ref_attr_name") else attribute
    return None


def _axes(tensor: Merged) -> Axes:
    return tuple(Axis(None, size) for size in dims_of(tensor))


def _elements(tensor: Merged) -> list[int] | None:
    found = first_elements(tensor, MOST + 1)
    if found is None or len(found) > MOST:
        return None
    numbers = [int(element) for element in found if isinstance(element, int)]
    return numbers if len(numbers) == len(found) else None
