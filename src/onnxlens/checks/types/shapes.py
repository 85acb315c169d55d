"""Rules about the sizes of axes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...model.explaining.constants import Fixed, fixed_axes
from ...model.graph.names import slot
from ...tree.field import Field
from ...tree.names import quote
from ...wire.kinds import MAX_VARINT
from ..context import Context
from ..rule import Found, rule
from .places import RELATED, axis_of, counts

_SIZES = frozenset((slot("TensorShapeProto.Dimension", "dim_value"),))
_FIXING = frozenset(("Reshape", "Expand", "Tile", "ConstantOfShape"))  # as ``fixed_axes`` has it


@rule("T006", "error")
def negative_size(context: Context) -> Iterator[Found]:
    """
    Finds:
    A dim_value below 0 in the shape of a type; usually -1, written for a size that is not known.

    Why:
    IR.md, under Tensor Definition, makes a shape a list of non-negative integers, so no tensor has
    such a size; an unknown one is a dim without dim_value, or with a dim_param. Some readers take
    -1 for unknown, others refuse it, and shape inference of the onnx package can abort its process.

    Fix:
    Leave dim_value out where the size is not known, or write a dim_param to name it.
    """
    for row in context.suspects.varints(MAX_VARINT, range(1, 128), _SIZES):
        record = Field(context.document, row)
        size = record.value
        if isinstance(size, int) and size < 0 and counts(context, row):
            text = f"{axis_of(record)} has dim_value {size}; needed 0 or more, or no dim_value"
            yield Found(record, text, span=record.payload)


@rule("T012", "info")
def axis_fixed_inside(context: Context) -> Iterator[Found]:
    """
    Finds:
    Nodes such as Reshape whose constant shape begins with a number, in a model of which an input
    leaves the size of axis 0 open.

    Why:
    Whoever makes the batch of a model dynamic changes its inputs and outputs, and finds the old
    number again in these constants; the model then fails at run time for any other size. Whether
    the batch reaches the node is not asked, so these are places to look at.

    Fix:
    If the axis is the batch, put -1, or 0 to copy the size of the input, first in the shape of a
    Reshape; make the shape of an Expand from that of an input.
    """
    graph = context.model.message("graph") if context.model is not None else None
    calls = (call.name for call in context.calls.shapes)
    found = list(fixed_axes(graph)) if graph is not None and not _FIXING.isdisjoint(calls) else []
    if not found:
        return
    first, more = found[0], len(found) - 1
    others = f"; {more:,} more node{'s' if more > 1 else ''} alike" if more else ""
    text = f"{_shape(first)} while axis 0 of an input is open; it may fix the batch{others}"
    related = [(first.node, f"the {first.op}")]
    related += [(each.constant, _shape(each)) for each in islice(found, 1, RELATED)]
    yield Found(first.constant, text, *related)


def _shape(fixed: Fixed) -> str:
    numbers = ", ".join(map(str, fixed.numbers))
    more = ", …" if fixed.count > len(fixed.numbers) else ""
    return f"{fixed.op} has the constant shape {quote(fixed.name)}, [{numbers}{more}]"
