"""The summary of the page says what the command says, and each line leads to its place."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from documents import samples
from onnxlens import api, schema
from onnxlens.model import facts
from onnxlens.model.census import byte_kinds
from onnxlens.model.external.files import DataFiles
from onnxlens.model.external.needed import needed
from onnxlens.model.metadata.entries import entries as metadata_entries
from onnxlens.model.testdata import DataSet, Stored
from onnxlens.model.types.sketch import value_text
from onnxlens.schema import MessageSpec
from onnxlens.views.external import file_text
from onnxlens.views.facts import axes_text, model_entries
from onnxlens.views.text import percent, quote, safe
from onnxlens.views.web import summary_beside, summary_lines, summary_values
from onnxlens.views.web.summary import summary
from recipes import dim, each, entry, graph, int_of, metadata, model, node, of, tensor_type, value
from samples import mutated
from shown import HOSTILE, LONG, full
from told import places, sound

SAID_ALIKE = ("IR version", "producer", "domain", "model", "doc_string", "graph", "limit")


def blocks(document: api.Document, *sets: DataSet) -> dict[str, dict[str, list[dict]]]:
    """Return the lines of a summary by block and key."""
    answer = summary(document, sets)
    assert sound(answer)
    places(answer, document)
    found: dict[str, dict[str, list[dict]]] = {}
    for part in answer["blocks"]:
        assert part["title"] not in found
        lines = found[part["title"]] = {}
        for told in part["entries"]:
            assert told["lines"]
            lines.setdefault(told["key"], []).extend(told["lines"])
    return found


def texts(lines: dict[str, list[dict]], key: str) -> list[str]:
    return [line["text"] for line in lines.get(key, ())]


def all_texts(answer: dict) -> list[str]:
    return [
        line["text"]
        for part in answer["blocks"] for told in part["entries"] for line in told["lines"]
    ]  # fmt: skip


def at(document: api.Document, path: str) -> dict:
    """Return the place of the field at a path."""
    field = document[path]
    return {"row": field.row, "element": None, "start": field.start, "end": field.end}


# -- agreement -----------------------------------------------------------------------------


def test_the_example_is_told_in_full(tiny: bytes) -> None:
    with api.open(tiny, "ModelProto") as document:
        found = blocks(document)
        assert [*found] == ["Model", "Takes and gives", "Symbols", "Metadata", "Files it needs",
                            "Bytes"]  # fmt: skip
        assert found["Model"] == {
            "file": [{"text": "ONNX model, 233 bytes", "place": None}],
            "IR version": [{"text": "10", "place": at(document, "ir_version")}],
            "opsets": [{"text": "ai.onnx 21", "place": at(document, "opset_import[0]")}],
            "producer": [{"text": "onnxlens-examples", "place": at(document, "producer_name")}],
            "graph": [{"text": "tiny: 2 nodes, 2 initializers", "place": at(document, "graph")}],
        }
        assert found["Takes and gives"] == {
            "inputs": [{"text": 'x: FLOAT ["N", 4]', "place": at(document, "graph.input[0]")}],
            "outputs": [{"text": 'y: FLOAT ["N", 3]', "place": at(document, "graph.output[0]")}],
        }
        shape = "graph.input[0].type.tensor_type.shape.dim[0].dim_param"
        assert found["Symbols"]["symbols"] == [
            {"text": "N: x axis 0, y axis 0", "place": at(document, shape)}
        ]
        assert found["Metadata"]["model"][0]["place"] == at(document, "metadata_props[0]")
        assert texts(found["Bytes"], "largest") == ["w 48", "b 12"]


def models(corpus: Path) -> Iterator[api.Document]:
    for sample in samples(corpus):
        if sample.kind == "ModelProto" and len(sample.data) < 300_000:
            with api.open(sample.data, "ModelProto") as document:
                yield document


def test_the_model_is_told_as_by_the_command(corpus: Path) -> None:
    for document in models(corpus):
        said: dict[str, list[str]] = {}
        for key, text in model_entries(document, document.merged(), whole=True):
            said.setdefault(key, []).append(text)
        found = blocks(document)
        for key in SAID_ALIKE:
            assert [*texts(found["Model"], key), *texts(found["Bytes"], key)] == said.get(key, [])
        assert ", ".join(texts(found["Model"], "opsets")) == said["opsets"][0]
        told = found.get("Takes and gives", {})
        assert texts(told, "outputs") == said.get("outputs", [])
        for key in ("feed", "gives"):
            assert texts(found.get("Notes", {}), key) == said.get(key, [])


def test_inputs_and_symbols_are_those_of_the_model(corpus: Path) -> None:
    symbols = 0
    for document in models(corpus):
        held, found = document.merged().message("graph"), blocks(document)
        if held is None:
            assert "Takes and gives" not in found
            continue
        inputs = facts.inputs(held)
        fed = [each for each in inputs if not each.default]
        lines = [safe(value_text(each.info)) for each in fed[: summary_lines.LISTED]]
        told = texts(found.get("Takes and gives", {}), "inputs")
        assert told[: len(lines)] == lines
        hidden = len(inputs) - len(fed)
        assert bool(hidden) == any("with a default" in text for text in told)
        assert not hidden or told[-1].startswith(f"and {hidden:,} with a default")
        pairs = [("input", each) for each in fed]
        pairs += [("output", each) for each in facts.outputs(held)]
        uses = facts.symbols(pairs)
        assert texts(found.get("Symbols", {}), "symbols") == [
            f"{safe(name) or quote(name)}: {axes_text(axes)}" for name, axes in uses.items()
        ]
        symbols += len(uses)
    assert symbols > 10


def test_bytes_are_those_of_the_census_and_the_largest_tensors(corpus: Path) -> None:
    tensors = 0
    for document in models(corpus):
        found = blocks(document)["Bytes"]
        for kind, size in byte_kinds(document).items():
            shown = [f"{size:,} ({percent(size, document.size)})"] if size else []
            assert texts(found, kind) == shown
            for line in found.get(kind, ()):
                assert line["place"] is not None
        sizes = [int(text.rpartition(" ")[2].replace(",", "")) for text in texts(found, "largest")]
        assert sizes == [size for _, size in facts.largest(document, 8)]
        tensors += len(sizes)
    assert tensors > 100


def test_files_that_are_needed_are_told_as_by_the_command(corpus: Path) -> None:
    outside = 0
    for sample in samples(corpus):
        if sample.kind == "ModelProto" and len(sample.data) < 300_000:
            with api.open(f"{corpus}/{sample.path}", "ModelProto") as document:
                found = blocks(document)["Files it needs"]
                with DataFiles(document.source.folder) as files:
                    said = [safe(file_text(file)) for file in needed(document, files)]
                assert texts(found, "needs") == (said or ["no other file"])
                outside += len(said)
    assert outside > 3


def test_metadata_is_all_there(corpus: Path) -> None:
    total = 0
    for document in models(corpus):
        keys = {safe(each.key[:200]) for each in metadata_entries(document)}
        lines = blocks(document).get("Metadata", {})
        shown = {line["text"].partition(" = ")[0].strip('"') for key in lines
                 for line in lines[key] if line["place"]}  # fmt: skip
        assert shown == keys
        total += len(keys)
    assert total > 10


# -- lists ---------------------------------------------------------------------------------


def test_what_is_left_out_of_a_list_is_counted() -> None:
    outputs = [value(f"y{number}", tensor_type(1)) for number in range(112)]
    imports = each(8, [of(1, f"d{number}") + int_of(2, 1) for number in range(103)])
    functions = each(25, [of(1, f"F{number}") for number in range(101)])
    data = model(graph(outputs=outputs), more=imports + functions)
    with api.open(data, "ModelProto") as document:
        found = blocks(document)
        assert len(texts(found["Takes and gives"], "outputs")) == 101
        assert texts(found["Takes and gives"], "outputs")[-1] == "and 12 more"
        assert texts(found["Model"], "opsets")[-1] == "and 4 more"
        assert texts(found["Functions"], "functions")[-1] == "and 1 more"


def test_values_whose_types_are_not_looked_at_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(summary_values, "_NOTED", 2)
    values = [value(f"x{number}", tensor_type(1, dim(f"s{number}"))) for number in range(4)]
    with api.open(model(graph(inputs=values)), "ModelProto") as document:
        found = blocks(document)["Symbols"]
        assert texts(found, "symbols") == ["s0: x0 axis 0", "s1: x1 axis 0"]
        assert texts(found, "looked at") == ["that is what the first 2 inputs and outputs say"]


def test_inputs_with_a_default_are_apart() -> None:
    inputs = [value(name, tensor_type(1)) for name in ("x", "w", "v")]
    sparse = of(15, of(1, of(8, "v")))
    data = model(graph(inputs=inputs, initializers=[of(8, "w")], more=sparse))
    with api.open(data, "ModelProto") as document:
        assert texts(blocks(document)["Takes and gives"], "inputs") == [
            "x: FLOAT []", "and 2 with a default (initializer of the same name)",
        ]  # fmt: skip


def test_metadata_of_the_model_stands_before_that_inside_it() -> None:
    nodes = [node("Relu", ["x"], ["y"], (), of(9, entry(f"n{at}", "v"))) for at in range(80)]
    own = metadata(*(entry(f"k{number}", "v") for number in range(70)))
    with api.open(model(graph(nodes), more=own), "ModelProto") as document:
        found = blocks(document)["Metadata"]
        assert next(iter(found)) == "model"
        assert [texts(found, "model")[number] for number in (0, 69)] == ['k0 = "v"', 'k69 = "v"']
        assert found["model"][69]["place"] == at(document, "metadata_props[69]")
        assert texts(found, "more") == ["and 50 more records of metadata_props"]
        assert texts(found, "notes")[0].startswith("of the first 100: 70 keys are the writer's own")


def test_a_writer_is_known_by_the_metadata_behind_very_many_nodes() -> None:
    nodes = [node("Relu", ["x"], ["y"], (), of(9, entry("a", "b")))] * 1200
    more = metadata(*(entry(key, "1") for key in ("stride", "names", "imgsz", "task")))
    with api.open(model(graph(nodes), more=more), "ModelProto") as document:
        assert any("readers of " in text for text in texts(blocks(document)["Metadata"], "notes"))


# -- what stands beside --------------------------------------------------------------------


def external(name: str, location: str) -> bytes:
    said = of(13, entry("location", location)) + of(13, entry("length", "8"))
    return int_of(1, 2) + int_of(2, 1) + of(8, name) + said + int_of(14, 1)


def test_of_very_many_tensors_in_other_files_the_first_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(summary_beside, "_TENSORS", 2)
    tensors = [external(name, f"{name}.bin") for name in "abc"]
    path = tmp_path / "m.onnx"
    path.write_bytes(model(graph(initializers=tensors)))
    with api.open(path, "ModelProto") as document:
        found = blocks(document)["Files it needs"]
        first, second, last = found["needs"]
        assert first["text"].startswith('"a.bin", 8 bytes for 1 tensor; not beside it')
        assert second["place"] == at(document, "graph.initializer[1]")
        assert last["text"] == (
            "that is what the first 2 of 3 tensors with data in other files say"
        )
        assert texts(found, "next") == ["put what is missing beside m.onnx"]


def test_folders_of_test_data_are_told() -> None:
    with api.open(int_of(1, 8), "ModelProto") as document:
        sets = [stored("/x/set_0", "m.onnx", "", 3), stored("/x/\x1b[2J", None, "", 0),
                *(stored(f"/x/s{at}", "m.onnx", "lost", 1) for at in range(8))]  # fmt: skip
        found = blocks(document, *sets)["Test data beside it"]
        assert [*found][:3] == ["set_0", "\\u001b[2J", "s0"]
        assert texts(found, "set_0")[0] == "input_0.pb: no such file; not declared"
        assert "3 without a file" in texts(found, "set_0")[-1]
        assert texts(found, "s0")[0] == "the model is not read: lost"
        assert texts(found, "more") == ["2 more folders of test data"]


def stored(folder: str, of_model: str | None, reason: str, count: int) -> DataSet:
    """Return a folder whose values have no files."""
    values = (Stored(f"input_{at}.pb", None, "", None) for at in range(count))
    return DataSet(folder, of_model, reason, values)


# -- other files ---------------------------------------------------------------------------


def test_a_cut_file_says_where_and_leads_there(tiny: bytes) -> None:
    with api.open(tiny[:139]) as document:
        found = blocks(document)["Model"]
        assert texts(found, "file") == ["ONNX model, cut off: 139 bytes of at least 201"]
        for line in found["damage"]:
            assert line["place"] == at(document, "graph.initializer[1]")
        assert "62 bytes are missing" in texts(found, "next")[0]


def test_a_file_that_is_not_indexed_to_its_end_says_so(tiny: bytes) -> None:
    with api.open(tiny, "ModelProto", max_records=9) as document:
        (rest,) = texts(blocks(document)["Model"], "rest")
        assert rest.startswith("indexed ") and "--max-records" in rest


def test_a_file_of_another_format_has_one_block() -> None:
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 9\n"
    with api.open(pointer) as document:
        found = blocks(document)
        assert [*found] == ["File"]
        assert texts(found["File"], "file")[0].startswith("Git LFS pointer, ")
        assert texts(found["File"], "next")[0].startswith("git lfs pull")


def test_a_graph_alone_says_what_it_takes() -> None:
    with api.open(graph(), "GraphProto") as document:
        found = blocks(document)
        assert [*found][:2] == ["Graph", "Takes and gives"]
        assert texts(found["Takes and gives"], "inputs") == ["x: FLOAT [2]"]


def test_bytes_that_fit_two_messages_are_told_as_both(corpus: Path) -> None:
    folder = "optional_get_element_optional_tensor"
    (path,) = corpus.glob(f"**/*{folder}*/**/input_0.pb")
    with api.open(path.read_bytes()) as document:
        found = blocks(document)["File"]
        assert texts(found, "as optional") and texts(found, "as sequence")


# -- any file ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*HOSTILE, "long"])
def test_hostile_names_are_harmless(name: str) -> None:
    for spec in schema.messages():
        text, depth = (LONG, 0) if name == "long" else (HOSTILE[name], 3)
        said = all_texts(hostile(spec, text, depth))
        assert said


def hostile(spec: MessageSpec, text: bytes, depth: int) -> dict:
    with api.open(full(spec, text, depth), spec.name) as document:
        answer = summary(document)
        assert sound(answer)
        places(answer, document)
        return answer


def test_broken_files(tiny: bytes) -> None:
    seeds = [tiny, model(graph(initializers=[external("w", "a")]), more=metadata(entry("k", "v")))]
    for data in mutated(seeds, 60, seed=21):
        with api.open(data, "ModelProto") as document:
            assert blocks(document)["Model"]["file"]
