"""The step of each field in its path: which one it is among its siblings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..wire.index import FIELD_MASK
from ..wire.kinds import LEN, MALFORMED, NOT_INDEXED
from .path import Step
from .recent import Recent
from .siblings import Records, Siblings

if TYPE_CHECKING:
    from .document import Document
    from .field import Field

_KEY_BYTES = 1 << 16  # of a name that is compared with a path's
_NAMED_AMONG = 1000  # siblings among which a name is looked for to show a path


class Places:
    """What a path counts, found once for each parent that is asked about."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._siblings: Recent[Siblings] = Recent()

    def inside(self, parent: int) -> Siblings:
        """Return the rows inside a row, by field number and whether they fit their field."""
        found = self._siblings.get(parent)
        if found is None:
            found = self._sorted(parent)
            self._siblings.keep(parent, found)
        return found

    def _sorted(self, parent: int) -> Siblings:
        """Sort the rows inside a row; what a slot and wire type mean is asked once."""
        index = self._document.index
        slots, heads = index.slot, index.head
        adds: dict[int, Callable[[int], None]] = {}  # by slot and wire type
        found: Siblings = {}
        for row in index.children(parent):
            kind = slots[row] << 3 | heads[row] & 7
            if kind in adds:
                adds[kind](row)
            elif kind & 7 < NOT_INDEXED:
                add = self._records_of(row, found).rows.append
                if slots[row] & FIELD_MASK:  # else its number stands in the tag alone
                    adds[kind] = add
                add(row)
        return found

    def _records_of(self, row: int, found: Siblings) -> Records:
        """Return the records among which a row belongs."""
        document = self._document
        key = (document.number_of(row), document.spec_of(row) is not None)
        return found.setdefault(key, Records())

    def records(self, parent: int, number: int, fits: bool = True) -> Records:
        """Return the records of one field in a parent; empty where there are none."""
        return self.inside(parent).get((number, fits)) or Records()

    def step(self, field: Field) -> Step:
        """Return the step of a field in its path."""
        spec, row = field.spec, field.row
        if spec is None and field.wire_type in (MALFORMED, NOT_INDEXED):
            return Step(field.name)
        records = self.records(self._document.index.parent[row], field.number, spec is not None)
        if spec is None:
            return Step(field.name, number=records.occurrence(row))
        run_of = self._document.run_of
        if field.element is not None:
            return Step(spec.name, number=records.first_element(row, run_of) + field.element)
        if run_of(row) is not None:
            return Step(spec.name, occurrence=records.occurrence(row))
        if spec.repeated:
            return Step(spec.name, number=records.first_element(row, run_of))
        last = records.rows[-1] == row
        return Step(spec.name, occurrence=None if last else records.occurrence(row))

    def named_step(self, field: Field) -> Step:
        """Return the step of a field with its name, where that is unique among few siblings."""
        step = self.step(field)
        if step.number is None or not field.content or not field.content.key_field:
            return step
        records = self.records(self._document.index.parent[field.row], field.number)
        key = self.key(field.row) if len(records.rows) <= _NAMED_AMONG else ""
        if not key or len(records.named(self.key)[key]) > 1:
            return step
        return Step(step.name, key=key)

    def key(self, row: int) -> str:
        """Return the string that names the message in a row; empty where it has none."""
        document, index = self._document, self._document.index
        content = document.content_of(row)
        if content is None or not content.key_field:
            return ""
        slot = content.id << 6 | content.by_name[content.key_field].number
        named = 0
        for child in index.children(row):
            if index.slot[child] == slot and index.head[child] & 7 == LEN:
                named = child
        if not named:
            return ""
        start = index.payload(named)
        data = document.read(start, min(index.end(named), start + _KEY_BYTES))
        return data.decode("utf-8", "surrogateescape")
