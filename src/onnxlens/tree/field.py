"""A record joined to its spec: what stands at one place of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..schema import FieldSpec, MessageSpec, Note, note
from ..span import Span
from ..wire.kinds import EGROUP, LEN, MALFORMED, NOT_INDEXED, SGROUP
from ..wire.scalars import read_varint
from . import values
from .path import Step, format_path

if TYPE_CHECKING:
    from .document import Document

Value = values.Value
TAIL = -1  # stands for the element number of what cannot be decoded at the end of a packed run


class Field:
    """One record, the file itself (the root), or one element of a packed run.

    A flyweight: nothing is read or decoded before it is asked for. Equal and hashable by place.
    """

    __slots__ = ("_end", "_start", "document", "element", "row")

    def __init__(
        self,
        document: Document,
        row: int,
        element: int | None = None,
        span: tuple[int, int] = (0, 0),
    ) -> None:
        self.document = document
        self.row = row
        self.element = element
        self._start, self._end = span

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Field)
            and self.document is other.document
            and (self.row, self.element) == (other.row, other.element)
        )

    def __hash__(self) -> int:
        return hash((id(self.document), self.row, self.element))

    def __repr__(self) -> str:
        return f"<Field {self.path or 'root'} {self.span}>"

    # -- what it is ------------------------------------------------------------------------

    @property
    def is_root(self) -> bool:
        """Whether this is the file itself."""
        return self.row == 0

    @property
    def message(self) -> MessageSpec | None:
        """The message that it stands in; None for the root and inside an unknown group."""
        return self.document.message_of(self.row)

    @property
    def content(self) -> MessageSpec | None:
        """The message that its payload holds; None where it holds no known message."""
        return None if self.element is not None else self.document.content_of(self.row)

    @property
    def spec(self) -> FieldSpec | None:
        """The schema's field; None where number or wire type fit none, and for the root."""
        return None if self.element == TAIL else self.document.spec_of(self.row)

    @property
    def number(self) -> int:
        """Field number, 1 to 2**29 - 1; 0 for the root, malformed bytes and a rest."""
        return 0 if self.element == TAIL else self.document.number_of(self.row)

    @property
    def wire_type(self) -> int:
        """Wire type 0 to 5, NOT_INDEXED or MALFORMED; of an element, its own."""
        if self.element is None:
            return self.document.index.wire_type(self.row)
        spec = self.spec
        return spec.wire_type if spec else MALFORMED

    @property
    def is_run(self) -> bool:
        """Whether this is a packed run, whose elements are its children."""
        return self.element is None and self.document.run_of(self.row) is not None

    @property
    def is_unknown(self) -> bool:
        """Whether it is a record that no field of its message fits."""
        return not self.is_root and self.spec is None and self.wire_type < NOT_INDEXED

    @property
    def name(self) -> str:
        """Name of the field; ``#26`` without one, ``!`` malformed, ``!rest``; the root has none."""
        spec = self.spec
        if spec:
            return spec.name
        if self.is_root:
            return ""
        return {MALFORMED: "!", NOT_INDEXED: "!rest"}.get(self.wire_type, f"#{self.number}")

    @property
    def note(self) -> Note | None:
        """What the schema's notes say of the field (of the message, for the root)."""
        spec = self.spec
        if spec:
            return note(spec.message, spec.name)
        return note(self.content.name) if self.content else None

    @property
    def damage(self) -> int | None:
        """A reason of wire.damage where it cannot be decoded as it declares, else None."""
        if self.element == TAIL:
            return self.document.tail_damage(self.row)
        return None if self.element is not None else self.document.damage.get(self.row)

    # -- where it is -----------------------------------------------------------------------

    @property
    def start(self) -> int:
        """Offset of its first byte."""
        return self._start if self.element is not None else self.document.index.start[self.row]

    @property
    def end(self) -> int:
        """Offset after its last byte."""
        return self._end if self.element is not None else self.document.index.end(self.row)

    @property
    def span(self) -> Span:
        """All its bytes: tag, length and payload."""
        return Span(self.start, self.end)

    @property
    def payload(self) -> Span:
        """Its bytes after tag and length; all of them for an element and malformed bytes."""
        if self.element is not None:
            return self.span
        return Span(self.document.index.payload(self.row), self.end)

    @property
    def tag(self) -> Span:
        """The bytes of its tag; empty where it has none."""
        start, payload = self.start, self.payload.start
        if self.wire_type != LEN or payload == start:
            return Span(start, payload)
        return Span(start, start + read_varint(self.document.read(start, payload))[1])

    @property
    def length(self) -> Span:
        """The bytes of its length; empty where it has none."""
        return Span(self.tag.end, self.payload.start)

    @property
    def declared(self) -> int | None:
        """The payload's size in bytes as the length says; None without a length."""
        start, end = self.length
        return read_varint(self.document.read(start, end))[0] if end > start else None

    @property
    def path(self) -> str:
        """Steps from the root, counted: ``graph.node[3].name``; the document finds it by this."""
        return format_path([field.step for field in self.lineage])

    @property
    def named_path(self) -> str:
        """The same with names where they are unique: ``graph.input["x"].type``."""
        return format_path([field.document.places.named_step(field) for field in self.lineage])

    @property
    def step(self) -> Step:
        """Its own step in a path."""
        return self.document.places.step(self)

    @property
    def lineage(self) -> list[Field]:
        """The fields that a path names, from the outermost to this one, without the root.

        A packed run is left out for its elements: they count through all runs of their parent.
        """
        field, steps = self, []
        while not field.is_root:
            steps.append(field)
            parent = field.parent
            assert parent is not None
            if field.element is not None and field.element != TAIL:
                parent = parent.parent
                assert parent is not None
            field = parent
        return steps[::-1]

    # -- what is around it -----------------------------------------------------------------

    @property
    def parent(self) -> Field | None:
        """The record that it stands in (an element's packed run); None for the root."""
        if self.element is not None:
            return Field(self.document, self.row)
        return None if self.is_root else Field(self.document, self.document.index.parent[self.row])

    @property
    def children(self) -> Iterator[Field]:
        """The records inside it in file order, or the elements of a packed run."""
        if self.element is not None:
            return
        run = self.document.run_of(self.row)
        if run is None:
            for row in self.document.index.children(self.row):
                yield Field(self.document, row)
            return
        for number, span in enumerate(run):
            yield Field(self.document, self.row, number, span)
        if run.good_end() < run.end:
            yield Field(self.document, self.row, TAIL, (run.good_end(), run.end))

    # -- what it says ----------------------------------------------------------------------

    @property
    def value(self) -> Value:
        """The decoded payload: int, float, bool, str (surrogateescape), bytes, a packed run's list.

        None for a message, a group and the root, which have children instead. A record that fits
        no field gives its bits as an unsigned int, or its bytes.
        """
        return self.preview(self.payload.size)

    def preview(self, size: int) -> Value:
        """Return the value read from at most ``size`` bytes: the start of a string or of bytes,
        the first elements of a run; a number is always whole.
        """
        if self.is_root or self.content or self.wire_type in (SGROUP, EGROUP):
            return None
        run = None if self.element is not None else self.document.run_of(self.row)
        spec, wire_type = self.spec, self.wire_type
        if run is not None:
            assert spec is not None
            return values.elements(self.document, spec, run, size)
        return values.decode(self.document.read, spec, wire_type, self.payload, size)

    def raw(self) -> bytes:
        """Return all payload bytes."""
        return self.document.read(*self.payload)
