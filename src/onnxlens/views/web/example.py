"""A message decoded as an example: its bytes, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.explaining.explainer import Explainer
from ...schema import MessageSpec
from ...source import MemorySource
from ...tree.document import Document
from ...tree.field import Field
from ...tree.opening import read_index
from ..meaning import meaning
from ..text import hexadecimal, safe
from .examples import EXAMPLES

_BYTES = 16  # of one row


def example(spec: MessageSpec) -> dict[str, Any]:
    """Return the example of a message: ``hex``, and rows of bytes, field and meaning.

    Of a message inside a row has tag and length only; it is indented one space a level.
    """
    data = bytes.fromhex(EXAMPLES[spec.name])
    source = MemorySource(data, spec.name)
    with Document(source, *read_index(source, spec.name)) as document:
        return {"hex": hexadecimal(data), "rows": [list(row) for row in _rows(document)]}


def _rows(document: Document) -> Iterator[tuple[str, str, str]]:
    explain, index = Explainer(document), document.index
    level = [0] * len(index)
    for row in range(1, len(index)):
        field = Field(document, row)
        level[row] = level[index.parent[row]] + 1
        remark = explain.remark(field).partition(";")[0]  # an example has no opset to speak of
        text = meaning(field)
        yield (
            _bytes(field, index.has_children(row)),
            " " * (level[row] - 1) + _name(field),
            f"{text}: {safe(remark)}" if remark else text,
        )


def _bytes(field: Field, opens: bool) -> str:
    data = field.document.read(field.start, field.payload.start if opens else field.end)
    return hexadecimal(data[:_BYTES]) + (" …" if len(data) > _BYTES else "")


def _name(field: Field) -> str:
    """Return ``TensorShapeProto.dim[0]``; a packed run has no number."""
    assert field.message is not None and field.spec is not None
    return f"{field.message.name}.{field.spec.name if field.is_run else field.step}"
