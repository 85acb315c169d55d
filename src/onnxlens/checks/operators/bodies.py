"""Graphs in attributes against the node that runs them: If, Loop, Scan, SequenceMap."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...span import Span
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .calls import Call
from .layout import GRAPH
from .words import count

_ATTRIBUTE = schema.message("AttributeProto")
_FIRST_IR_WITH_OWN_INITIALIZERS = 4


@rule("O040", "error")
def branch_outputs(context: Context) -> Iterator[Found]:
    """
    Finds:
    A branch of If with another number of outputs than the node.

    Why:
    The outputs of If are those of the branch that ran, and both branches must have the same number
    (documentation of If, then_branch and else_branch). The checker does not compare them; shape
    inference and runtimes refuse the model.

    Fix:
    Give both branches and the node the same outputs.
    """
    for call in _calls(context, "If"):
        for name in ("then_branch", "else_branch"):
            for body in _bodies(call, name):
                found, needed = body.count("output"), len(call.outputs)
                if found != needed:
                    has = f"{name} has {count(found, 'output')}; the node has {needed or 'none'}"
                    yield _at(body, has)


@rule("O041", "warning")
def branch_inputs(context: Context) -> Iterator[Found]:
    """
    Finds:
    A branch of If that declares inputs.

    Why:
    If passes nothing to its branches; they see the names of the graph around (documentation of If).
    An input of a branch never gets a value. Shape inference refuses the model.

    Fix:
    Take the inputs of the branch away and use the outer names.
    """
    for call in _calls(context, "If"):
        for name in ("then_branch", "else_branch"):
            for body in _bodies(call, name):
                found = _inputs(context, body)
                if found:
                    yield _at(body, f"{name} has {count(found, 'input')}; If passes none")


@rule("O042", "error")
def loop_body(context: Context) -> Iterator[Found]:
    """
    Finds:
    A body of Loop whose inputs and outputs do not match those of the node.

    Why:
    With N values carried and K scanned the body has 2 + N inputs (iteration number, condition,
    values) and 1 + N + K outputs (condition, values, scan outputs); the node has 2 + N inputs and N
    + K outputs (documentation of Loop, body). The checker does not compare them; shape inference
    and runtimes refuse the model.

    Fix:
    Add what is missing to the body or to the node.
    """
    for call in _calls(context, "Loop"):
        for body in _bodies(call, "body"):
            if len(call.inputs) >= 2:
                yield from _compare(context, body, "Loop", len(call.inputs), len(call.outputs) + 1)


@rule("O043", "error")
def scan_body(context: Context) -> Iterator[Found]:
    """
    Finds:
    A body of Scan whose inputs and outputs do not match those of the node, or a num_scan_inputs
    that its inputs do not allow.

    Why:
    With N state variables, M scan inputs and K scan outputs node and body have N + M inputs and N +
    K outputs, and M is num_scan_inputs (documentation of Scan; up to opset 8 the node has
    sequence_lens before them). The checker does not compare them; shape inference and runtimes
    refuse the model.

    Fix:
    Add what is missing to the body or to the node, or correct num_scan_inputs.
    """
    for call in _calls(context, "Scan"):
        since = call.signature.since_version if call.signature else None
        given = len(call.inputs) - (since == 8)
        for body in _bodies(call, "body"):
            yield from _compare(context, body, "Scan", given, len(call.outputs))
        for field, value in call.numbers("num_scan_inputs"):
            if not 1 <= value <= given:
                needed = f"Scan has {count(given, 'input')} for states and scans"
                yield Found(field, f"num_scan_inputs is {value}; {needed}")


@rule("O044", "warning")
def sequence_map_body(context: Context) -> Iterator[Found]:
    """
    Finds:
    A body of SequenceMap with another number of inputs or outputs than the node.

    Why:
    The body should have as many of both as the node (documentation of SequenceMap, body). The
    checker does not compare them.

    Fix:
    Add what is missing to the body or to the node.
    """
    for call in _calls(context, "SequenceMap"):
        for body in _bodies(call, "body"):
            yield from _compare(context, body, "SequenceMap", len(call.inputs), len(call.outputs))


def _compare(
    context: Context, body: Merged, name: str, inputs: int, outputs: int
) -> Iterator[Found]:
    """Compare a body with the numbers that follow from its node."""
    for noun, found, needed in (
        ("input", _inputs(context, body), inputs), ("output", body.count("output"), outputs)
    ):  # fmt: skip
        if found != needed:
            yield _at(body, f"the body has {count(found, noun)}; this {name} needs {needed}")


def _calls(context: Context, name: str) -> Iterator[Call]:
    return (call for call in context.calls.judged if call.calls("", name))


def _bodies(call: Call, name: str) -> Iterator[Merged]:
    """Yield the graph in an attribute of each node."""
    argument = call.argument(name)
    if argument is None or list(argument.values) != [GRAPH]:
        return
    for field in call.at(argument.place):
        body = Merged(field.document, _ATTRIBUTE, (field.row,)).message("g")
        if body is not None:
            yield body


def _inputs(context: Context, body: Merged) -> int:
    """Return how many inputs of a body its node has to give.

    Below IR version 4 a graph lists its initializers among the inputs.
    """
    found = body.count("input")
    model = context.model
    if model is None or model.number("ir_version") >= _FIRST_IR_WITH_OWN_INITIALIZERS:
        return found
    weights = {str(each["name"]) for each in body.each("initializer")}
    return sum(str(each["name"]) not in weights for each in body.each("input"))


def _at(body: Merged, message: str) -> Found:
    """Return a finding at tag and length of a graph."""
    return Found(body.field, message, span=Span(body.field.start, body.field.payload.start))
