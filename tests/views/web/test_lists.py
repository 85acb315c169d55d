"""The lists of the fields pane lead to every record, and no list is long."""

import random
from itertools import pairwise

import pytest

from documents import everything
from onnxlens import api
from onnxlens.errors import PathError
from onnxlens.tree.field import Field
from onnxlens.views.web.children import children
from onnxlens.views.web.lists import CHUNK, Chunk, Group, Lists, chunk_size, lists
from onnxlens.wire.scalars import encode_varint
from recipes import each, graph, int_of, model, node, of, tensor_type, value
from samples import mutated


def shown_at(document: api.Document, trail: list[tuple[str, int]]) -> dict[str, object]:
    """Return the row at the end of a trail; every list on the way must have the next one."""
    for (of_key, index), (next_key, _) in pairwise(trail):
        row = children(document, of_key, index, 1)["rows"][0]
        assert row["key"] == next_key
    key, index = trail[-1]
    found: dict[str, object] = children(document, key, index, 1)["rows"][0]
    return found


def leads(document: api.Document, field: Field) -> None:
    """Check that the trail of a field ends in its row."""
    row = shown_at(document, Lists(document).trail(field))
    assert (row["row"], row["element"]) == (field.row, field.element)


def test_a_trail_leads_to_every_field_of_a_small_model(tiny: bytes) -> None:
    with api.open(tiny) as document:
        for field in everything(document):
            if not field.is_root:
                leads(document, field)


def test_a_trail_leads_to_every_field_of_broken_files(tiny: bytes) -> None:
    for data in mutated([tiny], 60, seed=6):
        with api.open(data, "ModelProto") as document:
            for field in everything(document):
                if not field.is_root:
                    leads(document, field)


def test_a_trail_leads_into_chunks_of_chunks() -> None:
    names = each(1, [f"{number}" for number in range(2500)])
    with api.open(of(7, of(1, names)), "ModelProto") as document:
        chance = random.Random(6)
        for _ in range(50):
            leads(document, document[f"graph.node[0].input[{chance.randrange(2500)}]"])
        trail = Lists(document).trail(document["graph.node[0].input[2400]"])
        assert trail[-1] == ("2::2000-2500", 400)


def test_long_lists_are_chunks_of_a_thousand() -> None:
    assert chunk_size(1000) is None
    assert chunk_size(1001) == 1000
    assert chunk_size(1_000_000) == 1000
    assert chunk_size(1_000_001) == 1_000_000
    assert chunk_size(40_000_000) == 1_000_000


def test_every_list_shows_at_most_a_thousand_rows() -> None:
    packed = of(7, b"".join(encode_varint(n) for n in range(3000)))  # int64_data
    with api.open(packed, "TensorProto") as document:
        told = children(document, "1", 0, CHUNK)
        assert (told["total"], [row["label"] for row in told["rows"]]) == (
            3,
            ["int64_data[0…999]", "int64_data[1000…1999]", "int64_data[2000…2999]"],
        )
        leads(document, document["int64_data[2999]"])


def test_records_of_a_field_are_a_group_where_there_are_others() -> None:
    nodes = [node("Add", ["x", "x"], ["y"]) for _ in range(3)]
    data = model(graph(nodes, inputs=[value("x", tensor_type(1))]))
    with api.open(data) as document:
        row = document["graph"].row
        groups = [entry for entry in Lists(document).below(row) if isinstance(entry, Group)]
        assert [(group.number, len(group.rows)) for group in groups] == [(1, 3)]


def test_the_only_field_of_a_message_is_no_group() -> None:
    with api.open(each(1, [int_of(1, n) for n in range(20)]), "TensorShapeProto") as document:
        assert children(document, "0", 0, 30)["total"] == 20


def test_what_fits_no_field_has_groups_of_its_own() -> None:
    data = b"".join(int_of(60, n) for n in range(12)) + of(1, "x")
    with api.open(data, "ValueInfoProto") as document:
        rows = children(document, "0", 0, 10)["rows"]
        assert [(row["kind"], row["label"]) for row in rows] == [
            ("group", "#60"),
            ("record", "name"),
        ]
        assert children(document, rows[0]["key"], 11, 1)["rows"][0]["label"] == "#60[11]"


@pytest.mark.parametrize(
    "key", ["x", "-1", "1:2:3:4", "99999", "1::5-2", "1:x", "1:-", "0::1", "٣", "1" * 30]
)
def test_a_key_that_names_nothing_is_refused(key: str, tiny: bytes) -> None:
    with api.open(tiny) as document, pytest.raises(PathError, match="no such list"):
        children(document, key, 0, 10)


def test_a_span_of_a_key_is_bounded_by_the_list(tiny: bytes) -> None:
    with api.open(tiny) as document:
        assert children(document, "0::2-999999999999", 0, 1000)["total"] == 3
        assert children(document, "0::999-9999", 0, 1000) == {"total": 0, "rows": []}


def test_the_key_of_a_chunk_reads_back() -> None:
    assert Chunk("7", 0, 1000).key == "7::0-1000"
    assert Chunk("7:5", 0, 1000).key == "7:5:0-1000"


def test_a_document_keeps_its_lists(tiny: bytes) -> None:
    with api.open(tiny) as first, api.open(tiny) as second:
        assert lists(first) is lists(first)
        assert lists(first) is not lists(second)
