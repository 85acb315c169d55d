"""The symbols of a file: every axis that has a name instead of a size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.explaining.constants import Fixed, fixed_axes
from ..model.graph.symbols import Use, symbols, twice
from ..model.words import word
from ..tree.document import Document
from . import block
from .notes import kinds
from .page import Page
from .table import Column, Row, table
from .text import cut, plural, quote, safe, width, wrap

_NAME = 200  # characters of a name in a line about something else
_FIXED = 8  # constants that are listed
_SAMPLED = 100  # uses whose paths decide how wide a column is
_EQUAL = 8  # axes of one shape that are listed


def symbol_lines(page: Page, document: Document) -> Iterator[str]:
    """Yield each symbol with a table of its uses, and what is worth saying of the symbols.

    The path is that of what has the axis; the offset is that of the dim_param itself.
    """
    found = symbols(document)
    if not found:
        yield from _sentence(page, "no symbols: every axis has a size, or none at all")
        return
    for name, uses in found.items():
        yield page.paint("answer", _title(page, name, uses))
        yield from table(page, _columns(page, document, uses), (_row(page, use) for use in uses))
        yield ""
    yield from block.lines(page, [("notes", safe(text)) for text in _notes(document, found)])
    axes = sum(map(len, found.values()))
    counted = f"{plural(len(found), 'symbol')} on {_axes(axes)}"
    yield from _sentence(page, f"{counted}; outside of functions one scope")


def _sentence(page: Page, text: str) -> list[str]:
    return wrap(text, page.width) if page.cut else [text]


def _title(page: Page, name: str, uses: list[Use]) -> str:
    """Return a symbol and on how many axes it is, which a long name does not push off the page."""
    text, axes = quote(name, _NAME), f": {_axes(len(uses))}"
    return (cut(text, page.width - len(axes)) if page.cut else text) + axes


def _axes(count: int) -> str:
    return f"{count:,} {'axis' if count == 1 else 'axes'}"


def _columns(page: Page, document: Document, uses: list[Use]) -> list[Column]:
    """Return the columns of one symbol; what has the axis gets the room that paths leave."""
    offset = page.offset_width(document.size)
    room = page.width - offset - 4 - 2 * 2  # axis, the gaps up to here
    if not page.narrow:  # there the path has a line of its own
        path = max(width(use.owner.path) for use in uses[:_SAMPLED])
        room = max(room - 2 - path, (room - 2) // 2)
    return [
        Column("offset", right=True, least=offset, style="offset"),
        Column("axis", right=True, least=4),
        Column("of", limit=room if page.cut else 0),
        Column("path", keep="end"),
    ]


def _row(page: Page, use: Use) -> Row:
    place = page.offset(use.field.start, use.field.document.size)
    return Row((place, str(use.axis), use_text(use), safe(use.owner.path)))


def use_text(use: Use) -> str:
    """Return what has the axis, and its denotation: ``input x, DATA_BATCH``."""
    denoted = f", {word(use.denotation)}" if use.denotation is not None else ""
    return safe(f"{use.role} {word(use.value[:_NAME])}{denoted}")


def _notes(document: Document, found: dict[str, list[Use]]) -> Iterator[str]:
    yield from kinds(found)
    for name, uses in found.items():
        yield from equal_axes(name, uses)
    yield from fixed_axes_text(document)


def equal_axes(name: str, uses: list[Use]) -> Iterator[str]:
    """Yield which axes of one shape are equal because they have one symbol."""
    for same in _shapes(uses):
        numbers = [str(use.axis) for use in same]
        last = numbers.pop() if len(same) <= _EQUAL else f"{len(same) - _EQUAL:,} more"
        of = f"{same[0].role} {word(same[0].value[:_NAME])}"
        axes = f"axes {', '.join(numbers[:_EQUAL])} and {last}"
        yield f"{word(name[:_NAME])}: {axes} of {of} are equal by it"


def _shapes(uses: list[Use]) -> Iterable[list[Use]]:
    """Return the uses of one symbol that stand more than once in a shape, by shape."""
    shapes: dict[int, list[Use]] = {}
    for first, second in twice(uses):
        shapes.setdefault(first.shape, [first]).append(second)
    return shapes.values()


def fixed_axes_text(document: Document) -> Iterator[str]:
    """Yield constants by which a shape stays fixed although the batch of an input is free."""
    model = document.merged()
    graph = model if model.spec.name == "GraphProto" else None
    if model.spec.name == "ModelProto":
        graph = model.message("graph")
    if graph is None:
        return
    for number, fixed in enumerate(fixed_axes(graph)):
        if number == _FIXED:
            yield "and more constants of that kind"
            return
        yield _constant(fixed)


def _constant(fixed: Fixed) -> str:
    numbers = ", ".join(map(str, fixed.numbers))
    return (
        f"axis 0 of an input is free, but {fixed.op} {fixed.node.step} has the constant shape "
        f"[{numbers}] ({fixed.constant.path} at {fixed.constant.start}), which fixes axis 0"
    )
