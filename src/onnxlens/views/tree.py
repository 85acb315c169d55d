"""The fields of a file as a nested list with offset, size and value."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.explaining.explainer import Explainer
from ..tree.field import Field
from ..tree.guess import guess
from ..wire.kinds import LEN
from .meaning import value_text
from .page import Page
from .table import Column, Row, table
from .text import safe

DEPTH = 2  # levels shown where the person says nothing
_RUN = 50  # like children that are shown one after another
# messages whose line says all that is in them, so that nobody needs to see them opened
_SAID = frozenset((
    "ValueInfoProto", "TypeProto", "TensorShapeProto", "TensorShapeProto.Dimension", "TensorProto",
    "SparseTensorProto", "NodeProto", "AttributeProto", "OperatorSetIdProto",
    "StringStringEntryProto", "DeviceConfigurationProto", "TensorProto.Segment",
))  # fmt: skip


class Shown:
    """What a tree shows: ``depth`` levels below the top (None: every one), ``runs`` whether long
    runs of like children are shown whole, ``guesses`` whether unknown payloads are guessed at.
    """

    def __init__(self, depth: int | None, runs: bool, guesses: bool, opened: bool) -> None:
        self.depth = depth
        self.runs = runs
        self.guesses = guesses
        self.opened = opened  # whether messages that their line says whole are opened too


def tree(page: Page, top: Field, shown: Shown) -> Iterator[str]:
    """Yield the table of ``top`` and what is inside it, then what was left out."""
    size = top.document.size
    columns = [
        Column("offset", right=True, least=page.offset_width(size), style="offset"),
        Column("size", right=True, least=5),
        Column("field", limit=page.width - 36 if page.cut else 0, keep="start"),
        Column("value"),
    ]
    walk = _Walk(page, top, shown)
    yield from table(page, columns, walk.rows())
    if walk.deeper:
        word = "field" if walk.deeper == 1 else "fields"
        yield f"{walk.deeper:,} deeper {word} not shown: --depth all"


class _Walk:
    """One walk over the rows below a field, counting what it leaves out."""

    def __init__(self, page: Page, top: Field, shown: Shown) -> None:
        self.page, self.top, self.shown = page, top, shown
        self.document, self.index = top.document, top.document.index
        self.deeper = 0
        self.explainer = Explainer(
            self.document, lambda offset: page.place(offset, self.document.size)
        )

    def rows(self) -> Iterator[Row]:
        """Yield the rows in file order; a stack of open parents instead of recursion."""
        name = self.document.name if self.top.is_root else str(self.top.step)
        yield self._row(self.top, 0, name)
        if not self._opens(self.top, 0):
            self.deeper += self._inside(self.top.row)
            return
        # of each open parent: the next child, the end, and of the run of like children that it is
        # in the slot, the length so far and the first row
        stack = [self._frame(self.top.row)]
        while stack:
            frame = stack[-1]
            row, after = frame[0], frame[1]
            if row >= after:
                yield from self._skipped(frame, len(stack))
                stack.pop()
                continue
            frame[0] = self.index.next[row]
            slot = self.index.slot[row]
            if slot != frame[2]:
                yield from self._skipped(frame, len(stack))
                frame[2:] = slot, 0, row
            frame[3] += 1
            if frame[3] > _RUN and not self.shown.runs:
                continue
            field = Field(self.document, row)
            yield self._row(field, len(stack), self._label(field))
            if self._opens(field, len(stack)):
                stack.append(self._frame(row))
            else:
                self.deeper += self._inside(row)

    def _frame(self, row: int) -> list[int]:
        return [row + 1, self.index.next[row], -1, 0, row]

    def _inside(self, row: int) -> int:
        return int(self.index.next[row]) - row - 1

    def _opens(self, field: Field, level: int) -> bool:
        if not self.index.has_children(field.row):
            return False
        if self.shown.depth is not None and level >= self.shown.depth:
            return False
        content = field.content
        said = content is not None and content.name in _SAID and level > 0
        return self.shown.opened or not said or field.damage is not None

    def _skipped(self, frame: list[int], level: int) -> Iterator[Row]:
        """Yield the row that counts the like children left out, if any were."""
        more = frame[3] - _RUN
        if more > 0 and not self.shown.runs:
            name = Field(self.document, frame[4]).name
            yield Row(("", "", "  " * level + f"… {more:,} more {name}: --all", ""))

    def _label(self, field: Field) -> str:
        return field.name if field.is_run else str(field.step)

    def _row(self, field: Field, level: int, name: str) -> Row:
        cells = (
            self.page.offset(field.start, self.document.size),
            f"{field.span.size:,}",
            "  " * level + safe(name, 200),
            self._value(field),
        )
        damaged = field.damage is not None or field.wire_type == 7
        return Row(cells, 3 if damaged else -1)

    def _value(self, field: Field) -> str:
        remark = self.explainer.remark(field)
        text = f"{value_text(field)}: {safe(remark)}" if remark else value_text(field)
        if self.shown.guesses and field.is_unknown and field.wire_type == LEN:
            return f"{text}; {guess(field)}"
        return text
