"""What is wrong with one value of a data file, apart from the values inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ...tree.merged import Merged
from ..explaining.sparse import EXPLAINS
from ..tensor.tensor import Tensor
from ..words import data_type
from .key_problems import count_problems, key_type_problems, repeated_keys
from .kinds import BY_NUMBER, UNDEFINED, Kind, elem_type_text
from .problem import Problem, field_of, offset_of

if TYPE_CHECKING:
    from .data_value import DataValue

_WHERE = 8  # dims that are written out

Found = Iterator[Problem]


def problems(value: DataValue) -> Found:
    """Yield what is wrong with a value: what was found, with numbers and offsets."""
    yield from _FINDERS[value.kind](value)


def _tensor(value: DataValue) -> Found:
    for text in value.tensor.problems:
        yield Problem(value.field, text)


def _sparse(value: DataValue) -> Found:
    for name in ("values", "indices"):
        yield from _twice(value.message, name)
        content = value.message.message(name)
        if content is not None:
            yield from (Problem(content.field, text) for text in Tensor(content).problems)
    if len(value.message.rows) > 1:
        return  # the explanation reads one record, and that there are two is said already
    for text in EXPLAINS["SparseTensorProto"](value.field, str):
        if not _says_where(text):
            yield Problem(value.field, text)


def _says_where(text: str) -> bool:
    """Tell whether an explanation of a sparse tensor says where its values are, no fault."""
    after_count = text.partition(" ")[2]
    return after_count.startswith(("value at ", "values at ")) or text.endswith("all are zero")


# -- sequences, maps and optionals ---------------------------------------------------------------


def _sequence(value: DataValue) -> Found:
    if value.elem_type in (None, UNDEFINED) and not value.filled:
        text = f"{elem_type_text(value.elem_type)}: a sequence names the kind of its elements, "
        yield Problem(field_of(value, "elem_type"), text + "also when it is empty")
    yield from _elem_type(value, "an empty list")
    yield from _one_data_type(value)


def _optional(value: DataValue) -> Found:
    yield from _elem_type(value, "no value")
    for kind in value.filled:
        yield from _twice(value.message, kind.one)
    if value.empty and value.elem_type not in (None, UNDEFINED):
        text = f"{value.empty}: it is empty, but the onnx package wants elem_type 0 for that"
        yield Problem(field_of(value, "elem_type"), text)


def _map(value: DataValue) -> Found:
    yield from _twice(value.message, "values")
    yield from key_type_problems(value)
    yield from count_problems(value)
    yield from repeated_keys(value)
    if value.holder is not None:
        yield from _sequence(value)


_FINDERS: dict[str, Callable[[DataValue], Found]] = {
    "tensor": _tensor, "sparse_tensor": _sparse, "sequence": _sequence, "map": _map,
    "optional": _optional,
}  # fmt: skip


def _elem_type(value: DataValue, seen: str) -> Found:
    """Tell whether ``elem_type`` names the one field that is filled."""
    filled, number = value.filled, value.elem_type
    stated, text = BY_NUMBER.get(number or 0), elem_type_text(number)
    where = field_of(value, "elem_type")
    if number not in (None, UNDEFINED) and stated is None:
        known = f"{min(BY_NUMBER)} to {max(BY_NUMBER)} are known"
        yield Problem(where, f"{text} is no kind of value; {known}")
    if filled and stated not in filled:
        held = _and(_held(value, kind) for kind in filled)
        readers = f"; readers see {seen}" if stated or value.kind == "optional" else ""
        yield Problem(where, f"{text} disagrees with {held}{readers}")
    elif len(filled) > 1:
        held = _and(_held(value, kind) for kind in filled if kind is not stated)
        yield Problem(where, f"{text}, but {held} too; readers do not see that")


def _held(value: DataValue, kind: Kind) -> str:
    """Return ``tensor_values, which holds 1 (offset 2)``."""
    assert value.holder is not None
    name = value.field_of(kind)
    holds = "" if value.kind == "optional" else f", which holds {value.holder.count(name):,}"
    return f"{name}{holds} ({offset_of(value.holder, name)})"


def _one_data_type(value: DataValue) -> Found:
    """Tell the first tensor of a sequence whose data type is unlike that of the first."""
    items = value.items if value.item_kind and value.item_kind.name == "tensor" else []
    types = [item.message.number("data_type") for item in items]
    for at, number in enumerate(types):
        if number != types[0]:
            text = f"element {at} is {data_type(number)}, element 0 is {data_type(types[0])}"
            yield Problem(items[at].field, f"{text}; all elements have one data type")
            return


def _twice(message: Merged, name: str) -> Found:
    """Tell whether a singular message stands twice in one record around it."""
    records = message.records(name)
    parents = [message.document.index.parent[record.row] for record in records]
    if len(set(parents)) == len(parents):
        return  # once, or because what is around it stands twice, which is said there
    content = message.message(name)
    assert content is not None
    into = "one message"
    if content.spec.name == "TensorProto":
        dims = ", ".join(map(str, content.numbers("dims", _WHERE)))
        into = f"dims [{dims}{', …' if content.elements('dims') > _WHERE else ''}]"
    where = " and ".join(str(record.start) for record in records[:2])
    text = f"{name} stands {len(records):,} times (offsets {where}); protobuf merges them to {into}"
    yield Problem(records[-1], text)


def _and(texts: Iterator[str]) -> str:
    return " and ".join(texts)
