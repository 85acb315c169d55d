"""If, Loop and Scan: what flows into their graphs, and what comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .call import Call
from .meaning import NOTHING, Axis, Meaning, same

if TYPE_CHECKING:
    from .flow import Flow, Names, Walk


def _branches(flow: Flow, call: Call, names: Names) -> Walk:
    """If: what both branches give alike."""
    given = []
    for name in ("then_branch", "else_branch"):
        graph = call.graph(name)
        if graph is not None:
            given.append((yield flow.graph(flow.scopes.at(graph.row), names, [])))
    return [same(column) for column in zip(*given, strict=False)] if len(given) == 2 else []


def _loop(flow: Flow, call: Call, names: Names) -> Walk:
    """Loop: the body gets a number, a condition, and what is carried from turn to turn."""
    graph = call.graph("body")
    if graph is None:
        return []
    carried = call.inputs[2:]
    given = yield flow.graph(flow.scopes.at(graph.row), names, [NOTHING, NOTHING, *carried])
    turned = given[1 : 1 + len(carried)]
    kept = [same(pair) for pair in zip(carried, turned, strict=False)]
    return [*kept, *(_stacked(meaning, 0) for meaning in given[1 + len(carried) :])]


def _scan(flow: Flow, call: Call, names: Names) -> Walk:
    """Scan: the body gets what is carried, and of each scanned input one slice."""
    graph, count = call.graph("body"), call.number("num_scan_inputs", 0)
    states = len(call.inputs) - count
    if graph is None or not 0 <= states <= len(call.inputs):
        return []
    axes = call.numbers("scan_input_axes") or [0] * count
    pairs = zip(call.inputs[states:], axes, strict=False)
    slices = [_sliced(meaning, axis) for meaning, axis in pairs]
    scope = flow.scopes.at(graph.row)
    given = yield flow.graph(scope, names, [*call.inputs[:states], *slices])
    kept = [same(pair) for pair in zip(call.inputs[:states], given, strict=False)]
    places = call.numbers("scan_output_axes") or [0] * len(given)
    stacked = zip(given[states:], places, strict=False)
    return [*kept, *(_stacked(meaning, place) for meaning, place in stacked)]


def _sliced(meaning: Meaning, axis: int) -> Meaning:
    axes = meaning.axes
    if axes is None or not -len(axes) <= axis < len(axes):
        return NOTHING
    at = axis % len(axes)
    return Meaning(axes[:at] + axes[at + 1 :], None, before=meaning)


def _stacked(meaning: Meaning, axis: int) -> Meaning:
    axes = meaning.axes
    if axes is None or not -len(axes) - 1 <= axis <= len(axes):
        return NOTHING
    at = axis % (len(axes) + 1)
    return Meaning((*axes[:at], Axis(), *axes[at:]), None, before=meaning)


CONTROL: dict[str, Callable[[Flow, Call, Names], Walk]] = {
    "If": _branches,
    "Loop": _loop,
    "Scan": _scan,
}
