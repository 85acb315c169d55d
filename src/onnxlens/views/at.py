"""Everything about the one byte at an offset: its field, part, value, and what it stands in."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.explaining.explainer import Explainer
from ..model.lines import line
from ..tree.document import Document
from ..tree.field import TAIL, Field
from ..tree.merged import Merged
from ..wire.kinds import MALFORMED, NAMES, NOT_INDEXED
from . import block
from .meaning import meaning
from .page import Page
from .text import cut, hexadecimal, safe

_BYTES = 16  # of the record in one line, at most
_FEWEST = 3
_NO_RECORD = (MALFORMED, NOT_INDEXED)


def at_lines(page: Page, document: Document, offset: int) -> Iterator[str]:
    """Yield the block about the innermost field at an offset, its path first.

    Raises IndexError outside the file.
    """
    field = document.at(offset)
    path = safe(field.named_path, 4 * page.width)
    yield page.paint("answer", cut(path, page.width, "end") if page.cut else path)
    entries = [
        ("offset", f"{_both(page, document, offset)}, {_part(field, offset)}"),
        ("bytes", _bytes(page, field)),
        ("field", _what(field)),
    ]
    yield from block.lines(page, entries)
    note = field.note
    more = [*_value(page, field), *([("note", note.short)] if note else [])]
    yield from block.lines(page, [*more, ("inside", _inside(page, field))], fold=True)


def _both(page: Page, document: Document, offset: int) -> str:
    """Return an offset in both notations; the one that the person asked for comes first."""
    if page.hex_offsets:
        return f"{page.place(offset, document.size)} ({offset})"
    return f"{offset} (0x{offset:X})"


def _part(field: Field, offset: int) -> str:
    for name, span in (("tag", field.tag), ("length", field.length)):
        if offset in span:
            return f"byte {offset - span.start} of the {name}"
    return f"byte {offset - field.payload.start} of {_whole(field)}"


def _whole(field: Field) -> str:
    """Return what to call all the bytes of a field that come after tag and length."""
    if field.wire_type == MALFORMED or field.element == TAIL:
        return "what cannot be decoded"
    if field.wire_type == NOT_INDEXED:
        return "what is not indexed"
    return "the payload" if field.element is None else "the element"


def _bytes(page: Page, field: Field) -> str:
    size = field.document.size
    span, parts = page.span(field.span, size), _parts(page, field)
    room = page.width - block.KEY - len(span) - 2 - len(parts)
    shown = max(_FEWEST, min(_BYTES, (room + 1) // 3))
    data = field.document.read(field.start, min(field.end, field.start + shown + 1))
    text = hexadecimal(data)
    if len(data) > shown:
        text = f"{hexadecimal(data[: shown - 1])} …"
    return f"{span}  {text}{parts}"


def _parts(page: Page, field: Field) -> str:
    """Return where tag, length and payload stand; nothing where the bytes are not so divided."""
    if field.element is not None or field.wire_type in _NO_RECORD:
        return ""
    spans = ("tag", field.tag), ("length", field.length), ("payload", field.payload)
    size = field.document.size
    shown = (f"{name} {page.span(span, size)}" for name, span in spans if _stands(name, span.size))
    return "   " + "  ".join(shown)


def _stands(name: str, size: int) -> bool:
    return bool(size) or name == "payload"  # an empty payload says something, no length nothing


def _what(field: Field) -> str:
    """Return ``TensorShapeProto.Dimension 2: string, LEN, IR 1, oneof value``."""
    spec, owner = field.spec, field.message.name if field.message else "no known message"
    if spec is None:
        return f"{owner}{_misfit(field)}"
    facts = [_type(field), _wire(field), f"IR {spec.since}"]
    if spec.oneof:
        facts.append(f"oneof {spec.oneof}")
    if spec.ref and not spec.is_message:
        facts.append(f"enum {spec.ref}")
    return f"{owner} {spec.number}: {', '.join(facts)}"


def _misfit(field: Field) -> str:
    """Return what follows the message's name for a record that fits none of its fields."""
    found = "malformed" if field.element == TAIL else NAMES[field.wire_type]
    if not field.number:
        return f": {found}"
    known = field.message.by_number.get(field.number) if field.message else None
    why = f"{known.name} needs {NAMES[known.wire_type]}, found" if known else "no field of it,"
    return f" {field.number}: {why} {found}"


def _type(field: Field) -> str:
    spec = field.spec
    assert spec is not None
    name = spec.ref if spec.is_message else spec.type
    return f"repeated {name}" if spec.repeated else name


def _wire(field: Field) -> str:
    if field.element is not None:
        return f"{NAMES[field.wire_type]} in a packed run"
    return "LEN, packed" if field.is_run else NAMES[field.wire_type]


def _value(page: Page, field: Field) -> Iterator[tuple[str, str]]:
    """Yield the value with the first thing to say of it, then what else there is to say."""
    explainer = Explainer(field.document, lambda offset: page.place(offset, field.document.size))
    said = [line(Merged(field.document, field.content, (field.row,)))] if field.content else []
    first, *more = [text for text in (*said, *explainer.explain(field)) if text] or [""]
    yield "value", safe(f"{meaning(field)}: {first}") if first else meaning(field)
    for text in more:
        yield "means", safe(text)


def _inside(page: Page, field: Field) -> str:
    """Return the records around a field, the innermost first, the file last.

    Only those by which a person knows a place: the file, what stands at the top level, and
    messages that have names (graph, node, attribute, tensor, value …). What is between, such as
    the parts of a type, stands in the path anyway.
    """
    document, around = field.document, []
    parent = field.parent
    while parent is not None and not parent.is_root:
        content = parent.content
        if parent.parent is None or parent.parent.is_root or (content and content.key_field):
            around.append(f"{page.span(parent.span, document.size)} {safe(parent.path)}")
        parent = parent.parent
    whole = page.span((0, document.size), document.size)
    return ", ".join([*around, f"{whole} {safe(document.name)}"])
