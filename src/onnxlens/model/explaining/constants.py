"""Constant shapes that fix the first axis of a value, though the inputs leave it open.

Who gives the inputs of a model a symbol for the batch finds the old number there
(onnx/onnx#4842, #2182).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..graph import tables
from ..graph.names import inside, key_of, last, slot
from ..graph.tables import Table
from ..tensors import dims_of, first_elements
from ..words import NAME_LIMIT, data_type, short

_NUMBERS = 8  # of a shape that are read
_NODE = slot("GraphProto", "node")
_OP_TYPE, _DOMAIN = slot("NodeProto", "op_type"), slot("NodeProto", "domain")
_NAME_BYTES = 16  # more than each of the names below has
_STANDARD = (b"", b"ai.onnx")
# operator -> number of the input that is a shape; the least first number in it that fixes the axis
# (an Expand to 1, or one Tile, leaves it as it is); whether its data, input 0, is constant: a
# constant reshaped has no batch in it, and only of a constant are the tiles a fixed number
_OPERATORS: dict[bytes, tuple[int, int, bool | None]] = {
    b"Reshape": (1, 1, False),
    b"Expand": (1, 2, None),
    b"Tile": (1, 2, True),
    b"ConstantOfShape": (0, 1, None),
}


class Fixed:
    """A node whose shape is constant: ``op`` is its operator, ``node`` its record.

    ``constant`` is the TensorProto of the shape (an initializer, or in the attribute ``value`` of a
    Constant node), or the AttributeProto ``value_ints``. ``name`` is the first 200 bytes of the
    shape's name in the graph, ``numbers`` are its first 8 numbers, of ``count`` in all.
    """

    __slots__ = ("constant", "count", "name", "node", "numbers", "op")

    def __init__(self, node: Field, op: str, name: str, shape: _Shape) -> None:
        self.node = node
        self.op = op
        self.name = name
        self.constant, self.numbers, self.count = shape

    def __repr__(self) -> str:
        return f"<Fixed {self.op} {self.node.path} {self.numbers}>"


_Shape = tuple[Field, list[int], int]


def fixed_axes(graph: Merged) -> Iterator[Fixed]:
    """Yield the nodes of a graph whose constant shape begins with a number that fixes axis 0.

    Nothing where axis 0 of every input is fixed anyway. These are places to look at, not faults:
    whether the batch reaches the node is not asked. A shape of one number is left out, for it is
    as a rule that of a vector of weights, and so is Reshape of opset version 1, whose shape is an
    attribute. The nodes are passed through once, as far as the caller goes on.
    """
    if not any(map(_open, graph.each("input"))):
        return
    document, table = graph.document, None
    for row in inside(document, graph.rows, _NODE):
        op = _operator(document, row)
        if op in _OPERATORS:
            table = table or Table(document, graph.rows)
            yield from _fixed(document, table, row, op)


def _open(info: Merged) -> bool:
    """Whether a tensor's axis 0 is a symbol or unknown; one without a shape says nothing of it."""
    type_ = info.message("type")
    tensor = type_.message("tensor_type") if type_ else None
    shape = tensor.message("shape") if tensor else None
    first = next(shape.each("dim"), None) if shape else None
    return first is not None and not first.has("dim_value")


def _operator(document: Document, row: int) -> bytes:
    """Return the op_type of a node of the standard's own domain; empty for any other."""
    domain = last(document, (row,), _DOMAIN)
    if domain and _short(document, domain) not in _STANDARD:
        return b""
    named = last(document, (row,), _OP_TYPE)
    return _short(document, named) if named else b""


def _short(document: Document, row: int) -> bytes:
    start, end = document.index.payload(row), document.index.end(row)
    return document.read(start, min(end, start + _NAME_BYTES))


def _fixed(document: Document, table: Table, row: int, op: bytes) -> Iterator[Fixed]:
    number, least, of_constant = _OPERATORS[op]
    inputs = list(inside(document, (row,), tables.NODE_INPUT))
    if len(inputs) <= number:
        return
    if of_constant is not None and (_constant(document, table, inputs[0]) != 0) is not of_constant:
        return
    shape = _shape(document, _constant(document, table, inputs[number]))
    if shape and shape[2] > 1 and shape[1] and shape[1][0] >= least:
        name = str(Field(document, inputs[number]).preview(NAME_LIMIT))
        yield Fixed(Field(document, row), op.decode(), name, shape)


def _constant(document: Document, table: Table, named: int) -> int:
    """Return the row of the initializer or Constant node that a node's input means; 0 for others.

    An initializer that is an input too counts: it is the value, or in newer models its default.
    """
    index = document.index
    for row in table.defined.get(key_of(document, named), ()):
        if index.slot[row] == tables.INITIALIZER:
            return row
        if index.slot[row] == tables.NODE_OUTPUT:
            node = index.parent[row]
            return node if _operator(document, node) == b"Constant" else 0
    return 0


def _shape(document: Document, row: int) -> _Shape | None:
    """Return the INT64 vector in an initializer or Constant node."""
    content = document.content_of(row) if row else None
    if content is None:
        return None
    message = Merged(document, content, (row,))
    if content.name == "TensorProto":
        return _vector(message)
    for attribute in message.each("attribute"):
        name = short(attribute, "name")
        tensor = attribute.message("t") if name == "value" else None
        if tensor is not None:
            return _vector(tensor)
        if name == "value_ints":
            numbers = [int(n) for n in attribute.numbers("ints", _NUMBERS)]
            return attribute.field, numbers, attribute.elements("ints")
    return None


def _vector(tensor: Merged) -> _Shape | None:
    dims = dims_of(tensor)
    if data_type(tensor.number("data_type")) != "INT64" or len(dims) != 1:
        return None
    numbers = [n for n in first_elements(tensor, _NUMBERS) or () if isinstance(n, int)]
    return tensor.field, numbers, dims[0]
