"""A rule about names that act on what shows them."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.graph.names import keys_of
from ...model.words import NAME_LIMIT
from ...tree.field import Field
from ...tree.names import escape_character, quote
from ...tree.slots import SPECS
from ...wire.kinds import LEN
from ..context import Context
from ..rule import Found, rule
from ..slots import slots_of

_GROUP = 256  # names looked at together
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
    for own in sorted({kind[0] for kind in context.structures.kinds if kind[1] == LEN} & _NAMES):
        first, character, more = 0, "", 0
        for row, found in _odd(context, own):
            if first:
                more += 1
            else:
                first, character = row, found
        if first:
            field, spec = Field(document, first), SPECS[own]
            text = str(field.preview(4 * NAME_LIMIT))
            cut = quote(text if len(text) <= NAME_LIMIT else f"{text[:NAME_LIMIT]}…")
            rest = f"; {more:,} more of this field" if more else ""
            name = spec.name if spec is not None else "name"
            yield Found(field, f"{name} {cut} holds {escape_character(character)}{rest}")


def _odd(context: Context, own: int) -> Iterator[tuple[int, str]]:
    """Yield the rows of a slot with such a character, and the first one."""
    index = context.document.index
    rows = [row for row in index.rows_with(own) if row and index.head[row] & 7 == LEN]
    for at in range(0, len(rows), _GROUP):
        group = rows[at : at + _GROUP]
        keys = keys_of(context.document, group)
        names = [key for key in keys if isinstance(key, bytes)]
        if not b"".join(names).translate(None, _PLAIN):
            continue
        for row, key in zip(group, keys, strict=True):
            if isinstance(key, bytes) and key.translate(None, _PLAIN):
                text = key.decode("utf-8", "surrogateescape")
                found = next((c for c in text if _acts(c)), "")
                if found:
                    yield row, found


def _acts(character: str) -> bool:
    return character < " " or "\x7f" <= character < "\xa0" or character in _TURNING
