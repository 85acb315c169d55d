"""Rules about the flow of denotations: where axes do not mean what is expected or declared."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.flow.faults import Mismatch, by_cause
from ...model.flow.meaning import words
from ...model.flow.sentences import begins, differs, expects
from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule
from .records import LISTED

_WAY = 8  # values on the way that are named


@rule("M050", "error")
def axes_in_another_order(context: Context) -> Iterator[Found]:
    """
    Finds:
    An input of an operator whose axes, as denotations that flow through the graph say, are not
    those that the operator expects in these places.

    Why:
    DimensionDenotation.md, under Denotation Verification, asks for an error where an operator
    expects a format, such as batch, channels and features of AveragePool, and its input is denoted
    otherwise. Shapes alone do not show it: the model runs and computes something else.

    Fix:
    Look at the node where the order went wrong: mostly it is a Transpose with a wrong perm, or one
    that is missing. If the values are right, correct the denotations of the input.
    """
    for first, *others in by_cause(context.flow.mismatches):
        also = [(other.field, expects(other)) for other in others[:LISTED]]
        more = f"; so do {len(others):,} more" if others else ""
        where = [] if first.since is None else [(first.since, begins(first.since))]
        yield Found(first.field, expects(first) + more, *where, *_way(first), *also)


def _way(fault: Mismatch) -> Iterator[tuple[Field, str]]:
    """Yield the nodes between where the order went wrong and where another one is needed."""
    since = fault.since
    for row in fault.meaning.way(_WAY) if since is not None else ():
        if since is None or row == since.row:
            return
        yield Field(fault.field.document, row), "on the way"


@rule("M051", "warning")
def declared_denotationdiffers(context: Context) -> Iterator[Found]:
    """
    Finds:
    A type in value_info or of an output that denotes an axis otherwise than the nodes that make the
    value do.

    Why:
    DimensionDenotation.md lets operators hand denotations on, such as Transpose by its perm. What
    is declared and what flows there cannot both be true, and a reader believes one of them.

    Fix:
    Correct the declaration, or the perm or axes of the node that makes the value.
    """
    for fault in context.flow.conflicts:
        related = []
        if fault.meaning.row:
            made = Field(fault.field.document, fault.meaning.row)
            related.append((made, f"hands on {words(fault.meaning.axes)}"))
        yield Found(fault.field, differs(fault), *related)
