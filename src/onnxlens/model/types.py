"""Value types as text in the notation of onnxlens, read off the merged view."""

from __future__ import annotations

from ..tree.merged import Merged
from ..tree.names import quote
from .words import data_type, name_of, short, word

_DIMS = 64  # dims that one text shows
_LEVELS = 100  # nested types that one text shows; standard parsers refuse deeper ones

# kind of a TypeProto: how its text begins, which field holds the type inside it
_NESTED = {
    "sequence_type": ("sequence(", "elem_type"),
    "optional_type": ("optional(", "elem_type"),
    "map_type": ("map(", "value_type"),
}


def value_text(value: Merged) -> str:
    """Return a ValueInfoProto as ``x: FLOAT [1, "N"]``; the name alone where it has no type."""
    name, type_ = name_of(value), value.message("type")
    return name if type_ is None else f"{name}: {type_text(type_)}"


def type_text(type_: Merged) -> str:
    """Return a TypeProto as text, such as ``FLOAT [1, "N"] as IMAGE`` or ``sequence(FLOAT)``."""
    before, after = "", ""
    inner: Merged | None = type_
    for _ in range(_LEVELS):
        if inner is None:
            return before + after
        kind = inner.which("value")
        after = _denotation(inner) + after
        if kind is None or kind.name not in _NESTED:
            return before + _flat(inner, kind.name if kind else "") + after
        opening, field = _NESTED[kind.name]
        content = inner.message(kind.name)
        assert content is not None
        before += opening + (_key_type(content) if kind.name == "map_type" else "")
        after = ")" + after
        inner = content.message(field)
    return before + "…" + after


def _flat(type_: Merged, kind: str) -> str:
    content = type_.message(kind) if kind else None
    if content is None:
        return "untyped"
    if kind == "tensor_type":
        return tensor_text(content)
    if kind == "sparse_tensor_type":
        return f"sparse_tensor({tensor_text(content)})"
    return f"opaque({_opaque(content)})"


def tensor_text(tensor: Merged) -> str:
    """Return a TypeProto.Tensor or TypeProto.SparseTensor as ``FLOAT [1, "N"]``."""
    element = data_type(tensor.number("elem_type")) if tensor.has("elem_type") else "?"
    shape = tensor.message("shape")
    return element if shape is None else f"{element} {shape_text(shape)}"


def shape_text(shape: Merged) -> str:
    """Return a TensorShapeProto as ``[1, "N"]``; ``[]`` is a scalar."""
    dims: list[str] = []
    for dim in shape.each("dim"):
        if len(dims) == _DIMS:
            return f"[{', '.join(dims)}, … {shape.count('dim'):,} dims]"
        dims.append(dim_text(dim))
    return f"[{', '.join(dims)}]"


def dim_text(dim: Merged) -> str:
    """Return a Dimension as ``1``, ``"N"`` or ``?`` (unknown), with its denotation after ``:``."""
    kind = dim.which("value")
    if kind is None:
        text = "?"
    elif kind.name == "dim_value":
        text = str(dim.number("dim_value"))
    else:
        text = quote(short(dim, "dim_param"))
    return text + (f":{_word(dim, 'denotation')}" if dim.has("denotation") else "")


def _denotation(type_: Merged) -> str:
    return f" as {_word(type_, 'denotation')}" if type_.has("denotation") else ""


def _word(message: Merged, name: str) -> str:
    return word(short(message, name))


def _key_type(map_: Merged) -> str:
    return (data_type(map_.number("key_type")) if map_.has("key_type") else "?") + ", "


def _opaque(opaque: Merged) -> str:
    domain = _word(opaque, "domain") + ", " if opaque.has("domain") else ""
    return domain + (_word(opaque, "name") if opaque.has("name") else "")
