"""The reference has an entry for all that the standard names, and its links lead to entries."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from onnxlens import api, schema
from onnxlens.errors import SchemaError
from onnxlens.schema.operators import operator_versions
from onnxlens.views.web import reference
from onnxlens.views.web.operator_entry import every_operator
from onnxlens.views.web.reference import entry, index
from recipes import graph, int_of, model, node, of
from told import sound

MESSAGES, ENUMS = schema.messages(), schema.enums()


def below(found: dict) -> Iterator[str]:
    """Yield the names that the page of an entry has links to."""
    name = found["name"]
    yield from found["uses"]
    if found["of"]:
        yield found["of"]["name"]
    for field in found["fields"]:
        if field["ref"]:
            yield field["ref"]
    for each in (*found["fields"], *found["values"]):
        if not name.endswith(f".{each['name']}"):
            yield f"{name}.{each['name']}"


def reached(names: list[str]) -> dict[str, dict]:
    """Return the entries that some names lead to, by their names; a dead link fails."""
    found: dict[str, dict] = {}
    while names:
        name = names.pop()
        if name not in found:
            found[name] = entry(None, name)
            assert found[name]["name"] == name
            assert sound(found[name])
            names += below(found[name])
    return found


@pytest.fixture(scope="module")
def entries() -> dict[str, dict]:
    """All entries that the list of the page leads to."""
    listed = index()
    return reached([each["name"] for part in listed.values() for each in part])


def test_the_index_has_each_message_and_enum() -> None:
    listed = index()
    assert sound(listed)
    assert [each["name"] for each in listed["messages"]] == [spec.name for spec in MESSAGES]
    assert [each["name"] for each in listed["enums"]] == [spec.name for spec in ENUMS]
    assert all(each["short"] for part in listed.values() for each in part)


def test_each_message_has_all_its_fields(entries: dict[str, dict]) -> None:
    for spec in MESSAGES:
        found = entries[spec.name]
        assert (found["kind"], found["example"]["rows"] != []) == ("message", True)
        assert [(each["number"], each["name"]) for each in found["fields"]] == [
            (field.number, field.name) for field in spec.fields
        ]


def test_each_field_has_an_entry_that_belongs_to_its_message(entries: dict[str, dict]) -> None:
    for spec in MESSAGES:
        for field in spec.fields:
            found = entries[field.qualified]
            (row,) = found["fields"]
            assert (found["kind"], found["of"]["name"]) == ("field", spec.name)
            assert (row["since"], row["label"]) == (field.since, field.label)
            assert found["long"] == schema.note(spec.name, field.name).text


def test_each_value_of_an_enum_has_an_entry(entries: dict[str, dict]) -> None:
    for spec in ENUMS:
        values = {each["name"]: each["number"] for each in entries[spec.name]["values"]}
        assert values == {value.name: value.number for value in spec.values}
        for value in spec.values:
            found = entries[f"{spec.name}.{value.name}"]
            assert (found["kind"], found["of"]["name"]) == ("value", spec.name)
            assert found["short"] == schema.enum_note(spec.name, value.name).short


def test_a_message_is_held_by_the_fields_that_name_it(entries: dict[str, dict]) -> None:
    for name in (*(spec.name for spec in MESSAGES), *(spec.name for spec in ENUMS)):
        assert entries[name]["uses"] == [
            field.qualified for spec in MESSAGES for field in spec.fields if field.ref == name
        ]


def test_the_example_of_a_field_holds_the_field(entries: dict[str, dict]) -> None:
    shown = 0
    for found in entries.values():
        if found["kind"] == "field" and found["example"]:
            names = [row[1].strip().partition("[")[0] for row in found["example"]["rows"]]
            assert found["name"] in names
            shown += 1
    assert shown > 80


def test_standard_words_of_a_field_are_its_values() -> None:
    words = {each["name"] for each in entry(None, "TypeProto.denotation")["values"]}
    assert words == {"TENSOR", "IMAGE", "AUDIO", "TEXT"}
    found = entry(None, "TypeProto.denotation.IMAGE")
    assert (found["kind"], found["of"]["name"]) == ("value", "TypeProto.denotation")


def test_a_value_that_stands_for_a_key_says_so() -> None:
    values = entry(None, "ModelProto.metadata_props")["values"]
    keys = {each["name"]: each["key"] for each in values}
    assert keys["Image.NominalPixelRange"] is None
    assert keys["Normalized_0_1"] == "Image.NominalPixelRange"


# -- operators -----------------------------------------------------------------------------


def test_each_form_of_an_operator_has_an_entry_and_its_links_lead_on() -> None:
    forms = [
        f"{name}-{version}"
        for name in every_operator()
        for version in operator_versions(*split(name))
    ]
    found = reached([*every_operator(), *forms])
    kinds = [each["kind"] for each in found.values()]
    assert kinds.count("operator") == len(forms) + len(every_operator()) > 800
    assert kinds.count("parameter") > 4000


def split(name: str) -> tuple[str, str]:
    domain, _, last = name.rpartition(".")
    return domain, last


def test_an_operator_has_inputs_outputs_and_attributes() -> None:
    found = entry(None, "LeakyRelu")
    assert [(each["label"], each["name"], each["short"]) for each in found["fields"]] == [
        ("input", "X", "Required."),
        ("output", "Y", "Required."),
        ("attribute", "alpha", "Optional, default 0.01."),
    ]
    assert "LeakyRelu-1, LeakyRelu-6, LeakyRelu-16" in found["long"]


def test_the_opset_version_chooses_the_form_of_an_operator() -> None:
    names = {name: len(entry(None, name)["fields"]) for name in ("Clip-6", "Clip-11", "Clip")}
    assert names == {"Clip-6": 4, "Clip-11": 4, "Clip": 4}
    labels = [each["label"] for each in entry(None, "Clip-6")["fields"]]
    assert labels == ["input", "output", "attribute", "attribute"]
    labels = [each["label"] for each in entry(None, "Clip-12")["fields"]]
    assert labels == ["input", "input", "input", "output"]


@pytest.mark.parametrize("name", ["ZipMap", "ai.onnx.ml.ZipMap", "ai.onnx.ml.ZipMap-1"])
def test_an_operator_of_another_domain_is_found(name: str) -> None:
    assert "of ai.onnx.ml, in this form since opset version 1" in entry(None, name)["short"]


def test_a_parameter_whose_name_has_dots_is_found() -> None:
    (row,) = entry(None, "Split-1.outputs...")["fields"]
    assert (row["label"], row["name"]) == ("output", "outputs...")


# -- counts --------------------------------------------------------------------------------


def counts(document: api.Document, name: str) -> dict[str, int]:
    return {each["name"]: each["count"] for each in entry(document, name)["fields"]}


def test_fields_are_counted_in_a_file(corpus: Path) -> None:
    with api.open(f"{corpus}/alrevuelta__cONNXr/super_resolution.onnx") as document:
        walked = [field for field in document.walk() if field.spec is not None]
        for spec in MESSAGES:
            assert counts(document, spec.name) == {
                field.name: sum(each.spec is field for each in walked) for field in spec.fields
            }


def test_records_that_do_not_fit_are_not_counted() -> None:
    data = of(1, "\1") + int_of(1, 8) + int_of(7, 1)
    with api.open(data, "ModelProto") as document:
        found = counts(document, "ModelProto")
        assert (found["ir_version"], found["graph"]) == (1, 0)
        assert counts(document, "ModelProto.ir_version") == {"ir_version": 1}


def test_many_records_are_counted_alike() -> None:
    nodes = [node("Relu", ["x"], ["y"])] * (reference._MANY + 7)
    odd = int_of(1, 3) * 5  # nodes that are numbers
    with api.open(model(graph(nodes, more=odd))) as document:
        assert counts(document, "GraphProto")["node"] == reference._MANY + 7
        assert counts(document, "NodeProto")["op_type"] == reference._MANY + 7


def test_without_a_file_nothing_is_counted() -> None:
    assert set(counts(None, "ModelProto").values()) == {None}


# -- names that nothing has ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("TypeProt", "TypeProto"), ("modelproto", "ModelProto"), ("ModelProto.grap",
        "ModelProto.graph"), ("TensorProto.DataType.FLOA", "TensorProto.DataType.FLOAT"),
        ("Conw", "Conv"), ("Conv-0", "Conv"), ("", None), (".", None), ("-1", None),
        ("\x1b[31m", None),
    ],
)  # fmt: skip
def test_a_name_that_nothing_has_is_refused(name: str, nearest: str | None) -> None:
    with pytest.raises(SchemaError) as caught:
        entry(None, name)
    assert caught.value.nearest == nearest
    assert sound(str(caught.value))


def test_a_long_name_is_refused_with_its_beginning() -> None:
    with pytest.raises(SchemaError) as caught:
        entry(None, "Conv." * 100_000)
    assert len(str(caught.value)) < 200
