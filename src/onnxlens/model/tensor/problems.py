"""What is wrong with the storage of a TensorProto: faults, and their sentences with numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import SourceError
from ...span import Span
from ...tree.field import Field
from ...tree.names import quote
from ..tensors import tensor_type
from ..words import NAME_LIMIT
from .dims import COUNT_LIMIT, size_text
from .fault import (
    ABSENT,
    BESIDE_EXTERNAL,
    EXTERNAL_ENTRIES,
    IGNORED_EXTERNAL,
    MISMATCH,
    RANK,
    RECORDS,
    SEGMENT,
    SIZE,
    STRING_OUTSIDE,
    TWO_FIELDS,
    TYPE,
    WRONG_FIELD,
    Fault,
)
from .storage import EXTERNAL, RAW, Storage
from .values import value_faults

_RANK = 64  # axes that numpy has


def problems(storage: Storage) -> list[str]:
    """Return what is wrong, worst first; empty where readers get what dims and type declare."""
    return [
        *(fault.text for fault in declared_faults(storage)),
        *(fault.text for fault in _external(storage)),
        *filter(None, [mismatch(storage)]),
        *(fault.text for fault in _records(storage)),
        *(fault.text for fault in value_faults(storage)),
    ]


def declared_faults(storage: Storage) -> Iterator[Fault]:
    """Yield what is wrong with type, dims and the choice of fields; no data is read for it."""
    yield from _type(storage)
    yield from _dims(storage)
    yield from _places(storage)


def amount_fault(storage: Storage) -> Iterator[Fault]:
    """Yield how the data differs from what dims and type declare, as ``mismatch`` says it."""
    text = mismatch(storage)
    if text is not None:
        records = storage.tensor.records(storage.place) if storage.place else []
        field = records[-1] if records else storage.tensor.field
        yield Fault(MISMATCH if storage.place else ABSENT, text, field)


def mismatch(storage: Storage) -> str | None:
    """Return how the data differs from what dims and type declare; None where it agrees.

    Where that cannot be told (no known type, a negative size, an external file that is not to be
    had) it is None too.
    """
    if storage.type is None or any(size < 0 for size in storage.dims):
        return None
    needed = storage.needed
    try:
        present = storage.present
    except SourceError:
        length = storage.external.length if storage.external else None
        present = needed if length is None else length
    if present == needed:
        return None
    if not storage.place:
        return _missing(storage)
    if needed >= 1 << 30 and needed > present:
        return _huge(storage, present)
    held = (
        f"{present:,} byte{'' if present == 1 else 's'}" if storage.is_block else _entries(present)
    )
    return f"{storage.place} has {held}; {tensor_type(storage.tensor)} needs {needed:,}"


def _missing(storage: Storage) -> str:
    return f"no data field, data_location DEFAULT, {_wanted(storage)} expected"


def _huge(storage: Storage, present: int) -> str:
    held = size_text(present) if storage.is_block else _entries(present)
    kind = tensor_type(storage.tensor)
    return f"{kind} declares {_wanted(storage)}, {storage.place} holds {held}"


def _entries(count: int) -> str:
    return f"{count:,} {'entry' if count == 1 else 'entries'}"


def _wanted(storage: Storage) -> str:
    """Return what dims and type ask for: bytes as in ``raw_data``, or strings."""
    assert storage.type is not None
    if storage.type.bits:
        return size_text(storage.type.bytes_for(storage.count))
    count = storage.count
    if count == COUNT_LIMIT:
        return "2^1024 strings or more"
    return f"{count:,} string{'' if count == 1 else 's'}"


def _type(storage: Storage) -> Iterator[Fault]:
    if storage.type is not None:
        return
    tensor, number = storage.tensor, storage.tensor.number("data_type")
    if not tensor.has("data_type"):
        yield Fault(TYPE, "data_type is absent", tensor.field)
        return
    record = tensor.records("data_type")[-1]
    what = "UNDEFINED" if number == 0 else "which is unknown"
    yield Fault(TYPE, f"data_type is {number}, {what}", record, record.payload)


def _dims(storage: Storage) -> Iterator[Fault]:
    tensor = storage.tensor
    for at, size in enumerate(storage.dims):
        if size < 0:
            field = _dim(storage, at)
            text = f"dims[{at}] is {size}; a stored size is 0 or more"
            yield Fault(SIZE, text, field, field.payload)
            break
    if len(storage.dims) > _RANK:
        text = f"{len(storage.dims):,} dims; numpy holds at most {_RANK}"
        yield Fault(RANK, text, tensor.records("dims")[0])
    segment = tensor.message("segment")
    if segment is not None:
        begin, end = segment.number("begin"), segment.number("end")
        text = f"segment {begin} to {end}: not supported by the onnx helpers"
        yield Fault(SEGMENT, text, segment.field)


def _dim(storage: Storage, number: int) -> Field:
    """Return the field of one of the dims."""
    document = storage.tensor.document
    for record in storage.tensor.records("dims"):
        run = document.run_of(record.row)
        if number < (1 if run is None else len(run)):
            span = run.element(number) if run is not None else None
            return record if span is None else Field(document, record.row, number, span)
        number -= 1 if run is None else len(run)
    raise IndexError(number)


def _places(storage: Storage) -> Iterator[Fault]:
    type, tensor = storage.type, storage.tensor
    if type is not None and not type.bits and storage.is_external:
        field = tensor.records("data_location")[-1]
        yield Fault(STRING_OUTSIDE, "STRING cannot be stored in another file", field)
    for name in storage.filled:
        found = _misplaced(storage, name) if name != storage.place else None
        if found is not None:
            yield Fault(*found, tensor.records(name)[-1])
    if not storage.is_external and tensor.count(EXTERNAL):
        text = "external_data is ignored because data_location is not EXTERNAL"
        yield Fault(IGNORED_EXTERNAL, text, tensor.records(EXTERNAL)[0])


def _misplaced(storage: Storage, name: str) -> tuple[str, str] | None:
    """Return kind and words for a data field that readers do not take the elements from."""
    type = storage.type
    if storage.is_external:
        return BESIDE_EXTERNAL, f"{name} is ignored because data_location is EXTERNAL"
    if type is not None and name != RAW and name != type.field:
        text = f"{name} is no place for {type.name}, which belongs in {type.field}"
        return WRONG_FIELD, text
    if name == RAW and type is not None:
        return WRONG_FIELD, f"raw_data must not hold {type.name}, which belongs in {type.field}"
    if storage.place == RAW:
        return TWO_FIELDS, f"raw_data and {name} are both set; readers take raw_data"
    return None


def _external(storage: Storage) -> Iterator[Fault]:
    external = storage.external
    if external is None:
        return
    field = storage.tensor.field
    yield from (Fault(EXTERNAL_ENTRIES, text, field) for text in external.problems)
    if not storage.has_files:
        return
    try:
        rest = storage.rest()
    except SourceError as error:
        if external.placed:
            text = f"{quote(external.location[:NAME_LIMIT])}: {error}"
            yield Fault(EXTERNAL_ENTRIES, text, field)
        return
    if external.length is None and storage.type is not None and rest > storage.needed:
        text = (
            f"external_data has no length: {rest:,} bytes to the end of the file, "
            f"{storage.needed:,} needed; the onnx helpers read them all and fail"
        )
        yield Fault(EXTERNAL_ENTRIES, text, field)


def _records(storage: Storage) -> Iterator[Fault]:
    place, tensor = storage.place, storage.tensor
    if place in ("", EXTERNAL):
        return
    records = tensor.records(place)
    if place == RAW:
        if len(records) > 1:
            text = f"raw_data is set {len(records):,} times; the last one counts"
            yield Fault(RECORDS, text, records[-1])
        declared = records[-1].declared
        if declared is not None and declared > records[-1].payload.size:
            held = size_text(records[-1].payload.size)
            text = f"raw_data declares a length of {size_text(declared)}, {held} are in the file"
            yield Fault(RECORDS, text, records[-1])
        return
    for record in records:
        run = tensor.document.run_of(record.row)
        if run is not None and run.good_end() < run.end:
            rest = size_text(run.end - run.good_end())
            span = Span(run.good_end(), run.end)
            yield Fault(RECORDS, f"{place} ends in {rest} that hold no whole entry", record, span)
            return
