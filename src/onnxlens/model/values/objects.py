"""What Python objects mean as values of ONNX: their kind, and what is inside them."""

from __future__ import annotations

from typing import Any

from ...schema.data_types import storage_of
from ..tensor.tensor import Tensor
from ..types.remarks import KEY_TYPES
from ..words import OWN_NAMES, data_type
from .arrays import data_type_of
from .data_value import DataValue
from .integers import bounds
from .place import Place, refusal
from .sparse import SparseTensor

_SEQUENCES = (list, tuple)
_INT64 = bounds(64, signed=True)  # what MapProto.keys can hold


def kind_of(thing: Any) -> str:
    """Return the kind that an object has by itself; all that is nothing else is a tensor."""
    if isinstance(thing, DataValue):
        return thing.kind
    if isinstance(thing, SparseTensor):
        return "sparse_tensor"
    if thing is None:
        return "optional"
    return "map" if isinstance(thing, dict) else "sequence" if is_list(thing) else "tensor"


def is_list(thing: Any) -> bool:
    """Tell whether an object is a list or tuple, which a tensor can be made of too."""
    return isinstance(thing, _SEQUENCES)


def inside(thing: Any, kind: str, place: Place) -> list[tuple[Place, Any]]:
    """Return what is inside an object that is taken as this kind, with places.

    As an optional, an object that is none itself is the value of one.
    """
    if kind == "sequence":
        items = thing.items if isinstance(thing, DataValue) else thing
        return [(place.inside(at), item) for at, item in enumerate(items)]
    if kind == "map":
        pairs = zip(keys_of(thing), _values(thing), strict=True)
        return [(place.inside(_shown(key)), item) for key, item in pairs]
    if kind == "optional" and thing is not None:
        own = isinstance(thing, DataValue) and thing.kind == "optional"
        return [(place.inside(None), item) for item in (thing.items if own else [thing])]
    return []


def _shown(key: Any) -> int | str | bytes:
    return key if isinstance(key, (int, str, bytes)) else str(key)


def _values(thing: Any) -> list[Any]:
    return thing.items if isinstance(thing, DataValue) else list(thing.values())


def keys_of(thing: Any) -> list[Any]:
    """Return the keys of a dict or of a map of a file."""
    return thing.keys if isinstance(thing, DataValue) else list(thing)


def check_map(thing: Any, place: Place) -> None:
    """Raise DataError for a map of a file whose keys and values are not as many."""
    if isinstance(thing, DataValue) and len(thing.keys) != len(thing.items):
        text = f"{len(thing.keys):,} keys and {len(thing.items):,} values; needed as many"
        raise refusal(place, text)


def leaf_type(thing: Any, place: Place) -> int:
    """Return the data type of a tensor or sparse tensor. Raises DataError where it has none."""
    leaf = thing
    if isinstance(thing, DataValue):
        leaf = thing.tensor if thing.kind == "tensor" else thing.sparse
    if isinstance(leaf, SparseTensor):
        leaf = leaf.values
    if not isinstance(leaf, Tensor):
        return data_type_of(leaf, place)
    if leaf.data_type is None:
        raise refusal(place, "a tensor without data_type")
    return leaf.data_type


# -- keys of maps ----------------------------------------------------------------------------------


def key_type_of(thing: Any, place: Place) -> int:
    """Return the data type of a map's keys: that of numpy integers, INT64 of others, or STRING."""
    if isinstance(thing, DataValue):
        return thing.key_type or 0
    keys = list(thing)
    if all(isinstance(key, (str, bytes)) for key in keys):
        return OWN_NAMES["STRING"]
    own = {str(key.dtype).upper() if hasattr(key, "dtype") else "INT64" for key in keys}
    for key in keys:
        integer(key, place)
    return OWN_NAMES[own.pop() if len(own) == 1 else "INT64"]


def integer(key: Any, place: Place) -> int:
    """Return a key that is an integer. Raises DataError for any other."""
    if isinstance(key, (bool, str, bytes)) or not hasattr(key, "__index__"):
        found = f"a key is of type {type(key).__name__}"
        raise refusal(place, f"{found}; needed integers, or strings for all keys")
    return int(key)


def encoded_keys(thing: Any, number: int, place: Place) -> list[int] | list[bytes]:
    """Return keys as MapProto stores them. Raises DataError for those that are not of the type."""
    if number not in KEY_TYPES:
        raise refusal(place, f"{data_type(number)} is no type of keys; needed integers or STRING")
    found: list[Any] = [_encoded(key, number, place) for key in keys_of(thing)]
    again = len(found) - len(set(found))
    if again:
        raise refusal(place, f"{again:,} key{'s stand' if again > 1 else ' stands'} twice")
    return found


def _encoded(key: Any, number: int, place: Place) -> int | bytes:
    row = storage_of(number)
    assert row is not None
    if row.kind == "string":
        if not isinstance(key, (str, bytes)):
            raise refusal(place, f"a key is of type {type(key).__name__}, needed text")
        return string_bytes(key, place)
    value = integer(key, place)
    low, high = bounds(row.bits, row.kind == "signed")
    if not max(low, _INT64[0]) <= value <= min(high, _INT64[1]):
        why = "the list of keys" if low <= value <= high else row.name
        raise refusal(place, f"key {value} is more than {why} can hold")
    return value


def string_bytes(text: str | bytes, place: Place) -> bytes:
    """Return text as UTF-8, a byte that was none (surrogateescape) as it was."""
    if isinstance(text, bytes):
        return text
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise refusal(place, f"text that is not Unicode: {error.reason}") from error
