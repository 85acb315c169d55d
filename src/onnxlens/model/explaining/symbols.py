"""What a symbol means: which other axes have it, and what is odd about its name."""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.document import Document
from ...tree.field import Field
from ...tree.names import quote
from ..graph.symbol_kinds import kind_of_symbol
from ..graph.symbols import Use, symbols
from .repeats import Place

_SEARCHED = 10_000  # axes of a file that are looked at


class Symbols:
    """The symbols of a document, looked up when one is first asked for."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._uses: dict[str, list[Use]] | None = None

    def explain(self, field: Field, place: Place) -> Iterator[str]:
        """Yield what a dim_param means; at most 10,000 axes of the file are looked at."""
        if self._uses is None:
            self._uses = symbols(self._document, _SEARCHED)
        uses = self._uses.get(str(field.value), [])
        own = next((use for use in uses if use.field == field), None)
        yield "; ".join(filter(None, ["any size", _others(uses, own, place)]))
        yield kind_of_symbol(str(field.value))
        if own is not None and own.denotation:
            yield f"the denotation of the axis is {own.denotation}"


def _others(uses: list[Use], own: Use | None, place: Place) -> str:
    """Return which other axes have a symbol; one in a function has it for itself."""
    if own is None:
        return ""
    others = [use for use in uses if use is not own and _top(use) == _top(own)]
    if not others:
        return ""
    first = others[0]
    where = f"axis {first.axis} of {first.role} {quote(first.value[:200])}"
    more = f" and {len(others) - 1:,} more" if len(others) > 1 else ""
    has = "has" if len(others) == 1 else "have"
    return f"{where} (offset {place(first.field.start)}){more} {has} the same"


def _top(use: Use) -> int:
    """Return the row of the function that a use stands in; the same for all uses outside."""
    top = use.scope.top if use.scope else None
    return top.rows[0] if top and top.is_function else -1
