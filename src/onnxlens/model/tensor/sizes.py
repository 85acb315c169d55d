"""The bytes of data of every tensor in a file, found in whole columns of the index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import schema
from ...tree.document import Document
from ...tree.gather import bytes_at
from ...tree.merged import Merged
from ...tree.slots import CHILD
from ...wire.kinds import VARINT
from ..columns import last_of, rows_among, rows_of, strings
from ..external.sizes import stated_size
from ..filemap import FileMap
from ..graph.names import slot

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_TENSOR = schema.message("TensorProto")
_LOCATION = slot("TensorProto", "data_location")
_NAME = slot("TensorProto", "name")
_ENTRY = slot("TensorProto", "external_data")
_KEY, _VALUE = slot("StringStringEntryProto", "key"), slot("StringStringEntryProto", "value")
_EXTERNAL = schema.enum("TensorProto.DataLocation").number_of("EXTERNAL") or 0
_WITHOUT = 10_000  # tensors outside without a length whose dims are read
_DIGITS = 15  # of a length; no file is longer
_LONGEST = 10**_DIGITS  # bytes, so that sums stay within 64 bits
_NAMES = 256  # bytes of a record with a name that is read


class TensorSizes:
    """All TensorProtos of a file, wherever they stand, in file order.

    ``rows`` are their records, ``stored`` the bytes of data in them, ``sizes`` those of their data:
    of one that is ``outside`` (its data is in another file) what it declares, by ``length`` or else
    by dims and type; it is ``known`` whether either reads. ``largest`` are their numbers, the
    largest first.
    """

    def __init__(self, document: Document, found: FileMap) -> None:
        import numpy as np

        self.rows = _tensors(document)
        self.stored = np.zeros(len(self.rows), "i8")
        owners, stored = found.weights()
        self.stored[np.searchsorted(self.rows, owners)] = stored
        self.sizes = self.stored.copy()
        self.outside = _outside(document, self.rows)
        self.known = np.ones(len(self.rows), bool)
        self._declare(document)
        self.largest = np.argsort(-self.sizes, kind="stable")

    def _declare(self, document: Document) -> None:
        """Put down what tensors with data elsewhere say of its size."""
        import numpy as np

        numbers = np.flatnonzero(self.outside)
        if not len(numbers):
            return
        lengths = _lengths(document, self.rows[numbers])
        left = _WITHOUT
        for number, length in zip(numbers.tolist(), lengths, strict=True):
            if length is None and left:
                left -= 1
                length = stated_size(Merged(document, _TENSOR, (int(self.rows[number]),)))
            self.sizes[number] = min(length or 0, _LONGEST)
            self.known[number] = length is not None

    def names(self, document: Document, numbers: Array) -> list[str]:
        """Return the names of some tensors, given by numbers that ascend.

        Empty where there is none, or one of more than 256 bytes.
        """
        import numpy as np

        named = last_of(document, self.rows[numbers], _NAME)
        starts = np.frombuffer(document.index.start, "i8")
        named[starts[named + 1] - starts[named] > _NAMES] = 0
        return [str(key, "utf-8", "surrogateescape") for key in strings(document, named)]


def _tensors(document: Document) -> Array:
    """Return the rows of all TensorProtos."""
    import numpy as np

    inside = rows_among(document, np.frombuffer(CHILD, "u2") == _TENSOR.id)
    return np.append(np.uint32(0), inside) if document.root is _TENSOR else inside


def _outside(document: Document, tensors: Array) -> Array:
    """Return of each tensor whether its data is in another file."""
    import numpy as np

    last = last_of(document, tensors, _LOCATION, VARINT)
    there = np.flatnonzero(last)
    starts, heads = np.frombuffer(document.index.start, "i8"), document.index.head
    begins = starts[last[there]] + (np.frombuffer(heads, "u1")[last[there]] >> 3)
    found, first = np.zeros(len(tensors), bool), bytes_at(document, begins)
    found[there] = first == _EXTERNAL
    odd = (starts[last[there] + 1] - begins != 1) | (first > _EXTERNAL)  # a parser may skip those
    for at in there[odd].tolist():
        tensor = Merged(document, _TENSOR, (int(tensors[at]),))
        found[at] = tensor.number("data_location") == _EXTERNAL
    return found


def _lengths(document: Document, tensors: Array) -> list[int | None]:
    """Return the ``length`` that external_data of each tensor gives; None where none reads."""
    import numpy as np

    parents, entries = np.frombuffer(document.index.parent, "u4"), rows_of(document, _ENTRY)
    keys = strings(document, last_of(document, entries, _KEY))
    entries = entries[np.array([key == b"length" for key in keys], bool)]
    values = strings(document, last_of(document, entries, _VALUE))
    owners = parents[entries].tolist()
    lengths = {row: _length(text) for row, text in zip(owners, values, strict=True)}
    return [lengths.get(row) for row in tensors.tolist()]


def _length(text: bytes) -> int | None:
    return int(text) if text.isdigit() and len(text) <= _DIGITS else None
