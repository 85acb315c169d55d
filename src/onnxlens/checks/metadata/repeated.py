"""Rules about entries of metadata that share a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...model.graph.names import Key, key_of
from ...schema.standard import IMAGE_KEYS, METADATA, standard
from ...tree.field import Field
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .records import LISTED, METADATA_LISTS, entry_rows, text_of


@rule("M020", "warning")
def metadata_key_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    Entries of one metadata_props that have the same key, an absent one being empty.

    Why:
    IR.md describes metadata_props as a map from string to string, and says with onnx.proto that
    keys should be distinct. Of a model's own metadata it is an error: the official checker refuses
    the model. Readers differ in which of the entries they take.

    Fix:
    Keep one of the entries; most readers take the last.
    """
    for qualified, rows in _owned(context):
        for keys in _alike(context, rows, exact=True):
            text = _shown(keys[0])
            message = f"{text} is the key of {len(keys):,} entries; needed one"
            severity = "error" if qualified == METADATA else ""
            others = [(field, "the same key") for field in (keys[0], *keys[2:LISTED])]
            yield Found(keys[1], message, *others, severity=severity)


@rule("M021", "info")
def metadata_keys_differ_by_case(context: Context) -> Iterator[Found]:
    """
    Finds:
    Keys of one metadata_props that are the same but for upper and lower case.

    Why:
    Of the Image keys MetadataProps.md says that case does not matter, so two such entries say one
    thing twice, or contradict each other. Other keys differ by case, but hardly by intention.

    Fix:
    Keep one of the entries.
    """
    for qualified, rows in _owned(context):
        for keys in _alike(context, rows, exact=False):
            row = standard(METADATA, _text(keys[0])) if qualified == METADATA else None
            image = row is not None and row.key in IMAGE_KEYS
            why = "are one key, as case does not count" if image else "differ only in case"
            message = f"{_shown(keys[0])} and {_shown(keys[1])} {why}"
            others = [(field, "the other") for field in (keys[0], *keys[2:LISTED])]
            yield Found(keys[1], message, *others, severity="warning" if image else "")


def _owned(context: Context) -> Iterator[tuple[str, list[int]]]:
    """Yield for every owner of several entries the list and the rows of its keys.

    An entry without a key stands for itself, which is read as an empty key.
    """
    parents = context.document.index.parent
    for qualified in METADATA_LISTS:
        owners: dict[int, list[int]] = {}
        for row, key in entry_rows(context, qualified):
            owners.setdefault(parents[row], []).append(key or row)
        yield from ((qualified, rows) for rows in owners.values() if len(rows) > 1)


def _alike(context: Context, rows: list[int], exact: bool) -> Iterator[list[Field]]:
    """Yield the keys that are the same, or the same but for case and not exactly.

    Only those of one size are read, and those that are damaged are none.
    """
    document = context.document
    sizes = [_size(context, row) for row in rows]
    common = {size for size, count in Counter(sizes).items() if count > 1}
    found: dict[Key, dict[Key, list[int]]] = {}
    for row, size in zip(rows, sizes, strict=True):
        if size in common and size >= 0:
            key = key_of(document, row) if size else b""
            folded = key.lower() if isinstance(key, bytes) else key
            found.setdefault(folded, {}).setdefault(key, []).append(row)
    for spellings in found.values():
        groups = spellings.values() if exact else [[group[0] for group in spellings.values()]]
        for group in groups:
            if len(group) > 1:
                yield [Field(document, row) for row in group]


def _size(context: Context, row: int) -> int:
    """Return the bytes of a key; 0 for an entry without one, -1 where it is damaged."""
    document, index = context.document, context.document.index
    if document.content_of(row) is not None:
        return 0 if context.is_whole(context.merged(Field(document, row))) else -1
    return -1 if row in document.damage else index.end(row) - index.payload(row)


def _text(field: Field) -> str:
    return "" if field.content is not None else text_of(field)


def _shown(field: Field) -> str:
    return quote(_text(field)) if _text(field) else "an empty text"
