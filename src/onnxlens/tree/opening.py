"""Opening a document: the root is told, then the index is filled."""

from collections.abc import Callable

from .. import schema
from ..schema import MessageSpec
from ..source import Source
from ..wire.fill import BUDGET, fill
from .document import Document
from .root import Verdict, detect
from .slots import CHILD


def open_document(
    source: Source,
    kind: str | None = None,
    *,
    budget: int = BUDGET,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """Return the document over a source; ``kind`` names the root message instead of the bytes.

    Raises SchemaError for an unknown ``kind`` and SourceError where bytes cannot be had, never
    on content.
    """
    verdict = detect(source) if kind is None else Verdict.named(schema.message(kind))
    return Document(source, _index(source, verdict.root, budget, progress), verdict)
