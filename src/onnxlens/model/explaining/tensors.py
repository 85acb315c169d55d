"""What is wrong with a stored tensor, and where its data lies if that is in another file."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import SourceError
from ...tree.field import Field
from ..external.checksum import MATCH, compare, sha1_of
from ..external.files import PRESENT, DataFile, DataFiles
from ..external.inside import MISSING
from ..external.remarks import where
from ..tensor.byte_order import byte_order
from ..tensor.problems import mismatch, problems
from ..tensor.storage import Storage
from .form import Explains, message_in
from .repeats import Place

_HASHED = 64 << 20  # bytes of a data file up to which its checksum is compared


def _tensor(field: Field, place: Place) -> Iterator[str]:
    with DataFiles(field.document.source.folder) as files:
        storage = Storage(message_in(field), files)
        yield from problems(storage)
        yield from _packing(storage)
        yield from filter(None, (byte_order(storage),))
        if storage.external is not None:
            yield from _outside(storage, files)


# -- in the file ---------------------------------------------------------------------------------


def _packing(storage: Storage) -> Iterator[str]:
    """Tell how many entries elements take, where there are too few or too many."""
    type = storage.type
    if type is None or storage.place != "int32_data" or mismatch(storage) is None:
        return
    if type.elements > 1:
        yield f"an entry of int32_data holds {type.elements} elements of {type.name}"
    else:
        yield f"each {type.name} takes an entry of its own; only types of 4 and 2 bits are packed"


# -- in another file -----------------------------------------------------------------------------


def _outside(storage: Storage, files: DataFiles) -> Iterator[str]:
    external = storage.external
    assert external is not None
    file = files.look(external.location)
    yield from _location(storage, file, files.folder or "")
    if external.checksum is None:
        yield "no checksum, so nothing tells whether the data is what the writer stored"
    elif file.state == PRESENT:
        yield from _checked(external.checksum, external.location, files)


def _location(storage: Storage, file: DataFile, folder: str) -> Iterator[str]:
    """Tell where the file is looked for, and which bytes of it are meant."""
    external = storage.external
    assert external is not None
    if file.state == MISSING:
        yield f"{where(external.location)} is looked for in {where(folder)}"
    if file.state != PRESENT:
        return
    if file.content:
        yield f"{where(external.location)} is {file.content}"
    length = external.length
    if length is None and storage.type is not None:
        length = storage.type.bytes_for(storage.count)
    end = "" if length is None else external.offset + length
    bytes_ = f"bytes {external.offset}:{end} of {file.size or 0:,}" if external.placed else ""
    yield ", ".join(filter(None, (f"the data is in {where(file.path or '')}", bytes_)))


def _checked(checksum: str, location: str, files: DataFiles) -> Iterator[str]:
    try:
        source = files.source(location)
        if source.size > _HASHED:
            yield f"checksum {where(checksum)} is not compared with a file of over 64 MiB"
            return
        actual = sha1_of(source)
    except SourceError:  # it was there a moment ago
        return
    if compare(checksum, actual) == MATCH:
        yield "the checksum is the SHA-1 of the file"
    else:
        yield f"checksum {where(checksum)} is not the SHA-1 of the file, {actual}"


# -- in the entries ------------------------------------------------------------------------------


def _entry(field: Field, place: Place) -> Iterator[str]:
    """Tell of the location of a tensor what there is; ``field`` is the entry or its value."""
    entry = field if field.content is not None else field.parent
    tensor = entry.parent if entry is not None and entry.name == "external_data" else None
    if entry is None or tensor is None or tensor.content is None:
        return
    if message_in(entry).text("key") != "location":
        return
    location = message_in(entry).text("value")
    with DataFiles(field.document.source.folder) as files:
        file = files.look(location)
        if file.state == PRESENT:
            content = f": {file.content}" if file.content else ""
            yield f"{where(file.path or '')}, {file.size or 0:,} bytes{content}"
        else:
            folder = f", looked for in {where(files.folder or '')}" if file.path else ""
            yield file.reason + folder


EXPLAINS: Explains = {
    "TensorProto": _tensor,
    "StringStringEntryProto": _entry,
    "StringStringEntryProto.value": _entry,
}
