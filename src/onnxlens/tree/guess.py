"""What an unknown payload may hold; a guess, and said to be one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..source import MemorySource
from ..wire.fill import fill
from ..wire.packed import Run

if TYPE_CHECKING:
    from .field import Field

_LIMIT = 1 << 16  # bytes of the payload that are looked at
_NO_CHILDREN = memoryview(bytes(256)).cast("H")  # of message 1, which stands for any
_SHOWN = 8


def guess(field: Field) -> str:
    """Return what the payload of an unknown LEN record may be, the likelier reading first.

    Such as ``guess: message with fields 1, 2; or text``. Only its first 64 KiB are read.
    """
    data = field.document.read(
        field.payload.start, min(field.payload.end, field.payload.start + _LIMIT)
    )
    readings = [text for text in (_message(data), _text(data), _packed(data)) if text]
    if _text(data) and len(readings) > 1:  # few messages are made of printable bytes alone
        readings.sort(key=lambda text: not text.startswith("text"))
    return "guess: " + "; or ".join([*readings, "bytes"][: max(1, len(readings))])


def _message(data: bytes) -> str:
    if not data:
        return ""
    index = fill(MemorySource(data), 1, _NO_CHILDREN, budget=10_000)
    if len(index.damage_row):
        return ""
    numbers = sorted({index.slot[row] & 63 for row in index.children(0)})
    shown = ", ".join(map(str, numbers[:_SHOWN]))
    return f"message with field{'s' if len(numbers) > 1 else ''} {shown}"


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return f"text of {len(text):,} characters" if text and text.isprintable() else ""


def _packed(data: bytes) -> str:
    source = MemorySource(data)
    run = Run(source.read, 0, len(data), 0)
    if not data or run.good_end() < len(data):
        return ""
    return f"{len(run):,} packed varint{'' if len(run) == 1 else 's'}"
