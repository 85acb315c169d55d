"""The message that a standard parser would build from one or several records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Union

from .. import schema
from ..schema import FieldSpec, MessageSpec
from ..wire.kinds import MAX_VARINT, NOT_INDEXED
from .field import Field
from .slots import SPECS
from .values import Scalar

if TYPE_CHECKING:
    from .document import Document

_MANY = 4096  # rows inside a message from which on its records are sorted once
_Sorted = tuple[Mapping[int, Sequence[int]], list[int]]  # rows by field number, unknown rows
Content = Union[Scalar, "Merged", list[Scalar], list["Merged"], None]

_ZERO: dict[str, Scalar] = {"string": "", "bytes": b"", "float": 0.0, "double": 0.0}


class Merged:
    """One message as protobuf reads it (https://protobuf.dev, "Last One Wins", "Oneof").

    Of a singular field the last record wins, singular messages are merged, the members of a oneof
    clear each other, 32-bit fields keep their low 32 bits, and a closed enum's unknown numbers are
    unknown fields, as are records whose wire type does not fit. ``rows`` are the records whose
    payloads are read one after another.
    """

    __slots__ = ("_kept", "document", "rows", "spec")

    def __init__(self, document: Document, spec: MessageSpec, rows: tuple[int, ...]) -> None:
        self.document = document
        self.spec = spec
        self.rows = rows
        self._kept: _Sorted | None = None

    def __repr__(self) -> str:
        return f"<Merged {self.spec.name} {self.field.path or 'root'}>"

    @property
    def field(self) -> Field:
        """The last of the records that it is read from."""
        return Field(self.document, self.rows[-1])

    @property
    def fields(self) -> list[Field]:
        """All the records that it is read from."""
        return [Field(self.document, row) for row in self.rows]

    def has(self, name: str) -> bool:
        """Whether a field is present; a repeated one, whether it has an element."""
        spec = self.spec.by_name[name]
        rows = self._rows(spec)
        return bool(rows) if not spec.packable else any(map(self._elements, rows))

    def __getitem__(self, name: str) -> Content:
        """Return a field's value: a scalar (its default if absent), a Merged or None, or a list."""
        spec = self.spec.by_name[name]
        if spec.repeated:
            return list(self.each(name)) if spec.is_message else self._scalars(spec)
        if spec.is_message:
            return self.message(name)
        rows = self._rows(spec)
        return self._scalar(spec, rows[-1]) if rows else default(spec)

    def message(self, name: str) -> Merged | None:
        """Return the message in a singular field, None where it is absent."""
        spec = self.spec.by_name[name]
        rows = self._rows(spec)
        return Merged(self.document, schema.message(spec.ref), tuple(rows)) if rows else None

    def each(self, name: str) -> Iterator[Merged]:
        """Yield the messages of a repeated field."""
        spec = self.spec.by_name[name]
        content = schema.message(spec.ref)
        for row in self._rows(spec):
            yield Merged(self.document, content, (row,))

    def text(self, name: str) -> str:
        """Return a singular string field; empty where it is absent."""
        return str(self[name])

    def number(self, name: str) -> int:
        """Return a singular integer or enum field; its default where it is absent."""
        value = self[name]
        assert isinstance(value, int)
        return value

    def records(self, name: str) -> list[Field]:
        """Return the records that make a field: one or more, or none where it is absent."""
        return [Field(self.document, row) for row in self._rows(self.spec.by_name[name])]

    def count(self, name: str) -> int:
        """Return how many records make a field, without reading them."""
        return len(self._rows(self.spec.by_name[name]))

    def elements(self, name: str) -> int:
        """Return how many elements a repeated field has; of packed varints the bytes are read."""
        return sum(map(self._elements, self._rows(self.spec.by_name[name])))

    def numbers(self, name: str, limit: int) -> list[int | float]:
        """Return the first ``limit`` numbers of a repeated field, and read little more."""
        found: list[int | float] = []
        for record in self.records(name):
            value = record.preview(MAX_VARINT * limit)
            if isinstance(value, list):
                found += value
            elif isinstance(value, (int, float)):
                found.append(value)
            if len(found) >= limit:
                break
        return found[:limit]

    def present(self) -> Iterator[tuple[FieldSpec, Content]]:
        """Yield the fields that are present with their values, in order of number."""
        for spec in self.spec.fields:
            if self.has(spec.name):
                yield spec, self[spec.name]

    def which(self, oneof: str) -> FieldSpec | None:
        """Return the member of a oneof that is set."""
        for spec in self.spec.oneofs[oneof]:
            if self._rows(spec):
                return spec
        return None

    def unknown(self) -> list[Field]:
        """Return the records that a standard parser keeps as unknown fields, in file order."""
        return [Field(self.document, row) for row in self._sorted()[1]]

    def _rows(self, spec: FieldSpec) -> Sequence[int]:
        return self._sorted()[0].get(spec.number, [])

    def _sorted(self) -> _Sorted:
        if self._kept is None:
            self._kept = self._sort()
        return self._kept

    def _sort(self) -> _Sorted:
        """Sort all records by field, as they would overrule each other."""
        index = self.document.index
        if len(self.rows) == 1 and index.next[self.rows[0]] - self.rows[0] > _MANY:
            return self._sorted_before(self.rows[0])
        records: dict[int, list[int]] = {}
        unknown: list[int] = []
        slots, heads = index.slot, index.head
        for parent in self.rows:
            for row in index.children(parent):
                spec = SPECS[slots[row]]
                wire_type = heads[row] & 7
                if wire_type >= NOT_INDEXED:
                    continue
                if spec is None or not spec.fits(wire_type) or self._closed(spec, row):
                    unknown.append(row)
                    continue
                if spec.oneof:
                    for other in self.spec.oneofs[spec.oneof]:
                        if other is not spec:
                            records.pop(other.number, None)
                records.setdefault(spec.number, []).append(row)
        return records, unknown

    def _sorted_before(self, parent: int) -> _Sorted:
        """Do the same for a large message, whose records are sorted once for all who ask."""
        records: dict[int, Sequence[int]] = {}
        unknown: list[int] = []
        for (number, fits), found in self.document.places.inside(parent).items():
            rows: Sequence[int] = found.rows
            spec = self.spec.by_number.get(number)
            if not fits or spec is None:
                unknown += rows
            elif spec.type == "enum":
                closed = {row for row in rows if self._closed(spec, row)}
                unknown += closed
                records[number] = [row for row in rows if row not in closed]
            else:
                records[number] = rows
        for members in self.spec.oneofs.values():
            _overrule(records, [member.number for member in members])
        return records, sorted(unknown)

    def _closed(self, spec: FieldSpec, row: int) -> bool:
        """Whether a record holds a number that its closed enum does not have."""
        if spec.type != "enum":
            return False
        value = self._scalar(spec, row)
        return isinstance(value, int) and schema.enum(spec.ref).name_of(value) is None

    def _scalar(self, spec: FieldSpec, row: int) -> Scalar:
        value = Field(self.document, row).value
        assert isinstance(value, (int, float, str, bytes)), spec
        return value

    def _scalars(self, spec: FieldSpec) -> list[Scalar]:
        out: list[Scalar] = []
        for row in self._rows(spec):
            value = Field(self.document, row).value
            if isinstance(value, list):
                out.extend(value)
            elif value is not None:
                out.append(value)
        return out

    def _elements(self, row: int) -> int:
        run = self.document.run_of(row)
        return 1 if run is None else len(run)


def default(spec: FieldSpec) -> Scalar:
    """Return the value that an absent scalar field reads as: 0, empty, or an enum's first value."""
    if spec.type == "enum":
        return schema.enum(spec.ref).values[0].number
    return _ZERO.get(spec.type, 0)


def _overrule(records: dict[int, Sequence[int]], members: list[int]) -> None:
    """Of the members of a oneof keep the last, and of it what follows all others."""
    present = [number for number in members if records.get(number)]
    last = max(present, key=lambda number: records[number][-1], default=0)
    for number in present:
        if number != last:
            others = records.pop(number)
            records[last] = [row for row in records[last] if row > others[-1]]
