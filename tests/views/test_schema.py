"""The reference: tables of messages, fields and enums."""

import pytest

from onnxlens import schema
from onnxlens.schema.standard import SAME_AS, STANDARD, context_note
from onnxlens.views.page import Page
from onnxlens.views.schema import schema_enum, schema_field, schema_list, schema_message
from shown import PAGES, harmless

SAMPLE = """\
no  name                type                    wire  IR  meaning
 1  tensor_type         TypeProto.Tensor        LEN    1  A tensor: element type
                                                          and shape.
"""
SPARSE = """\
 8  sparse_tensor_type  TypeProto.SparseTensor  LEN    8  A sparse tensor.
 9  optional_type       TypeProto.Optional      LEN    8  A value that may be
                                                          absent.
"""
LAST = "oneof value: 1 4 5 7 8 9, exactly one   more: onnxlens schema TypeProto.Tensor"
PLAIN = Page()
FIELDS = [(message, field) for message in schema.messages() for field in message.fields]


def message(name: str) -> list[str]:
    return list(schema_message(PLAIN, schema.message(name)))


def field(name: str) -> list[str]:
    owner, _, last = name.rpartition(".")
    spec = schema.message(owner)
    return list(schema_field(PLAIN, spec, spec.by_name[last]))


def facts(name: str) -> dict[str, str]:
    """The block of a field by key."""
    block = field(name)[1:]
    return {line[:13].strip(): line[13:] for line in block[: block.index("")]}


# Messages


def test_the_sample_is_printed_to_the_letter():
    shown = "\n".join(message("TypeProto")) + "\n"
    assert shown.startswith(SAMPLE)
    assert SPARSE in shown
    assert shown.endswith(f"\n{LAST}\n")


def test_the_note_of_the_message_stands_between_table_and_last_line():
    shown = message("TypeProto")
    first, last = shown.index(""), len(shown) - 2
    text = " ".join(shown[first:last]).split()
    assert text == schema.note("TypeProto").text.split()


@pytest.mark.parametrize("spec", schema.messages(), ids=lambda spec: spec.name)
def test_every_field_of_a_message_has_a_row_by_number(spec: schema.MessageSpec):
    shown = message(spec.name)
    rows = [line.split()[:2] for line in shown[1 : shown.index("")] if line[:2].strip()]
    assert rows == [[str(f.number), f.name] for f in sorted(spec.fields, key=lambda f: f.number)]


def test_repeated_and_packed_fields_say_so():
    shown = "\n".join(message("TensorProto"))
    assert " 1  dims            repeated int64                   VARINT   1  " in shown
    assert " 4  float_data      repeated float, packed           LEN      1  " in shown
    assert "  repeated StringStringEntryProto  LEN     10  " in shown


def test_an_enum_field_is_of_the_enums_type():
    assert any(" TensorProto.DataLocation " in line for line in message("TensorProto"))


def test_other_oneofs_may_be_empty():
    assert message("TensorShapeProto.Dimension")[-2] == "oneof value: 1 2, at most one"


def test_a_message_without_a_oneof_says_where_it_stands():
    shown = message("TypeProto.Opaque")
    assert shown[-3] == "stands in: TypeProto.opaque_type"
    assert shown[-2] == "reserved: 3, parameters"
    assert shown[-1] == "more: onnxlens schema TypeProto.Opaque.domain"


def test_ranges_of_reserved_numbers_are_listed():
    reserved = [line for line in message("GraphProto") if line.startswith("reserved: ")]
    assert reserved == [
        "reserved: 3, 4, 6 to 9, ir_version, producer_version, producer_tag, domain"
    ]


@pytest.mark.parametrize("spec", schema.messages(), ids=lambda spec: spec.name)
def test_what_a_message_points_to_exists(spec: schema.MessageSpec):
    name = message(spec.name)[-1].split("more: onnxlens schema ")[1]
    owner, _, last = name.rpartition(".")
    known = {m.name for m in schema.messages()} | {e.name for e in schema.enums()}
    assert name in known or last in schema.message(owner).by_name


# Fields


def test_a_field_says_all_facts():
    assert facts("TensorProto.float_data") == {
        "number": "4",
        "type": "repeated float, packed",
        "wire": "LEN, a packed run of I32; readers take one I32 each as well",
        "since": "IR 1",
        "absent": "an empty list",
    }


def test_a_member_of_a_oneof_names_the_others():
    said = facts("TensorShapeProto.Dimension.dim_param")
    assert said["oneof"] == "value, with dim_value"
    assert (said["number"], said["wire"], said["absent"]) == ("2", "LEN", "reads as empty")


@pytest.mark.parametrize(
    ("name", "absent"),
    [
        ("TensorProto.data_location", "reads as DEFAULT"),
        ("AttributeProto.type", "reads as UNDEFINED"),
        ("ModelProto.ir_version", "reads as 0"),
        ("AttributeProto.f", "reads as 0"),
        ("AttributeProto.s", "reads as empty"),
        ("ModelProto.graph", "no message; not the same as an empty one"),
    ],
)
def test_what_an_absent_field_reads_as_is_said(name: str, absent: str):
    assert facts(name)["absent"] == absent


def test_a_closed_enum_is_told_from_a_convention():
    closed, convention = facts("AttributeProto.type"), facts("TensorProto.data_type")
    assert closed["enum"].startswith("AttributeProto.AttributeType, closed: parsers")
    said = "by convention: the field is an int32 and takes any number"
    assert convention["enum"] == f"TensorProto.DataType, {said}"


@pytest.mark.parametrize(("spec", "field_spec"), FIELDS, ids=lambda each: each.name)
def test_a_field_has_its_whole_note(spec: schema.MessageSpec, field_spec: schema.FieldSpec):
    text = " ".join(schema_field(PLAIN, spec, field_spec))
    assert text.startswith(field_spec.qualified)
    assert " ".join(schema.note(spec.name, field_spec.name).text.split()) in " ".join(text.split())


def test_a_field_with_an_enum_lists_its_values():
    shown = field("TensorProto.data_location")
    assert shown[-4:] == [
        "number  name      IR  meaning",
        "     0  DEFAULT    4  The data is in the message itself.",
        "     1  EXTERNAL   4  The data is in another file.",
        "2 values",
    ]


def test_a_field_with_a_message_names_it():
    assert field("ModelProto.graph")[-1] == "more: onnxlens schema GraphProto"


@pytest.mark.parametrize(("spec", "field_spec"), FIELDS, ids=lambda each: each.name)
def test_standard_strings_come_with_what_holds_of_all_of_them(spec, field_spec):
    context = SAME_AS.get(field_spec.qualified, field_spec.qualified)
    rows = [row for row in STANDARD if row.context == context]
    shown = field(field_spec.qualified)
    if not rows:
        assert not any(line.startswith("standard  ") for line in shown)
        return
    head = next(at for at, line in enumerate(shown) if line.startswith("standard  "))
    end = shown.index("", head)
    names = [line.split()[0] for line in shown[head + 1 : end] if line[:3].strip()]
    assert names == [row.value if row.key and row.value else row.name for row in rows]
    said = " ".join(" ".join(shown[end:]).split())
    assert said == " ".join(context_note(context).text.split())


# Enums, all names


@pytest.mark.parametrize("enum", schema.enums(), ids=lambda enum: enum.name)
def test_an_enum_lists_every_value_and_counts_them(enum: schema.EnumSpec):
    shown = list(schema_enum(PLAIN, enum))
    rows = [line.split()[:3] for line in shown[1 : shown.index("")] if line[:6].strip()]
    assert rows == [[str(v.number), v.name, str(v.since)] for v in enum.values]
    assert shown[-1] == f"{len(enum.values)} values"
    assert schema.enum_note(enum.name).text.split() == " ".join(shown[shown.index("") : -2]).split()


def test_the_list_has_every_message_and_enum():
    shown = list(schema_list(PLAIN))
    names = [line.split()[0] for line in shown[1:-1] if line[0] != " "]
    assert names == [each.name for each in (*schema.messages(), *schema.enums())]
    assert shown[-1] == "33 messages, 7 enums; about one: onnxlens schema NAME"


# Pages


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.width))
def test_everything_fits_the_page(page: Page):
    assert harmless(schema_list(page), page) > 40
    for spec in schema.messages():
        assert harmless(schema_message(page, spec), page) > len(spec.fields)
    for spec, field_spec in FIELDS:
        assert harmless(schema_field(page, spec, field_spec), page) > 6
    for enum in schema.enums():
        assert harmless(schema_enum(page, enum), page) > len(enum.values)


def test_short_notes_are_never_cut():
    page = PAGES[0]  # the meaning has lines of its own, so that they can be read back
    for spec in schema.messages():
        words = " ".join(" ".join(schema_message(page, spec)).split())
        for each in spec.fields:
            assert schema.note(spec.name, each.name).short in words


def test_notes_are_dim_where_there_is_colour():
    rows = [line for line in schema_list(Page(colour=True)) if line.startswith("TypeProto.Tensor ")]
    assert rows[0].endswith("\x1b[2mThe type of a dense tensor: element type and\x1b[0m")
