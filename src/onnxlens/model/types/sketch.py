"""Types as one line about something else: long names, shapes and nests are cut."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ...tree.merged import Merged
from ..words import short
from .read import dim_of, dims_of, fill, levels_of, optional
from .text import dim_text as text_of_dim
from .text import shape_text as text_of_shape
from .text import tensor_text as text_of_tensor
from .text import type_text as text_of_type
from .text import value_text as text_of_value
from .value_type import CONTAINERS, Level

_DIMS = 64  # dims that one text shows
_LEVELS = 100  # nested types that one text shows; standard parsers refuse deeper ones


def value_text(value: Merged) -> str:
    """Return a ValueInfoProto as ``x: FLOAT [1, "N"]``; the name alone where it has no type."""
    type_ = value.message("type")
    return text_of_value(optional(value, "name", short), levels(type_) if type_ else None)


def type_text(type_: Merged) -> str:
    """Return a TypeProto as text, such as ``FLOAT [1, "N"] as IMAGE`` or ``sequence(FLOAT)``."""
    return text_of_type(levels(type_))


def levels(type_: Merged) -> Iterator[Level]:
    """Yield the levels of a TypeProto, the outermost first, as far as a sketch shows them."""
    for depth, level in enumerate(levels_of(type_, short, _DIMS)):
        if depth == _LEVELS:
            yield Level("…")
            return
        yield level


def tensor_text(tensor: Merged) -> str:
    """Return a TypeProto.Tensor or TypeProto.SparseTensor as ``FLOAT [1, "N"]``."""
    level = Level("tensor")
    fill(level, tensor, short, _DIMS)
    return text_of_tensor(level)


def content_text(content: Merged) -> str:
    """Return a TypeProto.Sequence, Map, Optional or Opaque as the type that it makes."""
    kind = content.spec.name.rpartition(".")[2].lower()
    level = Level(kind)
    fill(level, content, short, _DIMS)
    inner = content.message(CONTAINERS[kind]) if kind in CONTAINERS else None
    return text_of_type(chain([level], levels(inner) if inner else ()))


def shape_text(shape: Merged) -> str:
    """Return a TensorShapeProto as ``[1, "N"]``; ``[]`` is a scalar."""
    dims = dims_of(shape, short, _DIMS)
    return text_of_shape(dims, shape.count("dim") - len(dims))


def dim_text(dim: Merged) -> str:
    """Return a Dimension as ``1``, ``"N"`` or ``?`` (unknown), with its denotation after ``:``."""
    return text_of_dim(dim_of(dim, short))
