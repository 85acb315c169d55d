"""The merged view: what a parser would build, asked field by field."""

import random

import pytest

from documents import document_of
from made import FLOAT_TYPE, INT_TYPE, SEQUENCE, SHAPE, number, record, tag
from onnxlens.schema import MessageSpec, messages
from onnxlens.tree.merged import Merged, default
from onnxlens.wire.kinds import I64
from oracle import parsed
from samples import group


def merged(kind: str, data: bytes, scanner: type) -> Merged:
    """Return the merged view of bytes."""
    return document_of(data, kind, scanner).merged()


def test_an_absent_field_has_its_default(scanner: type) -> None:
    for spec in messages():
        view, message = merged(spec.name, b"", scanner), parsed(spec.name, b"")
        for field in spec.fields:
            assert not view.has(field.name)
            assert view.records(field.name) == []
            if field.repeated:
                assert view[field.name] == []
            elif field.is_message:
                assert view[field.name] is None
            else:
                expected = getattr(message, field.name)
                assert (view[field.name], type(default(field))) == (expected, type(expected))


def test_an_explicit_default_is_present(scanner: type) -> None:
    view = merged("NodeProto", record(3, b"") + record(1, b""), scanner)
    assert view.has("name")
    assert not view.has("op_type")
    assert view["name"] == view["op_type"] == ""
    assert view["input"] == [""]


def test_a_repeated_field_is_present_when_it_has_an_element(scanner: type) -> None:
    assert not merged("TensorProto", record(1, b""), scanner).has("dims")
    assert merged("TensorProto", record(1, b"") + number(1, 0), scanner).has("dims")


def test_records_are_those_that_make_a_field(scanner: type) -> None:
    data = number(1, 3) + record(1, b"x") + number(1, 4) + record(7, b"") + record(7, b"")
    view = merged("ModelProto", data, scanner)
    assert [field.path for field in view.records("ir_version")] == ["ir_version~0", "ir_version"]
    assert view.count("graph") == 2
    assert view.number("ir_version") == 4
    graph = view.message("graph")
    assert graph is not None
    assert [field.path for field in graph.fields] == ["graph~0", "graph"]
    assert graph.field.path == "graph"


def test_a_oneof_member_takes_the_records_of_the_others_away(scanner: type) -> None:
    view = merged("TypeProto", SHAPE + SEQUENCE + INT_TYPE + FLOAT_TYPE, scanner)
    member = view.which("value")
    assert member is not None
    assert member.name == "tensor_type"
    assert not view.has("sequence_type")
    assert view.count("tensor_type") == 2
    assert merged("TypeProto", record(6, b"IMAGE"), scanner).which("value") is None


def test_messages_merge_in_the_order_of_the_file(scanner: type) -> None:
    first, second = record(1, record(3, b"a")), record(1, record(3, b"b"))
    data = record(7, first + record(2, b"x")) + number(1, 1) + record(7, second + number(40, 1))
    graph = merged("ModelProto", data + record(7, record(2, b"y")), scanner).message("graph")
    assert graph is not None
    assert [node.text("name") for node in graph.each("node")] == ["a", "b"]
    assert graph.text("name") == "y"
    assert [field.path for field in graph.unknown()] == ["graph~1.#40[0]"]


def test_unknown_are_numbers_and_wire_types_and_values_of_closed_enums(scanner: type) -> None:
    data = number(20, 99) + number(20, 1) + tag(3, I64) + bytes(8) + group(63, b"") + number(64, 1)
    view = merged("AttributeProto", data, scanner)
    assert [field.path for field in view.unknown()] == ["type~0", "#3[0]", "#63[0]", "#64[0]"]
    assert view["type"] == 1
    assert [spec.name for spec, _ in view.present()] == ["type"]


def test_malformed_bytes_are_in_no_field(scanner: type) -> None:
    view = merged("ModelProto", number(1, 3) + b"\x00\x01", scanner)
    assert view.unknown() == []
    assert [(spec.name, value) for spec, value in view.present()] == [("ir_version", 3)]


def test_a_field_that_the_message_does_not_have_is_a_mistake_of_the_caller(scanner: type) -> None:
    with pytest.raises(KeyError):
        merged("ModelProto", b"", scanner)["grph"]


def test_the_view_says_which_message_it_is(scanner: type) -> None:
    view = merged("ModelProto", record(7, b""), scanner)
    assert repr(view) == "<Merged ModelProto root>"
    assert repr(view["graph"]) == "<Merged GraphProto graph>"


def _records(choose: random.Random, numbers: list[int]) -> bytes:
    """Return records of some numbers in any order, some of which fit their fields."""
    chosen = choose.choices(numbers, k=choose.randrange(30))
    contents = (b"", b"a", b"\x08\x01")
    return b"".join(
        number(each, choose.choice((0, 1, 3, 99)))
        if choose.random() < 0.5
        else record(each, choose.choice(contents))
        for each in chosen
    )


def _sorted(view: Merged) -> tuple[dict[str, list[int]], list[int]]:
    """Return the rows of each field, and those of none."""
    fields = {
        spec.name: [each.row for each in view.records(spec.name)] for spec in view.spec.fields
    }
    return fields, [each.row for each in view.unknown()]


@pytest.mark.parametrize("spec", messages(), ids=lambda spec: spec.name)
def test_a_large_message_is_read_as_a_small_one(
    spec: MessageSpec, scanner: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose, numbers = random.Random(spec.id), [*(field.number for field in spec.fields), 61, 70]
    for _ in range(50):
        data = _records(choose, numbers)
        small = _sorted(merged(spec.name, data, scanner))
        with monkeypatch.context() as patched:
            patched.setattr("onnxlens.tree.merged._MANY", 0)
            assert _sorted(merged(spec.name, data, scanner)) == small, data.hex(" ")
