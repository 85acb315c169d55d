"""What is wrong with the storage of a TensorProto, as sentences with numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import SourceError
from ...tree.names import quote
from ..tensors import tensor_type
from ..words import NAME_LIMIT
from .dims import COUNT_LIMIT, size_text
from .storage import EXTERNAL, RAW, Storage
from .values import value_problems


def problems(storage: Storage) -> list[str]:
    """Return what is wrong, worst first; empty where readers get what dims and type declare."""
    return [
        *_type(storage),
        *_dims(storage),
        *_places(storage),
        *_external(storage),
        *filter(None, [mismatch(storage)]),
        *_records(storage),
        *value_problems(storage),
    ]


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


def _type(storage: Storage) -> Iterator[str]:
    if storage.type is not None:
        return
    number = storage.tensor.number("data_type")
    if not storage.tensor.has("data_type"):
        yield "data_type is absent"
    else:
        yield f"data_type is {number}, " + ("UNDEFINED" if number == 0 else "which is unknown")


def _dims(storage: Storage) -> Iterator[str]:
    for at, size in enumerate(storage.dims):
        if size < 0:
            yield f"dims[{at}] is {size}; a stored size is 0 or more"
            break
    if len(storage.dims) > 64:
        yield f"{len(storage.dims):,} dims; numpy holds at most 64"
    segment = storage.tensor.message("segment")
    if segment is not None:
        begin, end = segment.number("begin"), segment.number("end")
        yield f"segment {begin} to {end}: not supported by the onnx helpers"


def _places(storage: Storage) -> Iterator[str]:
    type, place = storage.type, storage.place
    if type is not None and not type.bits and storage.is_external:
        yield "STRING cannot be stored in another file"
    for name in storage.filled:
        if name == place:
            continue
        if storage.is_external:
            yield f"{name} is ignored because data_location is EXTERNAL"
        elif type is not None and name != RAW and name != type.field:
            yield f"{name} is no place for {type.name}, which belongs in {type.field}"
        elif name == RAW and type is not None:
            yield f"raw_data must not hold {type.name}, which belongs in {type.field}"
        elif place == RAW:
            yield f"raw_data and {name} are both set; readers take raw_data"
    if not storage.is_external and storage.tensor.count(EXTERNAL):
        yield "external_data is ignored because data_location is not EXTERNAL"


def _external(storage: Storage) -> Iterator[str]:
    external = storage.external
    if external is None:
        return
    yield from external.problems
    if not storage.has_files:
        return
    try:
        rest = storage.rest()
    except SourceError as error:
        if external.placed:
            yield f"{quote(external.location[:NAME_LIMIT])}: {error}"
        return
    if external.length is None and storage.type is not None and rest > storage.needed:
        yield (
            f"external_data has no length: {rest:,} bytes to the end of the file, "
            f"{storage.needed:,} needed; the onnx helpers read them all and fail"
        )


def _records(storage: Storage) -> Iterator[str]:
    place, tensor = storage.place, storage.tensor
    if place in ("", EXTERNAL):
        return
    records = tensor.records(place)
    if place == RAW:
        if len(records) > 1:
            yield f"raw_data is set {len(records):,} times; the last one counts"
        declared = records[-1].declared
        if declared is not None and declared > records[-1].payload.size:
            held = size_text(records[-1].payload.size)
            yield f"raw_data declares a length of {size_text(declared)}, {held} are in the file"
        return
    for record in records:
        run = tensor.document.run_of(record.row)
        if run is not None and run.good_end() < run.end:
            rest = size_text(run.end - run.good_end())
            yield f"{place} ends in {rest} that hold no whole entry"
            return
