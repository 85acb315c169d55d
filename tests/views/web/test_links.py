"""Where names lead: to the true producer and all uses, by a naive walk of what onnx reads."""

from collections.abc import Iterator
from pathlib import Path

import onnx
import pytest

from documents import samples
from onnxlens import api
from onnxlens.schema import message
from onnxlens.tree.field import Field
from onnxlens.views.web import links as view
from onnxlens.views.web.about import about
from onnxlens.views.web.links import links
from recipes import attribute, dim, each, entry, graph, int_of, model, node, of, tensor_type, value
from samples import mutated
from shown import HOSTILE, LONG, full
from told import places, sound


class Walk:
    """All names of the values of a model: where each is defined, and who takes it."""

    def __init__(self, found: onnx.ModelProto) -> None:
        self.origins: dict[str, list[str]] = {}  # path of a name that is taken -> of its makers
        self.users: dict[str, set[str]] = {}  # path of a maker's name -> of those that take it
        self._graph(found.graph, "graph", [])
        for at, function in enumerate(found.functions):
            self._nodes(function.node, f"functions[{at}]", [self._function(function, at)])

    def _function(self, function: onnx.FunctionProto, number: int) -> dict:
        scope: dict[str, list[tuple[str, str]]] = {}
        for at, name in enumerate(function.input):
            self._define(scope, name, f"functions[{number}].input[{at}]")
        self._outputs(scope, function.node, f"functions[{number}]")
        for at, name in enumerate(function.output):
            self._use([scope], name, *[f"functions[{number}].output[{at}]"] * 2)
        return scope

    def _graph(self, found: onnx.GraphProto, path: str, outer: list[dict]) -> None:
        scope: dict[str, list[tuple[str, str]]] = {}
        for at, made in enumerate(found.input):
            self._define(scope, made.name, f"{path}.input[{at}].name", f"{path}.input[{at}]")
        for at, tensor in enumerate(found.initializer):
            where = f"{path}.initializer[{at}]"
            self._define(scope, tensor.name, f"{where}.name", where)
        for at, sparse in enumerate(found.sparse_initializer):
            where = f"{path}.sparse_initializer[{at}]"
            self._define(scope, sparse.values.name, f"{where}.values.name", where)
        self._outputs(scope, found.node, path)
        around = [scope, *outer]
        for at, given in enumerate(found.output):
            self._use(around, given.name, f"{path}.output[{at}].name", f"{path}.output[{at}]")
        self._nodes(found.node, path, around)

    def _outputs(self, scope: dict, nodes: list, path: str) -> None:
        for at, made in enumerate(nodes):
            for number, name in enumerate(made.output):
                where = f"{path}.node[{at}]"
                self._define(scope, name, f"{where}.output[{number}]", where)

    def _nodes(self, nodes: list, path: str, around: list[dict]) -> None:
        for at, taker in enumerate(nodes):
            where = f"{path}.node[{at}]"
            for number, name in enumerate(taker.input):
                self._use(around, name, f"{where}.input[{number}]", where)
            for number, held in enumerate(taker.attribute):
                inside = f"{where}.attribute[{number}]"
                if held.HasField("g"):
                    self._graph(held.g, f"{inside}.g", around)
                for one, inner in enumerate(held.graphs):
                    self._graph(inner, f"{inside}.graphs[{one}]", around)

    def _define(self, scope: dict, name: str, path: str, maker: str = "") -> None:
        if name:
            scope.setdefault(name, []).append((path, maker or path))
            self.users.setdefault(path, set())

    def _use(self, around: list[dict], name: str, path: str, user: str) -> None:
        made = next((scope[name] for scope in around if name in scope), [])
        if name:
            self.origins[path] = [maker for _, maker in made]
        for maker, _ in made:
            self.users[maker].add(user)


def led_to(field: Field, title: str) -> list[str]:
    """Return the paths that a record leads to under a title."""
    found = [each for each in links(field) if each.title == title]
    assert not any(each.more for each in found)
    return [linked.path for each in found for _, linked in each.fields]


def models(corpus: Path) -> Iterator[tuple[api.Document, onnx.ModelProto]]:
    """Yield the small models of the corpus, read by both."""
    for sample in samples(corpus):
        if sample.kind == "ModelProto" and sample.parses and len(sample.data) < 300_000:
            with api.open(sample.data, "ModelProto") as document:
                yield document, onnx.ModelProto.FromString(sample.data)


def check(document: api.Document, found: onnx.ModelProto) -> int:
    """Compare the links of all names of a model with the walk; return how many there are."""
    walk = Walk(found)
    for path, made in walk.origins.items():
        assert led_to(document[path], "comes from") == made, path
    for path, users in walk.users.items():
        assert set(led_to(document[path], "used by")) == users, path
    return len(walk.origins) + len(walk.users)


def test_each_name_of_the_corpus_leads_to_its_makers_and_all_its_users(corpus: Path) -> None:
    assert sum(check(*both) for both in models(corpus)) > 2000


def test_names_of_subgraphs_and_functions_lead_where_onnx_reads_them() -> None:
    inner = graph([node("Add", ["x", "h"], ["h"])], inputs=[value("h")], outputs=[value("h")])
    many = attribute("many", 10, of(11, inner) + of(11, inner))
    loop = node("If", ["c"], ["y"], [attribute("then", 5, of(6, inner)), many])
    body = of(1, "F") + of(10, "f") + each(4, "xx") + of(5, "y") + of(7, node("Abs", "x", "y"))
    first = node("Relu", ["x", "", "x"], ["c", ""])
    data = model(graph([loop, first, first]), more=of(25, body))
    with api.open(data, "ModelProto") as document:
        assert check(document, onnx.ModelProto.FromString(data)) > 20


# -- functions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("called", "where"),
    [
        (("mine", "F", ""), "functions[0]"), (("mine", "F", "o"), "functions[1]"),
        (("", "Relu", ""), "functions[2]"), (("ai.onnx", "Relu", ""), "functions[2]"),
        (("mine", "G", ""), None), (("", "Abs", ""), None),
    ],
)  # fmt: skip
def test_a_node_leads_to_the_function_of_its_domain_name_and_overload(
    called: tuple[str, str, str], where: str | None
) -> None:
    made = [("mine", "F", ""), ("mine", "F", "o"), ("ai.onnx", "Relu", ""), ("", "Relu", "")]
    functions = each(25, [of(1, name) + of(10, domain) + of(13, over)
                          for domain, name, over in made])  # fmt: skip
    domain, op, overload = called
    call = node(op, ["x"], ["y"], (), of(7, domain) + of(8, overload))
    with api.open(model(graph([call]), more=functions), "ModelProto") as document:
        for path in ("graph.node[0]", "graph.node[0].op_type"):
            assert led_to(document[path], "calls") == ([where] if where else [])


# -- symbols -------------------------------------------------------------------------------


def test_a_symbol_leads_to_all_its_other_axes() -> None:
    square = value("x", tensor_type(1, dim("N"), dim(2), dim("N")))
    other = value("y", tensor_type(1, dim("M"), dim("N")))
    with api.open(model(graph(inputs=[square], outputs=[other]))) as document:
        at = "graph.{}.type.tensor_type.shape.dim[{}].dim_param".format
        first, second, third = at("input[0]", 0), at("input[0]", 2), at("output[0]", 1)
        assert led_to(document[first], "same symbol") == [second, third]
        assert led_to(document[third], "same symbol") == [first, second]
        assert led_to(document[third].parent, "same symbol") == [first, second]
        assert led_to(document[at("output[0]", 0)], "same symbol") == []


def test_axes_beyond_those_that_are_given_are_counted() -> None:
    values = [value(f"v{at}", tensor_type(1, dim("N"))) for at in range(view.MOST + 6)]
    with api.open(model(graph(inputs=values))) as document:
        field = document["graph.input[0].type.tensor_type.shape.dim[0]"]
        (found,) = links(field)
        assert (len(found.fields), found.more) == (view.MOST, 5)


def test_a_dim_with_very_many_values_says_what_the_last_one_means() -> None:
    data = tensor_type(1, int_of(1, 3) * 30_000 + int_of(1, 5))
    with api.open(data, "TypeProto") as document:
        told = about(document, document["tensor_type.shape.dim[0]"].row)
        last = document["tensor_type.shape.dim[0].dim_value"]
        assert told["sentences"] == document.explain(last)
        assert 0 < len(told["sentences"]) < 5


# -- data files ----------------------------------------------------------------------------


def external(name: str, location: str) -> bytes:
    said = of(13, entry("offset", "0")) + of(13, entry("location", location))
    return int_of(1, 1) + int_of(2, 1) + of(8, name) + said + int_of(14, 1)


@pytest.fixture
def outside() -> Iterator[api.Document]:
    """A model with data in three files, one of them spelt in two ways."""
    places = {"a": "w.bin", "b": "./w.bin", "c": "v.bin", "d": "../w.bin", "e": "w.bin"}
    tensors = [external(*pair) for pair in places.items()]
    with api.open(model(graph(initializers=tensors)), "ModelProto") as document:
        yield document


IN_FILE = "tensors in this data file"


def test_a_location_leads_to_the_tensors_of_the_same_file(outside: api.Document) -> None:
    same = [f"graph.initializer[{at}]" for at in (0, 1, 4)]
    for at in (0, 1, 4):
        said = f"graph.initializer[{at}].external_data[1]"
        for path in (said, f"{said}.key", f"{said}.value"):
            assert led_to(outside[path], IN_FILE) == same
    said = "graph.initializer[3].external_data[1].value"
    assert led_to(outside[said], IN_FILE) == ["graph.initializer[3]"]


def test_other_entries_of_external_data_lead_nowhere(outside: api.Document) -> None:
    assert links(outside["graph.initializer[0].external_data[0].value"]) == []


def test_of_very_many_tensors_the_first_are_looked_at(
    outside: api.Document, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "_TENSORS", 4)
    title = f"{IN_FILE}, among the first 4"
    said = outside["graph.initializer[4].external_data[1]"]
    assert led_to(said, title) == ["graph.initializer[0]", "graph.initializer[1]"]


# -- any file ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*HOSTILE, "long"])
def test_hostile_names_are_harmless(name: str) -> None:
    text, depth = (LONG, 0) if name == "long" else (HOSTILE[name], 3)
    found = 0
    for kind in ("GraphProto", "ModelProto"):
        with api.open(full(message(kind), text, depth), kind) as document:
            for row in range(0, len(document.index), 1 + len(document.index) // 200):
                told = about(document, row)
                assert sound(told)
                found += places(told, document) + len(told["sentences"])
    assert found > 2


def test_broken_files(tiny: bytes) -> None:
    for data in mutated([tiny, model(graph(initializers=[external("w", "a")]))], 60, seed=8):
        with api.open(data, "ModelProto") as document:
            for row in range(len(document.index)):
                told = about(document, row)
                assert sound(told)
                places(told, document)
