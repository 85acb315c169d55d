"""Where the bytes of a file went, counted in one pass over the index."""

from __future__ import annotations

from ..tree.document import Document
from ..tree.slots import SPECS
from ..wire.kinds import MALFORMED, NOT_INDEXED
from .tensors import DATA_FIELDS

KINDS = ("malformed", "unknown", "not indexed", "weights", "metadata", "text", "structure")
_METADATA = ("metadata_props", "external_data")
_NOTHING, _WEIGHTS, _WHOLE, _TEXT = range(4)


def _actions() -> bytes:
    """Return by slot what a fitting record counts as."""
    out = bytearray(len(SPECS))
    for slot, spec in enumerate(SPECS):
        if spec is None:
            continue
        if spec.message == "TensorProto" and spec.name in DATA_FIELDS:
            out[slot] = _WEIGHTS
        elif spec.name in _METADATA:
            out[slot] = _WHOLE
        elif spec.type == "string":
            out[slot] = _TEXT
    return bytes(out)


_ACTIONS = _actions()


def byte_kinds(document: Document) -> dict[str, int]:
    """Return the bytes of each kind; they tile the file, so they add up to its size.

    The first that fits counts: malformed bytes; unknown records, headers too; what the budget
    left out; payloads of tensor data fields (weights); whole metadata_props and external_data
    records; payloads of strings (text); all the rest is structure.
    """
    index = document.index
    start, after, slots, heads = index.start, index.next, index.slot, index.head
    malformed = unknown = left = weights = metadata = text = 0
    row, rows = 1, len(index)
    while row < rows:
        slot, head = slots[row], heads[row]
        wire_type = head & 7
        spec = SPECS[slot]
        following = after[row]
        if spec is None or not spec.fits(wire_type):
            size = start[following] - start[row]
            if wire_type == MALFORMED:
                malformed += size
            elif wire_type == NOT_INDEXED:
                left += size
            else:
                unknown += size
            row = following
            continue
        action = _ACTIONS[slot]
        if action == _NOTHING:
            row += 1
            continue
        size = start[following] - start[row]
        if action == _WEIGHTS:
            weights += size - (head >> 3)
        elif action == _TEXT:
            text += size - (head >> 3)
        else:
            metadata += size
        row = following
    known = malformed + unknown + left + weights + metadata + text
    counted = (malformed, unknown, left, weights, metadata, text, document.size - known)
    return dict(zip(KINDS, counted, strict=True))
