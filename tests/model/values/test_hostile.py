"""Values of hostile files: very deep, very wide, or no such message at all."""

import random
from contextlib import suppress

import pytest

from made import number, record
from onnxlens import api
from onnxlens.errors import DataError
from onnxlens.model.values.data_value import DataValue
from onnxlens.model.values.kinds import BY_MESSAGE
from onnxlens.model.values.python import array, to_python
from onnxlens.model.values.types import fits, type_of
from onnxlens.model.values.walk import all_problems, walk
from onnxlens.model.values.write import encode
from onnxlens.wire.scalars import encode_varint

DEPTH = 100_000
ONE = bytes.fromhex("10014a040000803f")  # FLOAT [] = 1
# what stands around a value, so that it is inside another of its kind
LAYERS = {
    "OptionalProto": [b"\x10\x05\x3a"],
    "SequenceProto": [b"\x10\x03\x2a"],
    "MapProto": [b"\x10\x07\x18\x01\x2a", b"\x10\x04\x32"],
}


def nested(kind: str, core: bytes, depth: int = DEPTH) -> bytes:
    """Return a message that holds another of its kind, and so on."""
    layers, heads, size = LAYERS[kind], [core], len(core)
    for _ in range(depth):
        for head in reversed(layers):
            heads.append(head + encode_varint(size))
            size += len(heads[-1])
    return b"".join(reversed(heads))


def everything(value: DataValue) -> None:
    """Ask a value for all that can be asked."""
    for _, each in walk(value):
        repr(each)
        _ = each.name, each.empty, each.keys, each.filled, each.elem_type
    for place, problem in all_problems(value):
        assert len(str(place)) < 20_000
        assert problem.text.isprintable()
    type_ = type_of(value)
    assert str(type_)
    fits(value, type_)
    to_python(value)
    assert value == DataValue(value.message)
    for leaf in (array, lambda leaf: leaf.sparse.dense(limit=1000)):
        with suppress(DataError):
            to_python(value, leaf)
    with suppress(DataError):
        encode(value)


@pytest.mark.parametrize(
    ("kind", "core", "depth"),
    [
        ("OptionalProto", b"", DEPTH // 4),
        ("OptionalProto", b"\x10\x01\x1a\x08" + ONE, DEPTH),
        ("SequenceProto", b"\x10\x01\x1a\x08" + ONE, DEPTH // 4),
        ("MapProto", b"\x10\x07\x18\x01\x2a\x0c\x10\x01\x1a\x08" + ONE, DEPTH // 20),
    ],
)
def test_a_value_may_be_nested_very_deep(read, kind, core, depth):
    data = nested(kind, core, depth)
    value = read(data, kind)
    found = list(walk(value))
    assert len(found) == depth + (2 if core else 1)
    assert all(len(str(place)) < 200 for place, _ in found)
    assert list(all_problems(value)) == []
    type_ = type_of(value)
    assert len(type_.levels) == len(found)
    assert fits(value, type_) == []
    assert value == read(data, kind)
    assert encode(value) == nested(kind, core or b"\x10\x00", depth)
    plain = to_python(value, lambda leaf: leaf.tensor.head(1)[0])
    while isinstance(plain, (list, dict)):
        (plain,) = plain.values() if isinstance(plain, dict) else plain
    assert plain == (1.0 if core else None)


def test_a_deep_value_that_is_faulty_everywhere_costs_no_more(read):
    depth = DEPTH // 4
    faulty = nested("SequenceProto", b"", depth).replace(b"\x10\x03", b"\x10\x01")
    value = read(faulty, "SequenceProto")
    found = [problem.text for _, problem in all_problems(value)]
    assert len(found) == depth + 1


def test_counts_that_are_stated_allocate_nothing(read):
    dims = b"".join(number(1, (1 << 62)) for _ in range(3)) + number(2, 1)
    value = read(number(2, 1) + record(3, dims), "SequenceProto")
    everything(value)
    assert str(type_of(value)) == f"sequence(FLOAT [{', '.join([str(1 << 62)] * 3)}])"


def test_a_wide_value_is_read_once(read):
    count = 50_000
    keys = b"".join(number(3, 7) for _ in range(count))
    values = number(2, 1) + record(3, ONE) * count
    value = read(number(2, 7) + keys + record(5, values), "MapProto")
    (text,) = (problem.text for problem in value.problems)
    assert "49,999 keys are repeats" in text
    assert len(to_python(value)) == 1


@pytest.mark.parametrize("kind", [*BY_MESSAGE])
def test_no_bytes_raise_when_they_are_read(kind):
    chance = random.Random(kind)
    pieces = [
        *(number(field, value) for field in range(1, 8) for value in (0, 1, 3, 7, 8, 99, -1)),
        *(
            record(field, inside)
            for field in range(1, 10)
            for inside in (b"", ONE, b"\x10\x01", b"\xff")
        ),
    ]
    for _ in range(400):
        data = b"".join(chance.choices(pieces, k=chance.randrange(8)))
        if chance.random() < 0.5:
            data = record(chance.randrange(1, 8), data) + data
        if chance.random() < 0.3:
            data = bytes(chance.randrange(256) for _ in range(chance.randrange(40)))
        if chance.random() < 0.2:
            data = data[: chance.randrange(len(data) + 1)]
        everything(DataValue(api.open(data, kind=kind).merged()))
