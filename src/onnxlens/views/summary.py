"""The first screen: what a file is, what it takes and gives, where its bytes went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .. import schema
from ..model.data_lines import values_text
from ..model.lines import line
from ..tree.document import Document
from ..tree.merged import Merged
from ..wire.kinds import NOT_INDEXED
from . import block
from .facts import bytes_entries, model_entries, value_entries
from .page import Page
from .text import count, plural, safe, size

if TYPE_CHECKING:
    from ..model.breaks import Damage

Entry = tuple[str, str]
_TITLES = {"ModelProto": "ONNX model"}

_AS = {"OptionalProto": "optional", "SequenceProto": "sequence"}


def summary(page: Page, document: Document, whole: bool = False) -> Iterator[str]:
    """Yield the summary; ``whole`` lists everything that it usually cuts at 8 entries."""
    name = safe(document.name)
    if document.root is None:
        yield from not_onnx(page, document)
        return
    broken = damage_of(document)
    yield page.paint("answer", page.fit(f"{name}: {headline(document, broken)}"))
    entries: list[Entry] = []
    if broken:
        from .damage import damage_entries

        entries += damage_entries(document, broken)
    entries += rewritten(document)
    entries += because(document)
    yield from block.lines(page, entries, fold=True)
    if document.root.name == "ModelProto":
        yield ""
        yield from block.lines(page, model_entries(document, document.merged(), whole))
    else:
        yield from block.lines(page, _other(document))


def damage_of(document: Document) -> Damage | None:
    """Return what is damaged; most files are not, and need nothing loaded to tell."""
    if not document.damage:
        return None
    from ..model import breaks

    return breaks.damage_of(document)


def because(document: Document) -> list[Entry]:
    """Return what there was beside the bytes to go by, where there was anything."""
    said = document.verdict.because
    return [("read so", safe(said))] if said else []


def not_onnx(page: Page, document: Document) -> Iterator[str]:
    """Yield what a file is that holds no ONNX message, and the next step."""
    title, entries = other(document)
    yield page.paint("answer", f"{safe(document.name)}: {title}")
    yield from block.lines(Page(page.width, False, page.colour), entries)


def other(document: Document) -> tuple[str, list[Entry]]:
    """Return line 1 about a file without an ONNX message, and the lines under it, last the next."""
    from . import foreign

    kind = document.verdict.foreign
    if kind is None:
        advice = "name the message: --as TensorProto; onnxlens schema lists all 33"
        title = f"{size(document.size)}; no ONNX message fits, and no other format is known"
        return title, [("next", advice)]
    title = foreign.headline(kind, size(document.size))
    return title, list(foreign.lines(kind, _in_shell(document.name)))


def headline(document: Document, broken: Damage | None) -> str:
    """Return what line 1 says after the file's name."""
    verdict, root = document.verdict, document.root
    assert root is not None
    if verdict.equal > 1 and verdict.candidates:
        equal = verdict.candidates[: verdict.equal]
        names = [c.message.name for c in sorted(equal, key=lambda c: c.message.id)]
        return f"{' or '.join(names)}, {size(document.size)}; the bytes fit {_all(len(names))}"
    title = _TITLES.get(root.name, root.name)
    if broken is None:
        return f"{title}, {size(document.size)}"
    if broken.expected is not None:
        return f"{title}, cut off: {size(document.size)} of at least {count(broken.expected)}"
    return f"{title}, damaged: {size(document.size)}"


def _all(number: int) -> str:
    return "both" if number == 2 else f"all {number}"


def left_out(document: Document) -> str | None:
    """Return how far the index goes where its budget was reached, else None."""
    index = document.index
    if document.root is None or index.complete():
        return None
    fields = sum(head & 7 != NOT_INDEXED for head in index.head) - 1
    first = index.start[fields + 1]  # the rests stand after all records
    return (
        f"indexed {plural(fields, 'field')} up to {first}; the rest is not indexed: "
        "--max-records N (19 bytes of memory each)"
    )


def rewritten(document: Document) -> list[Entry]:
    """Return what was done to the bytes of a file on its way, where that shows."""
    kind = document.verdict.foreign
    if kind is None:
        return []
    from . import foreign

    head = foreign.headline(kind, size(document.size))
    return [("damage", head), *foreign.lines(kind, _in_shell(document.name))]


def _in_shell(name: str) -> str:
    """Return a file's name as a shell takes it: it must not run when a command is pasted."""
    import shlex

    return safe(shlex.quote(name))


# -- other roots ---------------------------------------------------------------------------


def _other(document: Document) -> Iterator[Entry]:
    verdict, root = document.verdict, document.root
    assert root is not None
    if verdict.equal > 1:
        yield from readings(document)
        return
    merged = document.merged()
    text = line(merged)
    if text is not None:
        yield "says", safe(text) + (values_text(merged) if root.name == "TensorProto" else "")
    if root.name == "GraphProto":
        yield from value_entries(merged, False)
    yield "fields", f"{len(document.index) - 1:,}"
    yield from bytes_entries(document)


def readings(document: Document) -> Iterator[Entry]:
    """Yield one line for each message that fits equally, and how to choose."""
    candidates = document.verdict.candidates[: document.verdict.equal]
    names = sorted(candidate.message.name for candidate in candidates)
    for name in names:
        text = line(Merged(document, schema.message(name), (0,)))
        yield f"as {_AS.get(name, name)}", safe(text or "")
    yield "next", f"the model's input decides: --as {' or --as '.join(names)}"
