"""What the shape, the dims and the kind of a value type mean to somebody who feeds the value."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.field import Field
from ..types.read import dim_of
from ..types.remarks import (
    ANY_SHAPE,
    NO_KIND,
    NOT_A_TENSOR,
    SCALAR,
    data_type_remark,
    dim_remark,
    key_type_remark,
)
from ..types.sketch import tensor_text
from ..types.value_type import Dim
from ..words import short, word
from .form import Explains, message_in
from .repeats import Place

_DYNAMIC = (
    "holds a value or none at run time (IR version 8); an input that a node leaves out is "
    "something else"
)


def _tensor(field: Field, place: Place) -> Iterator[str]:
    tensor = message_in(field)
    if not tensor.has("elem_type"):
        yield data_type_remark(None)
    shape = tensor.message("shape")
    if shape is None:
        yield f"{ANY_SHAPE}; an empty shape, the two bytes 12 00, would make it a scalar"
    elif not shape.count("dim"):
        yield SCALAR


def _shape(field: Field, place: Place) -> Iterator[str]:
    if not message_in(field).count("dim"):
        at = f"{place(field.start)}:{place(field.end)}"
        yield f"{SCALAR}; without these bytes, {at}, any shape would do"


def _dim(field: Field, place: Place) -> Iterator[str]:
    yield from _said(dim_remark(dim_of(message_in(field), short)))


def _size(field: Field, place: Place) -> Iterator[str]:
    yield from _said(dim_remark(Dim(size=_number(field))))


def _data_type(field: Field, place: Place) -> Iterator[str]:
    number = _number(field)
    yield from _said(data_type_remark(number))
    since = schema.enum("TensorProto.DataType").since_of(number)
    if since is not None and since > 1:
        yield f"since IR version {since}"


def _key_type(field: Field, place: Place) -> Iterator[str]:
    yield from _data_type(field, place)
    yield from _said(key_type_remark(_number(field)))


def _number(field: Field) -> int:
    assert isinstance(field.value, int)
    return field.value


def _said(remark: str) -> Iterator[str]:
    if remark:
        yield remark


def _type(field: Field, place: Place) -> Iterator[str]:
    """Explain a TypeProto by its kind."""
    type_ = message_in(field)
    kind = type_.which("value")
    if kind is None:
        yield NO_KIND
    elif kind.name in ("sequence_type", "map_type", "opaque_type", "optional_type"):
        yield NOT_A_TENSOR
        if kind.name == "optional_type":
            yield _DYNAMIC


def _opaque(field: Field, place: Place) -> Iterator[str]:
    opaque = message_in(field)
    if not opaque.has("name"):
        yield "no name: the checker of the onnx package refuses it"
    if opaque.has("domain") and short(opaque, "domain"):
        return
    model = field.document.merged() if _is_model(field) else None
    own = word(short(model, "domain")) if model and short(model, "domain") else "not given either"
    yield (
        f"no domain: by the comment in onnx.proto that of the model, {own}; "
        "by ONNXTypes.md an empty domain is ai.onnx"
    )


def _is_model(field: Field) -> bool:
    root = field.document.root
    return root is not None and root.name == "ModelProto"


def _container(field: Field, place: Place) -> Iterator[str]:
    inside = "value_type" if field.content and field.content.name.endswith("Map") else "elem_type"
    if not message_in(field).has(inside):
        yield f"no {inside}: what it holds is not said"


def _optional(field: Field, place: Place) -> Iterator[str]:
    yield _DYNAMIC
    yield from _container(field, place)


def _sparse(field: Field, place: Place) -> Iterator[str]:
    yield f"the shape is that of the dense tensor, {tensor_text(message_in(field))}"


EXPLAINS: Explains = {
    "TypeProto": _type,
    "TypeProto.Tensor": _tensor,
    "TypeProto.SparseTensor": _sparse,
    "TypeProto.Sequence": _container,
    "TypeProto.Optional": _optional,
    "TypeProto.Map": _container,
    "TypeProto.Opaque": _opaque,
    "TensorShapeProto": _shape,
    "TensorShapeProto.Dimension": _dim,
    "TensorShapeProto.Dimension.dim_value": _size,
    "TypeProto.Tensor.elem_type": _data_type,
    "TypeProto.SparseTensor.elem_type": _data_type,
    "TensorProto.data_type": _data_type,
    "TypeProto.Map.key_type": _key_type,
    "MapProto.key_type": _key_type,
}
