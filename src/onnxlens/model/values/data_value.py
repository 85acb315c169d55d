"""A value of a data file as its bytes hold it, read level by level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import DataError
from ...tree.field import Field
from ...tree.merged import Merged
from ..tensor.tensor import Tensor
from .kinds import BY_MESSAGE, BY_NUMBER, KINDS, UNDEFINED, Kind, elem_type_text

if TYPE_CHECKING:
    from ..external.files import DataFiles
    from .problem import Problem
    from .sparse import SparseTensor

_STRING = 8  # TensorProto.STRING


class DataValue:
    """A TensorProto, SparseTensorProto, SequenceProto, MapProto or OptionalProto.

    It reads what is asked for, and shows what is there even where a standard reader would miss it:
    elements in a list that ``elem_type`` does not name, keys without values. ``problems`` says
    what is wrong. ``kind`` is a word of ValueType.kind. Nothing about it is recursive: use
    ``walk`` for the values inside. Two are equal if kinds, keys, data types, shapes and all
    elements are, bit for bit; names do not count. ``files`` is handed to each Tensor.

    Raises DataError for any other message. Source: onnx-data.proto.
    """

    __slots__ = ("_holder", "_item_kind", "_items", "files", "kind", "message")

    def __init__(self, message: Merged, files: DataFiles | None = None) -> None:
        kind = BY_MESSAGE.get(message.spec.name)
        if kind is None:
            needed = ", ".join(BY_MESSAGE)
            raise DataError(
                f"{message.spec.name} is no value; needed {needed}", path=_path(message)
            )
        self.kind = kind.name
        self.message = message
        self.files = files
        self._items: list[DataValue] | None = None
        self._item_kind: Kind | None = None
        self._holder: Merged | None = None

    def __repr__(self) -> str:
        count = len(self.items)
        inside = "" if self.is_leaf else f", {count:,} item{'' if count == 1 else 's'}"
        return f"<DataValue {self.kind}{inside} at {self.field.start}>"

    def __eq__(self, other: object) -> bool:
        from .equal import equal

        return equal(self, other) if isinstance(other, DataValue) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it may hold a gigabyte

    # -- what it is --------------------------------------------------------------------------

    @property
    def is_leaf(self) -> bool:
        """Whether it is a tensor or sparse tensor, which has no items."""
        return self.kind in ("tensor", "sparse_tensor")

    @property
    def field(self) -> Field:
        """Where it stands: the last record that it is read from."""
        return self.message.field

    @property
    def name(self) -> str:
        """Its name, empty where it is absent; a sparse tensor has that of its values."""
        if self.kind != "sparse_tensor":
            return self.message.text("name")
        values = self.message.message("values")
        return values.text("name") if values else ""

    @property
    def elem_type(self) -> int | None:
        """The stated kind of its items, a number of SequenceProto.DataType; None where absent.

        Of a map it is that of the sequence of its values.
        """
        holder = self.holder
        if holder is None or not holder.has("elem_type"):
            return None
        return holder.number("elem_type")

    @property
    def key_type(self) -> int | None:
        """The stated data type of a map's keys; None where it is absent, and for other kinds."""
        if self.kind != "map" or not self.message.has("key_type"):
            return None
        return self.message.number("key_type")

    # -- what is in it -----------------------------------------------------------------------

    @property
    def holder(self) -> Merged | None:
        """The message whose fields hold its items: for a map the sequence in ``values``."""
        if self.kind == "map" and self._holder is None:
            self._holder = self.message.message("values")
        return self._holder if self.kind == "map" else None if self.is_leaf else self.message

    @property
    def filled(self) -> list[Kind]:
        """The kinds whose field holds an item; more than one is a fault."""
        holder = self.holder
        if holder is None:
            return []
        return [kind for kind in KINDS.values() if holder.count(self.field_of(kind))]

    @property
    def item_kind(self) -> Kind | None:
        """The kind of the items that are shown: the stated one if its field holds any, else the
        first that holds one; without items the stated one, if it is one.
        """
        if self._item_kind is None:
            stated, filled = BY_NUMBER.get(self.elem_type or 0), self.filled
            self._item_kind = stated if stated in filled or not filled else filled[0]
        return self._item_kind

    @property
    def items(self) -> list[DataValue]:
        """The values inside it: none or one of an optional; none of a tensor."""
        if self._items is None:
            self._items = self._read_items()
        return self._items

    @property
    def keys(self) -> list[int | str]:
        """The keys of a map in file order; text with what is not UTF-8 as surrogates.

        It may be longer or shorter than ``items``.
        """
        if self.kind != "map":
            return []
        found = self.message[self.key_field]
        assert isinstance(found, list)
        return [
            key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else key
            for key in found
            if isinstance(key, (int, bytes))
        ]

    @property
    def key_field(self) -> str:
        """The list of a map whose keys are shown: the one of its ``key_type``, if it is filled."""
        named, other = "keys", "string_keys"
        if self.key_type == _STRING:
            named, other = other, named
        return named if self.message.count(named) or not self.message.count(other) else other

    @property
    def empty(self) -> str:
        """How an optional says that it has no value: ``no bytes``, ``no elem_type`` (with a name),
        ``elem_type 0 (UNDEFINED)``, or ``elem_type 1 (TENSOR) without tensor_value``. Empty text
        for any other value.
        """
        if self.kind != "optional" or self.items:
            return ""
        if all(not field.payload.size for field in self.message.fields):
            return "no bytes"
        kind, text = BY_NUMBER.get(self.elem_type or UNDEFINED or 0), elem_type_text(self.elem_type)
        return f"{text} without {kind.one}" if kind else text

    @property
    def tensor(self) -> Tensor:
        """The tensor that it is; no data is read yet. Raises DataError if it is none."""
        self._needs("tensor")
        return Tensor(self.message, self.files)

    @property
    def sparse(self) -> SparseTensor:
        """The sparse tensor that it is. Raises DataError if it is none."""
        from .sparse import read_sparse

        self._needs("sparse_tensor")
        return read_sparse(self.message, self.files)

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with it, apart from the values inside it."""
        from .problems import problems

        return list(problems(self))

    def field_of(self, kind: Kind) -> str:
        """Return the name of the field that holds items of a kind."""
        return kind.one if self.kind == "optional" else kind.many

    def _read_items(self) -> list[DataValue]:
        holder, kind = self.holder, self.item_kind
        if holder is None or kind is None:
            return []
        if self.kind == "optional":
            content = holder.message(kind.one)
            return [DataValue(content, self.files)] if content else []
        return [DataValue(content, self.files) for content in holder.each(kind.many)]

    def _needs(self, kind: str) -> None:
        if self.kind != kind:
            raise DataError(f"the value is a {self.kind}, no {kind}", path=_path(self.message))


def _path(message: Merged) -> str:
    return message.field.path
