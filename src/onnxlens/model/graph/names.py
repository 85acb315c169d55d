"""Names of values as whole bytes, so that two names are equal exactly where their bytes are."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from ... import schema
from ...tree.document import Document
from ...wire.index import FIELD_BITS
from ...wire.kinds import LEN

LIMIT = 1 << 16  # bytes of a name that is kept as it is
MANY = 1 << 12  # names, from which on they are read by numpy
_CHUNK = 1 << 20
_GROUP = 256  # names that are read at once,
_NEAR = 1 << 16  # where all of them stand within so many bytes

# The bytes of a name; of one above LIMIT its size and SHA-256, so that tables stay small.
Key = bytes | tuple[int, bytes]


def key_of(document: Document, row: int) -> Key:
    """Return the key of the string in a row; all its bytes count, however long it is."""
    start, end = document.index.payload(row), document.index.end(row)
    if end - start <= LIMIT:
        return document.read(start, end)
    starts = range(start, end, _CHUNK)
    return end - start, _digest(document.read(at, min(at + _CHUNK, end)) for at in starts)


def keys_of(document: Document, rows: Sequence[int]) -> list[Key]:
    """Return the keys of the strings in rows that ascend; that of row 0, which is none, is empty.

    Names that stand near each other are read together.
    """
    if len(rows) >= MANY:
        from . import many

        return [key for keys in many.keys(document, many.array(rows)) for key in keys]
    keys: list[Key] = []
    for at in range(0, len(rows), _GROUP):
        keys += _keys(document, rows[at : at + _GROUP])
    return keys


def _keys(document: Document, rows: Sequence[int]) -> Iterator[Key]:
    starts, heads = document.index.start, document.index.head
    first, end = starts[rows[0]], starts[rows[-1] + 1]
    if not rows[0] or not 0 <= end - first <= _NEAR or 0 in rows:
        yield from (key_of(document, row) if row else b"" for row in rows)
        return
    data = document.read(first, end)
    for row in rows:  # a string is a row without others inside it, so it ends at the next one
        yield data[starts[row] + (heads[row] >> 3) - first : starts[row + 1] - first]


def as_key(name: str | Key) -> Key:
    """Return the key of a name; a str that is no file's (a lone surrogate) names nothing: empty."""
    if isinstance(name, str):
        try:
            name = name.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            return b""
    if isinstance(name, bytes) and len(name) > LIMIT:
        return len(name), _digest((name,))
    return name


def _digest(chunks: Iterable[bytes]) -> bytes:
    from hashlib import sha256

    total = sha256()
    for chunk in chunks:
        total.update(chunk)
    return total.digest()


def slot(message: str, field: str) -> int:
    """Return the slot of a message's field in the index."""
    spec = schema.message(message)
    return spec.id << FIELD_BITS | spec.by_name[field].number


def inside(document: Document, parents: Iterable[int], wanted: int) -> Iterator[int]:
    """Yield the LEN rows of a slot directly inside the parents, in file order."""
    index = document.index
    for parent in parents:
        for row in index.children(parent):
            if index.slot[row] == wanted and index.head[row] & 7 == LEN:
                yield row


def each_last(document: Document, parents: Iterable[int], wanted: int) -> list[int]:
    """Return for each parent the last row of a slot inside it; 0 if none. As ``last``, for many."""
    slots, heads, nexts = document.index.slot, document.index.head, document.index.next
    rows = []
    for parent in parents:
        found, row, after = 0, parent + 1, nexts[parent]
        while row < after:
            if slots[row] == wanted and heads[row] & 7 == LEN:
                found = row
            row = nexts[row]
        rows.append(found)
    return rows


def last(document: Document, parents: Iterable[int], wanted: int) -> int:
    """Return the last row of a slot inside the parents, which is the one that counts; 0 if none."""
    found = deque(inside(document, parents, wanted), 1)
    return found[0] if found else 0
