"""What annotations for devices refer to: configurations, nodes, and the shapes of tensors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ... import schema
from ...model.devices import lines as devices
from ...model.graph.names import Key, inside, key_of, slot
from ...model.words import NAME_LIMIT, word
from ...span import Span
from ...tree.field import TAIL, Field
from ...tree.merged import Merged
from ..context import Context

LISTED = devices.LISTED
_NAMES = (slot("NodeProto", "input"), slot("NodeProto", "output"))
_STORED = ("TensorProto", "SparseTensorProto")
_SHAPE = "TensorShapeProto"
_DIMS = 64  # axes whose sizes are looked at


class Sizes:
    """The shape of a tensor: its number of axes, and the size of each, where it is stated.

    ``holder`` is a TensorShapeProto, or the stored tensor.
    """

    __slots__ = ("holder", "rank")

    def __init__(self, holder: Merged) -> None:
        self.holder = holder
        declared = holder.spec.name == _SHAPE
        self.rank = holder.count("dim") if declared else holder.elements("dims")

    def axis(self, number: int) -> int:
        """Return an axis counted from the front, as far as it can be told."""
        return number + self.rank if number < 0 else number

    def size(self, number: int) -> int | None:
        """Return the size of an axis; None where it is not known, nor looked at."""
        at = self.axis(number)
        if not 0 <= at < min(self.rank, _DIMS):
            return None
        if self.holder.spec.name != _SHAPE:
            return int(self.holder.numbers("dims", at + 1)[at])
        dim = next(islice(self.holder.each("dim"), at, None))
        return dim.number("dim_value") if dim.has("dim_value") else None


def configurations(context: Context) -> dict[Key, list[Merged]]:
    """Return the configurations of the model by name; those without a name are left out."""
    found: dict[Key, list[Merged]] = {}
    if context.model is not None:
        for configuration in context.model.each("configuration"):
            key = key_in(configuration, "name")
            if key is not None:
                found.setdefault(key, []).append(configuration)
    return found


def all_of(context: Context, message: str) -> Iterator[Merged]:
    """Yield the messages of a name that stand in another message; all are repeated fields."""
    spec = schema.message(message)
    for row in context.rows_of(spec):
        if row and context.document.content_of(row) is spec:
            yield Merged(context.document, spec, (row,))


def owner(message: Merged) -> Merged:
    """Return the message that one stands in."""
    parent = message.field.parent
    assert parent is not None and parent.content is not None
    return Merged(message.document, parent.content, (parent.row,))


def key_in(message: Merged, name: str) -> Key | None:
    """Return the key of the string in a singular field; None where it is absent or cut off."""
    records = message.records(name)
    if not records or records[-1].damage is not None:
        return None
    return key_of(message.document, records[-1].row)


def names_of_node(node: Merged) -> set[Key]:
    """Return the names of all inputs and outputs of a node that are not left out."""
    document = node.document
    return {
        key_of(document, row) for wanted in _NAMES for row in inside(document, node.rows, wanted)
    } - {b""}


def sizes_of(context: Context, spec: Merged) -> Sizes | None:
    """Return the shape of the tensor of a ShardingSpecProto; None where it is not known.

    The declared type tells it, or else the initializer.
    """
    name = key_in(spec, "tensor_name")
    scope = context.scopes.scope_of(spec.field)
    if not name or scope is None:
        return None
    type_ = scope.type_of(name)
    if type_ is not None:
        found = _declared(context, context.merged(type_))
        if found is not None:
            return found
    definition = scope.define(name)
    holds = definition.field.content if definition else None
    if definition is None or holds is None or holds.name not in _STORED:
        return None
    stored = context.merged(definition.field)
    if not context.is_whole(stored):
        return None
    return Sizes(stored)


def _declared(context: Context, type_: Merged) -> Sizes | None:
    kind = type_.which("value")
    if kind is None or kind.name not in ("tensor_type", "sparse_tensor_type"):
        return None
    tensor = type_.message(kind.name)
    shape = tensor.message("shape") if tensor else None
    if shape is None or not context.is_whole(shape):
        return None
    return Sizes(shape)


def numbers(message: Merged, name: str) -> Iterator[tuple[Field, int, int]]:
    """Yield the whole numbers of a repeated field with their record and their place in it."""
    for record in message.records(name):
        value = record.value
        for at, number in enumerate(value if isinstance(value, list) else (value,)):
            if isinstance(number, int):
                yield record, at, number


def element(record: Field, at: int) -> Field:
    """Return the field of a number that ``numbers`` gave: the record, or an element of a run."""
    if not record.is_run:
        return record
    return next(f for f in islice(record.children, at, None) if f.element != TAIL)


def span_of_list(records: list[Field]) -> Span:
    """Return the bytes from the first to the last record of a list."""
    return Span(records[0].start, records[-1].end)


def quoted(field: Field) -> str:
    """Return a string as a word, cut to the usual length of a name."""
    text = str(field.preview(4 * NAME_LIMIT))
    cut = len(text) > NAME_LIMIT or field.payload.size > 4 * NAME_LIMIT
    return word(text[:NAME_LIMIT] + "…" if cut else text)
