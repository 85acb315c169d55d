"""The scan that ends early: the budget of rows, and a root that is no message."""

import pytest

from invariants import damage_spans
from lens import GRAPH, MODEL, NODE, Lens, row
from onnxlens.wire.index import FIELD_BITS
from onnxlens.wire.kinds import LEN, NOT_INDEXED, VARINT
from samples import ABOVE, BELOW, group


def test_each_open_message_has_one_rest_where_the_budget_ends(lens: Lens, tiny: bytes):
    index = lens.index(tiny, budget=6)
    rests = [at for at in range(len(index)) if index.wire_type(at) == NOT_INDEXED]
    assert [row(index, at)[:3] for at in rests] == [(29, 29, 48), (48, 48, 201), (201, 201, 233)]
    assert [index.slot[at] >> FIELD_BITS for at in rests] == [NODE, GRAPH, MODEL]
    assert [index.parent[at] for at in rests] == [4, 3, 0]
    assert not index.complete()


def test_a_budget_that_is_just_enough_leaves_no_rest(lens: Lens, tiny: bytes):
    rows = len(lens.index(tiny))
    assert lens.index(tiny, budget=rows).complete()
    assert not lens.index(tiny, budget=rows - 1).complete()


def test_a_budget_that_ends_with_a_message_leaves_a_rest_above_only(lens: Lens):
    data = ABOVE + b"\x03\x12\x01g" + BELOW
    index = lens.index(data, budget=4)
    assert [row(index, at)[3] for at in range(1, 5)] == [VARINT, LEN, LEN, NOT_INDEXED]
    assert row(index, 4)[:3] == (7, 7, 9)


@pytest.mark.parametrize("budget", range(1, 31))
def test_rows_before_the_budget_are_those_of_the_whole(lens: Lens, tiny: bytes, budget: int):
    whole, part = lens.index(tiny), lens.index(tiny, budget=budget)
    assert budget < len(part) <= budget + 5
    kept = range(min(budget, len(whole)))
    assert [row(part, at) for at in kept] == [row(whole, at) for at in kept]


def test_a_budget_inside_groups_leaves_one_rest(lens: Lens):
    index = lens.index(group(40, group(41, b"\x08\x01")) + BELOW, budget=3)
    rests = [row(index, at) for at in range(len(index)) if index.wire_type(at) == NOT_INDEXED]
    assert rests == [(4, 4, 12, NOT_INDEXED)]
    assert list(damage_spans(index)) == []


def test_a_budget_of_nothing_keeps_the_file_and_its_rest(lens: Lens, tiny: bytes):
    for budget in (0, -1, 1):
        index = lens.index(tiny, budget=budget)
        assert [row(index, at)[:3] for at in (0, 1)] == [(0, 0, 233), (0, 0, 233)]
        assert len(index) == 2


def test_a_root_of_0_leaves_the_whole_file_as_a_rest(lens: Lens, tiny: bytes):
    index = lens.index(tiny, root=0)
    assert [row(index, at) for at in (0, 1)] == [(0, 0, 233, LEN), (0, 0, 233, NOT_INDEXED)]
    assert (len(index), index.complete()) == (2, False)
    assert len(lens.index(b"", root=0)) == 1
