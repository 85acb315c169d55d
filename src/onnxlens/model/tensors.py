"""Stored tensors in short: name, data type, shape, and the first elements in plain Python."""

from __future__ import annotations

import struct

from .. import schema
from ..tree.merged import Merged
from .words import NAME_LIMIT, data_type, name_of, short

# fields of TensorProto whose payload is the data itself
DATA_FIELDS = (
    "float_data", "int32_data", "string_data", "int64_data", "raw_data", "double_data",
    "uint64_data",
)  # fmt: skip

_DIMS = 64
# data type -> (struct format of an element in raw_data, field of typed storage)
_PLAIN = {
    "FLOAT": ("f", "float_data"), "DOUBLE": ("d", "double_data"),
    "INT8": ("b", "int32_data"), "UINT8": ("B", "int32_data"),
    "INT16": ("h", "int32_data"), "UINT16": ("H", "int32_data"),
    "INT32": ("i", "int32_data"), "UINT32": ("I", "uint64_data"),
    "INT64": ("q", "int64_data"), "UINT64": ("Q", "uint64_data"),
    "BOOL": ("?", "int32_data"), "FLOAT16": ("e", ""),
}  # fmt: skip


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


def first_elements(tensor: Merged, limit: int) -> list[int | float | bool | str] | None:
    """Return at most ``limit`` elements, read and no more.

    None where plain Python has no such data type or the data is not in the file.
    """
    name = data_type(tensor.number("data_type"))
    if name == "STRING":
        records = tensor.records("string_data")[:limit]
        return [_string(record.preview(4 * NAME_LIMIT)) for record in records]
    if name not in _PLAIN:
        return None
    code, field = _PLAIN[name]
    raw = tensor.records("raw_data")
    if raw:
        data = raw[-1].preview(limit * struct.calcsize(code))
        assert isinstance(data, bytes)
        whole = len(data) // struct.calcsize(code) * struct.calcsize(code)
        return [item for (item,) in struct.iter_unpack(f"<{code}", data[:whole])]
    return [*tensor.numbers(field, limit)] if field and tensor.has(field) else None


def _string(value: object) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def location(tensor: Merged) -> str | None:
    """Return the file that an EXTERNAL TensorProto names; None where its data is in the model."""
    external = schema.enum("TensorProto.DataLocation").number_of("EXTERNAL")
    if tensor.number("data_location") != external:
        return None
    found = ""
    for entry in tensor.each("external_data"):
        if short(entry, "key") == "location":
            found = short(entry, "value", 4096)
    return found
