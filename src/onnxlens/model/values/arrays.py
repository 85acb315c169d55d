"""Python objects as numpy arrays of a data type, with no value changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...schema.data_types import DataType, data_types, storage_of
from ..tensor.arrays import dtype_of
from ..words import OWN_NAMES, data_type
from .integers import bounds
from .place import Place, refusal

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_BY_DTYPE = {row.dtype: row for row in data_types()}
_STRINGS = "OUST"  # kinds of numpy that hold text or bytes
# the data type of plain numbers, which have no width of their own
_PLAIN = {"DOUBLE": "FLOAT", "COMPLEX128": "COMPLEX64"}


def data_type_of(thing: Any, place: Place) -> int:
    """Return the data type that an object has by itself.

    That of an array or numpy scalar is its own. A Python float is FLOAT and a complex COMPLEX64,
    as ONNX models mostly want them; an int is INT64, or UINT64 where only that holds it; text and
    bytes are STRING; a list has the type of the array that numpy makes of it, FLOAT for DOUBLE.
    Raises DataError for anything else.
    """
    array = as_array(thing, place)
    name = "STRING" if array.dtype.kind in _STRINGS else _own(array, place).name
    return OWN_NAMES[_PLAIN.get(name, name) if is_plain(thing) else name]


def is_plain(thing: Any) -> bool:
    """Tell whether an object is plain Python, so that its numbers have no width of their own."""
    return not hasattr(thing, "dtype")


def _own(array: Array, place: Place) -> DataType:
    row = _BY_DTYPE.get(array.dtype.name)
    if row is None:
        raise refusal(place, f"{array.dtype} is no data type of ONNX")
    return row


def as_array(thing: Any, place: Place) -> Array:
    """Return an object as numpy array. Raises DataError for a ragged list and other objects."""
    import numpy as np

    try:
        array = np.asarray(thing)
        if (is_plain(thing) or isinstance(thing, str)) and array.dtype.kind not in "biuc":
            array = _exact(thing, array)
    except (ValueError, OverflowError, RecursionError) as error:
        raise refusal(place, f"a {type(thing).__name__} that is no array: {error}") from error
    if array.dtype == object:
        for item in array.flat:
            if not isinstance(item, (str, bytes)):
                text = f"{type(item).__name__} is no element of a tensor"
                raise refusal(
                    place, f"{text}; needed strings, or numbers that one type of numpy holds"
                )
    return array


def _exact(thing: Any, array: Array) -> Array:
    """Return the array of plain objects, as objects where numpy changed some.

    It makes floats of integers that are too large, text of numbers, and cuts NULs off strings.
    """
    import numpy as np

    objects = np.asarray(thing, dtype=object)
    if array.dtype.kind != "f":
        return objects
    same = (objects == array) | (objects != objects)
    return array if np.all(same) else objects


def convert(thing: Any, number: int, place: Place) -> Array:
    """Return an object as an array of a data type; each value is the same after it.

    Only plain Python floats and complex numbers are rounded, to the nearest, and have to be in
    range. Strings are an array of objects. Raises DataError where a value would change.
    """
    row = storage_of(number)
    if row is None:
        raise refusal(place, f"{data_type(number)} is no data type of elements")
    array = as_array(thing, place)
    if array.dtype.kind in _STRINGS:
        if row.kind != "string":
            raise refusal(place, f"elements are strings, needed {row.name}")
        return array.astype(object)
    own = _own(array, place)
    if row.kind == "string" or (own.kind == "complex" and row.kind != "complex"):
        raise refusal(place, f"elements are {own.name}, needed {row.name}")
    if own is row:
        return array
    return _cast(array, own, row, place, is_plain(thing))


def _cast(array: Array, own: DataType, row: DataType, place: Place, plain: bool) -> Array:
    import numpy as np

    rounds = plain and own.kind in ("float", "complex") and row.kind in ("float", "complex")
    with np.errstate(all="ignore"):
        out = array.astype(dtype_of(row))
        wide, back = _wide(array), _wide(out)
        same = (_near(wide, back, row) if rounds else _kept(wide, back)) | _both_nan(wide, back)
        if not rounds:
            same &= _in_range(wide, row) & _in_range(back, own)
    if not np.all(same):
        at = int(np.argmin(same.reshape(-1)))
        value = wide.reshape(-1)[at].item()
        changed = "" if rounds else " unchanged"
        raise refusal(place, f"element {at} is {value}, which {row.name} cannot hold{changed}")
    return out


def _wide(array: Array) -> Array:
    """Return elements of ml_dtypes in a type of numpy that holds each of them."""
    import numpy as np

    row = _BY_DTYPE[array.dtype.name]
    if not row.is_extended:
        return array
    return array.astype(np.float64 if row.kind == "float" else np.int64)


def _kept(wide: Array, back: Array) -> Any:
    """Tell which values are the same after a cast there and back; -0 to an integer is 0."""
    return wide == (back if wide.dtype.kind == "c" else back.real).astype(wide.dtype)


def _both_nan(wide: Array, back: Array) -> Any:
    return (wide != wide) & (back != back)


def _near(wide: Array, back: Array, row: DataType) -> Any:
    """Tell which floats are rounded only: infinite ones stay so, others are in range."""
    import ml_dtypes
    import numpy as np

    part = np.dtype(f"float{row.bits // 2}") if row.kind == "complex" else dtype_of(row)
    # ml_dtypes declares no types
    most = float(ml_dtypes.finfo(part).max)  # type: ignore[no-untyped-call]
    assert row.format is not None
    edge = most * (1 + 2.0 ** -(row.format.mantissa + 2))  # from there on the next one is nearer
    size = np.maximum(np.abs(wide.real), np.abs(wide.imag))
    return np.where(np.isfinite(wide), np.isfinite(back) & (size < edge), wide == back)


def _in_range(wide: Array, row: DataType) -> Any:
    """Tell which numbers an integer type has room for; a float type has for all.

    Not left to the cast there and back, which may wrap around twice.
    """
    import numpy as np

    if row.kind not in ("signed", "unsigned"):
        return np.ones(wide.shape, bool)
    low, high = bounds(row.bits, row.kind == "signed")
    if wide.dtype.kind in "fc":
        return (wide.real >= low) & (wide.real < float(high + 1))
    if wide.dtype.kind == "b":
        return np.ones(wide.shape, bool)
    own = np.iinfo(wide.dtype)
    return (wide >= max(low, own.min)) & (wide <= min(high, own.max))
