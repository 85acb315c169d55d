"""The scan of what is as it should be: rows of each wire type, groups, many columns."""

import pytest

from invariants import columns, damage_spans
from lens import GRAPH, MODEL, NODE, Lens, row, slots
from onnxlens.schema import message
from onnxlens.wire.index import FIELD_MASK
from onnxlens.wire.kinds import EGROUP, I32, I64, LEN, SGROUP, VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint, read_varint
from samples import ABOVE, BELOW, every_wire_type, group, overlong

DEPTH = 10_000


def test_an_empty_file_is_one_row(lens: Lens):
    index = lens.index(b"")
    assert (len(index), index.size, index.complete()) == (1, 0, True)
    assert lens.damage(b"") == []


def test_each_wire_type_has_its_row(lens: Lens):
    index = lens.index(every_wire_type())
    assert [row(index, at) for at in range(1, len(index))] == [
        (0, 2, 12, VARINT),
        (12, 14, 22, I64),
        (22, 25, 28, LEN),
        (28, 30, 34, I32),
        (34, 36, 44, SGROUP),
        (36, 37, 38, VARINT),
        (38, 40, 42, SGROUP),
        (40, 42, 42, EGROUP),
        (42, 44, 44, EGROUP),
    ]
    assert list(damage_spans(index)) == []


def test_the_rows_of_a_model_carry_message_and_number(lens: Lens, tiny: bytes):
    index = lens.index(tiny)
    assert len(index) == 54
    assert slots(index)[:6] == [
        (MODEL, 1),
        (MODEL, 2),
        (MODEL, 7),
        (GRAPH, 1),
        (NODE, 1),
        (NODE, 1),
    ]
    assert index.parent.tolist()[1:6] == [0, 0, 0, 3, 4]
    assert [index.start[child] for child in index.children(3)] == [24, 48, 67, 73, 134, 157, 179]
    assert [index.start[child] for child in index.children(0)] == [0, 2, 21, 201, 207]


def test_a_tag_and_a_length_may_be_overlong(lens: Lens, tiny: bytes):
    plain, padded = lens.index(tiny), lens.index(overlong(tiny))
    assert slots(padded) == slots(plain)
    assert padded.next == plain.next
    assert padded.payload(3) - padded.start[3] == 15


@pytest.mark.parametrize("size", range(1, 11))
def test_a_length_of_up_to_10_bytes_is_read(lens: Lens, size: int):
    content = b"\x12\x01g"
    index = lens.index(ABOVE + encode_varint(3, size) + content + BELOW)
    assert list(damage_spans(index)) == []
    assert slots(index) == [(MODEL, 1), (MODEL, 7), (GRAPH, 2), (MODEL, 5)]
    assert row(index, 2) == (2, 3 + size, 6 + size, LEN)


def test_a_number_of_64_or_more_has_no_slot(lens: Lens):
    numbers = (1, 63, 64, 65, 1 << 10, (1 << 29) - 1)
    data = b"".join(encode_record(number, b"\x08\x01") for number in numbers)
    index = lens.index(data, GRAPH)
    top = list(index.children(0))
    assert [index.slot[at] & FIELD_MASK for at in top] == [1, 63, 0, 0, 0, 0]
    assert [read_varint(data, index.start[at])[0] >> 3 for at in top] == list(numbers)


def test_a_number_above_63_is_never_taken_for_a_message(lens: Lens):
    for number in (7, 64 + 7, 128 + 7):  # the same low bits as graph
        index = lens.index(encode_record(number, b"\x12\x00"))
        assert index.has_children(1) == (number == 7)


def test_a_field_of_another_wire_type_is_not_descended_into(lens: Lens):
    graph_as_varint = encode_tag(7, VARINT) + b"\x0a"
    assert slots(lens.index(graph_as_varint + BELOW)) == [(MODEL, 7), (MODEL, 5)]


def test_an_empty_message_has_no_rows_inside(lens: Lens):
    index = lens.index(b"\x3a\x00" + BELOW)
    assert (len(index), index.has_children(1)) == (3, False)


@pytest.mark.parametrize("size", range(1, 11))
def test_a_varint_of_up_to_10_bytes_is_read(lens: Lens, size: int):
    index = lens.index(encode_tag(1, VARINT) + encode_varint(1, size) + BELOW)
    assert row(index, 1) == (0, 1, 1 + size, VARINT)
    assert list(damage_spans(index)) == []


def test_the_content_of_a_group_has_no_message(lens: Lens):
    index = lens.index(group(7, encode_record(1, b"\x0a\x01x")) + BELOW)
    assert slots(index) == [(MODEL, 7), (0, 1), (0, 7), (MODEL, 5)]
    assert not index.has_children(2)


def test_ten_thousand_nested_groups_are_ten_thousand_levels(lens: Lens):
    data = b"\x0b" * DEPTH + b"\x0c" * DEPTH
    index = lens.index(data)
    assert len(index) == 2 * DEPTH + 1
    assert list(damage_spans(index)) == []
    assert index.parent.tolist()[1 : DEPTH + 1] == list(range(DEPTH))
    assert index.next.tolist()[1 : DEPTH + 1] == list(range(2 * DEPTH + 1, DEPTH + 1, -1))


def test_messages_may_nest_ten_thousand_deep(lens: Lens):
    sequence = message("TypeProto.Sequence").id
    data = b""
    for _ in range(DEPTH // 2):
        data = encode_record(1, encode_record(4, data))  # elem_type, sequence_type
    index = lens.index(data, sequence)
    assert len(index) == DEPTH + 1
    assert index.parent.tolist()[1:] == list(range(DEPTH))


def test_a_large_file_grows_its_columns(lens: Lens):
    data = (b"\x0a\x06" + b"\x0a\x01x\x12\x01y") * 20_000
    index = lens.index(data, GRAPH)
    assert len(index) == 60_001
    assert set(index.slot.tolist()[1:]) == {GRAPH << 6 | 1, NODE << 6 | 1, NODE << 6 | 2}
    assert index.nbytes == 19 * len(index) + 8


def test_two_scans_of_the_same_bytes_share_nothing(lens: Lens, tiny: bytes):
    first = lens.index(tiny)
    before = columns(first)
    lens.index(tiny[:100])
    assert columns(first) == before
