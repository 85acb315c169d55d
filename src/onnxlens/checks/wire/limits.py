"""Rules about files that are well-formed and still more than standard parsers take."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from ...span import Span
from ...tree.field import Field
from ...tree.slots import CHILD
from ...wire.kinds import LEN, SGROUP
from ..context import Context
from ..rule import Found, rule
from ..structures import NESTING

_LEVELS = 100  # messages and groups inside each other, without the file
_WITHOUT_NESTING = 20  # no message is so deep in one that does not hold another of its own kind
_LARGEST = (1 << 31) - 1


@rule("W009", "error")
def nested_too_deep(context: Context) -> Iterator[Found]:
    """
    Finds:
    The first message that has 100 others around it, the file not counted.

    Why:
    Standard protobuf parsers stop at that depth, so that a small file cannot make them run out of
    stack. ONNX sets no limit, but the onnx package, which reads with these parsers, refuses the
    file. Each subgraph takes four levels, a sequence type two.

    Fix:
    Nest less: move inner subgraphs into functions, or make one out of several conditions.
    """
    row = _too_deep(context)
    if row:
        message = f"{_LEVELS} messages around it; standard parsers take {_LEVELS - 1}"
        yield Found(Field(context.document, row), message)


@rule("W010", "error")
def larger_than_2_gib(context: Context) -> Iterator[Found]:
    """
    Finds:
    A file of 2 GiB or more.

    Why:
    Protobuf measures messages in 31 bits, and the whole file is one message, so standard parsers
    call it corrupt. External data exists for this: ONNX's ExternalData.md names that limit.

    Fix:
    Keep large tensors in external files; the onnx package does so with save_as_external_data.
    """
    size = context.document.size
    if size > _LARGEST:
        message = f"{size:,} bytes; standard parsers take {_LARGEST:,} at most"
        yield Found(context.document.file, message, span=Span(0, size))


def _too_deep(context: Context) -> int:
    """Return the first row with too many messages around it; 0 without one."""
    kinds = context.structures.kinds
    has_groups = any(wire_type == SGROUP for _, wire_type in kinds)
    if not has_groups and _deepest(context, [s for s, _ in kinds if s in NESTING]) <= (
        _LEVELS - _WITHOUT_NESTING
    ):
        return 0
    index = context.document.index
    slots, heads, parents = index.slot, index.head, index.parent
    levels = array("I", bytes(4 * len(index)))
    for row in range(1, len(index)):
        levels[row] = levels[parents[row]] + 1
        if levels[row] > _LEVELS:
            wire_type = heads[row] & 7
            if wire_type == SGROUP or (wire_type == LEN and CHILD[slots[row]]):
                return row
    return 0


def _deepest(context: Context, slots: list[int]) -> int:
    """Return the most levels of the rows of some slots."""
    index = context.document.index
    levels = {0: 0}
    for row in sorted(row for slot in slots for row in index.rows_with(slot)):
        at, steps = row, 0
        while at not in levels:
            at, steps = index.parent[at], steps + 1
        levels[row] = levels[at] + steps
    return max(levels.values())
