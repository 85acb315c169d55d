"""The rule about annotations for quantization, which name values of their graph."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import key_of, last, slot
from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule
from .unused import KEY, PARAMETERS, VALUE
from .words import quoted

ANNOTATED = slot("TensorAnnotation", "tensor_name")
_NAMED = (b"SCALE_TENSOR", b"ZERO_POINT_TENSOR")  # comment on TensorAnnotation


@rule("N014", "warning")
def annotation_of_nothing(context: Context) -> Iterator[Found]:
    """
    Finds:
    A quantization_annotation whose tensor, scale or zero point is no value of its graph.

    Why:
    The comment on GraphProto.quantization_annotation says that it maps a tensor of the graph to
    the tensors of its parameters. Readers that use the annotation do not find them, or fail.

    Fix:
    Correct the name, or take the annotation out together with the tensor.
    """
    document, columns = context.document, context.scopes.columns
    for row in sorted([*columns.rows(ANNOTATED), *_parameters(context)]):
        name = Field(document, row)
        scope = context.scopes.scope_of(name)
        if scope and not scope.define(key_of(document, row)) and not context.names.is_torn(scope):
            text = f"nothing defines {quoted(name)}; needed a value of the graph"
            yield Found(name, text)


def _parameters(context: Context) -> Iterator[int]:
    """Yield the rows of values under the standard keys; under others stand no names."""
    document, index = context.document, context.document.index
    for row in context.scopes.columns.rows(VALUE):
        entry = index.parent[row]
        if index.slot[entry] == PARAMETERS:
            key = last(document, (entry,), KEY)
            if key and key_of(document, key) in _NAMED:
                yield row
