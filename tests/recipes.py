"""Files for the rows of known-problems.md, made byte by byte, and what onnxlens says of them.

Each function returns the payload of one message; ``of`` and ``int_of`` return one record.
"""

from collections.abc import Iterable

from onnxlens import api
from onnxlens.views.metadata import metadata_lines
from onnxlens.views.page import Page
from onnxlens.views.summary import summary
from onnxlens.views.symbols import symbol_lines
from onnxlens.views.tree import Shown, tree
from onnxlens.wire.kinds import VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

BASE = bytes.fromhex(
    "08083a330a0c0a0178120179220452656c751201675a0f0a0178120a0a08080112040a020802620f0a0179120a"
    "0a08080112040a02080242021011"
)
FLOAT, INT64 = 1, 7


def of(number: int, payload: bytes | str) -> bytes:
    """Return a record of bytes, text or a message."""
    data = payload.encode() if isinstance(payload, str) else payload
    return encode_record(number, data)


def int_of(number: int, value: int) -> bytes:
    """Return a record of a number."""
    return encode_tag(number, VARINT) + encode_varint(value)


def each(number: int, payloads: Iterable[bytes | str]) -> bytes:
    """Return the records of a repeated field."""
    return b"".join(of(number, payload) for payload in payloads)


def dim(size: int | str | None = None, denotation: str = "") -> bytes:
    """Return a Dimension with a size, a symbol, or neither."""
    value = b"" if size is None else of(2, size) if isinstance(size, str) else int_of(1, size)
    return value + (of(3, denotation) if denotation else b"")


def shape(*dims: bytes) -> bytes:
    """Return a TensorShapeProto."""
    return each(1, dims)


def tensor_type(data_type: int, *dims: bytes) -> bytes:
    """Return a TypeProto of a tensor with a shape."""
    return of(1, int_of(1, data_type) + of(2, shape(*dims)))


def value(name: str, type_: bytes | None = None) -> bytes:
    """Return a ValueInfoProto."""
    return of(1, name) + (b"" if type_ is None else of(2, type_))


def entry(key: str, text: str) -> bytes:
    """Return a StringStringEntryProto."""
    return of(1, key) + of(2, text)


def node(
    op: str,
    inputs: Iterable[str],
    outputs: Iterable[str],
    attributes: Iterable[bytes] = (),
    more: bytes = b"",
) -> bytes:
    """Return a NodeProto."""
    return each(1, inputs) + each(2, outputs) + of(4, op) + each(5, attributes) + more


def attribute(name: str, kind: int | None, body: bytes = b"") -> bytes:
    """Return an AttributeProto; ``body`` holds its value fields."""
    return of(1, name) + body + (b"" if kind is None else int_of(20, kind))


RELU = node("Relu", ["x"], ["y"])
X, Y = (value(name, tensor_type(FLOAT, dim(2))) for name in "xy")


def graph(
    nodes: Iterable[bytes] = (RELU,),
    inputs: Iterable[bytes] = (X,),
    outputs: Iterable[bytes] = (Y,),
    initializers: Iterable[bytes] = (),
    more: bytes = b"",
) -> bytes:
    """Return a GraphProto of the name g."""
    values = each(5, initializers) + each(11, inputs) + each(12, outputs)
    return each(1, nodes) + of(2, "g") + values + more


def model(
    body: bytes | None = None, ir: int = 8, opset: int = 17, more: bytes = b"", domain: str = ""
) -> bytes:
    """Return a ModelProto around a graph."""
    named = of(1, domain) if domain else b""
    held = graph() if body is None else body
    return int_of(1, ir) + of(7, held) + of(8, named + int_of(2, opset)) + more


def patched(at: dict[int, int]) -> bytes:
    """Return BASE with bytes changed."""
    data = bytearray(BASE)
    for offset, byte in at.items():
        data[offset] = byte
    return bytes(data)


def metadata(*entries: bytes) -> bytes:
    """Return the metadata_props of a ModelProto."""
    return each(14, entries)


class Said:
    """What onnxlens says of a file."""

    def __init__(self, data: bytes, kind: str | None = None) -> None:
        self.document = api.open(data, kind)

    @property
    def summary(self) -> str:
        """The lines of the summary."""
        return "\n".join(summary(Page(), self.document))

    @property
    def types(self) -> str:
        """The line of ``summary --all`` on the types of values between inputs and outputs."""
        lines = summary(Page(), self.document, whole=True)
        (found,) = (line for line in lines if line.startswith("types  "))
        return found.removeprefix("types").lstrip()

    @property
    def symbols(self) -> str:
        """The lines of ``summary --symbols``."""
        return "\n".join(symbol_lines(Page(), self.document))

    @property
    def metadata(self) -> str:
        """The lines of ``summary --metadata``."""
        return "\n".join(metadata_lines(Page(), self.document))

    @property
    def tree(self) -> str:
        """The whole tree."""
        return "\n".join(tree(Page(), self.document.file, Shown(None, True, False, True)))

    def of(self, path: str) -> str:
        """The explanation of the field at a path."""
        return "; ".join(self.document.explain(self.document[path]))

    def at(self, offset: int) -> str:
        """The explanation of the innermost field at an offset."""
        return "; ".join(self.document.explain(self.document.at(offset)))
