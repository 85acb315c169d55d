"""Rules of the layer O against check_node of the onnx package, for every version of every operator.

Each schema gives nodes that are right and nodes with one fault. All nodes of one opset version
stand in one model, so the rules judge them as they do in a file: by shape.
"""

from collections.abc import Iterator
from itertools import groupby

import onnx
import pytest
from onnx import AttributeProto, NodeProto, TensorProto, checker, helper
from onnx.defs import OpSchema
from onnx.onnx_cpp2py_export.checker import CheckerContext

from onnxlens import api
from onnxlens.checks.catalog import rules
from onnxlens.checks.engine import check

IR_VERSION = 10
# codes of faults that check_node does not look at, and who does
BEYOND = {
    "O030": "values of attributes: the documentation of the operator",
    "O031": "values of attributes: the documentation of the operator",
    "O040": "graphs in attributes: shape inference",
    "O042": "graphs in attributes: shape inference",
    "O043": "graphs in attributes: shape inference",
    "O050": "one of several attributes: shape inference",
    "O051": "numbers of outputs: shape inference",
}
# rules of other layers that name what check_node refuses
OTHERS = ("N011", "S033")  # neither inputs nor outputs; an attribute without its message
SCHEMAS = sorted(
    onnx.defs.get_all_schemas_with_history(), key=lambda s: (s.domain, s.since_version, s.name)
)
OPSETS = [
    (domain, version, list(found))
    for (domain, version), found in groupby(SCHEMAS, key=lambda s: (s.domain, s.since_version))
]


def value_of(kind: str) -> object:
    """Return some value of an attribute type, such as ``FLOATS``."""
    tensor = helper.make_tensor("t", TensorProto.FLOAT, [1], [0.0])
    indices = helper.make_tensor("i", TensorProto.INT64, [1], [0])
    values = {
        "FLOAT": 1.0, "INT": 1, "STRING": "NOTSET", "TENSOR": tensor,
        "GRAPH": helper.make_graph([], "g", [], []),
        "SPARSE_TENSOR": helper.make_sparse_tensor(tensor, indices, [1]),
        "TYPE_PROTO": helper.make_tensor_type_proto(TensorProto.FLOAT, [1]),
    }  # fmt: skip
    return values[kind] if kind in values else [values[kind.removesuffix("S")]]


def attribute(name: str, kind: str) -> AttributeProto:
    """Return an attribute of a type with a value."""
    return helper.make_attribute(name, value_of(kind))


class Made:
    """Nodes that one schema gives: ``each`` yields them with what is wrong with them."""

    def __init__(self, schema: OpSchema) -> None:
        self.schema = schema
        self.required = [a for a in schema.attributes.values() if a.required]

    def node(
        self,
        inputs: list[str] | None = None,
        outputs: list[str] | None = None,
        left_out: str = "",
        more: tuple[AttributeProto, ...] = (),
    ) -> NodeProto:
        """Return a node of as many names as must be, with the attributes that must be."""
        given = self.names("input") if inputs is None else inputs
        made = self.names("output") if outputs is None else outputs
        node = helper.make_node(self.schema.name, given, made, domain=self.schema.domain)
        for each in self.required:
            if each.name != left_out and each.name not in [a.name for a in more]:
                node.attribute.append(attribute(each.name, each.type.name))
        node.attribute.extend(more)
        return node

    def names(self, noun: str, count: int | None = None) -> list[str]:
        """Return distinct names, as many as the schema needs."""
        least = self.schema.min_input if noun == "input" else self.schema.min_output
        return [f"{noun}{i}" for i in range(least if count is None else count)]

    def each(self) -> Iterator[tuple[str, NodeProto]]:
        yield "nothing", self.node()
        yield from self.of_names()
        yield from self.of_attributes()

    def of_names(self) -> Iterator[tuple[str, NodeProto]]:
        for noun, formal, least in (
            ("input", self.schema.inputs, self.schema.min_input),
            ("output", self.schema.outputs, self.schema.min_output),
        ):
            for count in range(max(0, least - 1), len(formal) + 3):
                names = self.names(noun, count)
                yield f"{count} {noun}s", self.node(**{noun + "s": names})
                for hole in range(count):
                    holed = [*names[:hole], "", *names[hole + 1 :]]
                    yield f"{noun} {hole} of {count} empty", self.node(**{noun + "s": holed})
        yield "no names", self.node([], [])

    def of_attributes(self) -> Iterator[tuple[str, NodeProto]]:
        for name in ("bogus", "__internal"):
            yield f"attribute {name}", self.node(more=(attribute(name, "INT"),))
        for each in self.schema.attributes.values():
            kind = each.type.name
            right, wrong = attribute(each.name, kind), "FLOAT" if kind == "INT" else "INT"
            yield f"{each.name} given", self.node(more=(right,))
            yield f"{each.name} twice", self.node(more=(right, right))
            yield f"{each.name} {wrong}", self.node(more=(attribute(each.name, wrong),))
            yield f"{each.name} left out", self.node(left_out=each.name)
            empty = AttributeProto(name=each.name, type=each.type.value)
            yield f"{each.name} without value", self.node(more=(empty,))


def refused(node: NodeProto, domain: str, version: int) -> str:
    """Return why check_node refuses a node, empty where it does not."""
    context = CheckerContext()
    context.ir_version, context.opset_imports = IR_VERSION, {domain: version}
    try:
        checker.check_node(node, context)
    except checker.ValidationError as error:
        return str(error)
    return ""


def found(nodes: list[NodeProto], domain: str, version: int) -> list[dict[str, str]]:
    """Return the errors by code, for each node of one model."""
    graph = helper.make_graph(nodes, "g", [], [])
    opset = helper.make_opsetid(domain, version)
    data = helper.make_model(graph, opset_imports=[opset], ir_version=IR_VERSION)
    errors: list[dict[str, str]] = [{} for _ in nodes]
    with api.open(data.SerializeToString(), "ModelProto") as document:
        for finding in check(document, rules(["O", *OTHERS])):
            at = finding.path.removeprefix("graph.node[").partition("]")[0]
            if finding.severity == "error" and finding.code not in BEYOND:
                errors[int(at)][finding.code] = finding.message
    return errors


@pytest.mark.parametrize(
    ("domain", "version", "schemas"), OPSETS, ids=[f"{d or 'ai.onnx'}-{v}" for d, v, _ in OPSETS]
)
def test_a_node_is_an_error_exactly_where_check_node_refuses_it(
    domain: str, version: int, schemas: list[OpSchema]
):
    made = [each for schema in schemas for each in Made(schema).each()]
    nodes = [node for _, node in made]
    for (what, node), errors in zip(made, found(nodes, domain, version), strict=True):
        reason = refused(node, domain, version)
        assert bool(errors) == bool(reason), (node.op_type, what, errors, reason)


@pytest.mark.parametrize("version", range(1, onnx.defs.onnx_opset_version() + 1))
def test_an_operator_is_unknown_or_deprecated_exactly_where_check_node_says_so(version: int):
    names = sorted({schema.name for schema in SCHEMAS if not schema.domain} | {"Bogus"})
    nodes = [helper.make_node(name, [], ["y"]) for name in names]
    for node, errors in zip(nodes, found(nodes, "", version), strict=True):
        reason = refused(node, "", version)
        assert ("O001" in errors) == ("No Op registered" in reason), (node.op_type, errors, reason)
        assert ("O002" in errors) == ("is deprecated" in reason), (node.op_type, errors, reason)
