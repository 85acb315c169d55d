"""Each message, field, enum and enum value has exactly one note, and no note is left over."""

from collections import Counter
from pathlib import Path

import pytest

import onnxlens.schema
from onnxlens.errors import SchemaError
from onnxlens.schema import EnumSpec, MessageSpec, Note, enum_note, enums, message, messages, note
from onnxlens.schema.notes import parse_page

NOTES = Path(onnxlens.schema.__file__).parent / "notes"
PAGES = {spec.name: [field.name for field in spec.fields] for spec in messages()}
PAGES |= {spec.name: [value.name for value in spec.values] for spec in enums()}

each_message = pytest.mark.parametrize("spec", messages(), ids=lambda spec: spec.name)
each_enum = pytest.mark.parametrize("spec", enums(), ids=lambda spec: spec.name)


def headings(page: str, mark: str) -> list[str]:
    lines = (NOTES / f"{page}.md").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(mark) for line in lines if line.startswith(mark)]


def assert_well_formed(found: Note, name: str) -> None:
    flat = " ".join(found.text.split())
    assert 0 < len(found.short) <= 90, f"{name}: {len(found.short)} characters: {found.short}"
    assert found.short.endswith("."), f"{name}: not a sentence: {found.short}"
    assert found.short[0].isupper() or found.short[0].isdigit(), f"{name}: {found.short}"
    assert flat.startswith(found.short), name
    assert found.short.split()[-1] not in ("e.g.", "i.e.", "etc.", "cf.", "vs."), name


def test_every_message_and_enum_has_exactly_one_page_and_no_page_is_orphaned():
    assert {path.stem for path in NOTES.glob("*")} == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_with_its_name_and_has_no_other_title(page: str):
    assert headings(page, "# ") == [page]
    assert (NOTES / f"{page}.md").read_text(encoding="utf-8").startswith(f"# {page}\n")


@pytest.mark.parametrize("page", PAGES)
def test_every_field_and_value_has_exactly_one_note_and_none_is_orphaned(page: str):
    assert Counter(headings(page, "## ")) == Counter(PAGES[page])


@each_message
def test_every_note_of_a_message_begins_with_one_short_sentence(spec: MessageSpec):
    assert_well_formed(note(spec.name), spec.name)
    for field in spec.fields:
        assert_well_formed(note(spec.name, field.name), field.qualified)


@each_enum
def test_every_note_of_an_enum_begins_with_one_short_sentence(spec: EnumSpec):
    assert_well_formed(enum_note(spec.name), spec.name)
    for value in spec.values:
        assert_well_formed(enum_note(spec.name, value.name), f"{spec.name}.{value.name}")


def test_a_page_is_cut_into_the_note_on_the_thing_itself_and_its_sections():
    notes = parse_page(
        "# Thing\n\nA thing. It has\ntwo lines.\n\nMore.\n\n## part\n\nA part\nof it.\n"
    )
    assert list(notes) == ["", "part"]
    assert (notes[""].short, notes[""].text) == ("A thing.", "A thing. It has\ntwo lines.\n\nMore.")
    assert (notes["part"].short, notes["part"].text) == ("A part of it.", "A part\nof it.")


def test_a_page_is_read_once():
    assert note("TypeProto") is note("TypeProto")


def test_a_note_on_an_unknown_field_is_an_error_with_the_nearest_name():
    with pytest.raises(SchemaError, match="tensr_type: no field of TypeProto") as caught:
        note("TypeProto", "tensr_type")
    assert (caught.value.name, caught.value.nearest) == ("tensr_type", "tensor_type")


def test_a_note_on_an_unknown_enum_value_is_an_error_with_the_nearest_name():
    with pytest.raises(SchemaError, match=r"no value of TensorProto.DataType") as caught:
        enum_note("TensorProto.DataType", "FLOAT99")
    assert caught.value.name == "FLOAT99"


@pytest.mark.parametrize("name", ["../../../etc/passwd", "TensorProto.DataType", ""])
def test_a_note_on_no_message_is_an_error_and_opens_no_file(name: str):
    with pytest.raises(SchemaError, match="no message of that name"):
        note(name)


def test_a_page_that_is_missing_is_a_schema_error(monkeypatch, tmp_path):
    monkeypatch.setattr("onnxlens.schema.notes._DIRECTORY", str(tmp_path))
    monkeypatch.setattr("onnxlens.schema.notes._pages", {})
    with pytest.raises(SchemaError, match="has no note"):
        note(message("TypeProto").name)
