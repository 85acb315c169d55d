"""Where the elements of a TensorProto stand: in which field, at which bytes, how many."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from ... import schema
from ...errors import SourceError
from ...schema.data_types import DataType, storage_of
from ...source import Source
from ...tree.merged import Merged
from ..tensors import DATA_FIELDS
from .dims import count_of

if TYPE_CHECKING:
    from ..external.entry import External
    from ..external.files import DataFiles

EXTERNAL = "external_data"
RAW = "raw_data"
Block = tuple[Source, int, int]  # source, offset, number of bytes


class Storage:
    """The place of a tensor's elements, by the rules of readers; nothing is decoded.

    An EXTERNAL tensor is read from its file, else ``raw_data`` counts where it is set (its last
    record), else the typed field of the data type. ``files`` opens external files; without it
    their bytes are not to be had.
    """

    def __init__(self, tensor: Merged, files: DataFiles | None = None) -> None:
        self.tensor = tensor
        self._files = files

    @cached_property
    def type(self) -> DataType | None:
        """How elements of its data type are stored; None where the type is absent or unknown."""
        return storage_of(self.tensor.number("data_type"))

    @cached_property
    def dims(self) -> tuple[int, ...]:
        """All sizes, outermost first; none for a scalar."""
        return tuple(int(size) for size in self.tensor.numbers("dims", self.tensor.document.size))

    @cached_property
    def count(self) -> int:
        """The number of elements that dims declare; see ``count_of``."""
        return count_of(self.dims)

    @cached_property
    def external(self) -> External | None:
        """What ``external_data`` says; None where ``data_location`` is not EXTERNAL."""
        if not self.is_external:
            return None
        from ..external.entry import external

        return external(self.tensor)

    @cached_property
    def is_external(self) -> bool:
        """Whether the elements stand in another file."""
        known = schema.enum("TensorProto.DataLocation")
        return self.tensor.number("data_location") == known.number_of("EXTERNAL")

    @property
    def has_files(self) -> bool:
        """Whether external files can be opened."""
        return self._files is not None

    @cached_property
    def filled(self) -> tuple[str, ...]:
        """The data fields that have a record, in order of number."""
        return tuple(name for name in DATA_FIELDS if self.tensor.count(name))

    @cached_property
    def place(self) -> str:
        """The field that readers take the elements from; empty where none of it is present."""
        if self.is_external:
            return EXTERNAL
        if self.type is None:
            return RAW if RAW in self.filled else ""
        if self.type.bits and RAW in self.filled:
            return RAW
        return self.type.field if self.type.field in self.filled else ""

    @property
    def is_block(self) -> bool:
        """Whether the elements are one block of bytes, as in ``raw_data``."""
        return self.place in (RAW, EXTERNAL)

    @cached_property
    def present(self) -> int:
        """How much is there: bytes of a block, else entries (of packed varints all are read)."""
        if not self.place:
            return 0
        return self.block()[2] if self.is_block else self.tensor.elements(self.place)

    @cached_property
    def needed(self) -> int:
        """How much dims and type ask for, in the same unit; bytes where no field is present."""
        if self.type is None:
            return 0
        if self.is_block or (not self.place and self.type.bits):
            return self.type.bytes_for(self.count)
        return self.type.entries_for(self.count)

    def block(self) -> Block:
        """Return where the block of bytes is; an external one without a length as dims ask for.

        Raises SourceError where an external file is missing or refused, or none can be opened.
        """
        if self.place == RAW:
            payload = self.tensor.records(RAW)[-1].payload
            return self.tensor.document.source, payload.start, payload.size
        return self._outside()

    def rest(self) -> int:
        """Return the bytes from the offset to the end of the external file."""
        source, offset, _ = self.block()
        return max(0, source.size - offset)

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield the spans of the file that hold whole entries of the typed field, in order."""
        document = self.tensor.document
        for record in self.tensor.records(self.place):
            run = document.run_of(record.row)
            start, end = record.payload
            yield start, run.good_end() if run else end

    def _outside(self) -> Block:
        external = self.external
        assert external is not None
        if self._files is None:
            raise SourceError("the data is in another file", name=external.location)
        if not external.placed:
            raise SourceError(external.problems[0], name=external.location)
        source = self._files.source(external.location)
        wanted = external.length
        if wanted is None:
            wanted = self.type.bytes_for(self.count) if self.type else source.size
        offset = max(0, external.offset)
        return source, offset, max(0, min(wanted, source.size - offset))
