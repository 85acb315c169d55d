"""Rules about sequences, maps and optionals that are stored in data files."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.values.data_value import DataValue
from ...model.values.key_problems import count_problems, key_type_problems, repeated_keys
from ...model.values.kinds import BY_NUMBER, UNDEFINED, Kind, elem_type_text
from ...model.words import data_type
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .places import absent

Related = tuple[Field, str]


@rule("T040", "error", on="SequenceProto")
def sequence_elem_type(sequence: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A SequenceProto whose elem_type is absent, UNDEFINED, no kind of value, or not the one of the
    list that is filled.

    Why:
    The comments of SequenceProto in onnx-data.proto say that elem_type MUST be a valid kind, and
    for each list that it MUST be the kind of that list when the list is there. Readers take the
    list that elem_type names, so a wrong one gives other or no elements without an error.

    Fix:
    Write the number of the kind that is stored, also where the sequence is empty.
    """
    value = DataValue(sequence)
    if value.elem_type in (None, UNDEFINED) and not value.filled:
        if value.elem_type is not None or absent(context, sequence, "elem_type"):
            text = f"{elem_type_text(value.elem_type)}; needed the kind of the elements"
            yield _elem_type_found(value, f"{text}, also where there are none")
    else:
        yield from _elem_type(value, context, "an empty list")


@rule("T041", "error", on="SequenceProto")
def sequence_data_types(sequence: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    Tensors in one SequenceProto with different data types.

    Why:
    The comment of SequenceProto in onnx-data.proto says that the tensors of a sequence must have
    the same element type; only their shapes may differ.

    Fix:
    Convert the elements to one data type.
    """
    first = None
    for at, tensor in enumerate(sequence.each("tensor_values")):
        if not tensor.has("data_type"):
            continue
        if first is None:
            first = at, tensor
        elif tensor.number("data_type") != first[1].number("data_type"):
            record, other = (t.records("data_type")[-1] for t in (tensor, first[1]))
            kinds = [data_type(t.number("data_type")) for t in (tensor, first[1])]
            text = f"element {at:,} is {kinds[0]}, element {first[0]:,} is {kinds[1]}; needed one"
            yield Found(record, text, (other, kinds[1]), span=record.payload)
            return


@rule("T042", "error", on="MapProto")
def map_keys(map_: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A MapProto whose key_type is absent or none that keys can have, whose keys stand in the other
    list than key_type says or in both, or with a key that the key_type cannot hold.

    Why:
    The comments of MapProto in onnx-data.proto say that key_type MUST be an integer of 8 to 64 bits
    or STRING, that integers stand in keys and strings in string_keys. The checker of the onnx
    package overlooks DOUBLE and the newer floats.

    Fix:
    Write the type that the keys have, and all of them in the list for it.
    """
    value = DataValue(map_)
    for problem in key_type_problems(value):
        if problem.field != value.field or absent(context, map_, "key_type"):
            yield _problem(problem.field, problem.text)


@rule("T043", "error", on="MapProto")
def map_counts(map_: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A MapProto with more or fewer keys than values.

    Why:
    The comments of MapProto in onnx-data.proto say that keys and values have the same length.
    Readers refuse the file, and do not say where.

    Fix:
    Store one value for each key.
    """
    value = DataValue(map_)
    if context.is_whole(map_) and (value.holder is None or context.is_whole(value.holder)):
        for problem in count_problems(value):
            fields = [map_.records(value.key_field)[:1], map_.records("values")[-1:]]
            related = [(field, field.name) for records in fields for field in records]
            yield Found(problem.field, problem.text, *related)


@rule("T044", "warning", on="MapProto")
def map_key_twice(map_: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    A MapProto in which a key stands twice.

    Why:
    The comment of MapProto calls it an associative table, and readers build a dictionary of it: the
    last value of a key stays and the others are lost.

    Fix:
    Store each key once.
    """
    for problem in repeated_keys(DataValue(map_)):
        yield _problem(problem.field, problem.text)


@rule("T045", "error", on="OptionalProto")
def optional_elem_type(optional: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    An OptionalProto whose elem_type is no kind of value or not the one of the value that is set. A
    kind without a value is a warning.

    Why:
    The comments of OptionalProto in onnx-data.proto say that elem_type MUST be a valid kind, and
    MUST match the value. Readers look only where elem_type points. An empty optional is written in
    three ways, and the onnx package fails on the one that states a kind.

    Fix:
    Write the number of the kind that is stored, and 0 or nothing for an empty optional.
    """
    value = DataValue(optional)
    if value.filled or value.elem_type not in BY_NUMBER:
        yield from _elem_type(value, context, "no value")
    elif absent(context, optional, *(kind.one for kind in BY_NUMBER.values())):
        record = optional.records("elem_type")[-1]
        text = f"{value.empty}; needed elem_type 0 for an empty optional"
        yield Found(record, text, span=record.payload, severity="warning")


def _elem_type(value: DataValue, context: Context, seen: str) -> Iterator[Found]:
    """Tell whether ``elem_type`` is the kind of the one field that is filled."""
    filled, number = value.filled, value.elem_type
    stated, text = BY_NUMBER.get(number or 0), elem_type_text(number)
    if number is None and not (filled and absent(context, value.message, "elem_type")):
        return
    others = [kind for kind in filled if kind is not stated]
    if others:
        held = " and ".join(value.field_of(kind) for kind in others)
        if stated in filled:
            text = f"{text}, but {held} is filled too; needed one kind"
        else:
            readers = f"; readers see {seen}" if stated or value.kind == "optional" else ""
            text = f"{text}, but {held} is filled{readers}; needed {others[0].number}"
        yield _elem_type_found(value, text, *_related(value, others))
    elif number not in (None, UNDEFINED) and stated is None:
        known = f"{min(BY_NUMBER)} to {max(BY_NUMBER)}"
        yield _elem_type_found(value, f"{text} is no kind of value; needed one of {known}")


def _related(value: DataValue, kinds: list[Kind]) -> Iterator[Related]:
    for kind in kinds:
        records = value.message.records(value.field_of(kind))
        yield records[0], f"the first of {len(records):,}"


def _elem_type_found(value: DataValue, text: str, *related: Related) -> Found:
    records = value.message.records("elem_type")
    return _problem(records[-1] if records else value.field, text, *related)


def _problem(field: Field, text: str, *related: Related) -> Found:
    """Return a finding at a message, or at the payload of a number."""
    span = field.span if field.content is not None or field.is_root else field.payload
    return Found(field, text, *related, span=span)
