"""A file with its index: the way from bytes to fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..schema import FieldSpec, MessageSpec
from ..source import Source
from ..wire import damage as reason
from ..wire.index import FIELD_MASK, Index
from ..wire.kinds import I32, I64, LEN, NOT_INDEXED
from ..wire.packed import Run
from ..wire.scalars import read_varint
from .field import TAIL, Field
from .merged import Merged
from .places import Places
from .recent import Recent
from .root import Verdict
from .slots import CHILD, MESSAGES, SPECS

_WIDTHS = {I32: 4, I64: 8}


class Document:
    """All records of a source, read as one root message; nothing is copied or decoded ahead.

    Threads may share it: what it keeps is filled in whole or not at all.
    """

    def __init__(self, source: Source, index: Index, verdict: Verdict) -> None:
        self.source = source
        self.index = index
        self.verdict = verdict
        self.root = MESSAGES[index.root]
        self.places = Places(self)
        self._runs: Recent[Run] = Recent()
        self._damage: dict[int, int] | None = None

    def __enter__(self) -> Document:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release the source."""
        self.source.close()

    @property
    def name(self) -> str:
        """How a person calls the file."""
        return self.source.name

    @property
    def size(self) -> int:
        """Size of the file in bytes."""
        return self.source.size

    def read(self, start: int, end: int) -> bytes:
        """Return the bytes of a span. Raises SourceError where the source cannot give them."""
        return bytes(self.source.read(start, end - start))

    # -- fields ----------------------------------------------------------------------------

    @property
    def file(self) -> Field:
        """The root: the file itself."""
        return Field(self, 0)

    def __getitem__(self, path: str) -> Field:
        """Return the field at a path. Raises PathError, with the nearest path that exists."""
        from .lookup import resolve

        return resolve(self, path)

    def at(self, offset: int) -> Field:
        """Return the innermost field that holds a byte. Raises IndexError outside the file."""
        if not 0 <= offset < self.size:
            raise IndexError(f"offset {offset} is outside the file, 0 to {self.size - 1}")
        row = self.index.row_at(offset)
        run = self.run_of(row)
        if run is None or offset < run.start:
            return Field(self, row)
        found = run.locate(offset)
        if found is None:
            return Field(self, row, TAIL, (run.good_end(), run.end))
        return Field(self, row, found[0], found[1:])

    def walk(
        self, top: Field | None = None, enter: Callable[[Field], bool] | None = None
    ) -> Iterator[Field]:
        """Yield ``top`` (the root if not given) and the records inside it, in file order.

        Where ``enter(field)`` is false what is inside that field is left out.
        """
        row = top.row if top else 0
        after = self.index.next[row]
        while row < after:
            field = Field(self, row)
            yield field
            row = row + 1 if enter is None or enter(field) else self.index.next[row]

    def merged(self) -> Merged:
        """Return the root as a standard parser would build it. Raises ValueError without a root."""
        if self.root is None:
            raise ValueError("no root message, so nothing to merge")
        return Merged(self, self.root, (0,))

    # -- facts of a row --------------------------------------------------------------------

    def number_of(self, row: int) -> int:
        """Field number of a row; 0 for the root, malformed bytes and a rest."""
        number = int(self.index.slot[row]) & FIELD_MASK
        if number or row == 0 or self.index.wire_type(row) >= NOT_INDEXED:
            return number
        tag = self.read(self.index.start[row], self.index.payload(row))
        return read_varint(tag)[0] >> 3

    def message_of(self, row: int) -> MessageSpec | None:
        """The message that a row stands in; None for the root and inside an unknown group."""
        return MESSAGES[self.index.slot[row] >> 6] if row else None

    def spec_of(self, row: int) -> FieldSpec | None:
        """The field of a row, where number and wire type fit one."""
        spec = SPECS[self.index.slot[row]]
        return spec if spec is not None and spec.fits(self.index.head[row] & 7) and row else None

    def content_of(self, row: int) -> MessageSpec | None:
        """The message that a row's payload holds."""
        if row == 0:
            return self.root
        return MESSAGES[CHILD[self.index.slot[row]]] if self.index.head[row] & 7 == LEN else None

    def run_of(self, row: int) -> Run | None:
        """The packed run that a row is; None for any other row."""
        spec = SPECS[self.index.slot[row]]
        if spec is None or not spec.packable or self.index.head[row] & 7 != LEN or row == 0:
            return None
        run = self._runs.get(row)
        if run is None:
            width = _WIDTHS.get(spec.wire_type, 0)
            run = Run(self.source.read, self.index.payload(row), self.index.end(row), width)
            self._runs.keep(row, run)
        return run

    @property
    def damage(self) -> dict[int, int]:
        """Reason by row, for what the scan could not decode as it declares."""
        if self._damage is None:
            rows, reasons = self.index.damage_row.tolist(), self.index.damage_reason.tolist()
            self._damage = dict(zip(rows, reasons, strict=True))
        return self._damage

    def tail_damage(self, row: int) -> int:
        """Why the end of a packed run cannot be decoded."""
        run = self.run_of(row)
        assert run is not None
        return reason.VALUE_CUT if run.end - run.good_end() < 10 else reason.VALUE_LONG
