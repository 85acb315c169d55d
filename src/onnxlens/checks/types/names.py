"""The symbols of a document by their bytes, and which of them are no plain names."""

from __future__ import annotations

from itertools import compress

from ...model.graph.names import LIMIT, Key, as_key, keys_of, slot
from ...model.graph.scopes import Scopes
from ...model.graph.symbol_kinds import kind_of_symbol
from ...tree.document import Document

_SYMBOL = slot("TensorShapeProto.Dimension", "dim_param")


class Symbols:
    """The dim_params of all shapes; such as another record overrules are among them.

    ``odd`` are those that are more or less than a name: their rows, in file order, and the words
    of ``kind_of_symbol``. Texts above 64 KiB are not looked at.
    """

    def __init__(self, document: Document, scopes: Scopes) -> None:
        self._rows = scopes.columns.rows(_SYMBOL)
        self._keys = keys_of(document, self._rows)
        kinds = {key: _kind(key) for key in set(self._keys)}
        odd: dict[Key, list[int]] = {}
        if any(kinds.values()):
            for key, row in zip(self._keys, self._rows, strict=True):
                if kinds[key]:
                    odd.setdefault(key, []).append(row)
        self.odd = [(rows, kinds[key]) for key, rows in odd.items()]

    def rows(self, text: str) -> list[int]:
        """Return the rows of one symbol."""
        key = as_key(text)
        return list(compress(self._rows, (each == key for each in self._keys)))


def _kind(key: Key) -> str:
    if not isinstance(key, bytes) or len(key) > LIMIT:
        return ""
    text = key.decode("utf-8", "surrogateescape")
    # an identifier with a digit or _ in it is a plain name, or was made by a tool: no need to ask
    return "" if text.isidentifier() and not text.isalpha() else kind_of_symbol(text)
