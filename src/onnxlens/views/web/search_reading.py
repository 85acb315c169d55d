"""How a text in the search box reads: as bytes, an offset, a path, an operator, a field or text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from ... import schema
from ...errors import PathError
from ...model.tensors import DATA_FIELDS
from ...tree.document import Document
from ...tree.field import Field
from ..text import hexadecimal, plural, quote, safe

_PAIRS = re.compile(r"(0x)?[0-9a-f]{2}([\s,]+(0x)?[0-9a-f]{2})+", re.IGNORECASE)
_LONG_HEX = re.compile(r"0x([0-9a-f]{2}){2,}", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]+([,_][0-9]+)*|0x[0-9a-f]+", re.IGNORECASE)
_PATH = re.compile(r"[.\[~#!]")  # what no bare name has
_SHOWN = 16  # bytes of those sought, and
_QUOTED = 60  # characters of a text, that are said back
_TENSOR = schema.message("TensorProto")
_WEIGHTS = tuple(_TENSOR.id << 6 | _TENSOR.by_name[name].number for name in DATA_FIELDS)
_NAMES = {field.name for message in schema.messages() for field in message.fields}


class Reading(NamedTuple):
    """What is looked for.

    ``read`` is the name of the way and ``words`` say it. ``wanted`` are arguments of ``tree.seek``,
    None where nothing is sought; then ``places`` are what was asked for. ``mark`` is the text that
    makes a hit, and is empty where none does.
    """

    read: str
    words: str
    wanted: dict[str, Any] | None = None
    places: tuple[tuple[Field, int], ...] = ()
    mark: str = ""


def reading(document: Document, text: str, how: str | None) -> Reading:
    """Return how a text reads: as ``how`` says, else as what it looks like.

    Raises ValueError for a ``how`` that is none.
    """
    text = text.strip()
    if how in (None, "", "auto"):
        return _guess(document, text)
    if how not in WAYS:
        raise ValueError(f"{safe(str(how), _QUOTED)} is no way to search; needed {', '.join(WAYS)}")
    return WAYS[how](document, text)


def _guess(document: Document, text: str) -> Reading:
    for prefix in ("op", "field"):
        if text.lower().startswith(f"{prefix}:"):
            return WAYS[prefix](document, text)
    number = _number(text)
    if number is not None and number < document.size:
        return _offset(document, text)
    if _PAIRS.fullmatch(text) or (number is not None and _LONG_HEX.fullmatch(text)):
        return _hex(document, text)
    found = _resolved(document, text) if _PATH.search(text) else None
    if found is not None:
        return Reading("path", "read as a path", places=((found, found.start),))
    read = _text(document, text)
    if number is None:
        return read
    has = f"this file has {plural(document.size, 'byte')}"
    return read._replace(words=f"{read.words}: it is no offset, since {has}")


def _text(document: Document, text: str) -> Reading:
    if not text:
        return Reading("text", "nothing to look for")
    case = "as it is spelt" if text != text.lower() else "in upper and lower case"
    words = f"read as text in names and values, {case}"
    return Reading("text", words, {"text": text}, mark=text)


def _hex(document: Document, text: str) -> Reading:
    read = _everywhere(document, text)
    if read.wanted is None:
        return read._replace(read="hex")
    words = f"{read.words.partition(',')[0]}; weights are not searched"
    return read._replace(read="hex", words=words, wanted={**read.wanted, "skip": _WEIGHTS})


def _everywhere(document: Document, text: str) -> Reading:
    try:
        data = bytes.fromhex(re.sub(r"0x|,", " ", text, flags=re.IGNORECASE))
    except ValueError:
        data = b""
    if not data:
        return Reading("hex+weights", "needed pairs of hexadecimal digits, as 0A 01")
    more = " …" if len(data) > _SHOWN else ""
    words = f"read as the bytes {hexadecimal(data[:_SHOWN])}{more}, weights searched too"
    return Reading("hex+weights", words, {"data": data})


def _offset(document: Document, text: str) -> Reading:
    number = _number(text)
    if number is None:
        return Reading("offset", "needed an offset, as 174 or 0xAE")
    if number >= document.size:
        here = f"this file has {plural(document.size, 'byte')}"
        return Reading("offset", f"{number:,} is outside the file: {here}")
    words = f'read as offset {number} (0x{number:02X}); "text instead" looks for the value'
    return Reading("offset", words, places=((document.at(number), number),))


def _path(document: Document, text: str) -> Reading:
    try:
        found = document[text]
    except PathError as error:
        others = tuple(document[path] for path in error.candidates)
        return Reading(
            "path", safe(str(error)), places=tuple((each, each.start) for each in others)
        )
    return Reading("path", "read as a path", places=((found, found.start),))


def _op(document: Document, text: str) -> Reading:
    name = _after("op", text)
    if not name:
        return Reading("op", "needed the name of an operator, as op:Conv")
    words = f"read as nodes of the operator {quote(name, _QUOTED)}"
    return Reading("op", words, {"op": name}, mark=name)


def _field(document: Document, text: str) -> Reading:
    name, _, rest = _after("field", text).partition(" ")
    rest = rest.strip()
    if name not in _NAMES:
        return Reading("field", _unknown(name))
    if not rest:
        return Reading("field", f"read as all fields named {name}", {"field": name})
    words = f"read as {quote(rest, _QUOTED)} in fields named {name}"
    return Reading("field", words, {"field": name, "text": rest}, mark=rest)


def _unknown(name: str) -> str:
    """Return words about a field's name that is none; while it is typed that is nothing wrong."""
    import difflib

    if not name:
        return "needed the name of a field, as field:dim_param"
    begun = sorted(known for known in _NAMES if known.startswith(name.lower()))
    near = begun[:1] or difflib.get_close_matches(name.lower(), _NAMES, 1)
    advice = f"; nearest is {near[0]}" if near else ""
    return f"no field of the standard is named {safe(name, _QUOTED)}{advice}"


def _after(prefix: str, text: str) -> str:
    """Return what follows ``op:``, which may be left out where the way is named."""
    found = text[len(prefix) + 1 :] if text.lower().startswith(f"{prefix}:") else text
    return found.strip()


def _number(text: str) -> int | None:
    """Return an offset as people write it; None for any other text."""
    if len(text) > 40 or not text.isascii() or not _NUMBER.fullmatch(text):
        return None
    return int(text, 16) if text[:2].lower() == "0x" else int(re.sub("[,_]", "", text), 10)


def _resolved(document: Document, path: str) -> Field | None:
    try:
        return document[path]
    except PathError:
        return None


WAYS: dict[str, Callable[[Document, str], Reading]] = {
    "text": _text, "hex": _hex, "hex+weights": _everywhere, "offset": _offset, "path": _path,
    "op": _op, "field": _field,
}  # fmt: skip
