"""Files of arrays: .npy, .npz and .json, read and written as values."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..errors import DataError, OnnxLensError, SourceError
from ..model.types.parse import parse_type
from ..model.types.value_type import Level
from ..model.values.data_value import DataValue
from ..model.values.place import Place
from ..model.values.walk import inside
from ..model.values.write import encode
from ..model.words import OWN_NAMES
from ..schema.data_types import DataType, data_types

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_EXTENSIONS = "needed a name that ends in .npy, .npz or .json"
_LISTED = "arr_"  # how numpy names the arrays of an .npz that have only a number
_TEXT = 1 << 30  # bytes of an array of strings, each as long as the longest
_DIGITS = 20  # of a key that is an integer
_EXTENDED = {row.dtype: row for row in data_types() if row.is_extended}


# -- read ----------------------------------------------------------------------------------------


def encoded(path: str, like: str | None = None, name: str = "") -> bytes:
    """Return what a file of arrays holds as the message that stores it; see ``encode``.

    In these files all keys are text; those that are integers become such where ``like`` says it.
    Raises as ``load`` and ``encode`` do, and TypeSyntaxError for ``like``.
    """
    type_ = None if like is None else parse_type(like)
    value = load(path)
    return encode(value if type_ is None else _keyed(value, type_.levels), type_, name)


def load(path: str) -> Any:
    """Return what a file of arrays holds: an array, a list or dict of arrays, or what JSON says.

    An .npz whose arrays are ``arr_0``, ``arr_1`` … is a list. Raises SourceError where the file
    cannot be read, OnnxLensError for another extension.
    """
    import zipfile
    import zlib

    readers = {".npy": _npy, ".npz": _npz, ".json": _json}
    read = readers.get(_extension(path))
    if read is None:
        raise OnnxLensError(f"{path}: {_EXTENSIONS}")
    try:
        return read(path)
    except OSError as error:
        raise SourceError(error.strerror or str(error), name=path) from error
    except MemoryError as error:  # a header may state any shape
        raise SourceError("states more elements than memory has room for", name=path) from error
    except RecursionError as error:
        raise SourceError("is nested too deep for the reader of JSON", name=path) from error
    except (ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise SourceError(f"cannot be read: {error}", name=path) from error


def _extension(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _npy(path: str) -> Any:
    import numpy as np

    with open(path, "rb") as file:
        return np.lib.format.read_array(file, allow_pickle=False)


def _npz(path: str) -> Any:
    import numpy as np

    with open(path, "rb") as file:
        found = np.load(file, allow_pickle=False)
        if isinstance(found, np.ndarray):
            raise ValueError("it is one array, an .npy")
        arrays = {name: found[name] for name in found.files}
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray):
            raise ValueError(f"{name} in it is no array")
    listed = [f"{_LISTED}{number}" for number in range(len(arrays))]
    return [arrays[name] for name in listed] if set(listed) == set(arrays) else arrays


def _json(path: str) -> Any:
    import json

    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    if isinstance(found, dict) and {"format", "root", "kind"} <= set(found):
        raise ValueError("it is what values --json prints; needed plain lists, numbers and text")
    return found


def _keyed(value: Any, levels: tuple[Level, ...]) -> Any:
    """Return a value whose dicts have integers as keys where their level is a map of such."""
    out = [value]
    todo: list[tuple[Any, Any, int]] = [(out, 0, 0)]  # what is in this, at this key, at this depth
    while todo:
        holder, key, depth = todo.pop()
        level, thing = levels[depth] if depth < len(levels) else None, holder[key]
        if level is None or not isinstance(thing, (dict, list)):
            continue
        if level.kind == "optional":
            todo.append((holder, key, depth + 1))
        elif level.kind == "map" and isinstance(thing, dict):
            if level.data_type not in (None, OWN_NAMES["STRING"]):
                thing = holder[key] = {_integer(text): item for text, item in thing.items()}
            todo += [(thing, at, depth + 1) for at in thing]
        elif level.kind == "sequence" and isinstance(thing, list):
            todo += [(thing, at, depth + 1) for at in range(len(thing))]
    return out[0]


def _integer(text: Any) -> Any:
    """Return the integer that a text is in its usual spelling, any other key as it is."""
    digits = str(text).removeprefix("-")
    whole = digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS
    return int(text) if whole and str(int(text)) == text else text


# -- write ---------------------------------------------------------------------------------------


def save(value: DataValue, path: str) -> str:
    """Write a tensor to .npy, the tensors of a list or map to .npz; return what was written.

    A sparse tensor becomes dense. Data types that numpy lacks become float32, int8 or uint8, which
    hold all of their numbers. A file that is there is written anew. Raises DataError for what has
    no array, OnnxLensError for another extension, SourceError where it cannot be written.
    """
    value = _held(value)
    wanted = ".npy" if value.is_leaf else ".npz"
    if _extension(path) != wanted:
        raise OnnxLensError(f"{path}: for a {_kind(value)} needed a name that ends in {wanted}")
    changes: set[str] = set()
    arrays = {name: _plain(item, changes) for name, item in _arrays(value)}
    try:
        (_put_npy if value.is_leaf else _put_npz)(path, arrays)
    except OSError as error:
        raise SourceError(error.strerror or str(error), name=path) from error
    one = next(iter(arrays.values()), None) if value.is_leaf else None
    said = f"{len(arrays):,} arrays" if one is None else f"{one.dtype} {list(one.shape)}"
    return "; ".join([f"{path}: {said}", *sorted(changes)])


def _held(value: DataValue) -> DataValue:
    """Return what an optional holds, or the value itself. Raises DataError for an empty one."""
    while value.kind == "optional":
        if not value.items:
            raise DataError("an empty optional has no array", path=value.field.path)
        value = value.items[0]
    return value


def _kind(value: DataValue) -> str:
    return value.kind.replace("_", " ")


def _arrays(value: DataValue) -> Iterator[tuple[str, DataValue]]:
    """Yield name and tensor of each array: a number in a list, the key in a map, else nothing."""
    if value.is_leaf:
        yield "", value
        return
    keys = value.keys
    for number, (place, item) in enumerate(inside(Place(), value)):
        held = _held(item)
        if not held.is_leaf:
            raise DataError(f"{place} is a {_kind(held)}; an .npz holds tensors", path=str(place))
        if value.kind == "map" and not (number < len(keys) and _is_name(str(keys[number]))):
            raise DataError(f"{place} has no key that an .npz can hold", path=str(place))
        yield str(keys[number]) if value.kind == "map" else f"{_LISTED}{number}", held


def _is_name(text: str) -> bool:
    """Tell whether a zip keeps a name as it is: it has no NUL and all of it is Unicode."""
    return "\0" not in text and not any("\ud800" <= c <= "\udfff" for c in text)


def _plain(value: DataValue, changes: set[str]) -> Array:
    """Return the array of a tensor in a data type that numpy has itself."""
    import numpy as np

    if value.kind == "sparse_tensor":
        changes.add("a sparse tensor as dense")
    array: Array = value.tensor.numpy() if value.kind == "tensor" else value.sparse.dense()
    if array.dtype == object:
        return _text(array, value)
    row: DataType | None = _EXTENDED.get(array.dtype.name)
    if row is None:
        return array
    whole = {"signed": np.int8, "unsigned": np.uint8}
    plain: Array = array.astype(whole.get(row.kind, np.float32))
    changes.add(f"{row.name} as {plain.dtype}")
    return plain


def _text(array: Array, value: DataValue) -> Array:
    """Return strings as numpy stores them: all as long as the longest, NULs at the end dropped."""
    longest = max(map(len, array.flat), default=0)
    if 4 * longest * array.size > _TEXT:
        text = f"{array.size:,} strings of {longest:,} characters are too many for numpy"
        raise DataError(text, path=value.field.path)
    if any(text.endswith("\0") for text in array.flat):
        raise DataError("a string ends in a NUL, which numpy would drop", path=value.field.path)
    plain: Array = array.astype(f"U{max(longest, 1)}")
    return plain


def _put_npy(path: str, arrays: dict[str, Array]) -> None:
    import numpy as np

    with open(path, "wb") as file:
        np.lib.format.write_array(file, arrays[""], allow_pickle=False)


def _put_npz(path: str, arrays: dict[str, Array]) -> None:
    """Write an .npz; not by numpy.savez, whose own arguments some names would be."""
    import zipfile

    import numpy as np

    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def put(path: str, data: bytes) -> str:
    """Write bytes to a file; return what was written. Raises SourceError where that cannot be."""
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise SourceError(error.strerror or str(error), name=path) from error
    return f"{path}: {len(data):,} bytes"
