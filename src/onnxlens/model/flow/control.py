"""If, Loop and Scan: what flows into their graphs, and what comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from .call import Call, place
from .meaning import NOTHING, Axis, Meaning, agreed, same

if TYPE_CHECKING:
    from .flow import Flow, Names, Walk

_BATCHED_SCAN = 9  # before this opset version all of Scan had a batch, and its axis was fixed


def _branches(flow: Flow, call: Call, names: Names) -> Walk:
    """If: what both branches give alike."""
    given = []
    for name in ("then_branch", "else_branch"):
        graph = call.graph(name)
        if graph is not None:
            given.append((yield flow.graph(flow.scopes.at(graph.row), names, [])))
    return [same(column) for column in zip(*given, strict=False)] if len(given) == 2 else []


def _loop(flow: Flow, call: Call, names: Names) -> Walk:
    """Loop: the body gets a number, a condition, and what is carried from turn to turn.

    Only the first turn is walked. What it hands back in another order means nothing behind it.
    """
    graph = call.graph("body")
    if graph is None:
        return []
    carried = [meaning.carried for meaning in call.inputs[2:]]
    given = yield flow.graph(flow.scopes.at(graph.row), names, [NOTHING, NOTHING, *carried])
    turned = given[1 : 1 + len(carried)]
    kept = [same(pair) for pair in zip(carried, turned, strict=False)]
    return [*kept, *(_stacked(each, 0, Axis()) for each in given[1 + len(carried) :])]


def _scan(flow: Flow, call: Call, names: Names) -> Walk:
    """Scan: the body gets what is carried, and of each scanned input one slice."""
    graph, count = call.graph("body"), call.number("num_scan_inputs", 0)
    if graph is None:
        return []
    scope, states = flow.scopes.at(graph.row), len(call.inputs) - count
    if call.since < _BATCHED_SCAN or not 0 <= states <= len(call.inputs):
        yield flow.graph(scope, names, [])
        return []
    carried = [meaning.carried for meaning in call.inputs[:states]]
    axes = call.numbers("scan_input_axes") or [0] * count
    pairs = list(zip(call.inputs[states:], axes, strict=False))
    slices = [_sliced(meaning, axis) for meaning, axis in pairs]
    given = yield flow.graph(scope, names, [*carried, *slices])
    kept = [same(pair) for pair in zip(carried, given, strict=False)]
    over = agreed(_scanned(pairs))
    places = call.numbers("scan_output_axes") or [0] * len(given)
    stacked = zip(given[states:], places, strict=False)
    return [*kept, *(_stacked(meaning, axis, over) for meaning, axis in stacked)]


def _scanned(pairs: Iterable[tuple[Meaning, int]]) -> list[Axis]:
    """Return the axes over which is scanned; they are all as long as the scanned outputs."""
    found = []
    for meaning, number in pairs:
        at = None if meaning.axes is None else place(len(meaning.axes), number)
        if meaning.axes is not None and at is not None:
            found.append(meaning.axes[at])
    return found


def _sliced(meaning: Meaning, number: int) -> Meaning:
    axes = meaning.axes
    at = None if axes is None else place(len(axes), number)
    if axes is None or at is None:
        return NOTHING
    return Meaning(axes[:at] + axes[at + 1 :], None, before=meaning)


def _stacked(meaning: Meaning, number: int, axis: Axis) -> Meaning:
    axes = meaning.axes
    at = None if axes is None else place(len(axes) + 1, number)
    if axes is None or at is None:
        return NOTHING
    return Meaning((*axes[:at], axis, *axes[at:]), None, before=meaning)


CONTROL: dict[str, Callable[[Flow, Call, Names], Walk]] = {
    "If": _branches,
    "Loop": _loop,
    "Scan": _scan,
}
