"""Documents over bytes for tests of what is shown, hostile ones among them, and what a line is."""

import unicodedata
from collections.abc import Iterable

from onnxlens import schema
from onnxlens.schema import FieldSpec, MessageSpec
from onnxlens.source import MemorySource
from onnxlens.tree.document import Document
from onnxlens.tree.root import Verdict
from onnxlens.tree.slots import CHILD
from onnxlens.views.page import Page
from onnxlens.views.text import width
from onnxlens.wire.fill import fill
from onnxlens.wire.kinds import I32, I64, VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

PAGES = [Page(cells, cut=True) for cells in (40, 60, 80, 160)]
CONTROLS = "\x1b[31m\r\n\t\x07\x00\x7f\x85\x9b"
INVISIBLE = "\u202e\u2066\u200b\u200d\ufeff\u2028\u00ad"
HOSTILE = {
    "controls": CONTROLS.encode(),
    "bidi and zero width": INVISIBLE.encode(),
    "not UTF-8": b"\xff\xfe\xc3(\xed\xa0\x80\x1b]0;x\x07",
    "wide": ("\u5b57" * 90 + "e\u0301" * 40).encode(),
    "quotes and paths": b'"].x[0]\\~3#26!',
    "empty": b"",
}
LONG = b"\x1b[2J\xc3\xa9" * 150_000  # a string of 900,000 bytes


def document(
    data: bytes, kind: str | None = "ModelProto", name: str = "tiny.onnx", budget: int = 1 << 20
) -> Document:
    """Return the document over some bytes, read as one message, or as none."""
    root = schema.message(kind) if kind else None
    source = MemorySource(data, name)
    index = fill(source, root.id if root else 0, CHILD, budget=budget)
    return Document(source, index, Verdict(root))


def full(spec: MessageSpec, text: bytes, depth: int) -> bytes:
    """Return a message with each of its fields set, every string to ``text``."""
    return b"".join(_record(field, text, depth) for field in spec.fields)


def _record(field: FieldSpec, text: bytes, depth: int) -> bytes:
    if field.is_message:
        inner = full(schema.message(field.ref), text, depth - 1) if depth else b""
        return encode_record(field.number, inner)
    if field.type in ("string", "bytes"):
        return encode_record(field.number, text)
    payload = {VARINT: encode_varint(99), I64: bytes(7) + b"\xc0", I32: bytes(3) + b"\x7f"}
    return encode_tag(field.number, field.wire_type) + payload[field.wire_type]


def harmless(lines: Iterable[str], page: Page) -> int:
    """Check that no line drives a terminal or is wider than its page; return how many there are."""
    count = 0
    for line in lines:
        hidden = {c for c in line if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
        assert not hidden, (hidden, line)
        assert not page.cut or width(line) <= page.width, (width(line), line)
        assert line == line.rstrip(), repr(line)
        count += 1
    return count
