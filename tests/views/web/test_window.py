"""A window tells of every byte which record it belongs to."""

from base64 import b64decode

import pytest

from onnxlens import api
from onnxlens.views.web.families import FAMILIES, family
from onnxlens.views.web.window import BROKEN, LARGEST, REST, RUN, UNKNOWN, WEIGHTS, window
from onnxlens.wire.scalars import encode_tag, encode_varint
from recipes import of
from samples import every_wire_type, mutated


def test_the_bytes_are_those_of_the_file(tiny: bytes) -> None:
    with api.open(tiny) as document:
        told = window(document, 20, 60)
        assert b64decode(told["bytes"]) == tiny[20:60]
        assert (told["from"], told["to"]) == (20, 60)


def test_the_last_record_that_holds_a_byte_is_the_innermost(tiny: bytes) -> None:
    for data in [tiny, *mutated([tiny], 40, seed=3)]:
        with api.open(data, "ModelProto") as document:
            for start in range(0, document.size, 37):
                records = window(document, start, start + 37)["records"]
                for offset in range(start, min(start + 37, document.size)):
                    holding = [r[0] for r in records if r[1] <= offset < r[4]]
                    assert holding[-1] == document.index.row_at(offset)


def test_tag_length_and_payload_are_those_of_the_field(tiny: bytes) -> None:
    for data in [tiny, every_wire_type(), *mutated([tiny], 40, seed=4)]:
        with api.open(data, "ModelProto") as document:
            from onnxlens.tree.field import Field

            for row, start, tag_end, payload, end, *_ in window(document, 0, 4096)["records"]:
                field = Field(document, row)
                assert (start, payload, end) == (field.start, field.payload.start, field.end)
                assert tag_end == field.tag.end


def test_a_long_tag_that_began_before_the_window_is_read(tiny: bytes) -> None:
    data = encode_tag(7, 2, 5) + encode_varint(100, 10) + tiny[24:124]
    with api.open(data, "ModelProto") as document:
        records = window(document, 40, 50)["records"]
        assert records[1][1:4] == [0, 5, 15]


def test_siblings_look_different_by_turns(tiny: bytes) -> None:
    with api.open(tiny) as document:
        looks = {record[0]: record[5] for record in window(document, 0, 233)["records"]}
        first, second = (document[f"graph.node[{n}]"] for n in (0, 1))
        assert looks[first.row] != looks[second.row]
        assert {looks[first.row] >> 1, looks[second.row] >> 1} == {FAMILIES.index("node")}
        name = document["graph.node[1].name"]
        assert looks[name.row] == looks[second.row]


def test_kinds_of_records_are_told() -> None:
    data = of(9, b"1234") + of(1, b"\4") + every_wire_type() + b"\x07"
    with api.open(data, "TensorProto") as document:
        kinds = {record[7] for record in window(document, 0, 1000)["records"]}
        assert {WEIGHTS, RUN, UNKNOWN, BROKEN} <= kinds
    with api.open(b"\x08\x01" * 10, "ModelProto", max_records=3) as document:
        assert window(document, 0, 100)["records"][-1][7] == REST


def test_every_family_has_a_message_or_bytes(tiny: bytes) -> None:
    data = tiny + every_wire_type() + b"\x07"
    with api.open(data, "ModelProto") as document:
        found = {family(field) for field in document.walk()}
        assert found == set(FAMILIES)


def test_a_window_is_bounded(tiny: bytes) -> None:
    with api.open(tiny) as document:
        with pytest.raises(ValueError, match="at most 65,536 bytes"):
            window(document, 0, LARGEST + 1)
        with pytest.raises(ValueError, match="at most 65,536 bytes"):
            window(document, 9, 8)
        assert window(document, 5000, 6000) == {
            "from": 233, "to": 233, "bytes": "", "records": []}  # fmt: skip


def test_an_empty_file_has_an_empty_window() -> None:
    with api.open(b"") as document:
        assert window(document, 0, 16)["records"] == []
