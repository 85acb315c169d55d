"""What a standard parser makes of records that say the same thing twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...schema import FieldSpec
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..lines import line
from ..numbers import number_text

Place = Callable[[int], str]


def repeats(field: Field, place: Place) -> Iterator[str]:
    """Yield what becomes of a record of a singular field that stands twice in its message.

    Source: https://protobuf.dev/programming-guides/encoding/#last-one-wins and #oneofs.
    """
    spec = field.spec
    if spec is None or spec.repeated or field.is_root:
        return
    yield from _oneof(field, spec, place)
    rows = _records(field, spec.number)
    if len(rows) < 2:
        return
    if spec.is_message:
        yield from _merged(field, spec, rows, place)
    elif field.row != rows[-1]:
        last = _span(field, rows[-1], place)
        yield f"overruled: the last of {len(rows):,} {spec.name} counts, at {last}"
    else:
        first = _span(field, rows[0], place)
        yield f"the last of {len(rows):,} {spec.name} counts; an earlier one is at {first}"


def _records(field: Field, number: int) -> list[int]:
    """Return the rows of a field in the message that a record stands in."""
    document = field.document
    return list(document.places.records(document.index.parent[field.row], number).rows)


def _span(field: Field, row: int, place: Place) -> str:
    other = Field(field.document, row)
    return f"{place(other.start)}:{place(other.end)}"


def _merged(field: Field, spec: FieldSpec, rows: list[int], place: Place) -> Iterator[str]:
    assert field.content is not None
    if spec.oneof and _later(field, spec):
        return
    others = [row for row in rows if row != field.row]
    where = ", ".join(_span(field, row, place) for row in others[:4])
    more = f" and {len(others) - 4:,} more" if len(others) > 4 else ""
    text = line(Merged(field.document, field.content, tuple(rows)))
    gives = f", which gives {text}" if text else ""
    yield f"stands {len(rows):,} times, also at {where}{more}; parsers merge them{gives}"


def _later(field: Field, spec: FieldSpec) -> Field | None:
    """Return the last record of another member of the oneof that stands after a record."""
    found: Field | None = None
    for other in _members(field, spec):
        for row in _records(field, other.number)[-1:]:
            if row > field.row and (found is None or row > found.row):
                found = Field(field.document, row)
    return found


def _earlier(field: Field, spec: FieldSpec) -> Field | None:
    """Return the first record of another member of the oneof that stands before a record."""
    for other in _members(field, spec):
        for row in _records(field, other.number)[:1]:
            if row < field.row:
                return Field(field.document, row)
    return None


def _members(field: Field, spec: FieldSpec) -> Iterator[FieldSpec]:
    message = field.message
    if message is not None and spec.oneof:
        yield from (other for other in message.oneofs[spec.oneof] if other is not spec)


def _oneof(field: Field, spec: FieldSpec, place: Place) -> Iterator[str]:
    later, earlier = _later(field, spec), _earlier(field, spec)
    if later is not None:
        yield (
            f"overruled: of {spec.oneof}, a oneof, the last member counts, "
            f"{_named(later)} at {place(later.start)}:{place(later.end)}"
        )
    elif earlier is not None:
        yield (
            f"the last member of {spec.oneof}, a oneof, counts: it overrules "
            f"{_named(earlier)} at {place(earlier.start)}:{place(earlier.end)}"
        )


def _named(field: Field) -> str:
    """Return the name of a member with its value, where that is short."""
    value = None if field.content else field.preview(160)
    if isinstance(value, str):
        return f"{field.name} {quote(value[:40])}"
    return f"{field.name} {number_text(value)}" if isinstance(value, (int, float)) else field.name
