"""The block about one offset: path, part, bytes, field, value, note, what is around it."""

import random

import pytest

from onnxlens import schema
from onnxlens.views.at import at_lines
from onnxlens.views.page import Page
from onnxlens.wire.scalars import encode_record, encode_tag
from samples import VALUE_INFO, every_wire_type, mutated
from shown import HOSTILE, LONG, PAGES, document, full, harmless

SAMPLE = """\
graph.input["x"].type.tensor_type.shape.dim[0].dim_param
offset       174 (0xAE), byte 0 of the payload
bytes        172:175  12 01 4E   tag 172:173  length 173:174  payload 174:175
field        TensorShapeProto.Dimension 2: string, LEN, IR 1, oneof value
value        "N": any size; axis 0 of output "y" (offset 194) has the same
note         A name for a size that is not known in advance.
inside       157:179 graph.input[0], 21:201 graph, 0:233 tiny.onnx
"""


def facts(
    data: bytes, offset: int, kind: str | None = "ModelProto", **page: bool
) -> dict[str, str]:
    """The block by key; the first line is under "path"."""
    path, *rest = at_lines(Page(160, **page), document(data, kind), offset)
    return {"path": path, **{line[:13].strip(): line[13:] for line in rest}}


def value(name: str, *symbols: str) -> bytes:
    """Return a ValueInfoProto of FLOAT with symbols as axes."""
    dims = b"".join(encode_record(1, encode_record(2, s.encode())) for s in symbols)
    tensor = encode_tag(1, 0) + b"\x01" + encode_record(2, dims)
    return encode_record(1, name.encode()) + encode_record(2, encode_record(1, tensor))


def test_the_sample_is_printed_to_the_letter(tiny: bytes):
    assert "\n".join(at_lines(Page(), document(tiny), 174)) + "\n" == SAMPLE


def test_offsets_in_hexadecimal_keep_the_decimal_one(tiny: bytes):
    said = facts(tiny, 174, hex_offsets=True)
    assert said["offset"] == "0x00AE (174), byte 0 of the payload"
    assert said["bytes"].startswith("0x00AC:0x00AF  12 01 4E   tag 0x00AC:0x00AD")
    assert said["value"].endswith('axis 0 of output "y" (offset 0x00C2) has the same')
    assert said["inside"].startswith("0x009D:0x00B3 graph.input[0], 0x0015:0x00C9 graph")


@pytest.mark.parametrize(
    ("offset", "part"),
    [
        (21, "byte 0 of the tag"),
        (22, "byte 0 of the length"),
        (23, "byte 1 of the length"),
        (1, "byte 0 of the payload"),
        (100, "byte 14 of the payload"),
    ],
)
def test_the_part_of_the_record_is_named(tiny: bytes, offset: int, part: str):
    assert facts(tiny, offset)["offset"] == f"{offset} (0x{offset:X}), {part}"


def test_a_varint_has_no_length(tiny: bytes):
    assert facts(tiny, 0)["bytes"] == "0:2  08 0A   tag 0:1  payload 1:2"


def test_long_bytes_end_in_an_ellipsis(tiny: bytes):
    assert "4A 30 00 00" in facts(tiny, 100)["bytes"]
    assert " …   tag 84:85" in facts(tiny, 100)["bytes"]


@pytest.mark.parametrize(
    ("offset", "said"),
    [
        (0, "ModelProto 1: int64, VARINT, IR 1, enum Version"),
        (21, "ModelProto 7: GraphProto, LEN, IR 1"),
        (48, "GraphProto 1: repeated NodeProto, LEN, IR 1"),
        (75, "TensorProto 1: repeated int64, VARINT, IR 1"),
        (79, "TensorProto 2: int32, VARINT, IR 1, enum TensorProto.DataType"),
    ],
)
def test_the_field_is_described(tiny: bytes, offset: int, said: str):
    assert facts(tiny, offset)["field"] == said


def test_a_standard_value_is_explained(tiny: bytes):
    note = schema.enum_note("TensorProto.DataType", "FLOAT").short.rstrip(".")
    assert facts(tiny, 79)["value"] == f"FLOAT (1): {note}"


def test_what_a_standard_value_is_comes_before_what_is_odd_about_it():
    note = schema.enum_note("TensorProto.DataType", "UNDEFINED").short.rstrip(".")
    lines = list(at_lines(Page(160), document(b"\x0a\x02\x08\x00", "TypeProto"), 3))
    assert [line[:13].strip() for line in lines[4:7]] == ["value", "means", "note"]
    assert lines[4][13:] == f"UNDEFINED (0): {note}"
    assert lines[5][13:] == "UNDEFINED is no data type; runtimes refuse it"


# Symbols


def graph(*records: tuple[int, bytes]) -> bytes:
    return encode_record(7, b"".join(encode_record(number, data) for number, data in records))


@pytest.mark.parametrize(
    ("records", "said"),
    [
        ([(11, value("x", "N"))], '"N": any size'),
        ([(11, value("x", "N", "M"))], '"N": any size'),
        (
            [(11, value("x", "N", "N"))],
            '"N": any size; axis 1 of input "x" (offset 26) has the same',
        ),
        (
            [(11, value("x", "N")), (13, value("h", "M", "N"))],
            '"N": any size; axis 1 of value "h" (offset 48) has the same',
        ),
        (
            [(11, value("x", "N")), (12, value("y", "N")), (11, value("z", "N"))],
            '"N": any size; axis 0 of input "z" (offset 65) and 1 more have the same',
        ),
    ],
)
def test_a_symbol_is_followed_to_its_other_axes(records: list[tuple[int, bytes]], said: str):
    data = graph(*records)
    at = data.index(b"\x12\x01N")
    found = facts(data, at)["value"]
    expected = said.partition("(offset")[0]
    assert found.startswith(expected)
    assert found.partition(")")[2] == said.partition(")")[2]


def test_the_offset_of_the_other_axis_is_that_of_its_symbol():
    data = graph((11, value("x", "N")), (12, value("y", "N")))
    first = data.index(b"\x12\x01N")
    second = data.index(b"\x12\x01N", first + 1)
    assert f"(offset {second}) has the same" in facts(data, first)["value"]
    assert f"(offset {first}) has the same" in facts(data, second)["value"]


def test_a_symbol_in_a_function_is_not_that_of_the_graph():
    function = encode_record(25, encode_record(12, value("h", "N")))
    data = graph((11, value("x", "N"))) + function
    assert facts(data, data.rindex(b"\x12\x01N"))["value"] == '"N": any size'


def test_symbols_that_only_begin_alike_are_different():
    long = "N" * 300
    data = graph((11, value("x", long + "a")), (12, value("y", long + "b")))
    assert facts(data, data.index(b"NNN"))["value"].endswith(": any size")


# What is around


def test_what_is_around_begins_with_the_innermost_that_has_a_name():
    data = graph((1, encode_record(5, encode_record(1, b"a") + encode_record(4, b"s"))))
    assert facts(data, data.rindex(b"s"))["inside"] == (
        "4:12 graph.node[0].attribute[0], 2:12 graph.node[0], 0:12 graph, 0:12 tiny.onnx"
    )


def test_a_record_at_the_top_stands_in_the_file_alone(tiny: bytes):
    assert facts(tiny, 0)["inside"] == "0:233 tiny.onnx"


# What is no ordinary record


def test_an_element_of_a_packed_run_is_described():
    said = facts(encode_record(1, b"\x02\x03"), 3, "TensorProto")
    assert said["path"] == "dims[1]"
    assert said["offset"] == "3 (0x3), byte 0 of the element"
    assert said["bytes"] == "3:4  03"
    assert said["field"] == "TensorProto 1: repeated int64, VARINT in a packed run, IR 1"
    assert said["value"] == "3"


def test_the_header_of_a_packed_run_is_the_run():
    said = facts(encode_record(1, b"\x02\x03"), 1, "TensorProto")
    assert (said["path"], said["value"]) == ("dims~0", "2, 3")
    assert said["field"] == "TensorProto 1: repeated int64, LEN, packed, IR 1"


@pytest.mark.parametrize(("data", "offset"), [(encode_record(1, b"\x02\x83"), 3), (b"\x08", 0)])
def test_what_cannot_be_decoded_is_said_so(data: bytes, offset: int):
    said = facts(data, offset, "TensorProto")
    assert said["offset"].endswith("byte 0 of what cannot be decoded")
    assert said["field"] == "TensorProto: malformed"
    assert said["value"].startswith("the ")
    assert "note" not in said


def test_an_unknown_field_has_no_note():
    said = facts(encode_record(99, b"ab"), 3)
    assert said["path"] == "#99[0]"
    assert said["field"] == "ModelProto 99: no field of it, LEN"
    assert "note" not in said


def test_a_field_of_another_wire_type_says_which_it_needs():
    said = facts(encode_record(1, b"ab"), 2)
    assert said["field"] == "ModelProto 1: ir_version needs VARINT, found LEN"


def test_what_is_not_indexed_is_said_so():
    said = facts(b"\x89PNG", 2, None)
    assert said["offset"] == "2 (0x2), byte 2 of what is not indexed"
    assert said["field"] == "no known message: not indexed"


@pytest.mark.parametrize("offset", [-1, 233])
def test_an_offset_outside_the_file_is_refused(tiny: bytes, offset: int):
    with pytest.raises(IndexError, match="outside the file"):
        list(at_lines(Page(), document(tiny), offset))


# Pages and hostile files


NARROW = """\
…type.tensor_type.shape.dim[0].dim_param
offset       174 (0xAE), byte 0 of the …
bytes        172:175  12 01 4E
             tag 172:173  length 173:174
             payload 174:175
field        TensorShapeProto.Dimension…
value        "N": any size; axis 0 of
             output "y" (offset 194) has
             the same
note         A name for a size that is
             not known in advance.
inside       157:179 graph.input[0],
             21:201 graph,
             0:233 tiny.onnx
"""


def test_a_narrow_page_wraps_what_is_prose_or_a_list_and_cuts_the_rest(tiny: bytes):
    page = Page(40, cut=True)
    shown = list(at_lines(page, document(tiny), 174))
    harmless(shown, page)
    assert "\n".join(shown) + "\n" == NARROW


def test_a_value_that_is_wrapped_keeps_its_spaces():
    text = "two  spaces,   three " + "word " * 20
    shown = list(at_lines(Page(60, cut=True), document(encode_record(2, text.encode())), 2))
    start = shown.index('value        "two  spaces,   three word word word word word')
    assert shown[start + 1] == "             word word word word word word word word word"


def test_what_follows_the_first_explanation_is_wrapped_too(tiny: bytes):
    data = graph((11, value("x", "None")))
    shown = list(at_lines(Page(60, cut=True), document(data), data.index(b"None")))
    start = shown.index("means        placeholder-like; the standard makes all axes")
    assert shown[start + 1 : start + 4] == [
        "             with this name equal; use neither member for an",
        "             unknown size",
        "note         A name for a size that is not known in advance.",
    ]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_string_drives_the_terminal_or_leaves_the_page(text: bytes):
    for spec in schema.messages():
        tree = document(full(spec, text, 1), spec.name, name="a\x1b[2J\u202eb.onnx")
        for page in (PAGES[0], PAGES[2], Page()):
            for offset in tree.index.start.tolist()[1:-1]:
                assert harmless(at_lines(page, tree, offset), page) >= 5


def test_a_string_of_a_megabyte_stays_short_even_where_nothing_is_cut():
    data = graph((11, encode_record(1, LONG)), (1, encode_record(3, LONG)))
    tree = document(data)
    for offset in tree.index.start.tolist()[1:-1]:
        assert sum(map(len, at_lines(Page(), tree, offset))) < 20_000


def test_every_byte_of_a_damaged_file_has_a_block(tiny: bytes):
    noise = random.Random(3).randbytes(300)
    for data in (tiny[:139], noise, every_wire_type(), *mutated([tiny, VALUE_INFO], 20, 5)):
        tree = document(data)
        for offset in range(len(data)):
            said = list(at_lines(PAGES[2], tree, offset))
            assert harmless(said, PAGES[2]) >= 5
            assert said[1].startswith(f"offset       {offset} (")
