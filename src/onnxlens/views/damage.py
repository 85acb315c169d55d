"""What is said of a damaged file: where, how, what is whole, and what to do."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.breaks import Damage, whole_before
from ..tree.document import Document
from ..wire.damage import CLIPPED
from .meaning import malformed
from .text import count, plural, safe

Entry = tuple[str, str]


def damage_entries(document: Document, broken: Damage) -> Iterator[Entry]:
    """Yield where a file is damaged, what is whole before it, and what to do."""
    first = broken.first
    if broken.expected is not None:
        yield "damage", f"from {first.start} on{_before(document, first.start)}"
    yield "damage", fault(broken)
    if len(broken.causes) > 1:
        more = plural(len(broken.causes) - 1, "more place")
        yield "damage", f"and {more}: onnxlens tree --depth all --all marks each with !"
    if broken.expected is not None:
        missing = broken.expected - document.size
        verb = "is" if missing == 1 else "are"
        yield "next", f"fetch the file again; at least {plural(missing, 'byte')} {verb} missing"
    else:
        span = f"{max(0, first.start - 16)}:{min(document.size, first.start + 16)}"
        yield "next", f"onnxlens hex {safe(document.name)} --range {span}"


def fault(broken: Damage) -> str:
    """Return which field is damaged and how, with its path and numbers."""
    field = broken.first
    if field.damage == CLIPPED:
        declared, there = plural(field.declared or 0, "byte"), field.payload.size
        verb = "is" if there == 1 else "are"
        return (
            f"{safe(field.path)} at {field.start} declares {declared}; {count(there)} {verb} there"
        )
    inside = field.parent.path if field.parent else ""
    return f"at {field.start} in {safe(inside) or 'the file'}: {malformed(field)}"


def _before(document: Document, offset: int) -> str:
    """Return ``; before it 2 nodes and 1 of 2 initializers are whole``."""
    parts = []
    for name, whole, every in whole_before(document, offset):
        if whole or whole < every:
            parts.append(
                plural(whole, name) if whole == every else f"{whole:,} of {plural(every, name)}"
            )
    if not parts:
        return ""
    said = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return (
        f"; before it {said} {'is' if said.startswith('1 ') and len(parts) == 1 else 'are'} whole"
    )
