"""A sparse tensor: stored values, their places, and the sizes of the dense tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...errors import DataError
from ...tree.merged import Merged
from ..tensor.dims import count_of
from ..tensor.tensor import Tensor

if TYPE_CHECKING:
    from ..external.files import DataFiles

LIMIT = 1 << 28  # elements that ``dense`` and ``coo`` make unless more are asked for
_RANK = 64  # axes that numpy can have
_SHOWN = 8  # dims that are written out


class SparseTensor:
    """What a SparseTensorProto holds, or is to hold.

    ``values`` and ``indices`` are Tensors or numpy arrays, None where they are absent; ``dims``
    the sizes of the dense tensor as they are stated, ``path`` the field that it was read from.
    Indices are linear positions in row-major order, shape [NNZ], or a row for each value, shape
    [NNZ, rank]; NNZ is the number of values. Source: SparseTensorProto in onnx.proto.
    """

    __slots__ = ("dims", "indices", "path", "values")

    def __init__(self, values: Any, indices: Any, dims: tuple[int, ...], path: str = "") -> None:
        self.values = values
        self.indices = indices
        self.dims = tuple(dims)
        self.path = path

    def __repr__(self) -> str:
        return f"<SparseTensor {_list(self.dims)}>"

    def coo(self, limit: int = LIMIT) -> tuple[Any, Any]:
        """Return the values, shape [NNZ], and their indices, shape [NNZ, rank] of int64.

        The order is that of the file. Raises DataError where shapes do not fit, an index is
        outside of the dims, or the indices are more than ``limit`` numbers.
        """
        import numpy as np

        values = np.zeros(0) if self.values is None else array_of(self.values)
        indices = np.zeros(0, np.int64) if self.indices is None else array_of(self.indices)
        if values.ndim != 1:
            raise self._error(f"values have dims {_list(values.shape)}; needed one dim")
        if indices.dtype.kind not in "iu":
            raise self._error(f"indices are {indices.dtype}; needed int64")
        self._bounded(len(values) * len(self.dims), "indices", limit)
        rows = self._rows(indices, len(values))
        self._inside(rows)
        return values, rows.astype(np.int64)

    def dense(self, limit: int = LIMIT) -> Any:
        """Return the dense numpy array: zero, or empty text, where nothing is stored.

        Of a place that occurs twice the later value is taken. Raises DataError as ``coo`` does,
        and where the dims need more than ``limit`` elements, since a file of a few bytes can state
        any size.
        """
        import numpy as np

        if len(self.dims) > _RANK or any(size < 0 for size in self.dims):
            raise self._error(f"dims {_list(self.dims)} are no shape of an array")
        self._bounded(count_of(self.dims), "the dense tensor", limit)
        values, rows = self.coo(limit)
        try:
            out = np.zeros(self.dims, values.dtype)
        except ValueError as error:  # no element, but sizes that numpy cannot multiply
            raise self._error(f"dims {_list(self.dims)} are no shape of an array") from error
        if values.dtype == object:
            out.fill(b"" if len(values) and isinstance(values[0], bytes) else "")
        if len(values):  # one after another, so that of two at a place the later one stays
            out[tuple(rows.T)] = values
        return out

    def _rows(self, indices: Any, count: int) -> Any:
        """Return indices as a row for each value."""
        rank = len(self.dims)
        if indices.shape == (count, rank):
            return indices
        if indices.shape == (count,):
            return self._unravelled(indices)
        needed = f"[{count}] or [{count}, {rank}]"
        raise self._error(f"indices have dims {_list(indices.shape)}; needed {needed}")

    def _unravelled(self, positions: Any) -> Any:
        import numpy as np

        out = np.empty((len(positions), len(self.dims)), positions.dtype)
        for axis in range(len(self.dims) - 1, 0, -1):
            size = self.dims[axis]
            if size <= 0 and len(positions):
                raise self._error(f"dim {axis} is {size}, so no value has a place")
            if len(positions):
                positions, out[:, axis] = np.divmod(positions, size)
        if self.dims:
            out[:, 0] = positions
        return out

    def _inside(self, rows: Any) -> None:
        for axis, size in enumerate(self.dims):
            outside = (rows[:, axis] < 0) | (rows[:, axis] >= size)
            if outside.any():
                at = int(outside.argmax())
                where = _list(tuple(rows[at].tolist()))
                raise self._error(f"values[{at}] at {where} is outside of dims {_list(self.dims)}")

    def _bounded(self, count: int, what: str, limit: int) -> None:
        if count > limit:
            text = (
                f"{what} of dims {_list(self.dims)} need more than the limit of {limit:,} elements"
            )
            raise self._error(text)

    def _error(self, text: str) -> DataError:
        return DataError(text, path=self.path)


def read_sparse(message: Merged, files: DataFiles | None = None) -> SparseTensor:
    """Return what a SparseTensorProto holds; no data is read."""
    values, indices = message.message("values"), message.message("indices")
    dims = tuple(int(size) for size in message.numbers("dims", message.elements("dims")))
    return SparseTensor(_tensor(values, files), _tensor(indices, files), dims, message.field.path)


def _tensor(message: Merged | None, files: DataFiles | None) -> Tensor | None:
    return None if message is None else Tensor(message, files)


def array_of(thing: Any) -> Any:
    """Return a Tensor's elements, or an array itself."""
    import numpy as np

    return thing.numpy() if isinstance(thing, Tensor) else np.asarray(thing)


def _list(numbers: tuple[int, ...]) -> str:
    more = [f"… {len(numbers) - _SHOWN} more"] if len(numbers) > _SHOWN else []
    return f"[{', '.join([*map(str, numbers[:_SHOWN]), *more])}]"
