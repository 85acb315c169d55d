"""The list of tensors: largest first, with those in other files, and groups by their names."""

from pathlib import Path

import pytest
from onnx import TensorProto

from documents import samples
from onnxlens import api
from onnxlens.model.census import byte_kinds
from onnxlens.schema import message
from onnxlens.views.web import tensors as view
from onnxlens.views.web.tensors import tensors
from recipes import attribute, graph, int_of, model, node, of
from samples import mutated
from shown import HOSTILE, full
from told import places, sound


def tensor(name: str, size: int) -> bytes:
    return int_of(1, size) + int_of(2, 3) + of(8, name) + of(9, bytes(size))


def outside(name: str, *entries: tuple[str, str]) -> bytes:
    made = TensorProto(name=name, data_type=1, dims=[3, 4], data_location=TensorProto.EXTERNAL)
    for key, value in entries:
        made.external_data.add(key=key, value=value)
    return made.SerializeToString()


def named(*names: str) -> list[dict]:
    """Return the groups of a model whose initializers have some names, of a byte each."""
    return tensors(api.open(model(graph(initializers=[tensor(name, 1) for name in names]))))[
        "groups"
    ]


def told(groups: list[dict]) -> dict[str, int]:
    return {group["prefix"]: group["count"] for group in groups}


def test_the_largest_come_first_with_type_size_and_share() -> None:
    document = api.open(model(graph(initializers=[tensor("b", 20), tensor("a", 500)])))
    found = tensors(document)
    assert (found["total"], found["stored"], found["shown"]) == (2, 520, 2)
    first = document["graph.initializer[1]"]
    assert found["tensors"][0] == {
        "row": first.row, "start": first.start, "end": first.end, "path": first.path,
        "name": "a", "type": "INT8 [500]", "size": 500,
        "share": f"{100 * 500 / document.size:.1f} %", "external": False,
    }  # fmt: skip
    assert [each["name"] for each in found["tensors"]] == ["a", "b"]


def test_only_as_many_as_are_asked_for_are_told() -> None:
    document = api.open(model(graph(initializers=[tensor(f"w{at}", at) for at in range(9)])))
    for limit in (0, 1, 5, 100):
        found = tensors(document, limit)
        assert (found["total"], found["shown"]) == (9, len(found["tensors"]))
        assert [each["size"] for each in found["tensors"]] == [*range(8, -1, -1)][:limit]
    with pytest.raises(ValueError, match="needed a limit of 0 or more, not -1"):
        tensors(document, -1)


def test_nothing_is_0_percent_of_a_file() -> None:
    (only,) = tensors(api.open(model(graph(initializers=[tensor("w", 0)]))))["tensors"]
    assert (only["size"], only["share"]) == (0, "0 %")


def test_data_in_other_files_counts_as_it_declares() -> None:
    initializers = [
        tensor("inside", 9),
        outside("long", ("location", "w.bin"), ("length", "100")),
        outside("by dims", ("location", "\x1b.bin")),
        outside("lost", ("length", "x"), ("length", "30")),
    ]
    document = api.open(model(graph(initializers=initializers)))
    found = tensors(document)
    assert found["stored"] == byte_kinds(document)["weights"] == 9
    assert [(t["name"], t["size"], t["share"], t["external"]) for t in found["tensors"]] == [
        ("long", 100, 'in "w.bin"', True),
        ("by dims", 48, 'in "\\u{1B}.bin"', True),
        ("lost", 30, "in another file", True),
        ("inside", 9, f"{100 * 9 / document.size:.1f} %", False),
    ]  # fmt: skip


def test_a_size_that_nothing_tells_is_none() -> None:
    unknown = outside("w", ("location", "w.bin")) + int_of(2, 99)
    (only,) = tensors(api.open(model(graph(initializers=[unknown]))))["tensors"]
    assert (only["size"], only["external"]) == (None, True)


def test_tensors_of_attributes_and_sequences_are_there_too() -> None:
    held = node("Constant", [], ["c"], [attribute("value", 4, of(5, tensor("", 7)))])
    (only,) = tensors(api.open(model(graph(nodes=[held]))))["tensors"]
    assert (only["path"], only["size"]) == ("graph.node[0].attribute[0].t", 7)
    data = of(1, "s") + int_of(2, 1) + of(3, tensor("a", 2)) + of(3, tensor("b", 3))
    found = tensors(api.open(data, "SequenceProto"))
    assert [each["name"] for each in found["tensors"]] == ["b", "a"]
    alone = tensors(api.open(tensor("w", 4), "TensorProto"))
    assert (alone["total"], alone["tensors"][0]["row"]) == (1, 0)


# -- groups --------------------------------------------------------------------------------------


def test_groups_are_the_finest_that_are_few() -> None:
    names = [f"net.layers.{n}.{part}.{w}" for n in range(14) for part in "qkv" for w in ("w", "b")]
    assert told(named(*names)) == {f"net.layers.{n}": 6 for n in range(14)}


def test_groups_go_deeper_while_there_are_at_most_40() -> None:
    names = [f"layers.{n}.{part}.weight" for n in range(6) for part in ("attn", "mlp")]
    assert told(named(*names)) == {
        f"layers.{n}.{part}": 1 for n in range(6) for part in ("attn", "mlp")
    }


def test_slashes_part_steps_as_dots_do() -> None:
    names = ["/a/b/c", "/a/b/d", "/a.e/f", "/a.e/g"]
    assert told(named(*names)) == {"/a/b": 2, "/a.e": 2}


def test_what_is_in_no_group_has_one_of_its_own() -> None:
    assert told(named(*[f"{at % 3}.w{at}" for at in range(9)], "alone")) == {
        "0": 3, "1": 3, "2": 3, "": 1
    }  # fmt: skip


@pytest.mark.parametrize(
    "names",
    [[], ["a.b"], ["a.b", "a.c", "a.d"], [f"{at}.w" for at in range(41)], ["a", "b", "c.d", "e.f"]],
    ids=["none", "one", "one group", "too many groups", "most without a step"],
)
def test_groups_that_say_nothing_are_left_out(names: list[str]) -> None:
    assert named(*names) == []


def test_the_sizes_of_groups_add_up() -> None:
    data = model(graph(initializers=[tensor(f"{at % 4}.w{at}", at) for at in range(20)]))
    groups = tensors(api.open(data))["groups"]
    assert sum(group["size"] for group in groups) == sum(range(20))
    assert [group["size"] for group in groups] == sorted((g["size"] for g in groups), reverse=True)


def test_of_very_many_tensors_the_largest_are_grouped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "_NAMED", 4)
    data = model(graph(initializers=[tensor(f"{at % 2}.w", 10 + at) for at in range(9)]))
    groups = tensors(api.open(data))["groups"]
    assert told(groups) == {"0": 2, "1": 2, "": 5}
    assert sum(group["size"] for group in groups) == sum(range(10, 19))


# -- any file ------------------------------------------------------------------------------------


def test_the_corpus(corpus: Path) -> None:
    found = 0
    for sample in samples(corpus):
        with api.open(sample.data) as document:
            answer = tensors(document, 50)
            assert sound(answer)
            assert places(answer, document) == answer["shown"]
            found += answer["total"]
    assert found > 1000


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_harmless(name: str) -> None:
    assert sound(tensors(api.open(full(message("ModelProto"), HOSTILE[name], 3), "ModelProto")))


def test_broken_files(tiny: bytes) -> None:
    weights = outside("w", ("location", "a"), ("length", "8"))
    seeds = [tiny, model(graph(initializers=[weights, tensor("a.b", 9), tensor("a.c", 3)]))]
    for data in mutated(seeds, 200, seed=12):
        document = api.open(data, "ModelProto")
        answer = tensors(document)
        assert sound(answer)
        assert places(answer, document) == answer["shown"]
