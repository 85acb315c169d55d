"""Names looked up by arrays are those that the table of a scope has."""

from pathlib import Path

import pytest

from documents import samples
from onnxlens import api
from onnxlens.model.graph import many, scopes
from onnxlens.model.graph.lookup import Lookup
from onnxlens.model.graph.names import key_of
from onnxlens.model.graph.scopes import Scopes
from onnxlens.model.graph.tables import Own, Table
from recipes import each, graph, model, node, of, tensor_type, value
from samples import mutated

RELATIONS = ("defined", "declared", "used")


def agrees(document: api.Document) -> int:
    """Check every scope of a file; return how many names it has."""
    found, names = Scopes(document), 0
    main = found.main
    ahead = [main] if main else []
    while ahead:
        scope = ahead.pop()
        ahead += scope.inner
        table = Table(document, scope.rows)
        lookup = Lookup(document, Own(document, scope.rows, found.columns))
        keys = {b"", b"no such name", *(k for r in RELATIONS for k in getattr(table, r))}
        for relation in RELATIONS:
            known, looked = getattr(table, relation), getattr(lookup, relation)
            names += len(known)
            for key in keys:
                assert looked.get(key) == known.get(key, []), (relation, key)
                assert (key in looked) == (key in known)
    return names


def test_the_corpus_gives_the_same_both_ways(corpus: Path) -> None:
    names = 0
    for sample in samples(corpus):
        if sample.kind in ("ModelProto", "GraphProto") and len(sample.data) < 1_000_000:
            with api.open(sample.data, sample.kind) as document:
                names += agrees(document)
    assert names > 1000


def test_broken_models_give_the_same_both_ways(tiny: bytes) -> None:
    for data in mutated([tiny], 150, seed=8):
        with api.open(data, "ModelProto") as document:
            agrees(document)


def test_names_of_every_length_and_many_of_one_name() -> None:
    names = ["n" * size for size in (1, 7, 8, 9, 15, 16, 17, 127, 128, 129, 500, 70_000)]
    nodes = [node("Relu", [name, ""], [name, "", names[0]]) for name in names]
    with api.open(model(graph(nodes, inputs=[value(n, tensor_type(1)) for n in names]))) as found:
        assert agrees(found) > 3 * len(names)


def test_the_number_of_a_key_is_that_of_its_bytes() -> None:
    texts = ["", "a", "ab" * 4, "é" * 30, "x" * 128, "x" * 129, "y" * 70_000]
    with api.open(each(1, texts) + of(4, "Add"), "NodeProto") as document:
        rows = [field.row for field in document.walk() if field.name == "input"]
        numbers = many.hashes(document, many.array(rows)).tolist()
        assert numbers == [many.hash_of(key_of(document, row)) for row in rows]


@pytest.fixture
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scopes, "_LARGE", 0)


@pytest.mark.usefixtures("everything_is_large")
def test_a_large_scope_answers_as_a_small_one() -> None:
    nodes = [node("Relu", ["x"], ["a"]), node("Abs", ["a"], ["y"])]
    with api.open(model(graph(nodes))) as document:
        scope = document.model.scopes.main
        assert scope.define("a").field.path == "graph.node[0].output[0]"
        assert [use.path for use in scope.uses("a")] == ["graph.node[1].input[0]"]
        assert [use.path for use in scope.uses("y")] == ["graph.output[0]"]
        assert scope.type_of("x").path == "graph.input[0].type"
        assert scope.define("b") is None and scope.uses("b") == []
        assert isinstance(scope.names, Lookup)
