"""A type in both notations, in words, and as the bytes that say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.graph.symbol_kinds import kind_of_symbol
from ..model.types.official import to_official
from ..model.types.remarks import remarks
from ..model.types.value_type import Level, ValueInfo, ValueType
from ..tree.document import Document
from . import block
from .bytes import byte_table
from .json import FORMAT, text
from .page import Page
from .text import plural, quote, safe


def type_lines(
    page: Page, thing: ValueType | ValueInfo, notation: str, document: Document
) -> Iterator[str]:
    """Yield a type or named type that was read in ``notation``; ``document`` holds its bytes."""
    own = safe(str(thing), len(str(thing)))
    yield page.paint("answer", page.fit(own))
    entries = [("read as", f"{notation} notation"), *_official(thing)]
    entries.append(("bytes", f"{plural(document.size, 'byte')}, {_message(thing)}"))
    type_ = thing.type if isinstance(thing, ValueInfo) else thing
    entries += [("means", safe(text)) for text in _meaning(type_.levels if type_ else ())]
    yield from block.lines(page, entries, fold=True)
    yield ""
    table = byte_table(page, document, None, None, True)
    for line in table:  # its own answer and the empty line after it say the same again
        if line.startswith("offset"):
            yield line
            break
    yield from table


def _official(thing: ValueType | ValueInfo) -> Iterator[tuple[str, str]]:
    """Yield the official text and what it loses; a terminal gets its control characters escaped."""
    official, losses = to_official(thing)
    shown = safe(official, len(official))
    if shown != official:
        losses.append(("", "characters that are escaped here"))
    lost = ", ".join(dict.fromkeys(reason for _, reason in losses))
    yield "official", shown + (f"  # lost: {lost}" if lost else "")
    yield from (("lost", safe(f"{reason}: {path}")) for path, reason in losses if path)


def _meaning(levels: tuple[Level, ...]) -> Iterator[str]:
    for axis, remark in remarks(levels):
        yield remark if axis is None else f"axis {axis}: {remark}"
    symbols = (dim.symbol for level in levels for dim in level.dims or () if dim.symbol is not None)
    for symbol in dict.fromkeys(symbols):
        kind = kind_of_symbol(symbol)
        if kind:
            yield f"{quote(symbol)}: {kind}"


def _message(thing: ValueType | ValueInfo) -> str:
    return "TypeProto" if isinstance(thing, ValueType) else "ValueInfoProto"


def type_json(thing: ValueType | ValueInfo, notation: str) -> dict[str, Any]:
    """Return the same as JSON; its keys stand in docs/json.md."""
    official, losses = to_official(thing)
    return {
        "format": FORMAT,
        "message": _message(thing),
        "type": str(thing),
        "notation": notation,
        "official": text(official),
        "lost": [{"path": path, "reason": reason} for path, reason in losses],
        "bytes": thing.to_bytes().hex(),
    }
