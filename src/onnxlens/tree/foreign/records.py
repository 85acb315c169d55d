"""Protobuf records without a schema, bounded: enough to tell a message by its shape.

The index of ``onnxlens.wire`` is not used: it is made for whole files of one known root, while
here a few records of several guesses are looked at.
"""

from collections.abc import Callable

from ...wire.kinds import I32, I64, LEN, LONGEST_HEAD, VARINT
from ...wire.scalars import read_varint

# Field number, wire type, start and end of the payload. A payload may end after the bytes at hand.
Record = tuple[int, int, int, int]

ENDLESS = 1 << 62  # the end of a message that may be cut off anywhere
MOST_RECORDS = 256  # of one message; a shape shows in far fewer
MOST_JUMPS = 1000  # records of the top level that are followed through a whole file

_FIXED = {I64: 8, I32: 4}
_HIGHEST_ONNX_NUMBER = 26


def walk(data: bytes, start: int, end: int) -> tuple[list[Record], bool]:
    """Return the records of the message ``start:end`` and whether they are well formed.

    ``data`` may end before ``end``; what is cut off is no fault. Groups are one: none of the
    messages told by shape has them. At most ``MOST_RECORDS`` are read.
    """
    found: list[Record] = []
    while start < min(end, len(data)) and len(found) < MOST_RECORDS:
        record = _record(data, start)
        if record is None:
            return found, False
        if record[3] < 0:
            return found, len(data) < end
        if record[3] > end:
            return found, False
        found.append(record)
        start = record[3]
    return found, True


def _record(data: bytes, start: int) -> Record | None:
    """Return the record at ``start``, None for a fault, an end of -1 where ``data`` ends in it."""
    tag, size = read_varint(data, start)
    start += size
    number, wire_type = tag >> 3, tag & 7
    if size < 0 or (size > 0 and not 0 < number < 1 << 29):
        return None
    if size == 0:
        return 0, 0, start, -1
    if wire_type in _FIXED:
        return number, wire_type, start, start + _FIXED[wire_type]
    if wire_type not in (VARINT, LEN):
        return None
    value, size = read_varint(data, start)
    if size < 0:
        return None
    if size == 0:
        return number, wire_type, start, -1
    if wire_type == VARINT:
        return number, wire_type, start, start + size
    return number, wire_type, start + size, start + size + value


def tiles(at: Callable[[int, int], bytes], size: int) -> bool:
    """Return whether records fill the ``size`` bytes of a file exactly; payloads are not read.

    ``at(offset, size)`` reads. False also where it takes more than ``MOST_JUMPS`` records.
    """
    offset = 0
    for _ in range(MOST_JUMPS):
        if offset >= size:
            return offset == size > 0
        record = _record(at(offset, LONGEST_HEAD), 0)
        if record is None or record[3] < 0:
            return False
        offset += record[3]
    return False


def printable_message(data: bytes, size: int) -> bool:
    """Return whether printable bytes are rather a protobuf message of strings than text.

    True for records that fill the file exactly, with numbers that ONNX has, where payloads of
    strings are at least half of it: ``22 20`` and 32 letters are a NodeProto's op_type.
    """
    records, good = walk(data, 0, size)
    if not good or not records or records[-1][3] != size:
        return False
    if any(number > _HIGHEST_ONNX_NUMBER for number, _, _, _ in records):
        return False
    return 2 * sum(end - start for _, wire, start, end in records if wire == LEN) >= size


def word(data: bytes, record: Record, marks: str = "") -> str:
    """Return a LEN record's payload where it is ASCII letters, digits and ``marks``, else ``""``.

    Also ``""`` for a payload that is empty, over 1,000 bytes, or not wholly at hand.
    """
    _, wire_type, start, end = record
    if wire_type != LEN or end > len(data) or end - start > 1000:
        return ""
    try:
        text = data[start:end].decode("ascii")
    except UnicodeDecodeError:
        return ""
    return text if all(mark.isalnum() or mark in marks for mark in text) else ""
