"""Every row and every statement of the seed document types-and-shapes.txt."""

import re
from pathlib import Path

import pytest

import recipes as r
from onnxlens import schema
from onnxlens.apps.cli.main import run
from onnxlens.views.page import Page
from onnxlens.views.schema import schema_field, schema_message
from onnxlens.wire.kinds import NAMES

SEED = Path(__file__).parents[3] / "shared" / "seeds" / "types-and-shapes.txt"
LINES = SEED.read_text(encoding="utf-8").replace("`", "").splitlines()
HEAD = "Field\tName\tType\tWire type\tMeaning"


def _messages() -> dict[str, list[list[str]]]:
    """Return the rows of each message's table; its name stands alone on a line above the head."""
    found, name = {}, ""
    for at, line in enumerate(LINES):
        name = line if re.fullmatch(r"[A-Z][\w.]+", line) else name
        if line == HEAD:
            rows = LINES[at + 1 : LINES.index("", at)]
            found[name] = [row.split("\t") for row in rows]
    return found


def _example() -> list[list[str]]:
    at = LINES.index("Bytes\tMeaning")
    return [row.split("\t") for row in LINES[at + 1 : LINES.index("", at)]]


MESSAGES = _messages()
ROWS = [(message, row) for message, rows in MESSAGES.items() for row in rows]
ROW = pytest.mark.parametrize(
    ("message", "row"), ROWS, ids=[f"{message}.{row[1]}" for message, row in ROWS]
)


def note(message: str, field: str | None = None) -> str:
    """Return the words of a note on one line."""
    return " ".join(schema.note(message, field).text.split()).replace("`", "")


def test_the_seed_has_the_tables_that_are_read_here():
    assert len(MESSAGES) == 13 and len(ROWS) == 44 and len(_example()) == 7
    assert LINES.count(HEAD) == len(MESSAGES)


@pytest.mark.parametrize("message", MESSAGES)
def test_a_table_lists_all_fields_of_its_message(message):
    assert {int(row[0]) for row in MESSAGES[message]} == set(schema.message(message).by_number)


@ROW
def test_the_schema_says_each_row(message, row):
    number, name, type_, wire, meaning = row
    spec = schema.message(message).by_number[int(number)]
    repeated, _, one = type_.rpartition(" ")
    own = f"{message}.{one}".replace("TensorShapeProto.Dimension.", "TensorShapeProto.")
    one = own if one == "Dimension" else one
    assert spec.name == name and spec.label == (repeated or "optional")
    assert (spec.ref if spec.is_message else spec.type) == one
    assert NAMES[spec.wire_type] == wire.partition(" ")[0].rstrip(",")
    assert not spec.packed and spec.packable == ("packed" in wire)
    assert spec.repeated == ("per" in wire.split())
    for since in re.findall(r"\(IR (\d+)\)", meaning):
        assert spec.since == int(since)


@ROW
def test_the_reference_prints_each_row(message, row):
    number, name, type_, wire, _ = row
    shown = type_.replace("Dimension", "TensorShapeProto.Dimension")
    cells = [number, name, shown, wire.partition(" ")[0].rstrip(",")]
    form = r" *" + r" +".join(map(re.escape, cells)) + r" +\d+  \S"
    lines = list(schema_message(Page(), schema.message(message)))
    assert [line for line in lines if re.match(form, line)], lines


# what the note on a field says of the column Meaning
MEANINGS = {
    "ValueInfoProto.name": "The name that nodes use to refer to the value",
    "ValueInfoProto.type": "The type of the value, with its shape",
    "ValueInfoProto.doc_string": "Free text about the value",
    "ValueInfoProto.metadata_props": "Added in IR version 10",
    "TypeProto.tensor_type": "A tensor: element type and shape",
    "TypeProto.sequence_type": "An ordered list of values that all have one type",
    "TypeProto.map_type": "Keys are integers or strings, values are of any type",
    "TypeProto.optional_type": "A value that may be absent. Added in IR version 8",
    "TypeProto.sparse_tensor_type": "A sparse tensor.* Added in IR version 8",
    "TypeProto.opaque_type": "named by domain and name.*Before IR version 14 .* ONNX-ML",
    "TypeProto.denotation": "what the whole value stands for.* IMAGE",
    "TypeProto.Tensor.elem_type": "The data type of every element. .* TensorProto.DataType",
    "TypeProto.Tensor.shape": "Absent means that the value may have any rank and any size",
    "TypeProto.Sequence.elem_type": "The type that every element of the sequence has",
    "TypeProto.Map.key_type": "an integer type or STRING",
    "TypeProto.Map.value_type": "The type of the values",
    "TypeProto.Optional.elem_type": "The type of the value when it is there",
    "TypeProto.SparseTensor.elem_type": "The data type of every element",
    "TypeProto.SparseTensor.shape": "The shape of the dense tensor",
    "TypeProto.Opaque.domain": "When absent, the domain of the model applies",
    "TypeProto.Opaque.name": "The name of the type",
    "TensorShapeProto.dim": "One axis of the shape, outermost axis first",
    "TensorShapeProto.Dimension.dim_value": "The size of the axis",
    "TensorShapeProto.Dimension.dim_param": "every axis with this name must have the same size",
    "TensorShapeProto.Dimension.denotation": "DATA_BATCH, DATA_CHANNEL",
    "SequenceProto.name": "The name of the value",
    "SequenceProto.elem_type": "The kind of the elements",
    "SequenceProto.tensor_values": "The elements, when the kind is TENSOR",
    "SequenceProto.sparse_tensor_values": "The elements, when the kind is SPARSE_TENSOR",
    "SequenceProto.sequence_values": "The elements, when the kind is SEQUENCE",
    "SequenceProto.map_values": "The elements, when the kind is MAP",
    "SequenceProto.optional_values": "The elements, when the kind is OPTIONAL",
    "MapProto.name": "The name of the value",
    "MapProto.key_type": "an integer type or STRING",
    "MapProto.keys": "The keys of a map with an integer key type",
    "MapProto.string_keys": "The keys of a map whose key type is STRING",
    "MapProto.values": "one for each key and in the same order",
    "OptionalProto.name": "The name of the value",
    "OptionalProto.elem_type": "The kind of the value.* 0 or absent means that there is no value",
    "OptionalProto.tensor_value": "The value, when the kind is TENSOR",
    "OptionalProto.sparse_tensor_value": "The value, when the kind is SPARSE_TENSOR",
    "OptionalProto.sequence_value": "The value, when the kind is SEQUENCE",
    "OptionalProto.map_value": "The value, when the kind is MAP",
    "OptionalProto.optional_value": "The value, when the kind is OPTIONAL",
}


@ROW
def test_the_reference_says_what_each_row_means(message, row):
    said = " ".join("\n".join(_reference(message, row[1])).split()).replace("`", "")
    assert re.search(MEANINGS[f"{message}.{row[1]}"], said), said


def _reference(message: str, field: str) -> list[str]:
    spec = schema.message(message)
    return list(schema_field(Page(), spec, spec.by_name[field]))


def test_the_kinds_of_a_sequence_have_the_numbers_of_the_seed():
    (meaning,) = (row[4] for row in MESSAGES["SequenceProto"] if row[1] == "elem_type")
    numbers = {name: int(number) for name, number in re.findall(r"([A-Z_]+) (\d)", meaning)}
    spec = schema.message("SequenceProto").by_name["elem_type"]
    assert {v.name: v.number for v in schema.enum(spec.ref).values} == numbers and len(numbers) == 6
    page = _reference("SequenceProto", "elem_type")
    for name, number in numbers.items():
        assert any(re.match(rf" *{number} +{name} ", line) for line in page), page


def test_an_optional_has_the_numbers_and_types_of_a_sequence():
    sequence, optional = map(schema.message, ("SequenceProto", "OptionalProto"))
    assert set(sequence.by_number) == set(optional.by_number)
    for number, field in optional.by_number.items():
        like = sequence.by_number[number]
        assert not field.repeated and field.type == like.type and like.repeated == (number > 2)
        assert field.ref == like.ref or number == 2
    kinds = [
        {v.name: v.number for v in schema.enum(s.by_name["elem_type"].ref).values}
        for s in (sequence, optional)
    ]
    assert kinds[0] == kinds[1]
    assert "Field numbers are those of SequenceProto" in note("OptionalProto")
    assert "absent       reads as 0" in _reference("OptionalProto", "elem_type")
    assert r.Said(b"", "OptionalProto").document.merged().number("elem_type") == 0


@pytest.mark.parametrize("message", ["TypeProto", "TensorShapeProto.Dimension"])
def test_the_members_of_a_oneof_are_those_of_the_seed(message):
    sentence = LINES[LINES.index(message) + 2]
    found = re.search(r"Fields ([\d, and]+) form a oneof", sentence)
    assert found, sentence
    numbers = set(map(int, re.findall(r"\d+", found[1])))
    (members,) = schema.message(message).oneofs.values()
    assert {field.number for field in members} == numbers
    lines = schema_message(Page(), schema.message(message))
    (line,) = (line for line in lines if line.startswith("oneof value: "))
    assert " ".join(map(str, sorted(numbers))) in line
    assert ("exactly one" in sentence) == ("exactly one" in line)


@pytest.mark.parametrize("row", _example(), ids=lambda row: row[0].replace(" ", ""))
def test_the_byte_table_prints_each_row_of_the_example(row, capsys):
    data = next(line for line in LINES if re.fullmatch(r"(?:[0-9A-F]{2} ?)+", line))
    assert run(["bytes", "--as", "ValueInfoProto", "--fold", "--hex", data]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = (line for line in lines if line[8:].partition("  ")[0] == row[0])
    for word in set(re.findall(r"[\w.]*\w", row[1])) - {"A", "a", "of", "with", "bytes"}:
        assert re.search(rf"\b{re.escape(word)}\b", line), (word, line)
    assert LINES[LINES.index(data) + 2].endswith(f"shows it as {lines[0]}")
    assert "".join(line[8:22].strip() for line in lines[3:]).replace(" ", "") in (
        data.replace(" ", "")
    )


# -- statements outside the tables -------------------------------------------------------------

STATEMENTS = {
    "A named value and its type: a graph input, output": ("ValueInfoProto", "A named value"),
    "A graph declares the type of each input and output": (
        "ValueInfoProto",
        "input, output and value_info of a GraphProto",
    ),
    "A type is a tensor of an element type and shape, or a sequence": (
        "TypeProto",
        "six kinds: tensor, sequence, map, optional, sparse tensor or opaque",
    ),
    "hold such values themselves; a model rarely contains them": (
        "SequenceProto",
        "rarely in a model",
    ),
    "A shape: a list of dimensions, outermost first. No dimensions is a scalar.": (
        "TensorShapeProto",
        "The shape of a tensor: one entry for each axis.* No entries is a scalar",
    ),
    "One dimension: a number, or a name for a size not known in advance": (
        "TensorShapeProto.Dimension",
        "a size, a symbol, or unknown",
    ),
    "with neither the size is unknown.": (
        "TensorShapeProto.Dimension",
        "With neither, the size is unknown",
    ),
    "A sequence of values of one kind, from onnx-data.proto.": (
        "SequenceProto",
        "Defined in onnx-data.proto .*All elements are of one kind",
    ),
    "the ONNX sequence or optional value format": ("SequenceProto", "are the same bytes"),
    "A map: keys of one integer type or strings, and the values as a sequence": (
        "MapProto",
        "both lists must have one length.* Integer keys stand in keys, text keys in string_keys",
    ),
    "A value that may be absent. The same field numbers": (
        "OptionalProto",
        "A value that may be absent.*one value in place of each list",
    ),
}


@pytest.mark.parametrize("sentence", STATEMENTS)
def test_the_reference_makes_each_statement(sentence):
    assert any(sentence in line for line in LINES)
    message, said = STATEMENTS[sentence]
    assert re.search(said, note(message)), note(message)


TENSOR = "graph.input[0].type.tensor_type"


def feed(type_: bytes) -> r.Said:
    """Return what is said of a model whose input x has a type."""
    return r.Said(r.model(r.graph(inputs=[r.value("x", type_)])))


def test_an_absent_shape_means_any_shape():
    said = feed(r.of(1, r.int_of(1, r.FLOAT)))
    assert "inputs       x: FLOAT\n" in said.summary
    assert "any number of axes, of any size" in said.of(TENSOR)


def test_no_dims_is_a_scalar():
    said = feed(r.tensor_type(r.FLOAT))
    assert "x: FLOAT []" in said.summary and "a scalar" in said.of(f"{TENSOR}.shape")


def test_a_dim_with_neither_member_is_unknown():
    said = feed(r.tensor_type(r.FLOAT, r.dim()))
    assert "x: FLOAT [?]" in said.summary
    assert "a size that is not known" in said.of(f"{TENSOR}.shape.dim[0]")


def test_dims_of_one_name_have_one_size():
    said = feed(r.tensor_type(r.FLOAT, r.dim("N"), r.dim("N")))
    assert "are equal by it" in said.symbols
    assert 'axis 1 of input "x"' in said.of(f"{TENSOR}.shape.dim[0].dim_param")


def test_an_opaque_type_without_a_domain_has_that_of_the_model():
    type_ = r.of(7, r.of(2, "T"))
    body = r.graph(inputs=[r.value("x", type_)])
    told = r.Said(r.model(body, more=r.of(4, "com.example")))
    path = "graph.input[0].type.opaque_type"
    assert "that of the model, com.example" in told.of(path)
    assert "by ONNXTypes.md an empty domain is ai.onnx" in told.of(path)
    assert "not given either" in r.Said(r.model(body)).of(path)


def test_a_sequence_in_a_file_of_its_own_is_the_sequence_or_optional_format():
    tensor = r.int_of(1, 1) + r.int_of(2, r.FLOAT) + r.of(9, bytes(4))
    said = r.Said(r.of(1, "s") + r.int_of(2, 1) + r.of(3, tensor))
    assert "SequenceProto or OptionalProto" in said.summary
