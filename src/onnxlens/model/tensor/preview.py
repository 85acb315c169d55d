"""The first elements of a stored tensor in plain Python, of any type and storage.

At most the bytes of the elements that are asked for are read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...schema.data_types import DataType
from ...tree.merged import Merged
from ..words import NAME_LIMIT
from . import bits
from .bits import Element
from .storage import Storage

if TYPE_CHECKING:
    from ..external.files import DataFiles


def first_elements(
    tensor: Merged, limit: int, files: DataFiles | None = None, *, text: int = 4 * NAME_LIMIT
) -> list[Element] | None:
    """Return at most ``limit`` elements of a TensorProto, as far as they are there.

    Numbers as int, float, complex or bool; strings as str (surrogateescape), of each the first
    ``text`` bytes. None where the type is absent or unknown, where no data field of it is
    present, and for external data without ``files``. Raises SourceError for an external file that
    cannot be had.
    """
    return first_of(Storage(tensor, files), limit, files is not None, text)


def first_of(
    storage: Storage, limit: int, outside: bool, text: int = 4 * NAME_LIMIT
) -> list[Element] | None:
    """Return the same of a storage; ``outside`` is whether external files may be read."""
    type = storage.type
    if type is None or not storage.place or (storage.is_external and not outside):
        return None
    if type.kind == "string":
        return None if storage.is_external else _strings(storage, limit, text)
    if storage.is_block:
        source, offset, size = storage.block()
        data = bytes(source.read(offset, min(size, type.bytes_for(limit))))
        found, unit = bits.elements(type, data), len(data)
        needed = type.bytes_for
    else:
        entries = storage.tensor.numbers(storage.place, type.entries_for(limit))
        found, unit = _from_entries(type, entries), len(entries)
        needed = type.entries_for
    if type.bits < 8 and unit == needed(storage.count):
        limit = min(limit, storage.count)  # what is left of the last byte is padding
    return found[:limit]


def _from_entries(type: DataType, entries: list[int | float]) -> list[Element]:
    if type.kind == "complex":
        return bits.paired([*entries])
    if type.field != "int32_data" or type.name == "INT32":
        mask = (1 << type.bits) - 1
        whole = type.kind == "unsigned"  # UINT32 keeps the low half of an entry
        return [entry & mask if whole and isinstance(entry, int) else entry for entry in entries]
    if type.elements == 1:
        return [bits.number(type, int(entry)) for entry in entries]
    data = bytes(int(entry) & 0xFF for entry in entries)
    return bits.elements(type, data)


def _strings(storage: Storage, limit: int, text: int) -> list[Element]:
    records = storage.tensor.records("string_data")[:limit]
    values = (record.preview(text) for record in records)
    return [v.decode("utf-8", "surrogateescape") for v in values if isinstance(v, bytes)]
