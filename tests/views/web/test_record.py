"""What the meaning pane is told of one record."""

import json

import pytest

from documents import everything
from onnxlens import api
from onnxlens.errors import PathError
from onnxlens.views.web.about import about
from onnxlens.views.web.record import at, by_path, record
from recipes import entry, graph, int_of, model, node, of, tensor_type, value
from samples import VALUE_INFO, mutated


def test_a_dim_of_the_first_example_says_all_of_itself() -> None:
    with api.open(VALUE_INFO, "ValueInfoProto") as document:
        told = at(document, 19)
        assert told["path"] == "type.tensor_type.shape.dim[1].dim_param"
        assert (told["what"], told["value"]) == (
            "TensorShapeProto.Dimension field 2, string",
            '"N"',
        )
        assert [crumb["label"] for crumb in told["crumbs"]] == [
            "type", "tensor_type", "shape", "dim[1]"]  # fmt: skip
        assert dict(told["bytes"])["tag"] == "12  field 2, LEN"
        assert dict(told["schema"])["oneof"] == "value: one of dim_value, dim_param"
        assert told["reference"] == "TensorShapeProto.Dimension.dim_param"


def test_every_field_tells_something_that_json_can_hold(tiny: bytes) -> None:
    for data in [tiny, *mutated([tiny], 40, seed=5)]:
        with api.open(data, "ModelProto") as document:
            for field in everything(document):
                told = record(document, field.row, field.element)
                assert (told["start"], told["end"]) == field.span
                assert by_path(document, told["path"])["row"] == field.row
                json.dumps([told, about(document, field.row, field.element)], allow_nan=False)


def test_a_span_takes_the_smallest_record_around_it(tiny: bytes) -> None:
    with api.open(tiny) as document:
        first, second = document["graph.node[0]"], document["graph.node[1]"]
        assert at(document, first.start, first.end)["path"] == "graph.node[0]"
        assert at(document, first.start, second.start + 1)["path"] == "graph"
        assert at(document, 0, 10**9)["path"] == ""


def test_a_path_that_leads_nowhere_has_the_nearest(tiny: bytes) -> None:
    with api.open(tiny) as document, pytest.raises(PathError) as caught:
        by_path(document, "graph.nodes[0]")
    assert caught.value.nearest == "graph.node[0]"


@pytest.mark.parametrize(("row", "element"), [(999, None), (-1, None), (1, 0), (1, -1)])
def test_a_row_or_element_that_is_not_there_is_refused(
    row: int, element: int | None, tiny: bytes
) -> None:
    with api.open(tiny) as document, pytest.raises(IndexError):
        record(document, row, element)


def test_an_empty_file_has_its_root() -> None:
    with api.open(b"", "ModelProto") as document:
        told = at(document, 0)
        assert (told["row"], told["what"]) == (0, "the file, read as ModelProto")


def test_strings_of_the_model_are_escaped() -> None:
    name = "a\x1b[31m\u202eb"
    with api.open(model(graph([node("Relu", [name], ["y"])]))) as document:
        told = by_path(document, "graph.node[0].input[0]")
        found = about(document, told["row"])
        shown = [told[key] for key in ("value", "title", "named", "what")]
        assert all("\x1b" not in text and "\u202e" not in text for text in shown)
        assert all("\u202e" not in text for text in found["sentences"])


# -- where it leads ------------------------------------------------------------------------


@pytest.fixture
def chain() -> object:
    """x -> a -> y, with a default of x."""
    nodes = node("Relu", ["x"], ["a"], (), of(3, "first")), node("Abs", ["a"], ["y"])
    data = model(graph(nodes, inputs=[value("x", tensor_type(1))],
                       outputs=[value("y", tensor_type(1))]))  # fmt: skip
    with api.open(data) as document:
        yield document


def titles(document: api.Document, path: str) -> dict[str, list[str]]:
    """Return the words of what a record leads to, by title."""
    field = document[path]
    return {
        each["title"]: [item["words"] for item in each["items"]]
        for each in about(document, field.row, field.element)["links"]
    }


def test_an_input_of_a_node_leads_to_what_makes_it(chain: api.Document) -> None:
    assert titles(chain, "graph.node[1].input[0]") == {"comes from": ['node[0] Relu "first"']}
    assert titles(chain, "graph.node[0].input[0]")["comes from"] == ['input[0] "x"']


def test_an_output_of_a_node_leads_to_its_users(chain: api.Document) -> None:
    assert titles(chain, "graph.node[0].output[0]") == {"used by": ["node[1] Abs"]}
    assert titles(chain, "graph.node[1].output[0]")["used by"] == ['output[0] "y"']


def test_a_node_leads_to_its_neighbours(chain: api.Document) -> None:
    assert titles(chain, "graph.node[1]") == {
        "inputs come from": ['node[0] Relu "first"'],
        "outputs used by": ['output[0] "y"'],
    }


def test_a_value_info_leads_where_its_name_does(chain: api.Document) -> None:
    assert titles(chain, "graph.input[0]") == {"used by": ['node[0] Relu "first"']}
    assert titles(chain, "graph.output[0]") == {"comes from": ["node[1] Abs"]}


def test_what_enter_follows_is_the_first_link(chain: api.Document) -> None:
    field = chain["graph.node[1].input[0]"]
    followed = about(chain, field.row)["follow"]
    assert followed["row"] == chain["graph.node[0]"].row


def test_a_node_leads_to_the_function_that_it_calls() -> None:
    function = of(1, "Twice") + of(10, "mine") + of(4, "x") + of(5, "y")
    call = node("Twice", ["x"], ["y"], (), of(7, "mine"))
    data = int_of(1, 10) + of(7, of(1, call)) + of(25, function)
    with api.open(data, "ModelProto") as document:
        assert titles(document, "graph.node[0].op_type")["calls"] == ["functions[0]"]


def test_a_symbol_leads_to_its_other_axes(tiny: bytes) -> None:
    with api.open(tiny) as document:
        shape = "graph.input[0].type.tensor_type.shape"
        for path in (f"{shape}.dim[0]", f"{shape}.dim[0].dim_param"):
            assert titles(document, path)["same symbol"] == ['output "y" axis 0']


def test_a_dim_says_what_its_symbol_means(tiny: bytes) -> None:
    with api.open(tiny) as document:
        field = document["graph.input[0].type.tensor_type.shape.dim[0]"]
        assert about(document, field.row)["sentences"][0].startswith("any size")


def test_the_location_of_a_data_file_leads_to_its_tensors(tmp_path: object) -> None:
    def external(name: str, offset: int) -> bytes:
        entries = entry("location", "w.bin"), entry("offset", str(offset)), entry("length", "4")
        listed = b"".join(of(13, each) for each in entries)
        return of(5, int_of(1, 1) + int_of(2, 1) + of(8, name) + listed + int_of(14, 1))

    path = f"{tmp_path}/m.onnx"
    with open(path, "wb") as file:
        file.write(int_of(1, 8) + of(7, of(2, "g") + external("a", 0) + external("b", 4)))
    with api.open(path, "ModelProto") as document:
        found = titles(document, "graph.initializer[1].external_data[0].value")
        assert found["tensors in this data file"] == ['initializer["a"]', 'initializer["b"]']


# -- standard strings ----------------------------------------------------------------------


def standards(data: bytes, kind: str, path: str) -> list[tuple[str, bool]]:
    """Return the standard strings at a path, and which of them is there."""
    with api.open(data, kind) as document:
        told = about(document, document[path].row)["standard"]
        return [(each["value"], each["present"]) for each in told]


def test_standard_words_of_a_field_are_listed_with_the_present_one_first() -> None:
    found = standards(of(6, "IMAGE"), "TypeProto", "denotation")
    assert found[0] == ("IMAGE", True)
    assert {value for value, _ in found} == {"TENSOR", "IMAGE", "AUDIO", "TEXT"}


def test_values_of_a_standard_key_are_listed() -> None:
    data = of(14, entry("Image.NominalPixelRange", "Normalized_0_1"))
    found = standards(data, "ModelProto", "metadata_props[0].value")
    assert found[0] == ("Normalized_0_1", True) and len(found) == 4


def test_a_value_without_a_key_has_no_standard_ones() -> None:
    assert standards(of(14, of(2, "SRGB")), "ModelProto", "metadata_props[0].value") == []


def test_other_strings_have_none() -> None:
    assert standards(of(2, "pytorch"), "ModelProto", "producer_name") == []
