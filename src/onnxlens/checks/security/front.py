"""A rule about what stands before a model in its own file."""

from __future__ import annotations

from collections.abc import Iterator

from ...span import Span
from ...tree.field import Field
from ...tree.slots import SPECS
from ..context import Context
from ..rule import Found, rule

_FEW, _SMALL = 8, 64  # records and bytes that are passed over


@rule("X008", "info")
def unknown_fields_in_front(context: Context) -> Iterator[Found]:
    """
    Finds:
    At least 8 unknown fields, or 64 bytes of them, before the first field of a model.

    Why:
    Protobuf allows unknown fields at any place and parsers pass over them. But tools that tell a
    file by its first bytes, scanners among them, do not take it for a model.

    Fix:
    Nothing, if the writer is known. Else remove the fields.
    """
    if context.model is None:
        return
    document, index = context.document, context.document.index
    count, known = 0, 0
    for row in index.children(0):
        if SPECS[index.slot[row]] is not None:
            known = row
            break
        count += 1
    if not known:
        return
    first, size = Field(document, 1), int(index.start[known])
    if count >= _FEW or size >= _SMALL:
        name = Field(document, known).name
        text = f"{count:,} unknown field{'' if count == 1 else 's'}, {size:,} bytes, before {name}"
        yield Found(first, text, span=Span(0, size))
