"""The index: rows by offset, by parent, and what they hold."""

import pytest

from lens import MODEL, Lens
from onnxlens.wire.index import Index
from onnxlens.wire.kinds import I32, LEN, MALFORMED, NOT_INDEXED, VARINT
from samples import every_wire_type, group, mutated, overlong


def innermost(index: Index, offset: int) -> int:
    """The innermost row at an offset, found by going down from the file."""
    row = 0
    while True:
        inner = [at for at in index.children(row) if index.start[at] <= offset < index.end(at)]
        if not inner:
            return row
        (row,) = inner


def test_a_row_tells_its_header_payload_and_end(lens: Lens, tiny: bytes):
    index = lens.index(tiny)
    assert (index.start[3], index.payload(3), index.end(3)) == (21, 24, 201)
    assert (index.start[0], index.payload(0), index.end(0)) == (0, 0, 233)
    assert [index.wire_type(row) for row in (0, 1, 2)] == [LEN, VARINT, LEN]
    assert index.size == 233


def test_the_children_of_a_row_stand_in_file_order(lens: Lens, tiny: bytes):
    index = lens.index(tiny)
    assert [index.start[row] for row in index.children(0)] == [0, 2, 21, 201, 207]
    assert list(index.children(1)) == []
    assert [index.has_children(row) for row in (0, 1, 3)] == [True, False, True]


def test_every_row_but_the_file_is_the_child_of_its_parent(lens: Lens, tiny: bytes):
    index = lens.index(tiny)
    found = {child: row for row in range(len(index)) for child in index.children(row)}
    assert found == {row: index.parent[row] for row in range(1, len(index))}


def test_the_row_at_an_offset_is_the_innermost(lens: Lens, tiny: bytes):
    grouped = tiny[:24] + group(5, tiny[24:201]) + tiny[201:]
    samples = [tiny, overlong(tiny), grouped, every_wire_type(), *mutated([tiny], 100, seed=7)]
    for data in samples:
        for budget in (12, 1 << 20):
            index = lens.index(data, budget=budget)
            for offset in range(len(data)):
                assert index.row_at(offset) == innermost(index, offset)


def test_an_index_is_complete_unless_a_rest_was_left(lens: Lens, tiny: bytes):
    assert lens.index(tiny).complete()
    assert lens.index(tiny[:100]).complete()  # damage is told by its own columns
    assert not lens.index(tiny, budget=20).complete()
    assert not lens.index(tiny, root=0).complete()


def test_the_kinds_of_the_index_stand_beside_those_of_the_wire(lens: Lens, tiny: bytes):
    index = lens.index(every_wire_type() + b"\x07")
    kinds = {index.wire_type(row) for row in range(len(index))}
    assert kinds == {*range(I32 + 1), MALFORMED}
    rest = lens.index(tiny, budget=2)
    assert rest.wire_type(len(rest) - 1) == NOT_INDEXED


def test_a_record_takes_19_bytes_and_damage_5(lens: Lens):
    index = lens.index(b"\x08\x01" * 5000 + b"\x07")
    assert len(index) == 5002
    assert index.nbytes == 19 * 5002 + 8 + 5


@pytest.mark.parametrize("column", ["start", "next", "parent", "slot", "head"])
def test_a_column_is_of_its_width_and_sign(lens: Lens, tiny: bytes, column: str):
    formats = {"start": "q", "next": "I", "parent": "I", "slot": "H", "head": "B"}
    index = lens.index(tiny)
    view = getattr(index, column)
    assert view.format == formats[column]
    assert index.root == MODEL


@pytest.mark.parametrize("many", [1, 1 << 16])
def test_rows_of_a_slot_are_found_as_a_walk_finds_them(
    lens: Lens, tiny: bytes, many: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("onnxlens.wire.index._MANY", many)  # from 1 on by a sort, else by a search
    for data in (tiny, *mutated([tiny, overlong(tiny)], 200, 7)):
        index = lens.index(data)
        slots = index.slot.tolist()
        for slot in {*slots, 0x0101}:
            assert list(index.rows_with(slot)) == [r for r, s in enumerate(slots) if s == slot]
