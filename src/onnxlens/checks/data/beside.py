"""The files beside a model with the tensors in them, looked at once for all rules."""

from __future__ import annotations

from functools import cached_property

from ...model.external.coverage import Coverage, coverage
from ...model.external.files import DataFiles
from ...model.external.names import wrong
from ...model.external.needed import NeededFile, Use, needed
from ...model.graph.names import slot
from ...model.words import short
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged

_VALUE = 1 << 16  # characters read of a value
_BEYOND = 1 << 63  # no position in a file is as large
RELATED = 8  # further tensors that one finding names


class Entry:
    """One entry of external_data: its key, its value, and the record of the value."""

    __slots__ = ("field", "key", "message", "value")

    def __init__(self, message: Merged) -> None:
        self.message = message
        self.key = short(message, "key")
        self.value = short(message, "value", _VALUE)
        records = message.records("value")
        self.field: Field = records[-1] if records else message.field


class Beside:
    """The data files of a document; without a folder nothing is known of the files themselves."""

    def __init__(self, document: Document) -> None:
        self.folder = document.source.folder
        self.opener = DataFiles(self.folder)
        self.files = needed(document, self.opener) if _has_any(document) else []

    @cached_property
    def covered(self) -> list[tuple[NeededFile, Coverage]]:
        """The files that may be opened and hold data, each with how its tensors cover it."""
        files = (file for file in self.files if not file.file.content)
        return [(file, coverage(file)) for file in files if not wrong(file.location)]

    @cached_property
    def odd(self) -> list[Use]:
        """The tensors of whose external_data something is wrong in itself."""
        return [
            use
            for file in self.files
            for use in file.uses
            if use.tensor.external.problems or not use.tensor.external.location
        ]


def _has_any(document: Document) -> bool:
    return any(True for _ in document.index.rows_with(slot("TensorProto", "data_location")))


def entries(use: Use) -> list[Entry]:
    """Return the entries of a tensor, in file order."""
    return [Entry(message) for message in use.tensor.tensor.each("external_data")]


def at(use: Use, *keys: str) -> Field:
    """Return the value of the first of some keys that a tensor has, the last one of that key; the
    tensor without any.
    """
    found = {entry.key: entry.field for entry in entries(use)}
    return next((found[key] for key in keys if key in found), use.tensor.tensor.field)


def others(uses: list[Use]) -> tuple[tuple[Field, str], ...]:
    """Return the places of further tensors of one finding."""
    return tuple((at(use, "location"), use.tensor.called) for use in uses[1 : 1 + RELATED])


def beyond(use: Use) -> int:
    """Return the end of a tensor in its file where no file can be as long, else 0."""
    found = use.tensor.external
    end = found.offset + (found.length or 0)
    return end if found.placed and end >= _BEYOND else 0
