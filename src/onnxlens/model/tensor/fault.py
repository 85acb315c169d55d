"""One thing that is wrong with a stored tensor: its kind, in words, and where."""

from __future__ import annotations

from ...span import Span
from ...tree.field import Field

TYPE = "type"  # no data type, or none that is known
SIZE = "size"  # a negative one
RANK = "rank"  # more dims than numpy has
SEGMENT = "segment"
STRING_OUTSIDE = "string outside"  # STRING in another file
BESIDE_EXTERNAL = "beside external"  # data in the file of a tensor that is EXTERNAL
WRONG_FIELD = "wrong field"  # a data field that is not of the data type
TWO_FIELDS = "two fields"
IGNORED_EXTERNAL = "ignored external"  # external_data of a tensor that is not EXTERNAL
EXTERNAL_ENTRIES = "external entries"  # what external_data says, or its file
ABSENT = "absent"  # no data at all
MISMATCH = "mismatch"  # more or less data than dims and type ask for
RECORDS = "records"  # the records of a data field, as a parser reads them
RANGE = "range"  # an entry that the type does not have
SHORT_NEGATIVE = "short negative"
BOOL = "bool"  # a byte other than 0 and 1
PADDING = "padding"  # bits after the last element that are not 0
WASTE = "waste"


class Fault:
    """One thing that is wrong: ``text`` without a full stop, at ``span`` of ``field``.

    ``kind`` is one of the words above.
    """

    __slots__ = ("field", "kind", "span", "text")

    def __init__(self, kind: str, text: str, field: Field, span: Span | None = None) -> None:
        self.kind = kind
        self.text = text
        self.field = field
        self.span = field.span if span is None else span

    def __repr__(self) -> str:
        return f"<Fault {self.kind}: {self.text}>"
