"""A window of a file: its bytes with the records that they belong to."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from ...model.tensors import DATA_FIELDS
from ...tree.document import Document
from ...tree.slots import SPECS
from ...wire.kinds import LEN, MALFORMED, NOT_INDEXED
from ...wire.scalars import read_varint
from .families import FAMILIES, family_of_message

LARGEST = 1 << 16  # bytes of one window
PLAIN, WEIGHTS, UNKNOWN, BROKEN, REST, RUN = range(6)
_NUMBERS = {name: number for number, name in enumerate(FAMILIES)}
_TAG = 10  # bytes in which a tag ends


def window(document: Document, start: int, end: int) -> dict[str, Any]:
    """Return the bytes of a span with their records in file order, those around them first.

    A record is ``[row, start, end of tag, payload, end, look, parent, kind]``. ``look`` is twice
    the number of a family, plus one for every second sibling. Raises ValueError for a window of
    more than 65,536 bytes; one that runs past the file is cut.
    """
    if not 0 <= start <= end or end - start > LARGEST:
        raise ValueError(f"needed a window of at most {LARGEST:,} bytes")
    end = min(end, document.size)
    start = min(start, end)
    data = document.read(start, end)
    found = _Window(document, start, data)
    rows = [found.record(row) for row in _rows(document, start, end)] if data else []
    return {"from": start, "to": end, "bytes": b64encode(data).decode("ascii"), "records": rows}


def _rows(document: Document, start: int, end: int) -> list[int]:
    """Return the rows that have bytes in a span: those around its first byte, then the rest."""
    index = document.index
    row = index.row_at(start)
    around = [row]
    while around[-1]:
        around.append(index.parent[around[-1]])
    after = row + 1
    while after < len(index) and index.start[after] < end:
        after += 1
    return [*reversed(around), *range(row + 1, after)]


class _Window:
    """One window while it is made; how a row looks is found once."""

    def __init__(self, document: Document, start: int, data: bytes) -> None:
        self.document = document
        self.start = start
        self.data = data
        self._looks: dict[int, int] = {}

    def record(self, row: int) -> list[int]:
        """Return what the page is told of one row."""
        index = self.document.index
        start, payload = int(index.start[row]), index.payload(row)
        kind = self._kind(row)
        look = self._looks.get(row)
        if look is None:
            look = self._looks[row] = self._look(row, kind)
        parent = int(index.parent[row])
        return [row, start, self._tag_end(row), payload, index.end(row), look, parent, kind]

    def _tag_end(self, row: int) -> int:
        """Return where a record's tag ends and its length begins."""
        index = self.document.index
        start, payload = int(index.start[row]), index.payload(row)
        if index.wire_type(row) != LEN or payload - start == 2:
            return min(payload, start + 1) if index.wire_type(row) == LEN else payload
        at = start - self.start
        head = self.data[at : at + payload - start] if at >= 0 else b""
        if len(head) < payload - start:
            head = self.document.read(start, min(payload, start + _TAG))
        return start + read_varint(head)[1] if head else payload

    def _kind(self, row: int) -> int:
        document, wire_type = self.document, self.document.index.wire_type(row)
        if wire_type == MALFORMED:
            return BROKEN
        if wire_type == NOT_INDEXED:
            return REST
        spec = SPECS[document.index.slot[row]]
        if row and (spec is None or not spec.fits(wire_type)):
            return UNKNOWN
        if spec is not None and spec.message == "TensorProto" and spec.name in DATA_FIELDS:
            return WEIGHTS
        return RUN if document.run_of(row) is not None else PLAIN

    def _look(self, row: int, kind: int) -> int:
        document = self.document
        if kind in (BROKEN, UNKNOWN, REST):
            return 2 * _NUMBERS["malformed" if kind == BROKEN else "unknown"]
        content = document.content_of(row)
        if content is None:  # it looks like the message that it stands in
            parent = int(document.index.parent[row])
            return self._look_of(parent) if row else 2 * _NUMBERS["unknown"]
        return 2 * _NUMBERS[family_of_message(content.name)] + self._turn(row)

    def _look_of(self, row: int) -> int:
        if row not in self._looks:
            self._looks[row] = self._look(row, self._kind(row))
        return self._looks[row]

    def _turn(self, row: int) -> int:
        """Return 0 or 1 by turns for the records of one field, and for fields side by side."""
        if not row:
            return 0
        document = self.document
        number = document.number_of(row)
        records = document.places.records(document.index.parent[row], number)
        return (records.occurrence(row) + number) & 1
