"""Bytes in memory, read without copying."""

import array

import pytest

from onnxlens.source import MemorySource

DATA = bytes(range(200))


@pytest.mark.parametrize("thing", [DATA, bytearray(DATA), memoryview(DATA)], ids=type)
def test_any_bytes_like_object_is_a_source(thing: bytes | bytearray | memoryview):
    source = MemorySource(thing)
    assert (source.size, source.name) == (200, "bytes")
    assert source.read(10, 20) == DATA[10:30]


@pytest.mark.parametrize("offset", [0, 199, 200, 300])
@pytest.mark.parametrize("size", [0, 1, 1000])
def test_a_read_gives_fewer_bytes_only_at_the_end(offset: int, size: int):
    assert MemorySource(DATA).read(offset, size) == DATA[offset : offset + size]


def test_a_view_of_wider_items_is_read_as_bytes():
    source = MemorySource(memoryview(array.array("I", [1, 2, 3])))
    assert (source.size, len(source.read(2, 4))) == (12, 4)


def test_nothing_is_copied():
    data = bytearray(DATA)
    view = MemorySource(data).read(0, 10)
    data[3] = 99
    assert view[3] == 99


def test_a_source_has_the_name_that_it_is_given():
    assert MemorySource(b"", "hex").name == "hex"
    assert MemorySource(b"").size == 0
