"""Rules about what should stand once in a message and stands there twice."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...schema import FieldSpec
from ...tree.document import Document
from ...tree.field import Field
from ...tree.slots import SPECS
from ..context import Context
from ..rule import Found, rule
from ..structures import Structure
from .words import message_words, value_words

_LISTED = 8  # records that are named beside the one at fault
Group = list[tuple[FieldSpec, int]]  # a field and one record of it, in file order


@rule("W030", "warning")
def number_or_text_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    A singular number, text or bytes that stands more than once in its message.

    Why:
    The protobuf encoding guide says that a message normally has one at most, and that of several
    the last one counts. A reader that takes the first sees another model than one that takes the
    last.

    Fix:
    Leave the value that is meant, and remove the others.
    """
    for document, records in _repeats(context, oneof=False):
        spec, first = records[0][0], Field(document, records[0][1])
        if not spec.is_message:
            last = Field(document, records[-1][1])
            counts = f"the last of {len(records):,} {spec.name} counts, {value_words(last)}"
            message = f"{value_words(first)} has no effect: {counts}"
            others = [(Field(document, row), "has no effect") for _, row in records[1:-1]]
            yield Found(first, message, (last, "counts"), *others[:_LISTED])


@rule("W031", "warning")
def message_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    A singular message that stands more than once in the message around it.

    Why:
    By the protobuf encoding guide parsers merge the records: their lists are joined, and of numbers
    and texts the last counts. So two shapes of 1 axis give one of 2. A reader that takes one of
    them sees another model.

    Fix:
    Leave the message that is meant, and remove the others.
    """
    for document, records in _repeats(context, oneof=False):
        spec, first = records[0][0], Field(document, records[0][1])
        if spec.is_message:
            text = message_words([row for _, row in records], first)
            gives = f" into {text}" if text else ""
            message = f"{spec.name} stands {len(records):,} times; parsers merge them{gives}"
            others = [(Field(document, row), "merged with it") for _, row in records[1:]]
            yield Found(first, message, *others[:_LISTED])


@rule("W032", "warning")
def oneof_set_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    Two fields in one message of which it may have only one, such as dim_value and dim_param.

    Why:
    They are members of a oneof in the .proto file. By the protobuf encoding guide the last one
    counts, and the others are as if they were absent. Readers that know no oneof see both.

    Fix:
    Leave the member that is meant, and remove the others.
    """
    for document, records in _repeats(context, oneof=True):
        last, first = Field(document, records[-1][1]), Field(document, records[0][1])
        message = f"{_member(first)} has no effect: the last member counts, {_member(last)}"
        others = [(Field(document, row), "has no effect") for _, row in records[1:-1]]
        yield Found(first, message, (last, "counts"), *others[:_LISTED])


def _member(field: Field) -> str:
    return field.name if field.content else f"{field.name} {value_words(field)}"


def _repeats(context: Context, oneof: bool) -> Iterator[tuple[Document, Group]]:
    """Yield the records of what stands twice: one singular field, or different members of a oneof.

    Only messages are looked at of which an example has too much.
    """
    document = context.document
    examples = context.structures.examples
    names = {each.message.name for each in examples if _is_over(each, oneof)}
    for spec in map(schema.message, sorted(names)):
        for row in context.rows_of(spec):
            if document.content_of(row) is spec:
                yield from ((document, group) for group in _groups(document, row, oneof))


def _is_over(structure: Structure, oneof: bool) -> bool:
    """Whether something may stand twice in messages of a structure."""
    if not oneof:
        specs = [SPECS[slot] for slot, _ in structure.twice]
        return any(spec is not None and not spec.repeated for spec in specs)
    specs = [SPECS[slot] for slot, _ in structure.kinds]
    names = [spec.oneof for spec in specs if spec is not None and spec.oneof]
    return len(names) > len(set(names))


def _groups(document: Document, parent: int, oneof: bool) -> Iterator[Group]:
    """Yield what stands twice directly in a message."""
    index = document.index
    seen: dict[str, Group] = {}
    for row in index.children(parent):
        spec = SPECS[index.slot[row]]
        if spec is not None and not spec.repeated and spec.fits(index.head[row] & 7):
            seen.setdefault(spec.oneof or spec.name, []).append((spec, row))
    for group in seen.values():
        if len(group) > 1 and (len({spec.name for spec, _ in group}) > 1) == oneof:
            yield group
