"""Every standard string is a row with exactly one note, as the documents of ONNX have it."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import onnx
import pytest

import onnxlens.schema
from conftest import ROOT
from onnxlens.errors import SchemaError
from onnxlens.schema import messages
from onnxlens.schema.standard import (
    AXIS,
    DOMAIN,
    EXTERNAL,
    GAMMA,
    IMAGE_KEYS,
    METADATA,
    PIXEL_FORMAT,
    QUANTIZATION,
    RANGE,
    SAME_AS,
    STANDARD,
    TYPE,
    Standard,
    context_note,
    standard,
    standard_names,
)

SEED = ROOT.parent / "shared" / "seeds" / "standard-values.txt"
NOTES = Path(onnxlens.schema.__file__).parent / "standard_notes"
PROTO = (Path(onnx.__file__).parent / "onnx-ml.proto").read_text(encoding="utf-8")
TABLES = {
    "Type denotations": TYPE,
    "Dimension denotations": AXIS,
    "Metadata properties": METADATA,
    "Image metadata": METADATA,
}
CONTEXTS = {row.context for row in STANDARD}


class Line(NamedTuple):
    """A row of a table of the seed."""

    context: str
    key: str
    value: str
    meaning: str


def seed_lines() -> list[Line]:
    """Return all rows of the seed's tables; one without a key goes on with the key above."""
    lines, title, above = [], "", ""
    for line in SEED.read_text(encoding="utf-8").splitlines():
        title = line if line in TABLES else title
        cells = [cell.strip() for cell in line.split("|")][:-1]
        if not cells or line.startswith("|"):
            continue
        if title == "Image metadata":
            above, *rest = cells if cells[0] in IMAGE_KEYS else [above, *cells]
            lines.append(Line(METADATA, above, rest[0], rest[1]))
        elif title == "Metadata properties":
            lines.append(Line(METADATA, cells[0], "", cells[1]))
        else:
            lines.append(Line(TABLES[title], "", cells[0], cells[1]))
    return lines


LINES = seed_lines()
each_line = pytest.mark.parametrize("line", LINES, ids=lambda line: line.value or line.key)
each_row = pytest.mark.parametrize("row", STANDARD, ids=lambda row: row.name)


def row_of(line: Line) -> Standard:
    row = standard(line.context, line.key, line.value)
    assert row is not None, line
    return row


# -- the seed ------------------------------------------------------------------------------------


def test_the_seed_has_its_four_tables():
    assert Counter((line.context, bool(line.key)) for line in LINES) == {
        (TYPE, False): 4, (AXIS, False): 7, (METADATA, True): 2 + 11}  # fmt: skip


@each_line
def test_every_row_of_the_seed_is_a_row(line: Line):
    row = row_of(line)
    assert (row.context, row.key, row.value) == (line.context, line.key, line.value)


def test_of_words_and_image_values_there_are_no_others_than_in_the_seed():
    seed = {(line.context, line.key, line.value) for line in LINES}
    keys = {(METADATA, key, "") for key in IMAGE_KEYS}
    ours = {(row.context, row.key, row.value) for row in STANDARD}
    assert {row for row in ours if row[0] in (TYPE, AXIS, METADATA)} == seed | keys


@pytest.mark.parametrize("line", [line for line in LINES if line.key == PIXEL_FORMAT], ids=str)
def test_a_pixel_format_has_the_channels_order_and_alpha_of_the_seed(line: Line):
    channels, order, bits, alpha = row_of(line).data
    words = {1: "One channel", 3: "Three channels", 4: "Four channels"}
    assert words[channels] in line.meaning and f"{bits} bits" in line.meaning
    assert ("grey" if order == "gray" else f"{order} order") in line.meaning
    assert ("straight alpha" in line.meaning) == bool(alpha)


@pytest.mark.parametrize("line", [line for line in LINES if line.key == GAMMA], ids=str)
def test_a_colour_space_has_the_gamma_of_the_seed(line: Line):
    assert line.meaning == f"Gamma {row_of(line).data[0]}."


@pytest.mark.parametrize("line", [line for line in LINES if line.key == RANGE], ids=str)
def test_a_range_has_the_ends_of_the_seed(line: Line):
    low, high = row_of(line).data
    assert line.meaning.replace("\N{MINUS SIGN}", "-").startswith(f"{low} to {high}")


@pytest.mark.parametrize("line", [line for line in LINES if line.context == AXIS], ids=str)
def test_an_axis_has_the_letters_of_the_seed(line: Line):
    assert re.findall(r"\b[NCHW]\b", line.meaning) == list(row_of(line).data)


# -- other judges --------------------------------------------------------------------------------


def test_the_keys_of_external_data_are_those_of_the_proto_file_and_of_the_loader():
    comment = PROTO.partition("Recognized keys are:")[2].partition("repeated")[0]
    stated = re.findall(r'// - "(\w+)"', comment)
    assert stated == ["location", "offset", "length", "checksum"]
    info = onnx.external_data_helper.ExternalDataInfo(onnx.TensorProto())
    known = {name for name in vars(info) if not name.startswith("_")}
    assert set(standard_names(EXTERNAL)) == set(stated) | {"basepath"} == known


def test_the_roles_of_quantisation_are_those_of_the_proto_file():
    stated = set(re.findall(r"'([A-Z_]+_TENSOR)'", PROTO))
    assert set(standard_names(QUANTIZATION)) == stated


def test_every_domain_of_the_package_s_operators_is_standard():
    domains = {schema.domain or "ai.onnx" for schema in onnx.defs.get_all_schemas_with_history()}
    assert domains | {"ai.onnx.training"} == set(standard_names(DOMAIN))


def test_every_context_is_a_field_of_the_schema():
    fields = {field.qualified for spec in messages() for field in spec.fields}
    assert CONTEXTS | set(SAME_AS) <= fields
    assert set(SAME_AS.values()) <= CONTEXTS


# -- finding -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("context", "key", "value", "found"),
    [
        (TYPE, "", "IMAGE", "IMAGE"),
        (TYPE, "", "Image", None),
        (TYPE, "", "image", None),
        (TYPE, "", "DATA_BATCH", None),
        (AXIS, "", "IMAGE", None),
        (AXIS, "", "data_batch", None),
        (AXIS, "", "DATA_BATCH", "DATA_BATCH"),
        (METADATA, "model_author", "", "model_author"),
        (METADATA, "Model_Author", "", None),
        (METADATA, "image.COLORspacegamma", "", GAMMA),
        (METADATA, "IMAGE.BITMAPPIXELFORMAT", "bGR8", "Bgr8"),
        (METADATA, "Image.ColorSpaceGamma", "Bgr8", None),
        (METADATA, "Bgr8", "", None),
        ("GraphProto.metadata_props", "model_author", "", None),
        ("TrainingInfoProto.update_binding", "location", "", None),
        (EXTERNAL, "location", "", "location"),
        (EXTERNAL, "Location", "", None),
        (METADATA, "location", "", None),
        (QUANTIZATION, "SCALE_TENSOR", "", "SCALE_TENSOR"),
        (QUANTIZATION, "scale_tensor", "", None),
        ("NodeProto.domain", "", "ai.onnx.ml", "ai.onnx.ml"),
        ("ModelProto.domain", "", "ai.onnx.ml", None),
        (METADATA, "", "", None),
        (TYPE, "", "", None),
    ],
)
def test_a_string_is_standard_only_in_its_context_and_case(context, key, value, found):
    row = standard(context, key, value)
    assert (row and row.name) == found


def test_names_are_words_keys_or_the_values_of_a_key():
    assert standard_names(TYPE) == ("TENSOR", "IMAGE", "AUDIO", "TEXT")
    assert standard_names(METADATA) == ("model_author", "model_license", *IMAGE_KEYS)
    assert standard_names(METADATA, GAMMA) == ("Linear", "SRGB")
    assert standard_names(METADATA, "model_author") == ()
    assert standard_names("TrainingInfoProto.update_binding") == ()
    assert standard_names("FunctionProto.domain") == standard_names(DOMAIN)


def test_no_string_is_there_twice():
    assert len({(row.context, row.key.lower(), row.value.lower()) for row in STANDARD}) == len(
        STANDARD
    )


# -- notes ---------------------------------------------------------------------------------------


def test_every_context_has_exactly_one_page_and_no_page_is_orphaned():
    assert {path.name for path in NOTES.glob("*")} == {f"{context}.md" for context in CONTEXTS}


@pytest.mark.parametrize("context", sorted(CONTEXTS))
def test_every_string_has_exactly_one_note_and_none_is_orphaned(context: str):
    lines = (NOTES / f"{context}.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("# ")] == [lines[0]] == [f"# {context}"]
    sections = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    assert sections == [row.name for row in STANDARD if row.context == context]
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("note", [*(row.note for row in STANDARD), *map(context_note, CONTEXTS)])
def test_every_note_begins_with_one_short_sentence(note):
    assert 0 < len(note.short) <= 90, note.short
    assert note.short.endswith(".") and (note.short[0].isupper() or "-" in note.short)


def test_the_note_on_metadata_recommends_reversed_domain_names():
    assert "reversed domain name" in context_note(METADATA).text


def test_a_page_is_read_once_also_by_another_name():
    assert context_note("NodeProto.domain") is context_note(DOMAIN)


@pytest.mark.parametrize("context", ["", "../notes/TypeProto", "TypeProto", "ModelProto.domain"])
def test_the_note_on_no_context_is_an_error_and_opens_no_file(context: str):
    with pytest.raises(SchemaError, match="no standard strings"):
        context_note(context)


def test_a_string_without_a_note_is_an_error():
    with pytest.raises(SchemaError, match="VIDEO: has no note"):
        assert Standard(TYPE, "", "VIDEO", ()).note
