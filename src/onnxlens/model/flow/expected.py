"""Which axes operators expect, and whether a value has them in that order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .call import Call, SteeredError
from .meaning import Axes

May = tuple[str, ...]  # denotations that fit an axis, the plain one first; none: any
Wanted = tuple[May, ...]

BATCH, CHANNEL = ("DATA_BATCH",), ("DATA_CHANNEL",)
INNER = ("DATA_FEATURE", "DATA_TIME")  # where a filter or a window slides
OUT, IN, SPATIAL = ("FILTER_OUT_CHANNEL",), ("FILTER_IN_CHANNEL",), ("FILTER_SPATIAL",)
# Of what has no space but a row of features, these are the channels.
FEATURES = ("DATA_CHANNEL", "DATA_FEATURE")
# A recurrent layer over a picture takes its columns one after another, and their channels.
STEP, INPUT = ("DATA_TIME", "DATA_FEATURE"), ("DATA_FEATURE", "DATA_CHANNEL")
_WORDS = frozenset((*BATCH, *CHANNEL, *INNER, *OUT, *IN, *SPATIAL))

Expects = Iterator[tuple[int, Wanted]]


def expected(call: Call) -> Expects:
    """Yield inputs of a node with the axes that its operator expects of them.

    Source: the operators' documents, which name the axes of their inputs (N, C, D1 …), and
    docs/DimensionDenotation.md of onnx, which asks for the order of AveragePool.
    """
    rule = RULES.get(call.op)
    if rule is not None:
        try:
            yield from rule(call)
        except SteeredError:
            return


def fits(axes: Axes, wanted: Wanted) -> bool:
    """Tell whether no axis means something else than is wanted.

    Axes that say nothing, and words that are not of the standard, do not count.
    """
    if axes is None or len(axes) != len(wanted):
        return True
    return all(map(_fits, (axis.denotation for axis in axes), wanted))


def _fits(denotation: str | None, may: May) -> bool:
    return not may or denotation in may or denotation not in _WORDS


def words(wanted: Wanted) -> str:
    """Return what is wanted as ``[DATA_BATCH, DATA_CHANNEL, DATA_FEATURE]``."""
    return f"[{', '.join(may[0] if may else '?' for may in wanted)}]"


def _rank(call: Call, number: int) -> int:
    return len(call.axes(number) or ())


def _spatial(call: Call) -> Expects:
    """Batch, channel, then the axes over which a window or a filter slides.

    Where there is only one of these, the channels are often the features of each step.
    """
    rank = _rank(call, 0)
    if rank >= 3:
        yield 0, (BATCH, FEATURES if rank == 3 else CHANNEL, *[INNER] * (rank - 2))


def _filter(number: int, *first: May) -> Callable[[Call], Expects]:
    def rule(call: Call) -> Expects:
        yield from _spatial(call)
        rank = _rank(call, number)
        if rank >= 3:
            yield number, (*first, *[SPATIAL] * (rank - 2))

    return rule


def _channel(call: Call) -> Expects:
    """The same, also for rows of features without any space."""
    if _rank(call, 0) == 2:
        yield 0, (BATCH, FEATURES)
    yield from _spatial(call)


def _recurrent(call: Call) -> Expects:
    if _rank(call, 0) == 3:
        first = (BATCH, STEP) if call.number("layout", 0) else (STEP, BATCH)
        yield 0, (*first, INPUT)


_SPATIAL = (
    "AveragePool CausalConvWithState DepthToSpace GlobalAveragePool GlobalLpPool GlobalMaxPool "
    "GridSample LRN LpPool MaxPool MaxRoiPool MaxUnpool RoiAlign SpaceToDepth"
)
_CHANNEL = "BatchNormalization GroupNormalization InstanceNormalization"
RULES: dict[str, Callable[[Call], Expects]] = {
    **dict.fromkeys(_SPATIAL.split(), _spatial),
    **dict.fromkeys(("Conv", "ConvInteger", "DeformConv"), _filter(1, OUT, IN)),
    "QLinearConv": _filter(3, OUT, IN),
    "ConvTranspose": _filter(1, IN, OUT),
    **dict.fromkeys(_CHANNEL.split(), _channel),
    **dict.fromkeys(("RNN", "GRU", "LSTM"), _recurrent),
}
