"""All tensors of a document with what is wrong with them, those that are alike judged once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ... import schema
from ...model.graph.names import slot
from ...model.tensor.byte_order import byte_order
from ...model.tensor.fault import (
    ABSENT,
    BESIDE_EXTERNAL,
    IGNORED_EXTERNAL,
    TWO_FIELDS,
    WRONG_FIELD,
    Fault,
)
from ...model.tensor.problems import amount_fault, declared_faults
from ...model.tensor.storage import RAW, Storage
from ...model.tensor.values import CHECKED, value_faults
from ...model.tensors import DATA_FIELDS
from ...schema.data_types import DataType
from ...tree.document import Document
from ...tree.merged import Merged
from ...tree.slots import SPECS
from ...wire.kinds import LEN
from ..slots import WIDTHS
from ..types.places import merged

if TYPE_CHECKING:
    from ..context import Context

BYTE_ORDER = "byte order"  # of a shape, a fault of this room
_TENSOR = schema.message("TensorProto")
_DATA = {slot("TensorProto", name): name for name in DATA_FIELDS}
_SMALL = frozenset(
    slot("TensorProto", name) for name in ("dims", "data_type", "segment", "data_location")
)
_ONE_EACH = slot("TensorProto", "string_data")  # a record is an element, whatever it holds
_MANY = 1024  # bytes of typed data that may be a waste
_SHAPE = 128  # bytes of integers that may be a shape
_WINDOW = 1 << 12
_LONGEST = 10  # bytes of a varint


class Tensors:
    """The tensors of a document; ``of`` gives the faults of one kind with their tensors."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._index = context.document.index
        self._near = _Near(context.document)
        self._slots, self._heads = self._index.slot.tobytes(), self._index.head.tobytes()
        self._forms: dict[tuple[bytes, bytes], _Form] = {}
        self._quiet: dict[object, DataType] = {}
        self._found: dict[str, list[Fault]] = {}
        for row in context.rows_of(_TENSOR):
            if row == 0 or self._index.head[row] & 7 == LEN:
                for fault in self._faults(row):
                    self._found.setdefault(fault.kind, []).append(fault)

    def of(self, kind: str) -> list[Fault]:
        """Return the faults of one kind, in file order."""
        return self._found.get(kind, [])

    def _faults(self, row: int) -> Iterator[Fault]:
        form = self._form(row)
        key = self._key(form, row)
        type = self._quiet.get(key)
        if type is not None:
            if self._may_be_odd(form, row, type):
                yield from self._values(Storage(Merged(self._context.document, _TENSOR, (row,))))
            return
        tensor = merged(self._context, row)
        if tensor is None or not self._context.is_whole(tensor):
            return
        storage = Storage(tensor)
        found = list(self._stated(storage))
        if not found and storage.type is not None and tensor.rows == (row,):
            self._quiet[key] = storage.type
        yield from found
        yield from self._values(storage)

    def _form(self, row: int) -> _Form:
        after = self._index.next[row]
        key = self._slots[2 * row + 2 : 2 * after], self._heads[row + 1 : after]
        found = self._forms.get(key)
        if found is None:
            found = self._forms[key] = _Form(len(self._forms), self._index, row)
        return found

    def _key(self, form: _Form, row: int) -> object:
        """Return what tensors have in common that dims, type and amount cannot tell apart."""
        index, read = self._index, self._near.read
        starts, nexts = index.start, index.next
        small = [read(starts[row + at], starts[nexts[row + at]]) for at in form.small]
        amounts = [self._amount(row + at) for at in form.runs]
        return form.number, b"".join(small), *amounts

    def _amount(self, row: int) -> object:
        """Return how much a record holds: bytes, or elements of a packed run of varints."""
        index = self._index
        start, end = index.payload(row), index.end(row)
        if WIDTHS.get(index.slot[row], 1) or end - start > CHECKED:
            return end - start if WIDTHS.get(index.slot[row], 1) else row
        return len(self._near.read(start, end).translate(None, _CONTINUED))

    def _stated(self, storage: Storage) -> Iterator[Fault]:
        """Yield what is wrong with type, dims, fields and amount, each cause once."""
        found = [fault for fault in declared_faults(storage) if _counts(storage, fault)]
        yield from found
        kinds = {fault.kind for fault in found}
        if storage.is_external or self._cannot_tell(storage):
            return
        for fault in amount_fault(storage):
            told = fault.kind == ABSENT and kinds & {WRONG_FIELD, IGNORED_EXTERNAL}
            if not told and not _is_lost(storage.tensor):
                yield fault

    def _cannot_tell(self, storage: Storage) -> bool:
        """Whether only long data would tell how many entries there are."""
        if self._context.deep or storage.type is None or not storage.place or storage.is_block:
            return False
        records = storage.tensor.records(storage.place)
        taken = sum(record.payload.size for record in records)
        is_short = taken <= CHECKED or WIDTHS.get(slot("TensorProto", storage.place), 1)
        return not is_short and storage.needed <= taken <= _LONGEST * storage.needed

    def _values(self, storage: Storage) -> Iterator[Fault]:
        if storage.type is None or storage.is_external or not storage.place:
            return
        taken = sum(record.payload.size for record in storage.tensor.records(storage.place))
        is_end = storage.place == RAW and storage.type.bits < 8  # one byte is read
        if taken <= CHECKED or self._context.deep or is_end:
            yield from value_faults(storage)
        order = byte_order(storage) if storage.place == RAW else ""
        if order:
            yield Fault(BYTE_ORDER, order, storage.tensor.records(RAW)[-1])

    def _may_be_odd(self, form: _Form, row: int, type: DataType) -> bool:
        """Whether values may not fit their type, by a look at their bytes."""
        if not form.data:
            return False
        if len(form.data) > 1:
            return form.place == "int32_data" and type.bits < 32
        start, end = self._index.payload(row + form.data[0]), self._index.end(row + form.data[0])
        if end - start > CHECKED and not (self._context.deep or type.bits < 8):
            return False
        if form.place == RAW:
            if type.kind == "bool":
                return bool(self._near.read(start, min(end, start + CHECKED)).strip(b"\0\1"))
            return type.bits < 8 or self._may_be_turned(start, end, type)
        if form.place == "int32_data" and type.bits < 32:
            data = self._near.read(start, min(end, start + CHECKED))
            is_plain = data.isascii() if type.kind != "bool" else not data.strip(b"\0\1")
            return type.bits < 8 or not is_plain or end - start >= _MANY
        if form.place == "uint64_data" and type.bits < 64:
            return not self._near.read(start, min(end, start + CHECKED)).isascii()
        return False

    def _may_be_turned(self, start: int, end: int, type: DataType) -> bool:
        """Whether integers are large and begin with a 0, as one does with its bytes reversed."""
        if end - start > _SHAPE or type.kind not in ("signed", "unsigned") or type.bits < 32:
            return False
        data, size = self._near.read(start, end), type.bits // 8
        return data[:1] == b"\0" and any(data[size - 1 :: size])


_CONTINUED = bytes(range(128, 256))  # bytes that do not end a varint


class _Form:
    """What tensors with the same records have in common; places are rows, counted from theirs.

    ``small`` are those of dims, types and locations, ``runs`` those of data whose amount is not
    told by the number of records, ``data`` those of all data of the field ``place``, the last one.
    """

    __slots__ = ("data", "number", "place", "runs", "small")

    def __init__(self, number: int, index: object, row: int) -> None:
        from ...wire.index import Index

        assert isinstance(index, Index)
        self.number = number
        kids = list(index.children(row))
        self.small = [kid - row for kid in kids if index.slot[kid] in _SMALL]
        data = [kid for kid in kids if index.slot[kid] in _DATA]
        self.runs = [
            kid - row for kid in data if index.slot[kid] != _ONE_EACH and index.head[kid] & 7 == LEN
        ]
        self.place = _DATA[index.slot[data[-1]]] if data else ""
        self.data = [kid - row for kid in data if index.slot[kid] == index.slot[data[-1]]]


class _Near:
    """Reads small pieces that stand near each other at once."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._start, self._data = 0, b""

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes from start up to end."""
        at = start - self._start
        if not 0 <= at <= at + end - start <= len(self._data):
            if end - start > _WINDOW:
                return self._document.read(start, end)
            self._start, at = start, 0
            self._data = self._document.read(start, min(start + _WINDOW, self._document.size))
        return self._data[at : at + end - start]


def _counts(storage: Storage, fault: Fault) -> bool:
    """Whether a fault is one to a parser, to which a list without elements is absent."""
    if fault.kind not in (BESIDE_EXTERNAL, WRONG_FIELD, TWO_FIELDS):
        return fault.kind != IGNORED_EXTERNAL or not _is_lost(storage.tensor)
    name = fault.field.name
    return name == "string_data" or any(r.payload.size for r in storage.tensor.records(name))


def _is_lost(tensor: Merged) -> bool:
    """Whether a record of a known field cannot be read as one, which is a fault of its own."""
    return any(SPECS[tensor.document.index.slot[field.row]] for field in tensor.unknown())
