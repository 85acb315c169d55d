"""The files that a model needs beside it, each with the tensors that lie in it."""

from __future__ import annotations

from itertools import islice

from ...tree.document import Document
from .files import DataFile, DataFiles
from .names import normal
from .places import ExternalTensor, external_tensors
from .sizes import stated_size


class Use:
    """The bytes of a data file that one tensor takes: ``start`` up to, not including, ``end``.

    ``end`` is None where neither a length nor dims and data type tell it, or no number reads.
    """

    __slots__ = ("end", "start", "tensor")

    def __init__(self, tensor: ExternalTensor) -> None:
        found = tensor.external
        length = found.length if found.length is not None else _without_length(tensor)
        self.tensor = tensor
        self.start = found.offset
        self.end = found.offset + length if found.placed and length is not None else None


def _without_length(tensor: ExternalTensor) -> int | None:
    return stated_size(tensor.tensor) if tensor.external.placed else None


class NeededFile:
    """One data file: ``location`` as its first tensor spells it, ``uses`` in file order."""

    __slots__ = ("file", "location", "uses")

    def __init__(self, location: str, file: DataFile) -> None:
        self.location = location
        self.file = file
        self.uses: list[Use] = []

    @property
    def needed(self) -> int | None:
        """The bytes that it must have: the greatest end that is known, None where none is."""
        return max((use.end for use in self.uses if use.end is not None), default=None)

    @property
    def unknown(self) -> int:
        """How many of its tensors have no known end, so that ``needed`` is a least number."""
        return sum(use.end is None for use in self.uses)

    def names(self, limit: int = 3) -> list[str]:
        """Return what its first tensors are called."""
        return [use.tensor.called for use in self.uses[:limit]]


def needed(document: Document, files: DataFiles, limit: int | None = None) -> list[NeededFile]:
    """Return the data files of a model by first use; ``w.bin`` and ``./w.bin`` are one file.

    ``limit`` is how many tensors are looked at.
    """
    keys: dict[str, str] = {}
    found: dict[str, NeededFile] = {}
    for tensor in islice(external_tensors(document), limit):
        location = tensor.external.location
        key = keys.get(location)
        if key is None:
            key = keys[location] = normal(location)
        if key not in found:
            found[key] = NeededFile(location, files.look(location))
        found[key].uses.append(Use(tensor))
    return list(found.values())
