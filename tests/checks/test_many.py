"""A large file, which is judged by whole columns, gets the findings of a small one."""

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

import pytest
import test_names_oracle as names
import test_operators_oracle as operators
from cases import names as name_cases
from cases import operators as operator_cases
from onnx import helper

from documents import samples
from onnxlens import api
from onnxlens.checks import context as contexts
from onnxlens.checks import structures
from onnxlens.checks.catalog import rules
from onnxlens.checks.engine import check
from onnxlens.checks.names import nodes, plain
from onnxlens.checks.operators import many as calls
from onnxlens.checks.operators import shapes
from onnxlens.model import ir_search
from onnxlens.model.graph import names as keys
from onnxlens.model.graph import tables
from onnxlens.tree import gather
from onnxlens.wire import index as indexes

THRESHOLDS = [(each, "MANY", 1) for each in (keys, tables, ir_search, nodes, plain, shapes)]
THRESHOLDS += [(structures, "MANY", 1), (contexts, "FEW", 0), (indexes, "_MANY", 1)]
THRESHOLDS += [(calls, "_ALIKE", 1), (calls, "_STEP", 5), (gather, "_WINDOW", 256)]
RULES = rules()
Files = Iterator[tuple[bytes, str]]


def from_corpus(corpus: Path) -> Files:
    """Yield the binary files of the corpus that are not large."""
    for sample in samples(corpus):
        if sample.kind and len(sample.data) < 1 << 20:
            yield sample.data, sample.kind


def from_cases(corpus: Path) -> Files:
    """Yield the files of the cases of rules about names and operators."""
    for case in chain(name_cases.CASES, operator_cases.CASES):
        if case.data and len(case.data) < 1 << 20:
            yield case.data, case.kind


def with_names(corpus: Path) -> Files:
    """Yield models with names that are right more often than not."""
    for seed in range(150):
        yield names.Maker(seed).model().SerializeToString(), "ModelProto"


def with_calls(corpus: Path) -> Files:
    """Yield models with calls of all operators of an opset version, right and wrong."""
    for domain, version, schemas in operators.OPSETS[::4]:
        made = [node for schema in schemas for _, node in operators.Made(schema).each()]
        opset = [helper.make_opsetid(domain, version)]
        model = helper.make_model(helper.make_graph(made, "g", [], []), opset_imports=opset)
        yield model.SerializeToString(), "ModelProto"


def with_functions(corpus: Path) -> Files:
    """Yield a model whose nodes are right outside a function and wrong inside, or otherwise."""
    nodes = [helper.make_node("Squeeze", ["x"], ["y"], axes=[i]) for i in range(203)]
    for outside, inside in ((11, 13), (13, 11)):
        opsets = [[helper.make_opsetid("", version)] for version in (outside, inside)]
        body = helper.make_node(
            "If", ["x"], ["z"], then_branch=helper.make_graph(nodes, "g", [], [])
        )
        function = helper.make_function("f", "F", ["x"], ["z"], [body], opsets[1])
        graph = helper.make_graph(nodes, "g", [], [])
        model = helper.make_model(graph, functions=[function], opset_imports=opsets[0])
        yield model.SerializeToString(), "ModelProto"


def findings(data: bytes, kind: str) -> list[dict[str, object]]:
    """Return what all rules find, with all that it says."""
    with api.open(data, kind) as document:
        found = check(document, RULES)
    related = [[(each.path, each.span, each.message) for each in one.related] for one in found]
    says = ("code", "severity", "path", "span", "message", "record")
    return [
        {"related": others, **{name: getattr(one, name) for name in says}}
        for one, others in zip(found, related, strict=True)
    ]


@pytest.mark.parametrize("files", [from_corpus, from_cases, with_names, with_calls, with_functions])
def test_both_ways_find_the_same(
    files: Callable[[Path], Files], corpus: Path, monkeypatch: pytest.MonkeyPatch
):
    made = list(files(corpus))
    expected = [findings(*each) for each in made]
    for module, name, value in THRESHOLDS:
        monkeypatch.setattr(module, name, value)
    for each, wanted in zip(made, expected, strict=True):
        assert findings(*each) == wanted
    assert sum(map(len, expected)) > 100
