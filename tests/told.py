"""What must hold of all that the page is told: plain JSON, harmless text, places that are right."""

import json
import unicodedata
from collections.abc import Iterator
from typing import Any

from onnxlens.tree.document import Document
from onnxlens.views.web.record import field_of

_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
_LONGEST = 5000  # characters


def strings(value: Any) -> Iterator[str]:
    """Yield every string in a value, keys among them; of a long note each of its lines."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for key, each in value.items():
            yield from each.split("\n") if key == "long" else strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)


def sound(value: Any) -> int:
    """Check that a value is JSON of plain types and its text harmless; return its characters."""
    encoded = json.dumps(value, allow_nan=False)
    assert json.loads(encoded) == value
    for text in strings(value):
        hidden = {c for c in text if unicodedata.category(c) in _HIDDEN}
        assert not hidden, (hidden, text)
        assert len(text) < _LONGEST
    return len(encoded)


def places(value: Any, document: Document) -> int:
    """Check that each place in a value is that of its row, or of the element of the run in it.

    Return how many there are.
    """
    found = 0
    if isinstance(value, dict):
        if "row" in value and "end" in value:
            row = value["row"]
            span = field_of(document, row, value.get("element")).span
            assert (value["start"], value["end"]) == span
            found += 1
        found += sum(places(each, document) for each in value.values())
    elif isinstance(value, list):
        found += sum(places(each, document) for each in value)
    return found
