"""What is wrong with the keys of a map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...schema.data_types import storage_of
from ...tree.field import Field
from ...tree.names import quote
from ..types.remarks import KEY_TYPES, key_type_remark
from ..words import NAME_LIMIT, data_type
from .integers import bounds
from .problem import Problem, field_of, offset_of

if TYPE_CHECKING:
    from .data_value import DataValue

Found = Iterator[Problem]


def key_type_problems(value: DataValue) -> Found:
    number, message = value.key_type, value.message
    where = field_of(value, "key_type")
    remark = key_type_remark(number)
    if remark:
        yield Problem(where, remark)
    integers, strings = message.elements("keys"), message.count("string_keys")
    if integers and strings:
        both = (
            f"keys holds {integers:,} ({offset_of(message, 'keys')}) and string_keys {strings:,} "
        )
        text = f"{both}({offset_of(message, 'string_keys')}); a map has one of them"
        yield Problem(where, f"{text}, here {value.key_field} by its key_type")
    elif number in KEY_TYPES and (integers or strings):
        needed = "string_keys" if data_type(number or 0) == "STRING" else "keys"
        if needed != value.key_field:
            text = f"key_type {data_type(number or 0)} disagrees with {value.key_field}, which "
            held = f"holds {integers or strings:,} ({offset_of(message, value.key_field)})"
            yield Problem(where, f"{text}{held}; readers see no keys")
    if value.key_field == "keys":
        yield from _key_range(value)


def _key_range(value: DataValue) -> Found:
    """Tell the first integer key that its type cannot hold."""
    storage = storage_of(value.key_type or 0)
    if storage is None or storage.kind not in ("signed", "unsigned"):
        return
    low, high = bounds(storage.bits, storage.kind == "signed")
    for at, key in enumerate(value.keys):
        if isinstance(key, int) and not low <= key <= high:
            yield Problem(_key(value, at), f"key {key} is no {storage.name}, {low} to {high}")
            return


def count_problems(value: DataValue) -> Found:
    keys, items, name = len(value.keys), len(value.items), value.key_field
    if keys == items:
        return
    at_keys = f" ({offset_of(value.message, name)})" if keys else ""
    at_values = f" ({offset_of(value.message, 'values')})" if value.holder is not None else ""
    text = f"{name} holds {keys:,}{at_keys}, values holds {items:,}{at_values}; needed as many"
    yield Problem(value.field, text)


def repeated_keys(value: DataValue) -> Found:
    """Tell the first key that stands twice, and how many do."""
    first: dict[int | str, int] = {}
    again: list[tuple[int, int]] = []
    for at, key in enumerate(value.keys):
        before = first.setdefault(key, at)
        if before != at:
            again.append((before, at))
    if not again:
        return
    before, at = again[0]
    one, other = _key(value, before), _key(value, at)
    text = f"key {_key_text(value.keys[at])} stands at {before} (offset {one.start}) and {at} "
    more = f"; {len(again):,} keys are repeats" if len(again) > 1 else ""
    yield Problem(other, f"{text}(offset {other.start}){more}; readers keep the last")


def _key_text(key: int | str) -> str:
    if isinstance(key, int):
        return str(key)
    return quote(key if len(key) <= NAME_LIMIT else key[:NAME_LIMIT] + "…")


def _key(value: DataValue, number: int) -> Field:
    """Return the field of a key by its number, which is smaller than their count."""
    document = value.message.document
    for record in value.message.records(value.key_field):
        run = document.run_of(record.row)
        if run is None and number == 0:
            return record
        count = 1 if run is None else len(run)
        if run is not None and number < count:
            span = run.element(number)
            assert span is not None
            return Field(document, record.row, number, span)
        number -= count
    raise AssertionError(number)
