"""What does not fit in the flow of denotations, in words: the axes side by side, and since when."""

from __future__ import annotations

from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..words import name_of, short
from . import expected
from .constants import NODE
from .faults import Conflict, Mismatch
from .meaning import words

_NAME = 100  # characters of a name


def expects(fault: Mismatch) -> str:
    """Return what an input is and what its operator needs, its axes side by side."""
    node = fault.field.parent
    assert node is not None
    found, needed = words(fault.meaning.axes), expected.words(fault.wanted)
    return f"the axes of {_text(fault.field)} are {found}; {operator(node)} needs {needed}"


def begins(since: Field) -> str:
    """Return what a node or a declaration has to do with the order of axes."""
    if since.content is NODE:
        return f"in another order since this {operator(since)}"
    return "declared in this order"


def differs(fault: Conflict) -> str:
    """Return what a type declares and what the nodes before give."""
    declared, flows = words(fault.declared.axes), words(fault.meaning.axes)
    return f"declared as {declared}, but the nodes before give {flows}"


def defines(field: Field) -> str:
    """Return the name of a value by the record that defines it."""
    if field.content is None:
        return _text(field)
    return quote(short(Merged(field.document, field.content, (field.row,)), "name", _NAME))


def operator(node: Field) -> str:
    """Return what a node calls; of a declaration the name of the value."""
    if node.content is not NODE:
        return defines(node)
    return name_of(Merged(node.document, NODE, (node.row,)), "op_type")


def _text(field: Field) -> str:
    text = str(field.preview(4 * _NAME))
    return quote(text if len(text) <= _NAME else text[:_NAME] + "…")
