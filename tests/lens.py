"""A scanner at hand for tests, and what its rows say."""

from invariants import damage_spans, tiles
from onnxlens.schema import message
from onnxlens.source import MemorySource
from onnxlens.wire.fill import fill
from onnxlens.wire.index import FIELD_BITS, FIELD_MASK, Index

MODEL, GRAPH, NODE = (message(name).id for name in ("ModelProto", "GraphProto", "NodeProto"))


class Lens:
    """Scans bytes with one scanner and checks what must always hold."""

    def __init__(self, scanner: type, child: memoryview) -> None:
        self.scanner, self.child = scanner, child

    def index(self, data: bytes, root: int = MODEL, budget: int = 1 << 20) -> Index:
        index = fill(MemorySource(data), root, self.child, scanner=self.scanner, budget=budget)
        tiles(index, len(data))
        return index

    def damage(self, data: bytes, root: int = MODEL) -> list[tuple[int, int, int]]:
        return list(damage_spans(self.index(data, root)))


def row(index: Index, at: int) -> tuple[int, int, int, int]:
    """Start, payload, end and wire type of a row."""
    return index.start[at], index.payload(at), index.end(at), index.wire_type(at)


def slots(index: Index) -> list[tuple[int, int]]:
    """Message id and field number of all rows but the file."""
    return [(slot >> FIELD_BITS, slot & FIELD_MASK) for slot in index.slot.tolist()[1:]]
