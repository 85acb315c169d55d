"""The facts of a report: versions, producer, where the bytes went, what else is needed."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model import facts
from ...model.census import KINDS, byte_kinds
from ...model.data_lines import values_text
from ...model.lines import line
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..facts import model_entries, needs
from ..text import count, percent, safe, size
from .html import Element, el
from .parts import Column, Part, entries, section, table
from .places import offset_words

_LARGEST = 8
_TENSORS = (
    Column("tensor", "name"),
    Column("bytes", "number"),
    Column("share", "number"),
    Column("offset", "number"),
    Column("path", "code"),
)
_BYTES = (Column("kind", "name"), Column("bytes", "number"), Column("share", "number"))


def facts_section(document: Document) -> Element:
    """Return what a file says of itself, and where its bytes went."""
    return section(
        "facts",
        "Facts",
        entries(_entries(document)),
        *_where(document),
        _largest(document),
    )


def _entries(document: Document) -> Iterator[tuple[str, str]]:
    if document.root is not None and document.root.name == "ModelProto":
        yield from _model(document)
        yield from needs(document, whole=False)
        yield from _limit(document)
    else:
        yield from _other(document)


def _model(document: Document) -> Iterator[tuple[str, str]]:
    """Yield the entries of a summary up to the graph; what follows has a section of its own."""
    for entry in model_entries(document, document.merged(), whole=False):
        yield entry
        if entry[0] == "graph":
            return


def _limit(document: Document) -> Iterator[tuple[str, str]]:
    found = facts.overflow(document)
    if found is not None:
        limit = f"protobuf takes {count(facts.LIMIT)} bytes (2 GiB)"
        over = found[0]
        left = f"{size(-over)} are left" if over <= 0 else f"this is {size(over)} more"
        yield "limit", f"{limit}, {left}"


def _other(document: Document) -> Iterator[tuple[str, str]]:
    """Yield what a file says that is no model; each reading of it where several fit equally."""
    verdict, root = document.verdict, document.root
    assert root is not None
    names = [root.name]
    if verdict.equal > 1:
        names = sorted(each.message.name for each in verdict.candidates[: verdict.equal])
    for name in names:
        merged = Merged(document, schema.message(name), (0,))
        said = line(merged)
        if said is not None:
            values = values_text(merged) if name == "TensorProto" else ""
            yield f"as {name}", safe(said) + values
    if verdict.equal > 1:
        yield "next", f"the model's input decides: --as {' or --as '.join(names)}"


# -- bytes -----------------------------------------------------------------------------------


def _where(document: Document) -> Iterator[Element]:
    """Yield the kinds of bytes as a bar, and in numbers."""
    found = {kind: amount for kind, amount in byte_kinds(document).items() if amount}
    if not found:
        return
    ordered = sorted(found.items(), key=lambda item: -item[1])
    yield _bar(ordered, document.size)
    yield table("Bytes by kind", _BYTES, _kinds(ordered, document.size), small=True)


def _kinds(found: list[tuple[str, int]], whole: int) -> Iterator[list[Part]]:
    for kind, amount in found:
        name = el("span", _swatch(kind), f" {kind}")
        yield [name, count(amount), percent(amount, whole)]


def _swatch(kind: str) -> Element:
    square = el("rect", width="10", height="10", class_=_look(kind))
    return el("svg", square, width="10", height="10", class_="swatch", aria_hidden="true")


def _bar(found: list[tuple[str, int]], whole: int) -> Element:
    """Return a bar whose parts are as wide as their shares; the table beside it has the numbers."""
    before, parts = 0, []
    for kind, amount in found:
        parts.append(
            el("rect", x=_share(before, whole), y="0", width=_share(amount, whole), height="100%",
               class_=_look(kind))
        )  # fmt: skip
        before += amount
    return el("svg", *parts, class_="bar", width="100%", height="22", aria_hidden="true")


def _share(amount: int, whole: int) -> str:
    return f"{100 * amount / whole:.4f}%"


def _look(kind: str) -> str:
    assert kind in KINDS
    return f"kind-{kind.replace(' ', '-')}"


def _largest(document: Document) -> Element | None:
    found = facts.largest(document, _LARGEST)
    return table("Largest tensors", _TENSORS, _tensors(document, found)) if found else None


def _tensors(document: Document, found: list[tuple[Field, int]]) -> Iterator[list[Part]]:
    for field, amount in found:
        assert field.content is not None
        said = line(Merged(document, field.content, (field.row,))) or field.content.name
        share = percent(amount, document.size)
        yield [safe(said), count(amount), share, offset_words(field.start), safe(field.path)]
