"""Rules about the data type of a tensor's elements, as a type declares it."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import slot
from ...model.types.remarks import data_type_remark
from ...model.words import OWN_NAMES
from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule
from .places import absent, counts, lacking, may_be_left_out, merged, named, owner

_TENSORS = ("TypeProto.Tensor", "TypeProto.SparseTensor")
_SLOTS = frozenset(slot(name, "elem_type") for name in _TENSORS)
_KNOWN = max(OWN_NAMES.values())
_NEEDED = "needed a data type such as FLOAT (1)"


@rule("T003", "error")
def element_type_undefined(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor or sparse tensor type whose elem_type is 0, UNDEFINED. In value_info, and at inputs and
    outputs of subgraphs, it is a warning, since the whole type may be left out there.

    Why:
    The comments on elem_type in onnx.proto say that it MUST NOT be UNDEFINED. Runtimes refuse the
    model when they build it, although the checker of the onnx package lets it pass. Tools that
    infer shapes leave such entries in value_info.

    Fix:
    Write the data type of the elements. An entry of value_info may be left out instead, and so may
    the type of an input or output of a subgraph.
    """
    for record, value in _stated(context, range(1)):
        if record.value == 0:
            severity = "warning" if may_be_left_out(context, value) else ""
            text = f"elem_type of {named(value)} is 0, UNDEFINED; {_NEEDED}"
            yield Found(record, text, span=record.payload, severity=severity)


@rule("T013", "error")
def element_type_absent(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor or sparse tensor type without elem_type. In value_info, and at inputs and outputs of
    subgraphs, it is a warning, since the whole type may be left out there.

    Why:
    The comments on elem_type in onnx.proto say that it MUST be there. It reads as UNDEFINED, which
    runtimes refuse.

    Fix:
    Write the data type of the elements, or leave the type out where it is not needed.
    """
    for name in _TENSORS:
        for row in lacking(context, name, "elem_type"):
            tensor, value = merged(context, row), owner(Field(context.document, row))
            if tensor is None or value is None or not counts(context, row):
                continue
            if absent(context, tensor, "elem_type"):
                severity = "warning" if may_be_left_out(context, value) else ""
                text = f"no elem_type in the type of {named(value)}; {_NEEDED}"
                yield Found(tensor.field, text, severity=severity)


@rule("T004", "error")
def element_type_unknown(context: Context) -> Iterator[Found]:
    """
    Finds:
    A tensor or sparse tensor type whose elem_type is a number that is no data type.

    Why:
    The comments on elem_type in onnx.proto say that it MUST be a valid TensorProto.DataType. No
    reader knows how large such an element is. A newer version of ONNX may know the number.

    Fix:
    Write the number of the data type that is meant; the command schema TensorProto.DataType lists
    them.
    """
    for record, value in _stated(context, range(_KNOWN + 1, 128)):
        number = record.value
        if isinstance(number, int) and number and data_type_remark(number):
            text = f"elem_type of {named(value)}: {data_type_remark(number)}"
            yield Found(record, text, span=record.payload)


def _stated(context: Context, numbers: range) -> Iterator[tuple[Field, Field]]:
    """Yield each elem_type that is one of some small numbers, or takes more than one byte, and what
    has the type.
    """
    rows = {*context.suspects.varints(1, numbers, _SLOTS)}
    rows.update(context.suspects.varints(2, range(128), _SLOTS))
    for row in sorted(rows):
        record = Field(context.document, row)
        value = owner(record)
        if value is not None and counts(context, row):
            yield record, value
