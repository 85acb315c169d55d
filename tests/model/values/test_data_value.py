"""Values as they are read: family C of the known problems, and what is shown beside each fault."""

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from made import number, record, varint
from onnxlens.errors import DataError
from onnxlens.model.values.python import array, to_python
from onnxlens.model.values.types import type_of
from onnxlens.model.values.walk import all_problems, walk

ONE = bytes.fromhex("080210014a080000803f00000040")  # FLOAT [2] = 1 2
INTS = number(2, 7) + record(9, bytes(8))  # INT64 [] = 0
SEQUENCE_OF_ONE = number(2, 1) + record(3, ONE)


def tensors(*fields: bytes) -> bytes:
    return number(2, 1) + b"".join(record(3, field) for field in fields)


def texts(value) -> list[str]:
    return [str(problem) for problem in value.problems]


# -- the rows of family C --------------------------------------------------------------------------


def test_c1_a_name_that_spells_dims_is_a_name(read):
    value = read(bytes.fromhex("0a097365715f656d7074791001"), "SequenceProto")
    assert (value.name, value.elem_type, value.items, value.problems) == ("seq_empty", 1, [], [])
    assert str(type_of(value)) == "sequence(?)"


def test_c2_the_same_bytes_are_a_sequence_and_an_optional(read):
    sequence, optional = (
        read(SEQUENCE_OF_ONE, f"{kind}Proto") for kind in ("Sequence", "Optional")
    )
    assert str(type_of(sequence)) == "sequence(FLOAT [2])"
    assert str(type_of(optional)) == "optional(FLOAT [2])"
    assert [each.tolist() for each in to_python(sequence, array)] == [[1, 2]]
    assert to_python(optional, array).tolist() == [1, 2]
    assert sequence.problems == optional.problems == []


@pytest.mark.parametrize(
    ("data", "said", "problems"),
    [
        (b"", "no bytes", []),
        (number(2, 0), "elem_type 0 (UNDEFINED)", []),
        (record(1, b"x"), "no elem_type", []),
        (record(1, b"x") + number(2, 0), "elem_type 0 (UNDEFINED)", []),
        *(
            (
                number(2, at),
                f"elem_type {at} ({kind.upper()}) without {kind}_value",
                [
                    f"elem_type: elem_type {at} ({kind.upper()}) without {kind}_value: it is "
                    "empty, but the onnx package wants elem_type 0 for that"
                ],
            )
            for at, kind in enumerate(("tensor", "sparse_tensor", "sequence", "map", "optional"), 1)
        ),
        (number(2, 9), "elem_type 9", [
            "elem_type: elem_type 9 is no kind of value; 1 to 5 are known",
            "elem_type: elem_type 9: it is empty, but the onnx package wants elem_type 0 for that",
        ]),
    ],
)  # fmt: skip
def test_c3_an_empty_optional_says_how_it_is_spelt(read, data, said, problems):
    value = read(data, "OptionalProto")
    assert value.empty == said
    assert to_python(value) is None
    assert texts(value) == problems


def test_an_empty_optional_of_two_records_has_the_bytes_of_both(read):
    value = read(number(2, 5) + record(7, b"") + record(7, record(1, b"n")), "OptionalProto")
    assert value.items[0].empty == "no elem_type"
    assert value.items[0].name == "n"


def test_a_value_that_is_there_is_not_empty(read):
    assert read(SEQUENCE_OF_ONE, "OptionalProto").empty == ""
    assert read(number(2, 1), "SequenceProto").empty == ""
    inner = read(number(2, 3) + record(5, b""), "OptionalProto")  # an empty sequence is a value
    assert (inner.empty, to_python(inner)) == ("", [])


@pytest.mark.parametrize("keys", [number(3, 5) + number(3, -2), record(3, varint(5) + varint(-2))])
def test_c4_a_map_pairs_keys_with_the_elements_of_its_values(read, keys):
    value = read(number(2, 7) + keys + record(5, tensors(ONE, ONE)), "MapProto")
    assert (value.key_type, value.keys, value.elem_type) == (7, [5, -2], 1)
    assert {key: each.tolist() for key, each in to_python(value, array).items()} == {
        5: [1, 2], -2: [1, 2],
    }  # fmt: skip
    assert str(type_of(value)) == "map(INT64, FLOAT [2])"
    assert value.problems == []


def test_c5_counts_that_differ_are_told_with_both_offsets(read):
    data = (
        number(2, 7) + b"".join(number(3, key) for key in (1, 2, 3)) + record(5, tensors(ONE, ONE))
    )
    value = read(data, "MapProto")
    assert texts(value) == ["keys holds 3 (offset 2), values holds 2 (offset 8); needed as many"]
    assert list(to_python(value)) == [1, 2]
    assert [len(value.keys), len(value.items)] == [3, 2]


def test_c5_both_lists_of_keys_are_told_and_the_one_of_the_key_type_is_shown(read):
    both = number(3, 1) + record(4, b"a") + record(5, tensors(ONE))
    value = read(number(2, 7) + both, "MapProto")
    assert value.keys == [1]
    assert texts(value) == [
        "key_type: keys holds 1 (offset 2) and string_keys 1 (offset 4); a map has one of them, "
        "here keys by its key_type"
    ]
    assert read(number(2, 8) + both, "MapProto").keys == ["a"]


def test_c5_a_map_without_values_is_told(read):
    (text,) = texts(read(number(2, 7) + number(3, 1), "MapProto"))
    assert text == "keys holds 1 (offset 2), values holds 0; needed as many"


def test_c6_elements_in_a_list_that_elem_type_does_not_name_are_shown(read):
    data = bytes.fromhex("10031a0e080210014a080000803f00000040")
    value = read(data, "SequenceProto")
    assert numpy_helper.to_list(onnx.SequenceProto.FromString(data)) == []
    assert [each.tolist() for each in to_python(value, array)] == [[1, 2]]
    assert texts(value) == [
        "elem_type: elem_type 3 (SEQUENCE) disagrees with tensor_values, which holds 1 (offset 2); "
        "readers see an empty list"
    ]
    assert value.problems[0].field.path == "elem_type"


def test_c6_the_same_in_an_optional(read):
    (text,) = texts(read(number(2, 0) + record(3, ONE), "OptionalProto"))
    assert text == (
        "elem_type: elem_type 0 (UNDEFINED) disagrees with tensor_value (offset 2); "
        "readers see no value"
    )
    (text,) = texts(read(record(3, ONE), "OptionalProto"))
    assert text.startswith("no elem_type disagrees with tensor_value (offset 0)")


def test_several_filled_lists_are_told_and_the_named_one_is_shown(read):
    data = number(2, 1) + record(3, ONE) + record(5, number(2, 1)) + record(5, number(2, 1))
    value = read(data, "SequenceProto")
    assert [item.kind for item in value.items] == ["tensor"]
    (text,) = texts(value)
    assert text == (
        "elem_type: elem_type 1 (TENSOR), but sequence_values, which holds 2 (offset 18) too; "
        "readers do not see that"
    )
    other = read(number(2, 4) + record(5, number(2, 1)) + record(3, ONE), "SequenceProto")
    (text,) = texts(other)
    assert "disagrees with tensor_values, which holds 1 (offset 6) and sequence_values" in text


@pytest.mark.parametrize("number_", [1, 9, 11, 16, 17, 0, 99])
def test_c7_a_key_type_that_no_key_can_have_is_told(read, number_):
    value = read(number(2, number_) + number(3, 1) + record(5, tensors(ONE)), "MapProto")
    (text,) = texts(value)
    assert text.startswith("key_type: keys are integers of 8 to 64 bits or STRING")
    assert list(to_python(value)) == [1]


def test_c7_an_absent_key_type_is_told(read):
    value = read(record(4, b"a") + record(5, tensors(ONE)), "MapProto")
    assert texts(value) == ["keys are integers of 8 to 64 bits or STRING; this key_type is absent"]
    assert value.keys == ["a"]


def test_c7_a_key_type_of_the_other_list_is_told(read):
    value = read(number(2, 8) + number(3, 1) + record(5, tensors(ONE)), "MapProto")
    assert value.keys == [1]
    assert texts(value) == [
        "key_type: key_type STRING disagrees with keys, which holds 1 (offset 2); "
        "readers see no keys"
    ]


def test_c8_a_value_that_stands_twice_is_merged_as_protobuf_does(read):
    value = read(tensors(ONE, ONE), "OptionalProto")
    assert texts(value) == [
        "tensor_value: tensor_value stands 2 times (offsets 2 and 18); "
        "protobuf merges them to dims [2, 2]"
    ]
    assert value.items[0].tensor.dims == (2, 2)
    with pytest.raises(DataError):
        to_python(value, array)


def test_c8_sequences_of_an_optional_run_together(read):
    data = number(2, 3) + 2 * record(5, SEQUENCE_OF_ONE)
    value = read(data, "OptionalProto")
    assert texts(value) == [
        "sequence_value: sequence_value stands 2 times (offsets 2 and 22); "
        "protobuf merges them to one message"
    ]
    assert len(to_python(value)) == 2
    assert onnx.OptionalProto.FromString(data).sequence_value.ByteSize() == 34


def test_c8_what_is_merged_for_its_parents_sake_is_told_once(read):
    data = number(2, 5) + 2 * record(7, number(2, 1) + record(3, ONE))
    value = read(data, "OptionalProto")
    said = [problem.text for _, problem in all_problems(value)]
    assert said[0].startswith("optional_value stands 2 times")
    assert sum("stands 2 times" in text for text in said) == 1


def test_c9_shape_type_and_values_are_at_hand(read):
    value = read(ONE, "TensorProto")
    assert str(type_of(value)) == "FLOAT [2]"
    assert value.tensor.head(1) == [1.0]
    assert np.array_equal(
        to_python(value, array), numpy_helper.to_array(onnx.TensorProto.FromString(ONE))
    )


def test_c10_a_segment_is_told(read):
    value = read(tensors(ONE + record(3, number(1, 0) + number(2, 2))), "SequenceProto")
    assert any("segment" in problem.text for _, problem in all_problems(value))


# -- other faults ----------------------------------------------------------------------------------


def test_keys_that_stand_twice_are_told_and_the_last_counts(read):
    two = bytes.fromhex("10014a0400004040")  # FLOAT [] = 3
    data = (
        number(2, 7)
        + number(3, 4)
        + record(3, varint(9) + varint(4))
        + record(5, tensors(ONE, ONE, two))
    )
    value = read(data, "MapProto")
    (text,) = texts(value)
    assert text == ("keys[2]: key 4 stands at 0 (offset 2) and 2 (offset 7); readers keep the last")
    assert {key: each.tolist() for key, each in to_python(value, array).items()} == {
        4: 3,
        9: [1, 2],
    }
    assert list(to_python(value)) == [4, 9]


def test_string_keys_may_be_hostile(read):
    data = (
        number(2, 8)
        + record(4, b"\xff\x1b\n")
        + record(4, b"\xff\x1b\n")
        + record(5, tensors(ONE, ONE))
    )
    value = read(data, "MapProto")
    assert value.keys == ["\udcff\x1b\n"] * 2
    (text,) = texts(value)
    assert 'key "\\xFF\\u{1B}\\n" stands at 0' in text


def test_a_key_outside_of_its_type_is_told(read):
    for key_type, key in ((3, 128), (3, -129), (2, -1), (13, -1), (6, 1 << 31)):
        value = read(number(2, key_type) + number(3, key) + record(5, tensors(ONE)), "MapProto")
        (text,) = texts(value)
        assert text.startswith(f"keys[0]: key {key} is no ")


def test_an_empty_sequence_without_a_kind_is_told(read):
    (text,) = texts(read(b"", "SequenceProto"))
    assert text == "no elem_type: a sequence names the kind of its elements, also when it is empty"
    (text,) = texts(read(number(2, 0), "SequenceProto"))
    assert text.startswith("elem_type: elem_type 0 (UNDEFINED): a sequence names")


def test_elements_of_two_data_types_are_told(read):
    (text,) = texts(read(tensors(ONE, ONE, INTS), "SequenceProto"))
    assert text == (
        "tensor_values[2]: element 2 is INT64, element 0 is FLOAT; all elements have one data type"
    )


def test_a_sparse_tensor_says_what_is_wrong_with_its_indices(read):
    values = number(1, 2) + number(2, 1) + record(9, bytes(8))
    places = (
        number(1, 2) + number(2, 7) + record(9, b"".join(n.to_bytes(8, "little") for n in (3, 9)))
    )
    good = record(1, values) + record(2, places)
    assert texts(read(good + number(3, 10), "SparseTensorProto")) == []
    (text,) = texts(read(good + number(3, 9), "SparseTensorProto"))
    assert text == "values[1] at 9 is outside of dims [9]"
    (text,) = texts(read(record(1, values) + number(3, 9), "SparseTensorProto"))
    assert text == "no indices, but 2 values"
    twice = texts(read(good + record(1, values) + number(3, 9), "SparseTensorProto"))
    assert "values stands 2 times" in twice[0]


def test_a_sparse_tensor_without_values_has_no_fault(read):
    assert texts(read(number(3, 4), "SparseTensorProto")) == []


# -- facts -----------------------------------------------------------------------------------------


def test_walk_gives_each_value_its_place(read):
    maps = number(2, 8) + record(4, b"a") + record(4, b'"') + record(5, tensors(ONE, ONE))
    data = number(2, 4) + record(6, maps) + record(6, maps)
    found = [(str(place), value.kind) for place, value in walk(read(data, "SequenceProto"))]
    one = [("[0]", "map"), ('[0]["a"]', "tensor"), ('[0]["\\""]', "tensor")]
    assert found == [("", "sequence"), *one, *((f"[1]{at[3:]}", kind) for at, kind in one)]


def test_names_are_those_of_the_message(read):
    sparse = record(1, record(8, b"w") + number(2, 1))
    assert read(sparse, "SparseTensorProto").name == "w"
    assert read(b"", "SparseTensorProto").name == ""
    assert read(record(1, b"s"), "MapProto").name == "s"
    assert read(record(8, b"t"), "TensorProto").name == "t"


def test_equal_values_are_equal_however_they_are_stored(read):
    typed = number(1, 2) + number(2, 1) + record(4, bytes.fromhex("0000803f00000040"))
    assert read(tensors(typed), "SequenceProto") == read(tensors(ONE), "SequenceProto")
    assert read(b"", "OptionalProto") == read(number(2, 0), "OptionalProto")
    assert read(record(1, b"n") + tensors(ONE), "SequenceProto") == read(
        tensors(ONE), "SequenceProto"
    )
    assert read(ONE, "TensorProto") != read(INTS, "TensorProto")
    assert read(tensors(ONE), "SequenceProto") != read(tensors(ONE, ONE), "SequenceProto")
    assert read(number(2, 1), "SequenceProto") != read(number(2, 3), "SequenceProto")
    assert read(tensors(ONE), "SequenceProto") != read(tensors(ONE), "OptionalProto")
    assert read(ONE[:-1], "TensorProto") != read(ONE, "TensorProto")
    assert read(ONE, "TensorProto") != 1
    assert read(ONE, "TensorProto") != read(ONE.replace(b"\x10\x01", b"\x10\x06"), "TensorProto")
    maps = [number(2, each) + number(3, 1) + record(5, tensors(ONE)) for each in (3, 7)]
    assert read(maps[0], "MapProto") != read(maps[1], "MapProto")
    assert read(maps[0], "MapProto") != read(maps[0].replace(b"\x18\1", b"\x18\2"), "MapProto")


def test_other_messages_and_kinds_are_refused(read):
    with pytest.raises(DataError, match=r"NodeProto is no value; needed TensorProto"):
        read(b"", "NodeProto")
    with pytest.raises(DataError, match="the value is a map, no tensor"):
        _ = read(b"", "MapProto").tensor
    with pytest.raises(DataError, match="the value is a tensor, no sparse_tensor"):
        _ = read(b"", "TensorProto").sparse


def test_a_value_shows_itself(read):
    assert repr(read(tensors(ONE), "SequenceProto")) == "<DataValue sequence, 1 item at 0>"
    assert repr(read(ONE, "TensorProto")) == "<DataValue tensor at 0>"
    assert repr(read(b"", "SequenceProto").problems[0]).startswith("<Problem at 0: no elem_type")
