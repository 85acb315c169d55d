"""What the page is told of a document as a whole."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from ...model.breaks import Damage
from ...tree.document import Document
from ..damage import damage_entries, fault
from ..facts import opset_texts
from ..summary import because, damage_of, headline, left_out, other
from ..text import plural, safe, size

_ENDS = 64 << 10  # bytes of either end that go into the hash
_HASH = 8  # of its digits
_OPSETS = 3  # that are named
Json = dict[str, Any]


def entry(document: Document) -> Json:
    """Return name, size, root, and what is wrong with the file as a whole.

    ``hash`` tells files apart that an address may be meant for: eight digits of the SHA-256 of the
    size in decimal digits, the first and the last 64 KiB. Raises SourceError where these cannot
    be read.
    """
    root, broken = document.root, damage_of(document)
    said = because(document)
    return {
        "name": safe(document.name),
        "size": document.size,
        "sizeText": size(document.size),
        "root": root.name if root else None,
        "title": _title(document, broken) if root else other(document)[0],
        "records": len(document.index) - 1,
        "complete": document.index.complete(),
        "hash": _hash(document),
        "because": said[0][1] if said else None,
        "foreign": _foreign(document),
        "damage": _damage(document, broken) if broken else None,
        "rest": left_out(document),
    }


def _title(document: Document, broken: Damage | None) -> str:
    """Return what stands beside the file's name; of a sound model its versions too."""
    root = document.root
    if broken is not None or root is None or root.name != "ModelProto":
        return headline(document, broken)
    model = document.merged()
    stated = [f"IR {model.number('ir_version')}"] if model.has("ir_version") else []
    opsets = opset_texts(model)
    stated += opsets[:_OPSETS] + (["…"] if len(opsets) > _OPSETS else [])
    return " · ".join([root.name, *stated, size(document.size)])


def _hash(document: Document) -> str:
    end = document.size
    parts = [str(end).encode(), document.read(0, min(_ENDS, end))]
    parts.append(document.read(max(0, end - _ENDS), end))
    return sha256(b"".join(parts)).hexdigest()[:_HASH]


def _foreign(document: Document) -> Json | None:
    """Return what a file is that is not ONNX protobuf, or what was done to it on its way."""
    if document.root is not None and document.verdict.foreign is None:
        return None
    title, entries = other(document)
    return {"title": title, "entries": [list(each) for each in entries]}


def _damage(document: Document, broken: Damage) -> Json:
    first = broken.first
    words = fault(broken)
    if broken.expected is not None:
        (_, before), *_ = damage_entries(document, broken)
        words = f"cut off {before}; {words}"
    if len(broken.causes) > 1:
        words += f"; and {plural(len(broken.causes) - 1, 'more place')}"
    return {"words": words, "start": first.start, "end": first.end}
