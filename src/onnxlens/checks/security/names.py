"""A rule about names that act on what shows them."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import LIMIT, key_of
from ...model.words import NAME_LIMIT
from ...tree.document import Document
from ...tree.field import Field
from ...tree.names import escape_character, quote
from ...tree.slots import SPECS
from ...wire.kinds import LEN
from ..context import Context
from ..few import FEW
from ..rule import Found, rule
from ..slots import slots_of

_WINDOW = 1 << 16  # bytes in which names are looked at together
_PLAIN = bytes(range(32, 127))
_TURNING = frozenset(
    map(chr, (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
)
# texts for people, and values that may be anything, are no names
_NAMES = slots_of(lambda spec: spec.type == "string" and spec.name not in ("doc_string", "value"))


@rule("X009", "info")
def name_with_control_characters(context: Context) -> Iterator[Found]:
    """
    Finds:
    A name with a control character, or with one that turns the direction of the text around it; of
    each field the first one, with how many more there are.

    Why:
    A terminal obeys control characters, and a page shows other text than is there: the part after
    the character may seem to stand before it. Names of ONNX need neither.

    Fix:
    Write names without such characters. Do not print names of a model as they are.
    """
    document = context.document
    first: dict[int, tuple[int, str]] = {}
    more: dict[int, int] = {}
    own = frozenset(slot for slot, kind in context.structures.kinds if kind == LEN) & _NAMES
    for row in _suspects(document, own):
        key = key_of(document, row)
        text = key.decode("utf-8", "surrogateescape") if isinstance(key, bytes) else ""
        found = next((character for character in text if _acts(character)), "")
        kind = document.index.slot[row]
        if found and kind in first:
            more[kind] = more.get(kind, 0) + 1
        elif found:
            first[kind] = row, found
    for kind, (row, character) in first.items():
        field, spec = Field(document, row), SPECS[kind]
        text = str(field.preview(4 * NAME_LIMIT))
        cut = quote(text if len(text) <= NAME_LIMIT else f"{text[:NAME_LIMIT]}…")
        rest = f"; {more[kind]:,} more of this field" if kind in more else ""
        name = spec.name if spec is not None else "name"
        yield Found(field, f"{name} {cut} holds {escape_character(character)}{rest}")


def _suspects(document: Document, slots: frozenset[int]) -> Iterator[int]:
    """Yield the rows of some slots whose text is not all of plain characters."""
    index = document.index
    if len(index) > FEW:
        yield from _in_columns(document, slots)
        return
    for own in sorted(slots):
        for row in index.rows_with(own):
            start, end = index.payload(row), index.end(row)
            is_name = row and index.head[row] & 7 == LEN and end - start <= LIMIT
            if is_name and document.read(start, end).translate(None, _PLAIN):
                yield row


def _in_columns(document: Document, slots: frozenset[int]) -> Iterator[int]:
    """Yield the same rows of a large file: texts that stand near each other are looked at once."""
    import numpy as np

    index = document.index
    starts, heads = np.frombuffer(index.start, "i8"), np.frombuffer(index.head, "u1")
    table = np.zeros(1 << 16, bool)
    table[list(slots)] = True
    rows = np.flatnonzero(table[np.frombuffer(index.slot, "u2")] & (heads & 7 == LEN))
    begins, ends = starts[rows] + (heads[rows] >> 3), starts[rows + 1]
    short = ends - begins <= LIMIT
    rows, begins, ends = rows[short], begins[short], ends[short]
    at = 0
    while at < len(rows):
        first = int(begins[at])
        after = int(np.searchsorted(begins, first + _WINDOW))
        data = np.frombuffer(document.read(first, int(ends[after - 1])), "u1")
        odd = np.zeros(len(data) + 1, "u4")  # bytes before each one that are not plain
        np.cumsum(data - np.uint8(32) > 94, out=odd[1:])
        has = odd[ends[at:after] - first] > odd[begins[at:after] - first]
        found: list[int] = rows[at:after][has].tolist()
        yield from found
        at = after


def _acts(character: str) -> bool:
    return character < " " or "\x7f" <= character < "\xa0" or character in _TURNING
