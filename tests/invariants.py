"""What must hold of every index, whatever the bytes were."""

from collections.abc import Iterator
from itertools import pairwise

from onnxlens.wire.damage import CLIPPED, GROUP_OPEN, WORDS
from onnxlens.wire.index import Index
from onnxlens.wire.kinds import EGROUP, LEN, LONGEST_HEAD, MALFORMED, NOT_INDEXED, SGROUP

READABLE = (CLIPPED, GROUP_OPEN)  # reasons on a row that is otherwise as it should be


def columns(index: Index) -> tuple[bytes, ...]:
    """Return all columns as bytes, so that two indexes can be compared."""
    taken = (index.start, index.next, index.parent, index.slot, index.head)
    return tuple(c.tobytes() for c in (*taken, index.damage_row, index.damage_reason))


def tiles(index: Index, size: int) -> None:
    """Rows cover each byte of a file of ``size`` bytes once, and nest."""
    assert index.size == size
    _has_whole_columns(index)
    _starts_rise(index)
    _nests(index)
    _fits_headers(index)
    _fills_parents(index)
    _names_damage(index)


def _has_whole_columns(index: Index) -> None:
    rows = len(index)
    assert len(index.start) == rows + 1
    assert {len(c) for c in (index.next, index.parent, index.slot, index.head)} == {rows}
    assert len(index.damage_row) == len(index.damage_reason)


def _starts_rise(index: Index) -> None:
    starts = index.start.tolist()
    assert starts[0] == 0
    if len(index) > 1:
        assert starts[1] == 0  # the file has no header of its own
    assert all(a < b for a, b in pairwise(starts[1:]))


def _nests(index: Index) -> None:
    nexts, parents = index.next.tolist(), index.parent.tolist()
    assert (nexts[0], parents[0]) == (len(index), 0)
    for row in range(1, len(index)):
        assert parents[row] < row < nexts[row] <= nexts[parents[row]]


def _fits_headers(index: Index) -> None:
    starts, nexts, heads = index.start.tolist(), index.next.tolist(), index.head.tolist()
    for row in range(1, len(index)):
        header, wire_type = heads[row] >> 3, heads[row] & 7
        if wire_type in (NOT_INDEXED, MALFORMED):
            assert header == 0
            assert index.slot[row] & 63 == 0
        else:
            assert 1 <= header <= LONGEST_HEAD
        assert starts[row] + header <= starts[nexts[row]]


def _fills_parents(index: Index) -> None:
    starts, nexts, heads = index.start.tolist(), index.next.tolist(), index.head.tolist()
    for row in range(len(index)):
        if nexts[row] == row + 1:
            continue
        assert heads[row] & 7 in (LEN, SGROUP)
        inner = list(index.children(row))
        assert {index.parent[child] for child in inner} == {row}
        assert starts[inner[0]] == starts[row] + (heads[row] >> 3)
        assert nexts[inner[-1]] == nexts[row]
        closers = [child for child in inner if heads[child] & 7 == EGROUP]
        assert closers in ([], inner[-1:])
        assert not closers or heads[row] & 7 == SGROUP


def _names_damage(index: Index) -> None:
    damage = dict(zip(index.damage_row.tolist(), index.damage_reason.tolist(), strict=True))
    assert len(damage) == len(index.damage_row)
    assert set(damage.values()) <= set(WORDS)
    heads = index.head.tolist()
    malformed = {row for row in range(len(index)) if heads[row] & 7 == MALFORMED}
    assert malformed == {row for row, why in damage.items() if why not in READABLE}
    assert all(heads[row] & 7 == LEN for row, why in damage.items() if why == CLIPPED)
    assert all(heads[row] & 7 == SGROUP for row, why in damage.items() if why == GROUP_OPEN)


def damage_spans(index: Index) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and reason of all damage in the order in which the scan met it."""
    for row, why in zip(index.damage_row.tolist(), index.damage_reason.tolist(), strict=True):
        yield index.start[row], index.end(row), why
