"""Files with some records duplicated, moved or retyped, and the lengths above put right."""

import random
from collections.abc import Callable, Iterator

from onnxlens.tree.document import Document
from onnxlens.wire.kinds import I32, I64, LEN, SGROUP, VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint
from samples import group

Edits = dict[int, bytes]  # the new bytes of a row
_INTEGERS = (0, 1, 2, 99, 128, -1, 1 << 31, (1 << 32) + 1, (1 << 32) - 1, (1 << 64) - 1)


def reworked(document: Document, count: int, seed: int) -> Iterator[bytes]:
    """Yield ``count`` variants of a document's bytes, each with one to four records changed."""
    chance = random.Random(seed)
    for _ in range(count):
        edits: Edits = {}
        for _ in range(chance.randrange(1, 5)):
            row = chance.randrange(1, len(document.index))
            chance.choice(_CHANGES)(chance, document, row, edits)
        yield rebuilt(document, edits)


def rebuilt(document: Document, edits: Edits) -> bytes:
    """Return the file with some rows replaced; lengths above them are written anew."""
    index, touched = document.index, {0}
    for row in edits:
        while row not in touched:
            touched.add(row)
            row = index.parent[row]

    def render(row: int) -> bytes:
        if row in edits:
            return edits[row]
        if row not in touched:
            return document.read(index.start[row], index.end(row))
        inner = b"".join(map(render, index.children(row)))
        return inner if row == 0 else encode_record(document.number_of(row), inner)

    return render(0)


def _bytes(document: Document, row: int, edits: Edits) -> bytes:
    if row in edits:
        return edits[row]
    return document.read(document.index.start[row], document.index.end(row))


def _double(chance: random.Random, document: Document, row: int, edits: Edits) -> None:
    edits[row] = _bytes(document, row, edits) * chance.choice((2, 2, 3))


def _drop(chance: random.Random, document: Document, row: int, edits: Edits) -> None:
    edits[row] = b""


def _swap(chance: random.Random, document: Document, row: int, edits: Edits) -> None:
    """Exchange a record and one of its siblings."""
    other = chance.choice(list(document.index.children(document.index.parent[row])))
    edits[row], edits[other] = _bytes(document, other, edits), _bytes(document, row, edits)


def _join(chance: random.Random, document: Document, row: int, edits: Edits) -> None:
    """Put a record of the same message elsewhere in the file behind this one."""
    message = document.index.slot[row] >> 6
    same = [each for each, slot in enumerate(document.index.slot.tolist()) if slot >> 6 == message]
    edits[row] = _bytes(document, row, edits) + _bytes(document, chance.choice(same), edits)


def _retype(chance: random.Random, document: Document, row: int, edits: Edits) -> None:
    """Give a record another wire type, behind the old one or instead of it."""
    number = document.number_of(row)
    new = chance.choice((
        encode_tag(number, VARINT, chance.choice((0, 5))) + encode_varint(chance.choice(_INTEGERS)),
        encode_tag(number, I32) + chance.randbytes(4),
        encode_tag(number, I64) + chance.randbytes(8),
        encode_record(number, b""),
        encode_record(number, bytes(chance.choices(range(128), k=8))),
        group(number, encode_tag(1, VARINT) + b"\x07"),
        encode_tag(number, LEN) + encode_varint(4, 5) + b"\xff\xff\xff\x0f",
    ))  # fmt: skip
    edits[row] = chance.choice((b"", _bytes(document, row, edits))) + new


def _renumber(chance: random.Random, document: Document, row: int, edits: Edits) -> None:
    """Give a record another field number."""
    index = document.index
    if index.wire_type(row) < SGROUP:
        number = chance.choice((chance.randrange(1, 27), 63, 64, 1000, (1 << 29) - 1))
        tag = document.read(index.start[row], index.payload(row))
        length = tag[len(encode_tag(document.number_of(row), 0)) :]
        rest = document.read(index.payload(row), index.end(row))
        edits[row] = encode_tag(number, index.wire_type(row)) + length + rest


_CHANGES: tuple[Callable[[random.Random, Document, int, Edits], None], ...] = (
    _double, _drop, _swap, _join, _join, _retype, _retype, _renumber,
)  # fmt: skip
