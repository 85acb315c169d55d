"""Whether two values are the same, bit for bit."""

from __future__ import annotations

from typing import Any

from ...errors import DataError
from .data_value import DataValue


def equal(one: DataValue, other: DataValue) -> bool:
    """Tell whether kinds, keys, data types, shapes and elements agree; names do not count.

    A tensor whose bytes do not give its elements equals one of the same bytes only.
    """
    pairs = [(one, other)]
    while pairs:
        one, other = pairs.pop()
        if one is other:
            continue
        if _facts(one) != _facts(other):
            return False
        if one.is_leaf and not _same_leaf(one, other):
            return False
        pairs += zip(one.items, other.items, strict=True)
    return True


def _facts(value: DataValue) -> tuple[object, ...]:
    empty = None if value.items or value.kind == "optional" else value.item_kind
    return value.kind, len(value.items), value.key_type, value.keys, empty


def _same_leaf(one: DataValue, other: DataValue) -> bool:
    if _payload(one) == _payload(other):
        return True
    try:
        return bool(_bits(one) == _bits(other))
    except DataError:
        return False


def _payload(value: DataValue) -> list[bytes]:
    return [field.raw() for field in value.message.fields]


def _bits(value: DataValue) -> Any:
    """Return all that a leaf says, in a form that compares bit for bit."""
    if value.kind == "tensor":
        return _tensor_bits(value.tensor)
    sparse = value.sparse
    return _tensor_bits(sparse.values), _tensor_bits(sparse.indices), list(sparse.dims)


def _tensor_bits(tensor: Any) -> Any:
    if tensor is None:
        return None
    array = tensor.numpy()
    elements = array.tolist() if array.dtype == object else array.tobytes()
    return tensor.data_type, list(array.shape), elements
