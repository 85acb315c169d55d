"""The symbols of a file with exact counts, the first uses, and what they do to shapes."""

from pathlib import Path

import pytest

from documents import samples
from onnxlens import api
from onnxlens.model.graph import symbol_counts
from onnxlens.model.graph.symbols import symbols
from onnxlens.schema import message
from onnxlens.views.web import symbols as view
from onnxlens.views.web.symbols import symbols_of
from recipes import dim, each, graph, model, of, tensor_type, value
from samples import mutated
from shown import HOSTILE, full
from told import places, sound


def with_values(*values: bytes, inputs: tuple[bytes, ...] = ()) -> api.Document:
    return api.open(model(graph(inputs=inputs, more=each(13, values))))


def test_each_symbol_has_its_uses_with_places() -> None:
    x = value("x", tensor_type(1, dim("batch"), dim(3), dim("w", "DATA_FEATURE")))
    document = with_values(value("h", tensor_type(1, dim("batch"))), inputs=(x,))
    found = symbols_of(document)
    first, second, third = (
        document[f"graph.{path}.dim_param"] for path in (
            "input[0].type.tensor_type.shape.dim[0]",
            "value_info[0].type.tensor_type.shape.dim[0]",
            "input[0].type.tensor_type.shape.dim[2]",
        )
    )  # fmt: skip
    assert found["symbols"] == [
        {
            "name": "batch", "count": 2, "kind": None, "more": 0,
            "uses": [use("input x", 0, first), use("value h", 0, second)],
        },
        {
            "name": "w", "count": 1, "kind": None, "more": 0,
            "uses": [use("input x, DATA_FEATURE", 2, third)],
        },
    ]  # fmt: skip
    assert (found["more"], found["notes"]) == (0, [])


def use(words: str, axis: int, field) -> dict:
    place = {"row": field.row, "element": None, "start": field.start, "end": field.end}
    return {"words": words, "axis": axis, **place}


def test_odd_names_are_told_apart() -> None:
    names = ["unk__7", "", "-1", "a + 1", "N"]
    found = symbols_of(with_values(*(value("v", tensor_type(1, dim(name))) for name in names)))
    assert [symbol["name"] for symbol in found["symbols"]] == ["unk__7", '""', "-1", "a + 1", "N"]
    kinds = [symbol["kind"] for symbol in found["symbols"]]
    assert kinds[0].startswith("made by a tool")
    assert kinds[1].startswith("placeholder-like")
    assert kinds[3].startswith("an expression")
    assert kinds[4] is None


def test_axes_that_one_symbol_makes_equal_are_noted() -> None:
    found = symbols_of(with_values(value("v", tensor_type(1, dim("w"), dim(2), dim("w")))))
    assert found["notes"] == ["w: axes 0 and 2 of value v are equal by it"]


def test_a_constant_that_fixes_a_free_axis_is_noted() -> None:
    from onnx import TensorProto, helper

    shape = helper.make_tensor("s", TensorProto.INT64, [2], [4, -1])
    made = helper.make_graph(
        [helper.make_node("Reshape", ["x", "s"], ["y"])], "g",
        [helper.make_tensor_value_info("x", 1, ["N", 8])],
        [helper.make_tensor_value_info("y", 1, [4, 8])], [shape],
    )  # fmt: skip
    (note,) = symbols_of(api.open(helper.make_model(made).SerializeToString()))["notes"]
    assert "Reshape node[0] has the constant shape [4, -1]" in note


def test_what_is_left_out_is_counted() -> None:
    values = [
        value(f"v{at}", tensor_type(1, dim("N"), dim(f"d{at}"))) for at in range(view._SYMBOLS + 50)
    ]
    found = symbols_of(with_values(*values))
    first, second, *_ = found["symbols"]
    assert (first["name"], first["count"], first["more"]) == ("N", 250, 150)
    assert len(first["uses"]) == 100
    assert (second["name"], second["count"], second["more"]) == ("d0", 1, 0)
    assert (len(found["symbols"]), found["more"]) == (200, 51)


def test_many_notes_are_cut() -> None:
    values = [value(f"v{at}", tensor_type(1, dim(f"s{at}"), dim(f"s{at}"))) for at in range(150)]
    notes = symbols_of(with_values(*values))["notes"]
    assert len(notes) == 101
    assert notes[-1] == "and more axes of one shape that are equal"


def test_an_answer_that_is_a_least_number_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbol_counts, "SLOW", 2)
    odd = [value(f"s{at}", of(4, of(1, tensor_type(1, dim("S"))))) for at in range(4)]
    found = symbols_of(with_values(*odd))
    assert found["symbols"][0]["count"] == 2
    assert "not counted" in found["notes"][0]


def test_files_without_symbols(tiny: bytes) -> None:
    for document in (api.open(b"no message of ONNX"), api.open(b"", "ModelProto"), with_values()):
        assert symbols_of(document) == {"symbols": [], "more": 0, "notes": []}


def test_the_corpus(corpus: Path) -> None:
    total = 0
    for sample in samples(corpus):
        with api.open(sample.data) as document:
            found = symbols_of(document)
            assert sound(found)
            counts = [symbol["count"] for symbol in found["symbols"]]
            assert counts == [len(uses) for uses in symbols(document).values()]
            assert places(found, document) == sum(len(s["uses"]) for s in found["symbols"])
            total += sum(counts)
    assert total > 400


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_harmless(name: str) -> None:
    assert sound(symbols_of(api.open(full(message("ModelProto"), HOSTILE[name], 6), "ModelProto")))


def test_broken_files(tiny: bytes) -> None:
    for data in mutated([tiny], 200, seed=14):
        document = api.open(data, "ModelProto")
        found = symbols_of(document)
        assert sound(found)
        places(found, document)
