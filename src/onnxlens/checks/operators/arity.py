"""How many inputs and outputs a node has, and which are empty, against what it calls."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.operators.signatures import HOLE, REQUIRED, TRAILING, Side
from ...model.words import word
from ...schema.operators import SINGLE, VARIADIC
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .calls import Call
from .words import count, cut, text_of, title

# BatchNormalization by the version of its signature -> how many outputs it may have
_BATCH_OUTPUTS = {1: (1, 5), 6: (1, 5), 7: (1, 5), 9: (1, 5), 14: (1, 3), 15: (1, 3)}


@rule("O010", "error")
def surplus_name(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node with more inputs or outputs than the operator or function takes.

    Why:
    The names of a node stand for the parameters of its operator in order (IR.md, Nodes), so one
    beyond the last stands for nothing. The checker refuses it for an operator; inlining refuses it
    for a function.

    Fix:
    Take the name away, or import the opset version whose operator has that parameter.
    """
    for call in context.calls.judged:
        for side, names, places in call.sides:
            room = len(side.parameters)
            if len(names) > room and not _is_variadic(side):
                more = len(names) - room - 1
                rest = f"; {more:,} more follow{'s' if more == 1 else ''}" if more else ""
                for field in call.at(places[room]):
                    message = f"{title(call)} takes {_most(side)}, this is number {room + 1}"
                    name = text_of(field)
                    yield Found(field, f"{message}: {name}{rest}", severity=call.severity)


@rule("O011", "error")
def missing_name(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node with fewer inputs or outputs than its operator needs.

    Why:
    Only optional parameters at the end may be left out, and a variadic one needs as many values as
    its minimum (IR.md, Variadic Inputs and Outputs, Optional Inputs and Outputs). The checker
    refuses the node.

    Fix:
    Add the missing names. An optional input that stands before a given one is written as an empty
    name.
    """
    for call in context.calls.judged:
        if not call.inputs and not call.outputs:
            continue  # one fault, and N011 names it
        for side, names, _ in call.sides:
            if len(names) < side.minimum:
                message = f"{title(call)} needs {_least(side)} and has {len(names) or 'none'}"
                missing = _missing(side, len(names))
                for node in call.nodes:
                    yield Found(node, message + missing, severity=call.severity)


@rule("O013", "error")
def required_name_empty(context: Context) -> Iterator[Found]:
    """
    Finds:
    An empty name where the operator needs an input or output.

    Why:
    An empty name leaves a parameter out, which only an optional one allows (IR.md, Optional Inputs
    and Outputs). The checker refuses it.

    Fix:
    Name a value.
    """
    for call, side, index, place in _states(context, REQUIRED):
        name = f"{_parameter(side, index)} of {title(call)}"
        for field in call.at(place):
            message = f"{name} is empty; it is required"
            yield Found(field, message, severity=call.severity)


@rule("O014", "warning")
def hole_in_variadic(context: Context) -> Iterator[Found]:
    """
    Finds:
    An empty name among the values of a variadic input or output; one finding for each side of a
    node.

    Why:
    Only optional parameters may be left out (IR.md, Optional Inputs and Outputs), and a variadic
    one is not. The checker says nothing, and runtimes differ: some refuse, some crash. Of an output
    it is info, since an output that nothing uses harms less.

    Fix:
    Take the empty name away where the operator means the same without it, otherwise name a value.
    """
    seen = set()
    for call, side, index, place in _states(context, HOLE):
        if (call, side.noun) in seen:
            continue
        seen.add((call, side.noun))
        name = f"{_parameter(side, index)} of {title(call)}"
        message = f"number {index + 1} is empty, inside the variadic {name}; needed a name"
        for field in call.at(place):
            yield Found(field, message, severity="info" if side.noun == "output" else "")


@rule("O015", "info")
def trailing_empty_name(context: Context) -> Iterator[Found]:
    """
    Finds:
    Empty names at the end of the inputs or outputs of a node, for optional parameters; one finding
    for each side of a node.

    Why:
    They are allowed and mean the same as no name at all (IR.md, Optional Inputs and Outputs). Some
    runtimes count names instead of values and refuse or misread them.

    Fix:
    Drop them.
    """
    last: dict[tuple[Call, str], list[int]] = {}
    for call, side, _, place in _states(context, TRAILING):
        last.setdefault((call, side.noun), []).append(place)
    for (call, noun), places in last.items():
        many = len(places) > 1
        what = f"{len(places)} empty names end" if many else "an empty name ends"
        for field in call.at(places[0]):
            message = f"{what} the {noun}s of {title(call)}; the node means the same without"
            yield Found(field, f"{message} {'them' if many else 'it'}")


@rule("O016", "error")
def batch_normalization_outputs(context: Context) -> Iterator[Found]:
    """
    Finds:
    A BatchNormalization with a number of outputs between that for inference and that for training.

    Why:
    Its documentation has two cases, with all outputs for training and with Y alone for inference.
    The checker refuses any other number.

    Fix:
    Name all outputs or only Y.
    """
    for call in context.calls.judged:
        if call.calls("", "BatchNormalization") and call.signature and call.outputs:
            allowed = _BATCH_OUTPUTS.get(call.signature.since_version or 0)
            found = len(call.outputs)
            if allowed and found not in allowed and found <= allowed[1]:
                needed = f"needed {allowed[0]} or {allowed[1]}"
                for node in call.nodes:
                    yield Found(node, f"BatchNormalization has {found} outputs; {needed}")


def _states(context: Context, wanted: str) -> Iterator[tuple[Call, Side, int, int]]:
    """Yield where an empty name is in a state: the call, the side, its number and its place."""
    for call in context.calls.judged:
        for side, names, places in call.sides:
            if all(names):
                continue
            last = max((index for index, named in enumerate(names) if named), default=-1)
            for index, named in enumerate(names):
                if not named and side.state(index, False, last) == wanted:
                    yield call, side, index, places[index]


def _is_variadic(side: Side) -> bool:
    return bool(side.parameters) and side.parameters[-1].option == VARIADIC


def _most(side: Side) -> str:
    most = len(side.parameters)
    return ("at most " if most > side.minimum else "") + count(most, side.noun)


def _least(side: Side) -> str:
    exact = side.minimum == len(side.parameters) and not _is_variadic(side)
    return ("" if exact else "at least ") + count(side.minimum, side.noun)


def _missing(side: Side, found: int) -> str:
    names = [
        word(cut(each.name)) for each in side.parameters[found : side.minimum]
        if each.option == SINGLE
    ]  # fmt: skip
    return f"; {', '.join(names)} {'is' if len(names) == 1 else 'are'} missing" if names else ""


def _parameter(side: Side, index: int) -> str:
    parameter, _ = side.at(index)
    name = parameter.name if parameter else ""
    return f"{side.noun} {quote(name) if name == side.noun else word(cut(name))}"
