"""Stored tensors in short: name, data type, shape, and the first elements in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..tree.merged import Merged
from .words import data_type, name_of

if TYPE_CHECKING:
    from .tensor.bits import Element

# fields of TensorProto whose payload is the data itself
DATA_FIELDS = (
    "float_data", "int32_data", "string_data", "int64_data", "raw_data", "double_data",
    "uint64_data",
)  # fmt: skip

_DIMS = 64


def tensor_line(tensor: Merged) -> str:
    """Return a TensorProto as ``w: FLOAT [4, 3]``."""
    name = f"{name_of(tensor)}: " if tensor.has("name") else ""
    return f"{name}{tensor_type(tensor)}"


def tensor_type(tensor: Merged) -> str:
    """Return data type and dims of a TensorProto as ``FLOAT [4, 3]``; ``?`` without a type."""
    element = data_type(tensor.number("data_type")) if tensor.has("data_type") else "?"
    dims = dims_of(tensor)
    more = ", …" if len(dims) > _DIMS else ""
    return f"{element} [{', '.join(map(str, dims[:_DIMS]))}{more}]"


def dims_of(tensor: Merged) -> list[int]:
    """Return the first dims of a TensorProto, one more than are ever shown."""
    return [int(size) for size in tensor.numbers("dims", _DIMS + 1)]


def sparse_line(sparse: Merged) -> str:
    """Return a SparseTensorProto as ``w: sparse FLOAT [3, 4], 2 values``."""
    values = sparse.message("values")
    element = data_type(values.number("data_type")) if values else "?"
    name = f"{name_of(values)}: " if values and values.has("name") else ""
    count = dims_of(values)[:1] if values else []
    stored = f", {count[0]:,} value{'' if count[0] == 1 else 's'}" if count else ""
    return f"{name}sparse {element} [{', '.join(map(str, dims_of(sparse)))}]{stored}"


def data_size(tensor: Merged) -> int:
    """Return the bytes of a TensorProto's data as they stand in the file."""
    return sum(record.payload.size for name in DATA_FIELDS for record in tensor.records(name))


def first_elements(tensor: Merged, limit: int) -> list[Element] | None:
    """Return at most ``limit`` elements, read and no more.

    None where the data type is unknown or the data is not in the file.
    """
    from .tensor.preview import first_elements as read

    return read(tensor, limit)
