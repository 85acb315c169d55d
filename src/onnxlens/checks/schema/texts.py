"""Rules about texts that are not UTF-8."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Iterator

from ...model.graph.names import slot
from ...span import Span
from ...tree.document import Document
from ...tree.field import Field
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from ..slots import STRINGS

_BYTES = frozenset((slot("AttributeProto", "s"), slot("AttributeProto", "strings")))
_CHUNK = 1 << 16
_WHOLE = 60  # bytes of a text that is shown in another encoding


@rule("S020", "error")
def text_not_utf8(context: Context) -> Iterator[Found]:
    """
    Finds:
    A name or another text, in a field of the type string, that is not UTF-8.

    Why:
    The protobuf language guide says that a string must always hold UTF-8 text. The parser of the
    onnx package lets it pass, and then gives bytes where a text is expected, so that the failure
    comes later. Other parsers refuse the file.

    Fix:
    Write the text in UTF-8. Often it is in the encoding of the machine that wrote it.
    """
    yield from _bad(context, STRINGS, "strings have to be UTF-8")


@rule("S021", "warning")
def attribute_text_not_utf8(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute's text, in s or strings, that is not UTF-8.

    Why:
    The comments on these fields of AttributeProto in onnx.proto call them UTF-8 strings. Their type
    is bytes, so parsers do not check it, and some custom operators keep binary data there. Tools
    that decode the text fail.

    Fix:
    Write the text in UTF-8, and binary data as a tensor of UINT8.
    """
    yield from _bad(context, _BYTES, "onnx.proto wants UTF-8")


def _bad(context: Context, slots: frozenset[int], wants: str) -> Iterator[Found]:
    document = context.document
    present = slots & {kind[0] for kind in context.structures.kinds}
    for row in context.suspects.texts(present) if present else ():
        at = first_bad(document, row)
        if at is not None:
            field = Field(document, row)
            place = at - field.payload.start
            byte = document.read(at, at + 1)[0]
            message = f"byte {byte:02X} at {place:,} of {field.name} is not UTF-8; {wants}"
            yield Found(field, message + _latin(field), span=Span(at, at + 1))


def first_bad(document: Document, row: int) -> int | None:
    """Return the offset of the first byte of a text that is not UTF-8; None where all is.

    A last character that the end of the file cut is not counted.
    """
    start, end = document.index.payload(row), document.index.end(row)
    if end - start < _CHUNK and _is_utf8(document.read(start, end)):
        return None
    decoder, whole = getincrementaldecoder("utf-8")(), row not in document.damage
    for at in range(start, end, _CHUNK):
        after = min(at + _CHUNK, end)
        held = len(decoder.getstate()[0])  # bytes of a character that began in the last chunk
        try:
            decoder.decode(document.read(at, after), after == end and whole)
        except UnicodeDecodeError as error:
            return at - held + error.start
    return None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _latin(field: Field) -> str:
    """Return how a short text reads in Latin-1, which is often what it is in."""
    if field.payload.size > _WHOLE:
        return ""
    text = field.raw().decode("latin-1")
    return f"; as Latin-1 it is {quote(text)}" if text.isprintable() else ""
