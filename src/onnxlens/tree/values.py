"""Values of payloads as their field's type says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..schema import FieldSpec
from ..wire.kinds import I32, I64, VARINT
from ..wire.packed import Run
from ..wire.scalars import fixed_value, read_varint, varint_value

if TYPE_CHECKING:
    from .document import Document

Scalar = int | float | str | bytes
Value = Scalar | list[int | float] | None
_WHOLE = (VARINT, I64, I32)


def decode(
    read: Callable[[int, int], bytes],
    spec: FieldSpec | None,
    wire_type: int,
    payload: tuple[int, int],
    size: int,
) -> Scalar:
    """Return the value of one payload, of which strings and bytes give the first ``size`` bytes.

    ``read(start, end)`` gives bytes; without a spec the wire type alone decides.
    """
    start, end = payload
    if wire_type not in _WHOLE:
        data = read(start, min(end, start + size))
        if spec is not None and spec.type == "string":
            return text(data, whole=start + size >= end)
        return data
    return number(spec.type if spec else "", wire_type, read(start, end))


def number(kind: str, wire_type: int, data: bytes) -> int | float:
    """Return the number in a whole payload; ``kind`` is a scalar type's name or empty."""
    if wire_type == VARINT:
        raw = read_varint(data)[0]
        return varint_value(kind, raw) if kind else raw
    return fixed_value(kind or ("fixed32" if wire_type == I32 else "fixed64"), data)


def text(data: bytes, whole: bool) -> str:
    """Return a string's bytes as str; what is not UTF-8 is kept as surrogates.

    Where ``data`` is only the start (``whole`` is false) a last character that is cut is dropped.
    """
    if not whole:
        for back in range(1, min(4, len(data)) + 1):
            byte = data[-back]
            if byte < 0x80:
                break
            if byte >= 0xC0:
                needed = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
                data = data[:-back] if back < needed else data
                break
    return data.decode("utf-8", "surrogateescape")


def elements(document: Document, spec: FieldSpec, run: Run, size: int) -> list[int | float]:
    """Return the numbers of a packed run that stand in its first ``size`` bytes."""
    good = min(run.good_end(), run.start + size) if run.width else run.start + size
    part = Run(document.source.read, run.start, min(good, run.end), run.width)
    data = document.read(part.start, part.end)
    base = part.start
    return [
        number(spec.type, spec.wire_type, data[start - base : end - base]) for start, end in part
    ]
