"""Fields found by name, value or operator, and bytes found anywhere."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from .. import schema
from ..schema import FieldSpec
from ..wire.kinds import LEN, NOT_INDEXED
from .field import Field
from .slots import SPECS

if TYPE_CHECKING:
    from .document import Document

Hit = tuple[Field, int]
_TEXT_BYTES = 1 << 20  # of a string in which text is looked for
_CHUNK = 1 << 20  # bytes of the file that are searched at a time
_Test = Callable[[Field], bool]  # whether a record is a hit
_INTEGERS = ("int32", "int64", "uint64")
_FLOATS = ("float", "double")


def find(
    document: Document,
    text: str | None = None,
    field: str | None = None,
    op: str | None = None,
    data: bytes | None = None,
) -> Iterator[Hit]:
    """Yield what is found with the offset of the hit, in file order.

    ``data`` asks for these bytes anywhere, ``op`` for NodeProtos of that operator; each stands
    alone and rules out what follows. ``text`` asks for fields of that name, strings that contain
    it, enums of that name and numbers equal to it; ``field`` keeps only fields of that name, all
    of them without ``text``. Text without an upper-case letter fits both cases.

    Of a string the first 1 MiB is searched. Payloads of type bytes (raw_data, string_data) and
    packed runs are searched by ``data`` alone.
    """
    if data is not None:
        return _bytes(document, data)
    if op is not None:
        return _nodes(document, op)
    return _records(document, _tests(text, field))


def _bytes(document: Document, data: bytes) -> Iterator[Hit]:
    """Search the file in chunks, each with the end of the one before."""
    before, base = b"", 0
    for start in range(0, document.size if data else 0, _CHUNK):
        chunk = before + document.read(start, min(start + _CHUNK, document.size))
        at = chunk.find(data)
        while at >= 0:
            yield document.at(base + at), base + at
            at = chunk.find(data, at + 1)
        before = chunk[max(len(chunk) - len(data) + 1, 0) :]
        base = start + _CHUNK - len(before)


def _nodes(document: Document, op: str) -> Iterator[Hit]:
    wanted, fits = schema.message("NodeProto").by_name["op_type"], _whole(op)

    def test(record: Field) -> bool:
        return fits(_string(record))

    for record, _ in _records(document, {_slot(wanted): test}):
        node = record.parent
        if node is not None:
            yield node, node.start


def _records(document: Document, tests: dict[int, _Test]) -> Iterator[Hit]:
    """Yield the records that pass the test of their slot; only the index is read for the rest."""
    index = document.index
    slots, heads = index.slot, index.head
    for row in range(1, len(index)):
        test = tests.get(slots[row])
        if test is None or heads[row] & 7 >= NOT_INDEXED or document.spec_of(row) is None:
            continue
        record = Field(document, row)
        if test(record):
            yield record, record.start


def _tests(text: str | None, name: str | None) -> dict[int, _Test]:
    """Return by slot what makes a record of it a hit."""
    tests: dict[int, _Test] = {}
    for slot, spec in enumerate(SPECS):
        if spec is not None and (name is None or spec.name == name):
            test = _any if text is None else _test(spec, text)
            if test is not None:
                tests[slot] = test
    return tests


def _any(record: Field) -> bool:
    return True


def _test(spec: FieldSpec, text: str) -> _Test | None:
    """Return the test of a field's records for a text; None where none can be a hit."""
    if _whole(text)(spec.name):
        return _any
    if spec.type == "string":
        contains = _part(text)
        return lambda record: contains(_string(record))
    wanted = _numbers(spec, text)
    return (lambda record: _number(record) in wanted) if wanted else None


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
    return str(record.preview(_TEXT_BYTES))


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
