"""Values as plain Python: lists, dicts, None, and tensors at the leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .data_value import DataValue

Leaf = Callable[[DataValue], Any]


def lazy(value: DataValue) -> Any:
    """Return a leaf as a Tensor or SparseTensor, whose elements are read when asked for."""
    return value.tensor if value.kind == "tensor" else value.sparse


def array(value: DataValue) -> Any:
    """Return a leaf as a numpy array; a sparse tensor stays a SparseTensor.

    Raises DataError where the bytes do not give the array.
    """
    return value.tensor.numpy() if value.kind == "tensor" else value.sparse


def to_python(value: DataValue, leaf: Leaf = lazy) -> Any:
    """Return a sequence as list, a map as dict, an optional as None or its value.

    ``leaf`` makes the object for a tensor or sparse tensor: ``lazy``, ``array`` or another
    function. Of a key that occurs twice the last value is taken; keys without a value and values
    without a key are left out (``problems`` says so). An optional in an optional that is empty is
    None too, so what the two differ in is only in the DataValue.
    """
    out: list[Any] = [None]
    tasks: list[tuple[DataValue, Any, Any]] = [(value, out, 0)]  # put it into this, at this key
    while tasks:
        value, into, at = tasks.pop()
        if value.is_leaf:
            into[at] = leaf(value)
        elif value.kind == "optional":
            tasks += [(item, into, at) for item in value.items]
        else:
            into[at], inside = _container(value)
            tasks += [(item, into[at], key) for key, item in inside]
    return out[0]


def _container(value: DataValue) -> tuple[Any, list[tuple[Any, DataValue]]]:
    """Return a list or dict with None for each value, and the items with their keys."""
    if value.kind == "sequence":
        return [None] * len(value.items), list(enumerate(value.items))
    pairs = dict(zip(value.keys, value.items, strict=False))
    return dict.fromkeys(pairs), list(pairs.items())
