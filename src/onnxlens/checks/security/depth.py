"""A rule about graphs inside graphs."""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.field import Field
from ..context import Context
from ..rule import Found, rule

_DEEP, _REFUSED = 8, 32


@rule("X006", "warning")
def deep_control_flow(context: Context) -> Iterator[Found]:
    """
    Finds:
    A graph in more than 8 others, by If, Loop or Scan.

    Why:
    Runtimes go through an inner graph again for each one around it, so that a file of a few KiB
    with 20 levels has taken a minute to load. ONNX Runtime now refuses more than 32 levels.

    Fix:
    Make functions out of inner graphs, or one out of several conditions. Treat a model that you did
    not write with care.
    """
    document = context.document
    levels = [len(document.index)]  # where each graph around ends
    first = deepest = 0
    for row in context.scopes.columns.graphs():
        while len(levels) > 1 and row >= levels[-1]:
            levels.pop()
        levels.append(document.index.next[row])
        if len(levels) - 1 > max(deepest, _DEEP):
            deepest = len(levels) - 1
            first = first or row
    if first:
        text = f"graphs are nested {deepest:,} levels deep; "
        limit = f"ONNX Runtime refuses more than {_REFUSED}"
        slow = f"from {_DEEP} on runtimes take long to load them"
        yield Found(Field(document, first), text + (limit if deepest > _REFUSED else slow))
