"""A stored tensor: what it declares, what is wrong with it, and its values when asked."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...errors import DataError
from ...tree.field import Field
from ...tree.merged import Merged
from ..tensors import tensor_type
from .bits import Element
from .preview import first_of
from .problems import mismatch, problems
from .stats import Stats, stats_of
from .storage import Storage

if TYPE_CHECKING:
    import numpy as np

    from ...schema.data_types import DataType
    from ..external.files import DataFiles


class Tensor:
    """One TensorProto; only what is asked for is read.

    ``files`` opens the files of external data; without it their values are not to be had.
    """

    def __init__(self, message: Merged, files: DataFiles | None = None) -> None:
        self.message = message
        self.files = files
        self.storage = Storage(message, files)

    def __repr__(self) -> str:
        return f"<Tensor {self.type}>"

    @property
    def field(self) -> Field:
        """The record that holds it."""
        return self.message.field

    @property
    def name(self) -> str:
        """Its name; empty where it has none."""
        return self.message.text("name")

    @property
    def data_type(self) -> int | None:
        """The number of its data type; None where absent."""
        return self.message.number("data_type") if self.message.has("data_type") else None

    @property
    def dims(self) -> tuple[int, ...]:
        """All sizes as stored, outermost first; none for a scalar."""
        return self.storage.dims

    @property
    def type(self) -> str:
        """Data type and dims as text: ``FLOAT [4, 3]``."""
        return tensor_type(self.message)

    @property
    def count(self) -> int:
        """The exact product of dims; 2**1024 stands for all above it, 0 for a negative size."""
        return self.storage.count

    @cached_property
    def problems(self) -> list[str]:
        """What is wrong with dims, type and storage: sentences without a full stop.

        Values themselves are checked in the first 64 KiB only.
        """
        return problems(self.storage)

    def numpy(self) -> np.ndarray[Any, np.dtype[Any]]:
        """Return all elements as a new, writable array, bit for bit.

        Little-endian; of ml_dtypes where numpy has no such type; STRING as objects of str
        (surrogateescape). A BOOL byte other than 0 and 1 is true. Raises DataError where dims,
        type and data do not give the values, SourceError where an external file cannot be had.
        """
        import numpy as np

        from .arrays import dtype_of, filled

        type = self._checked()
        try:
            array: np.ndarray[Any, np.dtype[Any]] = np.empty(self.dims, dtype_of(type))
        except ValueError as error:  # more axes than numpy has, or a size over its limit beside a 0
            raise self._error(f"numpy has no such array: {error}") from error
        if type.kind == "string":
            array.reshape(-1)[:] = self._strings()
        else:
            filled(self.storage, type, array)
        return array

    def head(self, n: int) -> list[Element]:
        """Return the first ``n`` elements, fewer where fewer are there; reads no more than those.

        Raises DataError where the type is unknown or there is no data, SourceError where an
        external file cannot be had.
        """
        if self.storage.is_external and self.files is None:
            self.storage.block()  # raises
        found = first_of(self.storage, n, outside=True, text=self.message.document.size)
        if found is not None:
            return found
        if self.storage.type is not None and not self.count:
            return []
        raise self._error((self.problems or ["no data"])[0])

    def stats(self) -> Stats:
        """Return numbers about all elements, read in chunks. Raises as ``numpy`` does."""
        return stats_of(self.storage, self._checked())

    def _checked(self) -> DataType:
        """Return the type of elements whose data is there in full. Raises DataError."""
        storage = self.storage
        type = storage.type
        if type is None or any(size < 0 for size in storage.dims):
            raise self._error(self.problems[0])
        if storage.is_external:
            if type.kind == "string":
                raise self._error("STRING cannot be stored in another file")
            storage.block()  # raises where the file is not to be had
        reason = mismatch(storage)
        if reason is not None:
            raise self._error(reason)
        return type

    def _strings(self) -> list[str]:
        records = self.message.records("string_data")
        return [record.raw().decode("utf-8", "surrogateescape") for record in records]

    def _error(self, reason: str) -> DataError:
        return DataError(reason, path=self.field.path)
