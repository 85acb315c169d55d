"""Layer N against the official checker: on made models both refuse the same, for the same name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from onnx import FunctionProto, GraphProto, ModelProto, NodeProto, TensorProto, checker, helper

from onnxlens import api
from onnxlens.checks.catalog import rules
from onnxlens.checks.engine import check
from onnxlens.finding import Finding

MODELS, EACH = 1500, 500
RULES = rules(["N", "S003", "S004"])  # empty names are required texts

# What the checker says when names are at fault -> the codes one of which must be found then.
REFUSALS = {
    "has been used as graph input names multiple times": {"N001"},
    "initializer name is not unique": {"N001"},
    "Nodes in a graph must be topologically sorted": {"N004", "N005", "N006"},
    "Nodes in a function must be topologically sorted": {"N004", "N005", "N006"},
    "Graph must be in single static assignment (SSA) form": {"N001", "N002"},
    "Function must be in single static assignment (SSA) form": {"N001", "N002"},
    "is not an output of any node in graph": {"N006", "N007"},
    "should not have duplicate outputs specified": {"N008"},
    "should not have duplicate attributes specified": {"N017"},
    "has zero input and zero output": {"N011"},
    "Cycle detected in model-local function references": {"N015"},
    "multiple local functions with the same implementation id": {"N016"},
    "Field 'name' of 'value_info' is required to be non-empty": {"S003"},
    "must have a non-empty name": {"S004"},
}
# Errors that the checker does not have -> where they are found, and what they rest on.
STRICTER = {
    "N002": (r"\.(input|initializer)\[\d+\]\.name$",
             "IR.md says since onnx#6955 that these hide nothing; the checker has a TODO on it"),
    "N003": (r"\.g\.input\[\d+\]\.name$",
             "IR.md forbids it from IR 4 on; the checker takes it for a default"),
    "N006": (r"^functions\[\d+\]\.output\[\d+\]$",
             "a name in use must have a definition; the checker does not look at these outputs"),
    "N010": (r"\.node\[\d+\]\.name$",
             "names of nodes are a namespace of IR.md; the checker looks at none of them"),
    "N017": (r"\.attribute_proto\[\d+\]\.name$",
             "an attribute is in one of the two lists; the checker looks at the other"),
}  # fmt: skip


def is_stricter(finding: Finding) -> bool:
    """Whether a finding is one that the checker does not have."""
    path, _ = STRICTER.get(finding.code, ("$^", ""))
    return re.search(path, finding.path) is not None


class Maker:
    """Makes models of few names, each of which is right more often than not."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.sloppy = self.random.choice([0.0, 0.02, 0.06])
        self.fresh = 0
        self.functions = [f"f{n}" for n in range(self.random.randrange(3))]

    def maybe(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def new(self) -> str:
        """Return a name that is not in use, or any of a few."""
        self.fresh += 1
        if self.maybe(self.sloppy / 4):
            return ""
        return (
            f"v{self.fresh - self.random.randrange(9) if self.maybe(self.sloppy) else self.fresh}"
        )

    def known(self, seen: list[str]) -> str:
        """Return a name that can be seen, or any of a few."""
        if not seen or self.maybe(self.sloppy):
            return f"v{max(0, self.fresh + self.random.randrange(-9, 3))}"
        return self.random.choice(seen)

    def model(self) -> ModelProto:
        graph = self.graph([], depth=0)
        functions = [self.function(name) for name in self.functions]
        if functions and self.maybe(self.sloppy):
            functions.append(functions[0])
        domains = [helper.make_opsetid(domain, 1 if domain else 17) for domain in ("", "t", "f")]
        return helper.make_model(
            graph,
            functions=functions,
            opset_imports=domains,
            ir_version=self.random.choice([8, 10]),
        )

    def graph(self, outer: list[str], depth: int) -> GraphProto:
        inputs = [self.new() for _ in range(self.random.randrange(0 if depth else 1, 3))]
        weights = [self.new() for _ in range(self.random.randrange(2))]
        if inputs and self.maybe(0.1 if depth == 0 else self.sloppy):
            weights.append(self.random.choice(inputs))
        own = [*inputs, *weights]
        thin = [self.new() for _ in range(self.maybe(0.1))]
        own += thin
        nodes = list(self.nodes(outer, own, depth))
        outputs = [self.known(own) for _ in range(1 + self.maybe(0.2))]
        return helper.make_graph(
            self.shuffled(nodes), "g", list(map(value, inputs)), list(map(value, outputs)),
            list(map(weight, weights)), sparse_initializer=list(map(sparse, thin)),
        )  # fmt: skip

    def function(self, name: str) -> FunctionProto:
        inputs = [self.new() for _ in range(1 + self.maybe())]
        own = list(inputs)
        nodes = list(self.nodes([], own, depth=1))
        attributes = self.random.sample("abcd", 2) + ["a"] * self.maybe(self.sloppy)
        made = helper.make_function(
            "f", name, inputs, [self.known(own) for _ in range(1 + self.maybe())],
            self.shuffled(nodes), [helper.make_opsetid("", 17), *map(opset, "tf")], attributes,
        )  # fmt: skip
        if self.maybe(0.2):
            made.attribute_proto.append(helper.make_attribute("e" if self.maybe(0.8) else "a", 1))
        return made

    def shuffled(self, nodes: list[NodeProto]) -> list[NodeProto]:
        if self.maybe(self.sloppy):
            self.random.shuffle(nodes)
        return nodes

    def nodes(self, outer: list[str], own: list[str], depth: int) -> Iterator[NodeProto]:
        """Yield nodes; ``own`` grows by what they make."""
        for _ in range(self.random.randrange(1, 5)):
            seen = [*outer, *own]
            inputs = [self.known(seen) or "?" for _ in range(self.random.randrange(3))]
            outputs = [self.new() for _ in range(self.random.randrange(1, 3))]
            if self.maybe(self.sloppy / 2):
                inputs, outputs = [], []
            op, domain, attributes = "Op", "t", {}
            if self.functions and self.maybe(0.2):
                op, domain = self.random.choice(self.functions), "f"
                op = "f9" if depth and self.maybe(0.8) else op  # else most would be recursive
            elif depth < 3 and outputs and self.maybe(0.4 if depth else 0.7):
                op, domain, inputs, attributes = self.control_flow(seen, depth)
            name = self.random.choice(["", f"n{self.fresh}", "n"])
            yield helper.make_node(op, inputs, outputs, name, domain=domain, **attributes)
            own += [each for each in outputs if each]

    def control_flow(
        self, seen: list[str], depth: int
    ) -> tuple[str, str, list[str], dict[str, Any]]:
        op = self.random.choice(["If", "Loop", "Scan", "Many"])
        value = self.known(seen) or "?"
        if op == "Many":
            graphs = [self.graph(seen, depth + 1) for _ in range(2)]
            return "Op", "t", [value], {"bodies": graphs}
        if op == "If":
            names = ("then_branch", "else_branch")
            return op, "", [value], {name: self.graph(seen, depth + 1) for name in names}
        body = self.graph(seen, depth + 1)
        if op == "Loop":
            return op, "", ["", value], {"body": body}
        return op, "", [value], {"body": body, "num_scan_inputs": 1}


def opset(domain: str) -> Any:
    return helper.make_opsetid(domain, 1)


def value(name: str) -> Any:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, [1])


def weight(name: str) -> TensorProto:
    return helper.make_tensor(name, TensorProto.FLOAT, [1], [1.0])


def sparse(name: str) -> Any:
    places = helper.make_tensor("", TensorProto.INT64, [1], [0])
    return helper.make_sparse_tensor(weight(name), places, [3])


class Judged(NamedTuple):
    """A made model as both see it; ``refusal`` is empty where the checker accepts it."""

    refusal: str
    errors: list[Finding]


@cache
def judged(seed: int) -> Judged:
    """Make a model and let both judge it."""
    data = Maker(seed).model().SerializeToString()
    with api.open(data, "ModelProto") as document:
        found = [each for each in check(document, RULES) if each.severity == "error"]
    try:
        checker.check_model(data)
    except checker.ValidationError as error:
        return Judged(str(error), found)
    return Judged("", found)


def reason_of(refusal: str) -> str:
    """Return the key of REFUSALS that a refusal is an instance of."""
    return next(each for each in REFUSALS if each in refusal)


def named_by(refusal: str) -> str:
    """Return the name that a refusal speaks of, quoted; empty where it tells none."""
    named = re.search(r"(?:input|output|however) '(v\d+)'", refusal)
    return f'"{named[1]}"' if named else ""


@pytest.mark.parametrize("start", range(0, MODELS, EACH))
def test_both_refuse_the_same_models_for_the_same_names(start: int) -> None:
    refused = 0
    for seed in range(start, start + EACH):
        refusal, errors = judged(seed)
        found = [each for each in errors if not is_stricter(each)]
        assert bool(found) == bool(refusal), (seed, refusal, found)
        if refusal:
            refused += 1
            fitting = [each for each in found if each.code in REFUSALS[reason_of(refusal)]]
            assert any(named_by(refusal) in each.message for each in fitting), (
                seed,
                refusal,
                found,
            )
    assert 0.2 * EACH < refused < 0.8 * EACH


def test_the_made_models_are_refused_for_each_reason() -> None:
    refusals = filter(None, (judged(seed).refusal for seed in range(MODELS)))
    assert set(map(reason_of, refusals)) == set(REFUSALS)


def test_accepted_models_have_each_error_that_the_checker_does_not_know() -> None:
    accepted = [each for each in map(judged, range(MODELS)) if not each.refusal]
    assert {error.code for each in accepted for error in each.errors} == set(STRICTER)
