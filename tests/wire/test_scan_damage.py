"""The scan of what cannot be decoded: each reason with its exact span, and the official verdict."""

import onnx
import pytest
from google.protobuf.message import DecodeError

from invariants import damage_spans
from lens import GRAPH, MODEL, Lens, row, slots
from onnxlens.schema import message_by_id
from onnxlens.source import MemorySource
from onnxlens.wire import damage
from onnxlens.wire.index import FIELD_BITS, FIELD_MASK, Index
from onnxlens.wire.kinds import EGROUP, I32, I64, LEN, MALFORMED, SGROUP, VARINT
from onnxlens.wire.packed import Run
from onnxlens.wire.scalars import encode_tag, encode_varint, read_varint
from samples import ABOVE, BELOW, every_wire_type, group, mutated, overlong

WIDTHS = {I32: 4, I64: 8}
DEPTH = 10_000

# Damage: from the tag to the end of its message, and what stands above goes on

MALFORMED_RECORDS = [
    ("80", damage.TAG_CUT),
    ("FFFFFFFF", damage.TAG_CUT),
    ("808080808000", damage.TAG_LONG),
    ("8080808080", damage.TAG_LONG),
    ("FFFFFFFF1F00", damage.TAG_LONG),
    ("8880808010 01", damage.TAG_LONG),
    ("00", damage.FIELD_ZERO),
    ("07", damage.FIELD_ZERO),
    ("8080808000 01", damage.FIELD_ZERO),
    ("0E", damage.WIRE_TYPE),
    ("0F 01 02 03", damage.WIRE_TYPE),
    ("0C", damage.END_GROUP),
    ("0B 14", damage.END_GROUP),
    ("0A", damage.LENGTH_CUT),
    ("0A 80", damage.LENGTH_CUT),
    ("0A" + "80" * 9, damage.LENGTH_CUT),
    ("0A" + "80" * 10, damage.LENGTH_LONG),
    ("0A" + "80" * 10 + "00", damage.LENGTH_LONG),
    ("08", damage.VALUE_CUT),
    ("08 80", damage.VALUE_CUT),
    ("08" + "80" * 9, damage.VALUE_CUT),
    ("09" + "00" * 7, damage.VALUE_CUT),
    ("0D" + "00" * 3, damage.VALUE_CUT),
    ("0D", damage.VALUE_CUT),
    ("08" + "80" * 10, damage.VALUE_LONG),
    ("08" + "80" * 10 + "00", damage.VALUE_LONG),
]


@pytest.mark.parametrize(("record", "why"), MALFORMED_RECORDS)
def test_a_malformed_record_lasts_to_the_end_of_its_message(lens: Lens, record: str, why: int):
    bad = bytes.fromhex(record)
    name = b"\x12\x01g"  # before it, in the same message
    index = lens.index(ABOVE + encode_varint(3 + len(bad)) + name + bad + BELOW)
    begin = len(ABOVE) + 1 + len(name) + (1 if record == "0B 14" else 0)
    end = len(ABOVE) + 1 + len(name) + len(bad)
    assert list(damage_spans(index)) == [(begin, end, why)]
    at = index.damage_row[0]
    assert row(index, at) == (begin, begin, end, MALFORMED)
    assert slots(index)[-1] == (MODEL, 5)
    assert row(index, len(index) - 1) == (end, end + 1, end + 2, VARINT)


@pytest.mark.parametrize(("record", "why"), MALFORMED_RECORDS)
def test_the_same_record_at_the_end_of_the_file_is_malformed_too(lens: Lens, record: str, why: int):
    bad = bytes.fromhex(record)
    ((begin, end, found),) = lens.damage(BELOW + bad)
    assert (begin, end, found) == (2 + (record == "0B 14"), 2 + len(bad), why)


def test_every_reason_for_a_malformed_row_is_tried_above():
    tried = {why for _, why in MALFORMED_RECORDS}
    assert tried | {damage.CLIPPED, damage.GROUP_OPEN} == set(damage.WORDS)


def test_a_malformed_row_stands_in_its_message_without_a_number(lens: Lens):
    index = lens.index(ABOVE + b"\x01\x00")
    assert slots(index)[-1] == (GRAPH, 0)


# Lengths that run past their container


def test_a_truncated_length_is_clipped_and_descended_into(lens: Lens, tiny: bytes):
    half = lens.index(tiny[:139])
    assert list(damage_spans(half)) == [
        (21, 139, damage.CLIPPED),
        (134, 139, damage.CLIPPED),
        (138, 139, damage.VALUE_CUT),
    ]
    whole = lens.index(tiny)
    inside = [at for at in range(len(whole)) if whole.start[at] < 138]
    assert [row(half, at)[:2] for at in inside] == [row(whole, at)[:2] for at in inside]


@pytest.mark.parametrize("length", [2, 127, 1 << 31, (1 << 63) - 1, 1 << 63, (1 << 64) - 1])
def test_a_length_past_the_end_is_clipped(lens: Lens, length: int):
    data = b"\x3a" + encode_varint(length) + b"\x10"
    assert lens.damage(data)[0] == (0, len(data), damage.CLIPPED)


def test_a_clipped_length_stops_at_its_own_message(lens: Lens):
    node = encode_tag(1, LEN) + encode_varint(99) + b"x"
    index = lens.index(ABOVE + encode_varint(2 + len(node)) + b"\x0a\x03" + node + BELOW, MODEL)
    assert list(damage_spans(index)) == [(6, 9, damage.CLIPPED)]
    assert slots(index)[-1] == (MODEL, 5)


def test_a_clipped_length_with_nothing_left_has_no_rows_inside(lens: Lens):
    index = lens.index(b"\x3a\x05")
    assert list(damage_spans(index)) == [(0, 2, damage.CLIPPED)]
    assert len(index) == 2


# Groups


def test_a_group_without_its_end_lasts_to_the_end_of_its_message(lens: Lens):
    graph = b"\x12\x01g" + encode_tag(40, SGROUP) + b"\x08\x01"
    data = ABOVE + encode_varint(len(graph)) + graph + BELOW
    index = lens.index(data)
    assert list(damage_spans(index)) == [(7, 11, damage.GROUP_OPEN)]
    assert slots(index)[-1] == (MODEL, 5)


def test_groups_that_a_malformed_record_ends_have_no_fault_of_their_own(lens: Lens):
    opened = encode_tag(40, SGROUP) + encode_tag(41, SGROUP)
    assert lens.damage(opened + b"\x07") == [(4, 5, damage.FIELD_ZERO)]
    assert lens.damage(opened + encode_tag(40, EGROUP)) == [(4, 6, damage.END_GROUP)]


def test_an_end_group_of_another_number_is_malformed(lens: Lens):
    assert lens.damage(b"\x0b\x14\x0c") == [(1, 3, damage.END_GROUP)]


def test_an_open_group_is_listed_after_the_damage_inside_it(lens: Lens):
    data = encode_tag(40, SGROUP) + b"\x0a\x05x"
    assert lens.damage(data) == [(2, 5, damage.CLIPPED), (0, 5, damage.GROUP_OPEN)]


def test_ten_thousand_open_groups_are_ten_thousand_damages(lens: Lens):
    spans = lens.damage(b"\x0b" * DEPTH)
    assert spans == [(at, DEPTH, damage.GROUP_OPEN) for at in reversed(range(DEPTH))]


def test_ten_thousand_open_groups_before_a_fault_are_one_damage(lens: Lens):
    assert lens.damage(b"\x0b" * DEPTH + b"\x07") == [(DEPTH, DEPTH + 1, damage.FIELD_ZERO)]


# The official reader


def packed_runs_are_whole(index: Index, data: bytes) -> bool:
    for at in range(1, len(index)):
        id, number = index.slot[at] >> FIELD_BITS, index.slot[at] & FIELD_MASK
        field = message_by_id(id).by_number.get(number) if id else None
        if index.wire_type(at) == LEN and field is not None and field.packable:
            width = WIDTHS.get(field.wire_type, 0)
            run = Run(MemorySource(data).read, index.payload(at), index.end(at), width)
            if run.good_end() != run.end:
                return False
    return True


def lengths_are_short(index: Index, data: bytes) -> bool:
    """No length takes more than 5 bytes; standard parsers refuse those."""
    for at in range(1, len(index)):
        header = data[index.start[at] : index.payload(at)]
        if index.wire_type(at) == LEN and len(header) - read_varint(header)[1] > 5:
            return False
    return True


def has_zero_in_a_group(index: Index) -> bool:
    """Tell of the one fault that upb lets pass: field number 0 inside an unknown group."""
    pairs = zip(index.damage_row.tolist(), index.damage_reason.tolist(), strict=True)
    zeros = [at for at, why in pairs if why == damage.FIELD_ZERO]
    return any(index.wire_type(index.parent[at]) == SGROUP for at in zeros)


def upb_reads(data: bytes) -> bool:
    try:
        onnx.ModelProto.FromString(data)
    except DecodeError:
        return False
    return True


def test_what_upb_refuses_is_what_is_damaged(lens: Lens, tiny: bytes):
    grouped = tiny[:24] + group(5, tiny[24:201]) + tiny[201:]
    verdicts = {True: 0, False: 0}
    for data in mutated([tiny, overlong(tiny), every_wire_type(), grouped], 20_000, seed=6):
        index = lens.index(data)
        if has_zero_in_a_group(index):
            continue
        intact = not len(index.damage_row) and lengths_are_short(index, data)
        intact = intact and packed_runs_are_whole(index, data)
        assert intact == upb_reads(data), data.hex()
        verdicts[intact] += 1
    assert min(verdicts.values()) > 2000
