"""The plain and the compiled scanner give the same columns, whatever comes, however it is cut."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import scanners
from invariants import columns, tiles
from onnxlens.schema import message
from onnxlens.source import MemorySource
from onnxlens.wire.damage import WORDS
from onnxlens.wire.fill import fill
from onnxlens.wire.index import Index
from onnxlens.wire.scan import Scanner as Plain
from onnxlens.wire.status import DONE, NEED_BYTES
from samples import VALUE_INFO, every_wire_type, group, longest_header, mutated, overlong

INPUTS = 100_000
MADE = 7  # seeds that are made here, before the real files
BUDGETS = range(1, 31)


@pytest.fixture(scope="module")
def compiled() -> type:
    """The compiled scanner; the plain one, against itself, only where nothing can be compiled."""
    return scanners.named(scanners.names()[-1])


@pytest.fixture(scope="module")
def seeds(tiny: bytes, corpus: Path) -> list[bytes]:
    """Small models that are whole, with the odd forms that the encoding allows."""
    files = sorted(p for p in corpus.rglob("*.onnx") if p.stat().st_size < 1500)
    assert len(files) > 20
    grouped = tiny[:24] + group(5, tiny[24:201]) + tiny[201:]
    made = [tiny, overlong(tiny), every_wire_type(), longest_header(), grouped, VALUE_INFO, b""]
    return made + [p.read_bytes() for p in files]


def index_of(scanner: type, data: bytes, root: int, child: memoryview, **options: object) -> Index:
    return fill(MemorySource(data), root, child, scanner=scanner, **options)


def feed(scanner: type, data: bytes, root: int, child: memoryview, cuts: Iterator[int]) -> Index:
    """Scan with windows that begin where the scanner stands and are as long as ``cuts`` says."""
    machine = scanner(len(data), root, child, 1 << 20)
    while True:
        base = machine.position
        status = machine.feed(data[base : base + next(cuts)], base)
        if status == DONE:
            return machine.index()
        assert status == NEED_BYTES


def then_all(first: int, data: bytes) -> Iterator[int]:
    yield first
    while True:
        yield len(data)


def test_a_hundred_thousand_inputs_give_the_same_columns_and_damage(
    compiled: type, seeds: list[bytes], child: memoryview, model_id: int
):
    reasons = Counter[int]()
    for data in mutated(seeds, INPUTS, seed=1):
        ours = index_of(Plain, data, model_id, child)
        theirs = index_of(compiled, data, model_id, child)
        assert columns(ours) == columns(theirs), data.hex()
        tiles(ours, len(data))
        reasons.update(ours.damage_reason.tolist())
    assert all(reasons[why] > 100 for why in WORDS), reasons  # or the inputs say little


def test_every_message_as_root_gives_the_same_columns(
    compiled: type, seeds: list[bytes], child: memoryview
):
    for number, data in enumerate(mutated(seeds, 2000, seed=2)):
        root = number % 34
        ours = index_of(Plain, data, root, child)
        assert columns(ours) == columns(index_of(compiled, data, root, child)), data.hex()
        tiles(ours, len(data))


def test_windows_of_1_to_64_bytes_give_the_same_columns(
    scanner: type, seeds: list[bytes], child: memoryview, model_id: int
):
    samples = seeds[:MADE] + list(mutated(seeds[:MADE], 60, seed=3))
    for data in samples:
        whole = columns(index_of(scanner, data, model_id, child))
        for size in range(1, 65):
            parts = index_of(scanner, data, model_id, child, windows=(size, size))
            assert columns(parts) == whole, (size, data.hex())


def test_a_resume_at_every_offset_gives_the_same_columns(
    scanner: type, seeds: list[bytes], child: memoryview, model_id: int
):
    samples = seeds[:MADE] + list(mutated(seeds[:MADE], 60, seed=4))
    for data in samples:
        whole = columns(index_of(scanner, data, model_id, child))
        for first in range(len(data) + 1):
            parts = feed(scanner, data, model_id, child, then_all(first, data))
            assert columns(parts) == whole, (first, data.hex())


def test_every_budget_gives_the_same_columns(
    compiled: type, seeds: list[bytes], child: memoryview, model_id: int
):
    for data in seeds[:MADE] + list(mutated(seeds[:MADE], 100, seed=5)):
        for budget in BUDGETS:
            ours = index_of(Plain, data, model_id, child, budget=budget)
            theirs = index_of(compiled, data, model_id, child, budget=budget)
            assert columns(ours) == columns(theirs), (budget, data.hex())
            tiles(ours, len(data))


def test_a_deep_stack_and_much_damage_give_the_same_columns(compiled: type, child: memoryview):
    graph, node = message("GraphProto").id, b"\x0a\x03\x08\xff\xff"
    open_groups = b"\x0b" * 5000
    for data in (open_groups, node * 5000, (node + open_groups[:50]) * 200):
        ours = index_of(Plain, data, graph, child)
        theirs = index_of(compiled, data, graph, child)
        assert columns(ours) == columns(theirs)
        assert len(ours.damage_row) >= 5000
        tiles(ours, len(data))
