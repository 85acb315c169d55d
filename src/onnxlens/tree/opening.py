"""Opening: the root is told, then the index is filled."""

from collections.abc import Callable

from .. import schema
from ..source import Source
from ..wire.fill import BUDGET, fill
from ..wire.index import Index
from .root import Verdict, detect
from .slots import CHILD


def read_index(
    source: Source,
    kind: str | None = None,
    *,
    budget: int = BUDGET,
    progress: Callable[[int], None] | None = None,
) -> tuple[Index, Verdict]:
    """Return the index of a source and what its root was found to be.

    ``kind`` names the root message instead of the bytes. Raises SchemaError for an unknown
    ``kind`` and SourceError where bytes cannot be had, never on content.
    """
    verdict = detect(source) if kind is None else Verdict.named(schema.message(kind))
    root = verdict.root.id if verdict.root else 0
    return fill(source, root, CHILD, budget=budget, progress=progress), verdict
