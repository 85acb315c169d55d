"""What is wrong with a text: bytes that are not UTF-8, or a path of the machine that wrote it."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.field import Field
from ...tree.names import quote
from ..metadata.leaks import machine_paths
from ..words import word
from .form import Explains
from .repeats import Place

_READ = 1 << 16  # bytes of a text that are looked at
_AROUND = 24  # bytes of a long text on each side of a bad one that are shown
_WHOLE = 60  # bytes of a text that is shown whole
_PATH = 200  # characters of a path
# what Western writers mean when they do not write UTF-8; the first that gives printable text
_GUESSES = (("latin-1", "Latin-1"), ("cp1252", "Windows-1252"))
_DOC, _VALUE = "doc_string", "StringStringEntryProto.value"


def first_bad(field: Field) -> tuple[int, int] | None:
    """Return place in the payload and value of the first byte that is not UTF-8; None without one.

    The first 64 KiB are looked at. A last character that the end of the file cut is not counted.
    """
    from codecs import utf_8_decode

    data = _data(field)
    whole = len(data) == field.payload.size and field.damage is None
    try:
        utf_8_decode(data, "strict", whole)
    except UnicodeDecodeError as error:
        return error.start, data[error.start]
    return None


def _data(field: Field) -> bytes:
    start, end = field.payload
    return field.document.read(start, min(end, start + _READ))


def _string(field: Field, place: Place) -> Iterator[str]:
    """Tell of a string that is none; protobuf wants UTF-8 in a field of that type."""
    bad = first_bad(field)
    if bad is None:
        return
    at, byte = bad
    offset = place(field.payload.start + at)
    yield f"not UTF-8: byte {byte:02X} at {at} of the string, offset {offset}"
    yield from _guess(_data(field), at)
    yield "readers in Python get bytes instead of text, or fail"


def _guess(data: bytes, at: int) -> Iterator[str]:
    """Yield how the text around a bad byte reads in another encoding, where it reads at all."""
    begin, end = (0, len(data)) if len(data) <= _WHOLE else (max(0, at - _AROUND), at + _AROUND)
    part = data[begin:end]
    for codec, name in _GUESSES:
        text = part.decode(codec, "replace")
        if "\ufffd" not in text and all(c.isprintable() or c in "\n\r\t" for c in text):
            shown = f"{'…' if begin else ''}{text}{'…' if end < len(data) else ''}"
            yield f"as {name} it reads {quote(shown)}"
            return


def _doc(field: Field, place: Place) -> Iterator[str]:
    yield from _string(field, place)
    yield from _paths(field, "this text has no effect and may be cleared")


def _value(field: Field, place: Place) -> Iterator[str]:
    yield from _string(field, place)
    parent = field.parent
    if parent is not None and parent.spec is not None and parent.name == "metadata_props":
        yield from _paths(field, "to ONNX itself this text has no effect")


def _paths(field: Field, effect: str) -> Iterator[str]:
    """Tell of paths in a text; the fragment ends with what the text is good for."""
    found = machine_paths(str(field.preview(_READ)))
    if not found:
        return
    first = found[0]
    shown = word(first if len(first) <= _PATH else first[:_PATH] + "…")
    more = f" and {len(found) - 1:,} more" if len(found) > 1 else ""
    yield f"names {'paths' if more else 'a path'} of the writer's machine: {shown}{more}; {effect}"


EXPLAINS: Explains = {
    spec.qualified: _doc if spec.name == _DOC else _value if spec.qualified == _VALUE else _string
    for message in schema.messages()
    for spec in message.fields
    if spec.type == "string"
}
