"""Where the bytes of a file went, counted in one pass over the index."""

from __future__ import annotations

from ..schema import FieldSpec
from ..tree.document import Document
from ..tree.slots import SPECS
from ..wire.kinds import NOT_INDEXED
from .tensors import DATA_FIELDS

KINDS = ("malformed", "unknown", "not indexed", "weights", "metadata", "text", "structure")
BAD, UNKNOWN, LEFT, WEIGHTS, METADATA, TEXT, STRUCTURE = range(len(KINDS))
PAYLOADS = (WEIGHTS, TEXT)  # kinds of which only the payload counts, the header is structure
WIRE_BITS = 3
_WHOLE = ("metadata_props", "external_data")
_UNFIT = bytes((*[UNKNOWN] * NOT_INDEXED, LEFT, BAD))  # by wire type, where no field fits


def _kinds(spec: FieldSpec | None) -> bytes:
    """Return by wire type the number in KINDS of a field's records.

    STRUCTURE stands for those of which what is inside decides.
    """
    if spec is None:
        return _UNFIT
    kind = TEXT if spec.type == "string" else STRUCTURE
    if spec.message == "TensorProto" and spec.name in DATA_FIELDS:
        kind = WEIGHTS
    elif spec.name in _WHOLE:
        kind = METADATA
    return bytes(kind if spec.fits(wire) else unfit for wire, unfit in enumerate(_UNFIT))


# the same by slot << WIRE_BITS | wire type
KIND_OF = b"".join(map(_kinds, SPECS))


def byte_kinds(document: Document) -> dict[str, int]:
    """Return the bytes of each kind; they tile the file, so they add up to its size.

    The first that fits counts: malformed bytes; unknown records, headers too; what the budget
    left out; payloads of tensor data fields (weights); whole metadata_props and external_data
    records; payloads of strings (text); all the rest is structure.
    """
    index = document.index
    start, after, slots, heads = index.start, index.next, index.slot, index.head
    counted = [0] * len(KINDS)
    row, rows = 1, len(index)
    while row < rows:
        head = heads[row]
        kind = KIND_OF[slots[row] << WIRE_BITS | head & 7]
        if kind == STRUCTURE:
            row += 1
            continue
        following = after[row]
        size = start[following] - start[row]
        counted[kind] += size - (head >> 3) if kind in PAYLOADS else size
        row = following
    counted[STRUCTURE] = document.size - sum(counted)
    return dict(zip(KINDS, counted, strict=True))
