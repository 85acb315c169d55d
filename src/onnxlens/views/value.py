"""One field's value, whole."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.numbers import number_text
from ..tree.field import Field
from .meaning import meaning, value_text
from .text import hexadecimal, quote

_ROW = 32  # bytes on a line
_BLOCK = 1 << 16


def value_lines(field: Field) -> Iterator[str]:
    """Yield a field's value and nothing else: a string in quotes, whole; a packed run's numbers
    one a line; bytes as hex, 32 a line; a message as the line that says it.
    """
    spec = field.spec
    if field.is_run and spec is not None:
        for element in field.children:
            value = element.value
            if isinstance(value, (int, float)):
                yield number_text(value, spec.type)
            else:
                yield meaning(element)
    elif field.content is None and spec is not None and spec.type == "string":
        text = str(field.value)
        yield quote(text, len(text))
    elif field.content is None and spec is not None and spec.type == "bytes":
        yield from _hex(field)
    else:
        yield value_text(field)


def _hex(field: Field) -> Iterator[str]:
    start, end = field.payload
    for offset in range(start, end, _BLOCK):
        data = field.document.read(offset, min(offset + _BLOCK, end))
        for at in range(0, len(data), _ROW):
            yield hexadecimal(data[at : at + _ROW])
