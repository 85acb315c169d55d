"""Which axes operators expect, and whether a value has them in that order."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .call import Call
from .meaning import Axes

Wanted = tuple[frozenset[str], ...]  # for each axis the denotations that fit; none: any

BATCH, CHANNEL = frozenset(("DATA_BATCH",)), frozenset(("DATA_CHANNEL",))
INNER = frozenset(("DATA_FEATURE", "DATA_TIME"))  # where a filter or window slides
TIME, FEATURE = frozenset(("DATA_TIME",)), frozenset(("DATA_FEATURE",))
OUT, IN = frozenset(("FILTER_OUT_CHANNEL",)), frozenset(("FILTER_IN_CHANNEL",))
SPATIAL, ANY = frozenset(("FILTER_SPATIAL",)), frozenset[str]()


def expected(call: Call) -> Iterator[tuple[int, Wanted]]:
    """Yield inputs of a node with the axes that its operator expects of them.

    Source: the operators' documents, which name the axes of their inputs (N, C, D1 …), and
    docs/DimensionDenotation.md of onnx, which asks for the order of AveragePool.
    """
    rule = _RULES.get(call.op)
    if rule is not None:
        yield from rule(call)


def fits(axes: Axes, wanted: Wanted) -> bool:
    """Tell whether no axis means something else than is wanted; unknown ones mean nothing."""
    if axes is None or len(axes) != len(wanted):
        return True
    pairs = zip(axes, wanted, strict=True)
    return all(not axis.denotation or not may or axis.denotation in may for axis, may in pairs)


def words(wanted: Wanted) -> str:
    """Return what is wanted as ``[DATA_BATCH, DATA_CHANNEL, DATA_FEATURE]``."""
    return f"[{', '.join(min(may) if may else '?' for may in wanted)}]"


def _rank(call: Call, number: int) -> int:
    return len(call.axes(number) or ())


def _spatial(call: Call) -> Iterator[tuple[int, Wanted]]:
    """Batch, channel, then the axes over which a window or a filter slides."""
    rank = _rank(call, 0)
    if rank >= 3:
        yield 0, (BATCH, CHANNEL, *[INNER] * (rank - 2))


def _filter(*first: frozenset[str]) -> Callable[[Call], Iterator[tuple[int, Wanted]]]:
    def rule(call: Call) -> Iterator[tuple[int, Wanted]]:
        yield from _spatial(call)
        number = 3 if call.op == "QLinearConv" else 1
        rank = _rank(call, number)
        if rank >= 3:
            yield number, (*first, *[SPATIAL] * (rank - 2))

    return rule


def _channel(call: Call) -> Iterator[tuple[int, Wanted]]:
    """Axis 1 is the channel; the rest may be anything but it."""
    rank = _rank(call, 0)
    if rank >= 2:
        yield 0, (BATCH, CHANNEL, *[ANY] * (rank - 2))


def _recurrent(call: Call) -> Iterator[tuple[int, Wanted]]:
    if _rank(call, 0) == 3:
        first = (BATCH, TIME) if call.number("layout", 0) else (TIME, BATCH)
        yield 0, (*first, FEATURE)


_RULES = {
    **dict.fromkeys(
        ("AveragePool", "MaxPool", "LpPool", "GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool",
         "MaxRoiPool", "RoiAlign", "DepthToSpace", "SpaceToDepth", "LRN", "GridSample"),
        _spatial,
    ),
    **dict.fromkeys(("Conv", "ConvInteger", "QLinearConv", "DeformConv"), _filter(OUT, IN)),
    "ConvTranspose": _filter(IN, OUT),
    **dict.fromkeys(
        ("BatchNormalization", "InstanceNormalization", "GroupNormalization"), _channel
    ),
    **dict.fromkeys(("RNN", "GRU", "LSTM"), _recurrent),
}  # fmt: skip
