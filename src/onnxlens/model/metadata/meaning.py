"""What the keys and values of entries mean: standard, of a well-known writer, or misspelt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from ... import schema
from ...schema.standard import METADATA, Standard, standard, standard_names
from ...schema.writers import INTEGER, JSON, LIST, NUMBER, PYTHON, WriterKey, writer_keys
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..words import short
from .entries import KEY_LIMIT, VALUE_LIMIT, Entry, entry_of
from .literals import PARSED, NotLiteralError, parse, summary
from .near import meant, near_miss

_ENTRY = "StringStringEntryProto"
_SIBLINGS = 40  # entries that are looked at to tell two writers of one key apart
_CHILDREN = 100_000  # records among which they are sought
_GUESS = 40  # characters of a text that is guessed to be Latin-1
ADVICE = "a key of the writer's own; ONNX recommends a reversed domain name in front"


def meaning(entry: Entry) -> str:
    """Return what a metadata entry means, without a full stop at its end; empty where that is
    unknown. Key and value are told one after the other, with ``; `` between.
    """
    return explain_entry(entry.field)


def explain_entry(field: Field) -> str:
    """Return what an entry of any list of keys and values means, or only its key or its value.

    ``field`` is a StringStringEntryProto or one of its two fields; empty for any other field.
    """
    if field.content is not None and field.content.name == _ENTRY:
        if field.is_root:
            return ""
        return "; ".join(filter(None, (_key_words(field), _value_words(field))))
    spec, parent = field.spec, field.parent
    if spec is None or spec.message != _ENTRY or parent is None or parent.is_root:
        return ""
    return _key_words(parent) if spec.name == "key" else _value_words(parent)


def _key_words(record: Field) -> str:
    message = _message(record)
    if not message.has("key"):
        return "the entry has no key"
    key = short(message, "key", KEY_LIMIT)
    if not key:
        return "the key is empty"
    return _not_utf8(key) or _known_key(record, key) or _other_key(_context(record), key)


def _known_key(record: Field, key: str) -> str:
    row = standard(_context(record), key)
    if row is not None:
        return row.note.short.removesuffix(".")
    rows = _writers(record, key)
    told = (f"{row.note.removesuffix('.')} (as {row.writer} writes it)" for row in rows)
    return ", or: ".join(told)


def _other_key(context: str, key: str) -> str:
    names = standard_names(context)
    near = near_miss(key, names)
    if near is not None:
        return meant(key, near)
    if context == METADATA:
        return "" if "." in key else ADVICE
    return f"not one of the standard keys: {', '.join(names)}" if names else ""


def _value_words(record: Field) -> str:
    message = _message(record)
    value = short(message, "value", VALUE_LIMIT)
    wrong = _not_utf8(value)
    if wrong:
        return wrong
    key = short(message, "key", KEY_LIMIT)
    row = standard(_context(record), key)
    if row is not None:
        return _standard_value(row, value)
    rows = _writers(record, key)
    if rows:
        return _FORMS.get(rows[0].form, _as_it_is)(value)
    return _bracketed(value) if entry_of(record) else ""


def _standard_value(key: Standard, value: str) -> str:
    """Return what the value of a standard key means, where the standard says which there are."""
    names = standard_names(key.context, key.key)
    row = standard(key.context, key.key, value) if value else None
    if row is not None:
        return row.note.short.removesuffix(".")
    if not names:
        return ""
    near = near_miss(value, names)
    if near is not None:
        return meant(value, near)
    return f"not one of the standard values: {', '.join(names)}"


# -- values of writers ---------------------------------------------------------------------------


def _as_it_is(value: str) -> str:
    return ""


def _literal(value: str) -> str:
    try:
        return summary(parse(value))
    except NotLiteralError as why:
        return str(why)


def _bracketed(value: str) -> str:
    """Return the summary of a value of no known form that is a list or a dict all the same."""
    try:
        return summary(parse(value)) if value[:1] in ("{", "[") else ""
    except NotLiteralError:
        return ""


def _list(value: str) -> str:
    if len(value) > PARSED:
        return f"longer than {PARSED:,} characters"
    return summary([item.strip() for item in value.split(",")] if value else [])


def _number(kind: type[int] | type[float], wanted: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        try:
            kind(value)
        except ValueError:
            return f"not {wanted}"
        return ""

    return check


_FORMS: dict[str, Callable[[str], str]] = {
    INTEGER: _number(int, "a whole number"),
    NUMBER: _number(float, "a number"),
    JSON: _literal,
    PYTHON: _literal,
    LIST: _list,
}


# -- of one record -------------------------------------------------------------------------------


def _message(record: Field) -> Merged:
    return Merged(record.document, schema.message(_ENTRY), (record.row,))


def _context(record: Field) -> str:
    assert record.spec is not None
    return record.spec.qualified


def _not_utf8(text: str) -> str:
    """Return where a text is not UTF-8, and what it says as Latin-1 if it can be that.

    Empty where it is UTF-8.
    """
    try:
        text.encode()
    except UnicodeEncodeError as wrong:
        at = len(text[: wrong.start].encode())
        byte = ord(text[wrong.start]) - 0xDC00
        latin = text.encode("utf-8", "surrogateescape").decode("latin-1")
        cut = latin if len(latin) <= _GUESS else latin[:_GUESS] + "…"
        guess = f"; as Latin-1 it reads {quote(cut)}" if cut.isprintable() else ""
        return f"not UTF-8 at byte {at:,} (0x{byte:02X}){guess}"
    return ""


def _writers(record: Field, key: str) -> list[WriterKey]:
    """Return what writers mean by a key; of several, those with most keys beside this one."""
    entry = entry_of(record)
    rows = writer_keys(key, entry.level) if entry else []
    if entry is None or len(rows) < 2:
        return rows
    beside = Counter(row.writer for other in _siblings(record) for row in _keys(other, entry.level))
    most = max(beside[row.writer] for row in rows)
    return [row for row in rows if beside[row.writer] == most]


def _keys(record: Field, level: str) -> list[WriterKey]:
    return writer_keys(short(_message(record), "key", KEY_LIMIT), level)


def _siblings(record: Field) -> Iterator[Field]:
    """Yield the first entries of the same owner."""
    document, index = record.document, record.document.index
    slot = index.slot[record.row]
    children = islice(index.children(index.parent[record.row]), _CHILDREN)
    for row in islice((row for row in children if index.slot[row] == slot), _SIBLINGS):
        if document.content_of(row) is not None:
            yield Field(document, row)
