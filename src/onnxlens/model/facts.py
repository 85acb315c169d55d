"""What a ModelProto says of itself, in the order a person asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .. import schema
from ..tree.document import Document
from ..tree.field import Field
from ..tree.merged import Merged
from ..tree.slots import SPECS
from ..wire.index import FIELD_BITS
from .tensors import DATA_FIELDS
from .words import short

if TYPE_CHECKING:
    from .types.value_type import ValueType

LARGEST = 3
LIMIT = (1 << 31) - 1  # bytes of a message that protobuf takes
_MOVED = 1000  # tensors that are thought of as moved out of a file
_TENSOR = schema.message("TensorProto")


class Value:
    """An input or output of a graph: its ValueInfoProto, name, and whether it has a default."""

    __slots__ = ("default", "info", "name")

    def __init__(self, info: Merged, name: str, default: bool) -> None:
        self.info = info
        self.name = name
        self.default = default

    @property
    def field(self) -> Field:
        """The record that it stands in."""
        return self.info.field

    @property
    def type(self) -> ValueType | None:
        """Its type; None where it has none."""
        from .types.read import read_type

        type_ = self.info.message("type")
        return read_type(type_) if type_ else None


class Axis:
    """One use of a symbol: on ``axis`` of the value ``value``, an ``input`` or ``output``."""

    __slots__ = ("axis", "field", "role", "value")

    def __init__(self, role: str, value: str, axis: int, field: Field) -> None:
        self.role = role
        self.value = value
        self.axis = axis
        self.field = field


def opsets(model: Merged) -> list[tuple[str, int]]:
    """Return domain and opset version of each opset_import, in file order; "" is ai.onnx."""
    return [(short(o, "domain"), o.number("version")) for o in model.each("opset_import")]


def inputs(graph: Merged) -> list[Value]:
    """Return the graph's inputs; one that an initializer names too has a default."""
    infos = list(graph.each("input"))
    names = _initializer_names(graph) if infos else set()
    values = [(info, _name(info, "name")) for info in infos]
    return [Value(info, name, name in names) for info, name in values]


def outputs(graph: Merged) -> list[Value]:
    """Return the graph's outputs."""
    return [Value(info, _name(info, "name"), False) for info in graph.each("output")]


def _name(message: Merged, name: str) -> str:
    """Return a name that others are compared with: up to 64 KiB of it."""
    return short(message, name, 1 << 16)


def _initializer_names(graph: Merged) -> set[str]:
    key = graph.document.places.key
    names = {key(record.row) for record in graph.records("initializer")}
    for sparse in graph.each("sparse_initializer"):
        values = sparse.message("values")
        names.add(_name(values, "name") if values else "")
    return names


def symbols(values: list[tuple[str, Value]]) -> dict[str, list[Axis]]:
    """Return each dim_param with every axis that uses it, by first use.

    ``values`` are pairs of a role, ``input`` or ``output``, and the value.
    """
    found: dict[str, list[Axis]] = {}
    for role, value in values:
        for axis, dim in enumerate(_dims(value.info)):
            if dim.has("dim_param"):
                records = dim.records("dim_param")
                use = Axis(role, value.name, axis, records[-1])
                found.setdefault(_name(dim, "dim_param"), []).append(use)
    return found


def _dims(info: Merged) -> Iterator[Merged]:
    """Yield the dims of a tensor's or sparse tensor's shape; other types have none of their own."""
    type_ = info.message("type")
    for kind in ("tensor_type", "sparse_tensor_type"):
        tensor = type_.message(kind) if type_ else None
        shape = tensor.message("shape") if tensor else None
        if shape is not None:
            yield from shape.each("dim")


def inner_types(graph: Merged) -> tuple[int, int]:
    """Return how many values that nodes make, outputs of the graph left out, have a type, and of
    how many; names are compared by all of their bytes.
    """
    from .graph.tables import NODE_OUTPUT, Table

    table, slots = Table(graph.document, graph.rows), graph.document.index.slot
    given = {value.name for value in outputs(graph)}
    made = [
        key
        for key, rows in table.defined.items()
        if slots[rows[0]] == NODE_OUTPUT and _text(key) not in given
    ]
    return sum(key in table.declared for key in made), len(made)


def _text(key: object) -> str:
    return key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else ""


def speaks_of_images(model: Merged) -> bool:
    """Tell whether a type of the model has a denotation, or its metadata an Image key."""
    denoted = next(iter(model.document.index.rows_with(_slot("TypeProto", "denotation"))), None)
    keys = (short(entry, "key", 6).lower() for entry in model.each("metadata_props"))
    return denoted is not None or any(key.startswith("image.") for key in keys)


def has_external_data(document: Document) -> bool:
    """Tell whether any tensor is EXTERNAL; what it costs to find out more is left to others."""
    if not document.index.rows_with(_slot("TensorProto", "data_location")):
        return False
    from .external.places import external_tensors

    return next(external_tensors(document), None) is not None


def metadata_inside(model: Merged) -> int:
    """Return how many metadata_props entries stand below the level of the model."""
    index, field = model.document.index, "metadata_props"
    owners = (m for m in schema.messages() if field in m.by_name and m is not model.spec)
    return sum(1 for owner in owners for _ in index.rows_with(_slot(owner.name, field)))


def _slot(message: str, field: str) -> int:
    spec = schema.message(message)
    return spec.id << FIELD_BITS | spec.by_name[field].number


def largest(document: Document, count: int = LARGEST) -> list[tuple[Field, int]]:
    """Return the tensors with most data in the file, wherever they stand, and its bytes."""
    sizes = ((_stored(document, row), -row) for row in _tensors(document))
    top = sorted((pair for pair in sizes if pair[0]), reverse=True)[:count]
    return [(Field(document, -row), size) for size, row in top]


def _tensors(document: Document) -> Iterator[int]:
    """Yield the rows of all TensorProtos in a file."""
    if document.root is _TENSOR:
        yield 0
    for owner in schema.messages():
        for field in owner.fields:
            if field.ref == _TENSOR.name and field.is_message:
                yield from document.index.rows_with(owner.id << FIELD_BITS | field.number)


def _stored(document: Document, row: int) -> int:
    """Return the bytes of data in a TensorProto's row, from the index alone."""
    index, total = document.index, 0
    for child in index.children(row):
        spec = SPECS[index.slot[child]]
        if spec is not None and spec.name in DATA_FIELDS and spec.fits(index.head[child] & 7):
            total += index.end(child) - index.payload(child)
    return total


def overflow(document: Document) -> tuple[int, int] | None:
    """Return how far a file is over the limit of protobuf, below 0 if under it, and how many of
    its largest tensors would have to leave it; None for a file of less than half of the limit.

    Source: protobuf's readers and writers take messages of at most 2^31 - 1 bytes.
    """
    over, moved = document.size - LIMIT, 0
    if document.size < LIMIT // 2:
        return None
    left = over
    for _, size in largest(document, _MOVED) if over > 0 else ():
        if left <= 0:
            break
        left, moved = left - size, moved + 1
    return over, moved if left <= 0 else -1
