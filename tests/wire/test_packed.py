"""Packed runs against a decoder that takes one element after another."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onnxlens.wire import packed
from onnxlens.wire.kinds import MAX_VARINT
from onnxlens.wire.packed import Run
from onnxlens.wire.scalars import encode_varint, read_varint

WIDTHS = (0, 4, 8)
CHUNKS = (MAX_VARINT, MAX_VARINT + 1, 16, 17, 64)
BEFORE, AFTER = b"\xff\x80\x01", b"\x80\x80\x01"  # bytes of the file around a run

VARINTS = st.builds(
    lambda value, pad: encode_varint(value, max(pad, len(encode_varint(value)))),
    st.integers(0, (1 << 64) - 1) | st.integers(0, 300),
    st.integers(1, MAX_VARINT),
)
TAILS = st.sampled_from([b"", b"\x80", b"\xff" * 9, b"\x80" * 10, b"\x80" * 11 + b"\x01\x02"])
PAYLOADS = st.builds(lambda items, tail: b"".join(items) + tail, st.lists(VARINTS), TAILS)


@pytest.fixture(params=CHUNKS)
def chunk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The size of a chunk; the smallest one holds the longest varint."""
    monkeypatch.setattr(packed, "_CHUNK", request.param)
    yield request.param


def run_over(payload: bytes, width: int) -> Run:
    """Return a run in the middle of a file; reading outside its payload is a failure."""
    file, start = BEFORE + payload + AFTER, len(BEFORE)
    end = start + len(payload)

    def read(offset: int, size: int) -> memoryview:
        assert start <= offset <= offset + size <= end
        return memoryview(file)[offset : offset + size]

    return Run(read, start, end, width)


def naive(payload: bytes, width: int) -> tuple[list[tuple[int, int]], int]:
    """Spans of the whole elements, and where they end."""
    spans, at = [], 0
    while at < len(payload):
        size = width if width else read_varint(payload, at)[1]
        if size <= 0 or at + size > len(payload):
            break
        spans.append((at + len(BEFORE), at + size + len(BEFORE)))
        at += size
    return spans, at + len(BEFORE)


def agrees(payload: bytes, width: int) -> None:
    """Everything that a run tells is what the naive decoder finds."""
    spans, good = naive(payload, width)
    run = run_over(payload, width)
    assert (len(run), run.good_end(), list(run)) == (len(spans), good, spans)
    assert [run_over(payload, width).element(n) for n in range(len(spans))] == spans
    assert [run.element(n) for n in range(len(spans), len(spans) + 3)] == [None] * 3
    for number, (start, end) in enumerate(spans):
        found = {run_over(payload, width).locate(offset) for offset in range(start, end)}
        assert found == {(number, start, end)}
    for offset in (*range(good, run.end + 1), run.start - 1):
        assert run.locate(offset) is None


@given(payload=PAYLOADS)
def test_a_run_of_varints_is_what_one_after_another_gives(payload: bytes):
    agrees(payload, 0)


@pytest.mark.parametrize("width", WIDTHS)
@given(payload=st.binary(max_size=60))
def test_a_run_of_any_bytes_is_what_one_after_another_gives(width: int, payload: bytes):
    agrees(payload, width)


@pytest.mark.parametrize("seed", range(40))
def test_the_borders_of_chunks_change_nothing(chunk: int, seed: int):
    chance = random.Random(seed)
    values = [
        chance.getrandbits(chance.choice((7, 14, 32, 64))) for _ in range(chance.randrange(60))
    ]
    tail = chance.choice(
        (b"", b"\x80", b"\xff" * 9, b"\x80" * 10, b"\x80" * 25, b"\xff" * 10 + b"\0")
    )
    agrees(b"".join(encode_varint(value) for value in values) + tail, 0)


@pytest.mark.parametrize("width", WIDTHS)
def test_an_empty_run_has_no_elements(width: int):
    run = run_over(b"", width)
    assert (len(run), list(run), run.element(0)) == (0, [], None)
    assert run.locate(run.start) is None
    assert run.good_end() == run.start == run.end


@pytest.mark.parametrize(
    ("payload", "width", "good"),
    [
        ("01 80", 0, 1),
        ("01" + "80" * 10, 0, 1),
        ("01" + "80" * 10 + "01 01", 0, 1),
        ("80" * 9 + "01", 0, 10),
        ("80" * 10 + "01", 0, 0),
        ("00" * 7, 4, 4),
        ("00" * 7, 8, 0),
        ("00" * 9, 8, 8),
        ("00" * 8, 4, 8),
    ],
)
def test_a_bad_tail_begins_at_its_first_byte(payload: str, width: int, good: int):
    assert run_over(bytes.fromhex(payload), width).good_end() == len(BEFORE) + good


def test_a_large_run_is_read_in_chunks_of_64_kib():
    values = range(100_000)
    payload, reads = b"".join(map(encode_varint, values)), []

    def read(offset: int, size: int) -> bytes:
        reads.append(size)
        return payload[offset : offset + size]

    run = Run(read, 0, len(payload), 0)
    assert len(run) == len(values)
    assert max(reads) == 1 << 16
    assert [read_varint(payload, span[0])[0] for span in run] == list(values)


def test_an_element_of_fixed_size_is_found_without_reading():
    run = Run(lambda offset, size: pytest.fail("read"), 10, 10 + (1 << 40) + 3, 4)
    assert len(run) == 1 << 38
    assert run.element((1 << 38) - 1) == ((1 << 40) + 6, (1 << 40) + 10)
    assert run.element(1 << 38) is None
    assert run.locate(10 + 4001) == (1000, 4010, 4014)
    assert run.locate((1 << 40) + 10) is None
