"""Fields found by name, value or operator, and bytes found anywhere."""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from .. import schema
from ..schema import FieldSpec
from ..wire.kinds import LEN, NOT_INDEXED, VARINT
from .field import Field
from .sift import TEXT_BYTES, Candidates, needles, sift
from .slots import SPECS

if TYPE_CHECKING:
    from .document import Document

Hit = tuple[Field, int]
_CHUNK = 1 << 20  # bytes of the file that are searched at a time
_FEW = 1 << 16  # rows up to which looking at each costs less than loading numpy does
_STEP = 1 << 12  # rows after which a search tells how far it is
_INTEGERS = ("int32", "int64", "uint64")
_FLOATS = ("float", "double")


class Seen(NamedTuple):
    """How far a search is: ``row`` holds a hit at ``offset``, or is -1 where there is none."""

    row: int
    offset: int


class _Test(NamedTuple):
    """What makes a record a hit, and with which bytes its payload then begins.

    ``begins`` is empty where any will do, None where the record is a string that has the text.
    """

    holds: Callable[[Field], bool]
    begins: bytes | None


def find(
    document: Document,
    text: str | None = None,
    field: str | None = None,
    op: str | None = None,
    data: bytes | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Hit]:
    """Yield what is found with the offset of the hit, in file order.

    ``data`` asks for these bytes anywhere, ``op`` for NodeProtos of that operator; each stands
    alone and rules out what follows. ``text`` asks for fields of that name, strings that contain
    it, enums of that name and numbers equal to it; ``field`` keeps only fields of that name, all
    of them without ``text``. Text without an upper-case letter fits both cases.

    Of a string the first 1 MiB is searched. Payloads of type bytes (raw_data, string_data) and
    packed runs are searched by ``data`` alone. ``progress`` is told each offset reached, and what
    it raises ends the search.
    """
    for row, offset in seek(document, text, field, op, data):
        if row >= 0:
            yield Field(document, row) if data is None else document.at(offset), offset
        elif progress is not None:
            progress(offset)


def seek(
    document: Document,
    text: str | None = None,
    field: str | None = None,
    op: str | None = None,
    data: bytes | None = None,
    skip: Collection[int] = (),
) -> Iterator[Seen]:
    """Yield the hits of ``find`` as rows, and between them how far the search is.

    ``data`` is not sought in the payloads of the slots ``skip``, and these are not read.
    """
    if data is not None:
        return _bytes(document, data, skip)
    if op is not None:
        return _nodes(document, op)
    return _records(document, _tests(text, field), text or "")


def _bytes(document: Document, data: bytes, skip: Collection[int]) -> Iterator[Seen]:
    """Search in chunks, each with the end of the one before."""
    for start, end in _stretches(document, skip) if data else ():
        before, base = b"", start
        for chunk_start in range(start, end, _CHUNK):
            chunk_end = min(chunk_start + _CHUNK, end)
            chunk = before + document.read(chunk_start, chunk_end)
            at = chunk.find(data)
            while at >= 0:
                yield Seen(document.index.row_at(base + at), base + at)
                at = chunk.find(data, at + 1)
            before = chunk[max(len(chunk) - len(data) + 1, 0) :]
            base = chunk_end - len(before)
            yield Seen(-1, chunk_end)


def _stretches(document: Document, skip: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield the spans of the file that are left without the payloads of some slots."""
    index, at = document.index, 0
    for row in sorted(row for slot in skip for row in index.rows_with(slot)):
        start, end = index.payload(row), index.end(row)
        if start < end and document.spec_of(row) is not None:
            yield at, start
            at = end
    yield at, document.size


def _nodes(document: Document, op: str) -> Iterator[Seen]:
    wanted, fits, index = schema.message("NodeProto").by_name["op_type"], _whole(op), document.index

    def holds(record: Field) -> bool:
        return fits(_string(record))

    for row, offset in _records(document, {_slot(wanted): _Test(holds, None)}, op):
        node = index.parent[row] if row >= 0 else row
        yield Seen(node, index.start[node] if row >= 0 else offset)


def _records(document: Document, tests: dict[int, _Test], text: str) -> Iterator[Seen]:
    """Yield the records that pass the test of their slot; only the index is read for the rest."""
    index = document.index
    slots, heads, starts = index.slot, index.head, index.start
    for rows, reached in _candidates(document, tests, text):
        for number, row in enumerate(rows, 1):
            test = tests.get(slots[row])
            if test is None or heads[row] & 7 >= NOT_INDEXED or document.spec_of(row) is None:
                continue
            if test.holds(Field(document, row)):
                yield Seen(row, starts[row])
            elif number % _STEP == 0:
                yield Seen(-1, starts[row])
        yield Seen(-1, reached)


def _candidates(document: Document, tests: dict[int, _Test], text: str) -> Candidates:
    """Yield rows among which all hits are: every row of a small file."""
    starts, rows = document.index.start, len(document.index)
    if rows < _FEW:
        for first in range(1, rows, _STEP):
            after = min(first + _STEP, rows)
            yield range(first, after), starts[after]
        return
    any_ = [slot for slot, test in tests.items() if test.begins == b""]
    strings = [slot for slot, test in tests.items() if test.begins is None]
    firsts = {slot: test.begins for slot, test in tests.items() if test.begins}
    yield from sift(document, any_, strings, firsts, needles(text))


def _tests(text: str | None, name: str | None) -> dict[int, _Test]:
    """Return by slot what makes a record of it a hit."""
    tests: dict[int, _Test] = {}
    for slot, spec in enumerate(SPECS):
        if spec is not None and (name is None or spec.name == name):
            test = _ANY if text is None else _test(spec, text)
            if test is not None:
                tests[slot] = test
    return tests


def _any(record: Field) -> bool:
    return True


_ANY = _Test(_any, b"")


def _test(spec: FieldSpec, text: str) -> _Test | None:
    """Return the test of a field's records for a text; None where none can be a hit."""
    if _whole(text)(spec.name):
        return _ANY
    if spec.type == "string":
        contains = _part(text)
        return _Test(lambda record: contains(_string(record)), None)
    wanted = _numbers(spec, text)
    if not wanted:
        return None
    return _Test(lambda record: _number(record) in wanted, _begins(spec, wanted))


def _begins(spec: FieldSpec, wanted: list[int | float]) -> bytes:
    """Return the bytes with which numbers begin as a field has them, whatever they end in."""
    if spec.wire_type == VARINT:
        return bytes(int(each) & 0x7F | more for each in wanted for more in (0, 0x80))
    form = "<f" if spec.type == "float" else "<d"
    return bytes(struct.pack(form, each)[0] for each in wanted)


def _numbers(spec: FieldSpec, text: str) -> list[int | float]:
    """Return the numbers that a text means as a field's type: by an enum's name, or spelt out."""
    found: list[int | float] = []
    if spec.ref and not spec.is_message:
        fits = _whole(text)
        found += [value.number for value in schema.enum(spec.ref).values if fits(value.name)]
    try:
        if spec.type in _FLOATS:
            found.append(_as_stored(spec.type, float(text)))
        elif spec.type in (*_INTEGERS, "enum"):
            found.append(int(text, 10))
    except (ValueError, OverflowError):
        pass  # no number, so it is sought as text only
    return found


def _as_stored(kind: str, value: float) -> float:
    """Return a number as the type keeps it: 0.1 is another one in 32 bits."""
    rounded: float = struct.unpack("<f", struct.pack("<f", value))[0] if kind == "float" else value
    return rounded


def _number(record: Field) -> object:
    packed = record.wire_type == LEN
    return None if packed else record.value


def _string(record: Field) -> str:
    return str(record.preview(TEXT_BYTES))


def _part(text: str) -> Callable[[str], bool]:
    """Return whether a string contains the text, smart case."""
    if text != text.lower():
        return lambda found: text in found
    return lambda found: text in found.lower()


def _whole(text: str) -> Callable[[str], bool]:
    """Return whether a name is the text, smart case."""
    if text != text.lower():
        return lambda found: text == found
    return lambda found: text == found.lower()


def _slot(spec: FieldSpec) -> int:
    return next(slot for slot, each in enumerate(SPECS) if each is spec)
