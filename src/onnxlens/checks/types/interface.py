"""Rules about what the inputs and outputs of the main graph declare."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.graph.names import slot
from ...model.graph.tables import GRAPH_OUTPUT
from ...model.types.sketch import type_text
from ...model.words import short
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .places import absent, is_interface, lacking, merged, named

_KINDS = [spec.name for spec in schema.message("TypeProto").oneofs["value"]]
_OTHERS = [slot("TypeProto", name) for name in _KINDS if name != "tensor_type"]


@rule("T001", "error")
def value_without_type(context: Context) -> Iterator[Found]:
    """
    Finds:
    An input or output of the main graph that has no type.

    Why:
    The comment on ValueInfoProto.type in onnx.proto says that the field MUST be there for inputs
    and outputs of the top-level graph; IR.md says the same under Graphs. Nobody can tell what to
    feed. Inputs and outputs of subgraphs may do without.

    Fix:
    Write the type of the value: its kind, its data type and a shape.
    """
    for row in lacking(context, "ValueInfoProto", "type"):
        value = Field(context.document, row)
        if is_interface(context, value) and absent(context, context.merged(value), "type"):
            yield Found(value, f"{named(value)} has no type; needed one for the main graph")


@rule("T002", "error")
def value_without_shape(context: Context) -> Iterator[Found]:
    """
    Finds:
    An input or output of the main graph that is a tensor or sparse tensor without a shape.

    Why:
    IR.md, under Graphs and again under Static tensor shapes, requires a shape of every input and
    output of the main graph, so that the number of axes is known; the sizes may stay open. The
    checker of the onnx package refuses the model. An empty shape is there, and means a scalar.

    Fix:
    Write a shape with one dim for each axis; leave the size of an axis out where it is not known.
    """
    parents = context.document.index.parent
    for name in ("TypeProto.Tensor", "TypeProto.SparseTensor"):
        for row in lacking(context, name, "shape"):
            value = Field(context.document, parents[parents[row]])
            tensor = merged(context, row) if is_interface(context, value) else None
            if tensor is not None and absent(context, tensor, "shape"):
                text = f"{named(value)} has no shape; needed one dim for each axis"
                yield Found(tensor.field, f"{text}, or an empty shape for a scalar")


@rule("T011", "info")
def output_not_tensor(context: Context) -> Iterator[Found]:
    """
    Finds:
    An output of the main graph that is a sequence, a map, an optional, a sparse tensor or opaque.

    Why:
    A comment in onnx.proto lets implementations for neural networks do without values that are not
    tensors. Servers and engines that take only tensors refuse the model. Classifiers converted from
    scikit-learn end in the operator ZipMap, which makes a sequence of maps of a plain tensor.

    Fix:
    Export without ZipMap (in skl2onnx the option zipmap=False), or make the tensor that goes into
    the last node the output of the graph. Nothing is to be done if the runtime takes such values.
    """
    index = context.document.index
    rows = (row for slot in _OTHERS for row in context.scopes.columns.rows(slot))
    values = dict.fromkeys(index.parent[index.parent[row]] for row in rows)
    for row in values:
        value = Field(context.document, row)
        if index.slot[row] != GRAPH_OUTPUT or not is_interface(context, value):
            continue
        type_ = context.merged(value).message("type")
        kind = type_.which("value") if type_ is not None else None
        if type_ is not None and kind is not None and kind.name != "tensor_type":
            yield _not_tensor(context, value, type_)


def _not_tensor(context: Context, value: Field, type_: Merged) -> Found:
    text = f"{named(value)} is {type_text(type_)}; runtimes for tensors only refuse it"
    main = context.scopes.main
    made = main.define(context.merged(value).text("name")) if main is not None else None
    node = made.node if made is not None else None
    if node is None or short(context.merged(node), "op_type") != "ZipMap":
        return Found(type_.field, text)
    source = quote(short(context.merged(node), "input"))
    return Found(type_.field, f"{text}; ZipMap makes it of {source}", (node, "the ZipMap"))
