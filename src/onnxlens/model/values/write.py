"""Writes Python objects as the bytes of TensorProto, SequenceProto, MapProto and their kin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..tensor.tensor import Tensor
from ..types.parse import parse_type
from ..types.value_type import Level, ValueType
from ..words import OWN_NAMES
from .arrays import convert
from .data_value import DataValue
from .kinds import KINDS, UNDEFINED, Kind
from .levels import levels_for
from .message_bytes import Message
from .objects import encoded_keys, inside, kind_of, string_bytes
from .place import Place, refusal
from .sparse import SparseTensor
from .tensor_bytes import fill_tensor
from .types import shape_faults, type_of

if TYPE_CHECKING:
    from .arrays import Array

_INT64 = OWN_NAMES["INT64"]
_Task = tuple[Message, Any, Place, bytes]  # message to fill, object, its place, name


def encode(value: Any, like: ValueType | str | None = None, name: str = "") -> bytes:
    """Return a value as the message that stores it, in a file such as ``input_0.pb``.

    Arrays, numpy scalars, numbers, text and bytes become a TensorProto, a list or tuple a
    SequenceProto, a dict a MapProto, None an empty OptionalProto; DataValue, Tensor and
    SparseTensor become what they are. ``like`` (a text is read by parse_type) decides where an
    object can be written in more than one way: the kind, so that ``optional(FLOAT)`` holds an
    array and ``FLOAT [2]`` makes a tensor of a list; the data type; the type inside an empty list
    (tensors if nothing says it). Without it an array keeps its own data type, a Python float is
    FLOAT and an int INT64.

    No value is changed but plain Python floats, which are rounded to the data type. Raises
    DataError with the place of what does not fit: another kind, a shape or data type unlike that
    of ``like``, elements that the data type cannot hold, mixed data types or kinds.

    Fields stand in order of number and varints are the shortest, as the onnx package writes them.
    Elements are in ``raw_data``, strings in ``string_data``. The cost does not grow with depth.
    """
    if isinstance(like, str):
        like = parse_type(like)
    if like is None and isinstance(value, DataValue):
        like = type_of(value)
    return _Writer(levels_for(value, like)).write(value, string_bytes(name, Place()))


class _Writer:
    """Writes one value, of which ``levels`` has the type at each depth."""

    def __init__(self, levels: list[Level]) -> None:
        self.levels = levels
        self.symbols: dict[str, int] = {}

    def write(self, value: Any, name: bytes) -> bytes:
        root = Message(KINDS[self.levels[0].kind].message)
        tasks: list[_Task] = [(root, value, Place(), name)]
        while tasks:
            message, thing, place, called = tasks.pop()
            level = self.levels[place.depth]
            called = called or string_bytes(_name(thing, level.kind), place)
            tasks += reversed(list(_FILLERS[level.kind](self, message, thing, place, called)))
        return root.to_bytes()

    # -- containers: each adds the messages inside, and yields them to be filled -----------------

    def sequence(self, message: Message, thing: Any, place: Place, name: bytes) -> Iterator[_Task]:
        """Fill a SequenceProto."""
        if name:
            message.data("name", name)
        yield from self._items(message, inside(thing, "sequence", place), place)

    def map(self, message: Message, thing: Any, place: Place, name: bytes) -> Iterator[_Task]:
        """Fill a MapProto, whose values are a SequenceProto."""
        if name:
            message.data("name", name)
        key_type = self.levels[place.depth].data_type
        if key_type is None:
            raise refusal(place, 'a map without entries; needed like="map(INT64, …)" or such')
        message.number("key_type", key_type)
        for key in encoded_keys(thing, key_type, place):
            if isinstance(key, int):
                message.number("keys", key)
            else:
                message.data("string_keys", key)
        yield from self._items(message.message("values"), inside(thing, "map", place), place)

    def optional(self, message: Message, thing: Any, place: Place, name: bytes) -> Iterator[_Task]:
        """Fill an OptionalProto; without a value ``elem_type`` is 0, which all readers take."""
        if name:
            message.data("name", name)
        found = inside(thing, "optional", place)
        kind = self._kind(place)
        message.number("elem_type", kind.number if found else UNDEFINED or 0)
        for where, item in found:
            yield message.message(kind.one), item, where, b""

    def _items(
        self, message: Message, items: list[tuple[Place, Any]], place: Place
    ) -> Iterator[_Task]:
        kind = self._kind(place)
        message.number("elem_type", kind.number)
        for where, item in items:
            yield message.message(kind.many), item, where, b""

    def _kind(self, place: Place) -> Kind:
        """Return the kind inside a container; tensor where nothing tells it."""
        at = place.depth + 1
        return KINDS[self.levels[at].kind if at < len(self.levels) else "tensor"]

    # -- leaves ------------------------------------------------------------------------------------

    def tensor(self, message: Message, thing: Any, place: Place, name: bytes) -> Iterator[_Task]:
        """Fill a TensorProto."""
        tensor = thing.tensor if isinstance(thing, DataValue) else thing
        array = self._array(tensor, place)
        self._check(array.shape, place)
        fill_tensor(message, array, self._data_type(place), name, place)
        return iter(())

    def sparse(self, message: Message, thing: Any, place: Place, name: bytes) -> Iterator[_Task]:
        """Fill a SparseTensorProto; the name is that of its values."""
        sparse = thing.sparse if isinstance(thing, DataValue) else thing
        self._check(sparse.dims, place)
        if sparse.values is not None:
            values = self._array(sparse.values, place)
            fill_tensor(message.message("values"), values, self._data_type(place), name, place)
        if sparse.indices is not None:
            indices = _elements(sparse.indices, _INT64, place)
            fill_tensor(message.message("indices"), indices, _INT64, b"", place)
        for size in sparse.dims:
            message.number("dims", size)
        return iter(())

    def _array(self, thing: Any, place: Place) -> Array:
        return _elements(thing, self._data_type(place), place)

    def _data_type(self, place: Place) -> int:
        return self.levels[place.depth].data_type or 0

    def _check(self, dims: tuple[int, ...], place: Place) -> None:
        for text in shape_faults(dims, self.levels[place.depth], self.symbols):
            raise refusal(place, text)


_FILLERS = {
    "tensor": _Writer.tensor, "sparse_tensor": _Writer.sparse, "sequence": _Writer.sequence,
    "map": _Writer.map, "optional": _Writer.optional,
}  # fmt: skip


def _elements(thing: Any, data_type: int, place: Place) -> Array:
    return convert(thing.numpy() if isinstance(thing, Tensor) else thing, data_type, place)


def _name(thing: Any, kind: str) -> str:
    """Return the name that an object brings along, if it is written as what it is."""
    if isinstance(thing, Tensor):
        return thing.name if kind == "tensor" else ""
    if isinstance(thing, SparseTensor) and isinstance(thing.values, Tensor):
        return thing.values.name if kind == "sparse_tensor" else ""
    return thing.name if isinstance(thing, DataValue) and kind_of(thing) == kind else ""
