"""The driver: what it reads of a source, how windows grow, and sources that end too early."""

import os
from pathlib import Path

import pytest

from invariants import columns, tiles
from onnxlens.errors import SourceError
from onnxlens.schema import message
from onnxlens.source import FileSource, MemorySource, Source
from onnxlens.wire.fill import WINDOWS, fill
from onnxlens.wire.index import Index
from onnxlens.wire.kinds import LEN
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

GRAPH = message("GraphProto").id
FIRST = WINDOWS[0]
BIG = 50_000_000  # bytes of one raw_data


class Sparse(Source):
    """A large source of zeros with some bytes in it, which keeps account of what is read."""

    def __init__(self, pieces: dict[int, bytes], size: int) -> None:
        self.pieces, self.size, self.name = pieces, size, "sparse"
        self.reads: list[tuple[int, int]] = []

    def read(self, offset: int, size: int) -> bytes:
        window = bytearray(max(0, min(size, self.size - offset)))
        self.reads.append((offset, len(window)))
        for at, piece in self.pieces.items():
            low, high = max(at, offset), min(at + len(piece), offset + len(window))
            if low < high:
                window[low - offset : high - offset] = piece[low - at : high - at]
        return bytes(window)

    @property
    def total(self) -> int:
        return sum(size for _, size in self.reads)


class Recorded(MemorySource):
    """Bytes in memory with the sizes of all reads."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self.reads: list[tuple[int, int]] = []

    def read(self, offset: int, size: int) -> memoryview:
        window = super().read(offset, size)
        self.reads.append((offset, len(window)))
        return window


class Short(MemorySource):
    """A faulty source: nothing beyond 100 bytes, whatever its size says."""

    def read(self, offset: int, size: int) -> memoryview:
        return super().read(offset, min(size, max(0, 100 - offset)))


def weights(count: int) -> Sparse:
    """Return a graph of ``count`` initializers with a large raw_data each."""
    raw = encode_tag(9, LEN) + encode_varint(BIG)
    head = b"\x08\x01\x10\x01"  # dims and data_type
    header = encode_tag(5, LEN) + encode_varint(len(head) + len(raw) + BIG)
    record = header + head + raw
    stride = len(record) + BIG
    return Sparse({at * stride: record for at in range(count)}, count * stride)


def index_of(source: Source, child: memoryview, scanner: type, **options: object) -> Index:
    index = fill(source, GRAPH, child, scanner=scanner, **options)
    tiles(index, source.size)
    return index


def test_the_payload_of_a_large_record_is_not_read(scanner: type, child: memoryview):
    source = weights(20)
    index = index_of(source, child, scanner)
    assert len(index) == 1 + 20 * 4
    assert source.total <= 20 * FIRST
    assert source.total < source.size // 1000
    assert max(size for _, size in source.reads) == FIRST


@pytest.mark.parametrize("length", [1, 15, 100, 1000])
def test_windows_grow_while_reading_is_contiguous(scanner: type, child: memoryview, length: int):
    record = encode_record(2, bytes(length))
    source = Recorded(record * (2_000_000 // len(record)))
    index_of(source, child, scanner, windows=(FIRST, 16 * FIRST))
    sizes = [size for _, size in source.reads]
    assert sizes[:3] == [FIRST, 4 * FIRST, 16 * FIRST]
    assert set(sizes[3:-1]) <= {16 * FIRST}
    assert sum(sizes) < source.size + 16 * len(sizes)  # a header at an edge is read again


def test_windows_are_small_again_after_a_jump(scanner: type, child: memoryview):
    nodes, source = b"\x0a\x03\x0a\x01x" * 30_000, weights(1)
    (record,), weight = source.pieces.values(), source.size
    source.pieces = {0: nodes, len(nodes): record, len(nodes) + weight: nodes}
    source.size = 2 * len(nodes) + weight
    index_of(source, child, scanner)
    before = [size for at, size in source.reads if at < len(nodes)]
    after = [size for at, size in source.reads if at >= len(nodes) + weight]
    assert before == [FIRST, 4 * FIRST, 16 * FIRST]
    assert after[:2] == [FIRST, 4 * FIRST]
    assert source.total < source.size // 50


def test_a_payload_that_ends_inside_the_window_is_not_read_twice(scanner: type, child: memoryview):
    source = Recorded((b"\x12\x64" + bytes(100)) * 10_000)
    index_of(source, child, scanner)
    assert sum(size for _, size in source.reads) < source.size + 16 * len(source.reads)


def test_a_source_of_no_message_is_not_read(scanner: type, child: memoryview):
    source = weights(3)
    index = fill(source, 0, child, scanner=scanner)
    assert (len(index), source.reads) == (2, [])


def test_the_budget_ends_the_reading(scanner: type, child: memoryview):
    source = weights(20)
    assert not index_of(source, child, scanner, budget=9).complete()
    assert source.total <= 3 * FIRST


def test_progress_rises_to_the_end(scanner: type, child: memoryview):
    told: list[int] = []
    source = Recorded(b"\x0a\x03\x0a\x01x" * 100_000)
    index_of(source, child, scanner, progress=told.append)
    assert told == sorted(set(told))
    assert 3 <= len(told) < len(source.reads)
    assert 0 < told[0] < told[-1] <= source.size


def test_a_large_window_at_first_is_kept(scanner: type, child: memoryview):
    source = Recorded(b"\x0a\x03\x0a\x01x" * 1000)
    index_of(source, child, scanner, windows=(1000, 10))
    assert {size for _, size in source.reads[:-1]} == {1000}


@pytest.mark.parametrize("left", [0, 1, 5000, 19_999])
def test_a_file_that_shrinks_is_a_source_error(
    scanner: type, child: memoryview, tmp_path: Path, left: int
):
    path = tmp_path / "shrinking.onnx"
    path.write_bytes(b"\x0a\x03\x0a\x01x" * 4000)
    source = FileSource(path)
    os.truncate(path, left)
    with pytest.raises(SourceError, match="changed while it was read") as caught:
        fill(source, GRAPH, child, scanner=scanner, windows=(1000, 4000))
    assert caught.value.name == "shrinking.onnx"


def test_a_file_that_shrinks_during_the_scan_is_a_source_error(
    scanner: type, child: memoryview, tmp_path: Path
):
    path = tmp_path / "shrinking.onnx"
    path.write_bytes(b"\x0a\x03\x0a\x01x" * 4000)
    with pytest.raises(SourceError, match="changed while it was read"):
        fill(
            FileSource(path),
            GRAPH,
            child,
            scanner=scanner,
            windows=(1000, 1000),
            progress=lambda at: os.truncate(path, 3000),
        )


def test_a_file_that_grows_is_read_as_it_was(scanner: type, child: memoryview, tmp_path: Path):
    path = tmp_path / "growing.onnx"
    path.write_bytes(b"\x0a\x03\x0a\x01x" * 10)
    source = FileSource(path)
    before = columns(index_of(source, child, scanner))
    with path.open("ab") as file:
        file.write(b"\x0a\x03\x0a\x01x")
    assert columns(index_of(source, child, scanner)) == before


def test_a_source_that_gives_too_little_is_a_source_error(scanner: type, child: memoryview):
    data = b"\x0a\x03\x0a\x01x" * 400
    with pytest.raises(SourceError, match="needed"):
        fill(Short(data, "short"), GRAPH, child, scanner=scanner)
    whole = columns(fill(MemorySource(data[:100]), GRAPH, child, scanner=scanner))
    assert columns(fill(Short(data[:100]), GRAPH, child, scanner=scanner)) == whole
