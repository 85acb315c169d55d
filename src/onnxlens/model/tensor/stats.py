"""Numbers about all elements of a stored tensor, counted chunk by chunk in bounded memory."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Any

from ...schema.data_types import DataType
from .arrays import chunks
from .storage import Storage

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


class Stats:
    """What the elements of one tensor are like.

    ``count`` of all elements; ``nan``, ``positive_inf``, ``negative_inf`` and ``zeros`` among
    them (-0 is one). ``min`` and ``max`` of all but NaN, infinities included, as bool, int or
    float; ``mean`` of the finite ones. None where there is none, and for what does not apply.
    ``sum`` is exact for integers and bool; None else. A complex number has no order: one with an
    infinite part counts in ``positive_inf``. Of strings ``zeros`` are the empty ones and
    ``longest`` is the most bytes of one.
    """

    __slots__ = ("count", "longest", "max", "mean", "min", "nan", "negative_inf", "positive_inf",
                 "sum", "zeros")  # fmt: skip

    def __init__(self) -> None:
        self.count = self.nan = self.positive_inf = self.negative_inf = self.zeros = 0
        self.min: int | float | None = None
        self.max: int | float | None = None
        self.mean: float | complex | None = None
        self.sum: int | None = None
        self.longest: int | None = None

    def __repr__(self) -> str:
        return f"<Stats {' '.join(f'{name}={getattr(self, name)}' for name in self.__slots__)}>"


def stats_of(storage: Storage, type: DataType) -> Stats:
    """Return the numbers about the elements that dims declare and the bytes hold."""
    if type.kind == "string":
        return _of_strings(storage)
    if type.kind in ("float", "complex"):
        return _of_floats(storage, type)
    return _of_integers(storage, type)


def _of_strings(storage: Storage) -> Stats:
    stats = Stats()
    sizes = [record.payload.size for record in storage.tensor.records("string_data")]
    stats.count, stats.zeros = len(sizes), sizes.count(0)
    stats.longest = max(sizes, default=None)
    return stats


def _of_integers(storage: Storage, type: DataType) -> Stats:
    import numpy as np

    stats, total = Stats(), 0
    for chunk in chunks(storage, type):
        if not len(chunk):
            continue
        if chunk.dtype.itemsize == 1:
            chunk = chunk.astype(np.int16)  # ml_dtypes counts its integers by themselves
        stats.count += len(chunk)
        stats.zeros += len(chunk) - int(np.count_nonzero(chunk))
        _widen(stats, chunk)
        total += _sum(chunk)
    stats.sum = total
    if stats.count:
        stats.mean = total / stats.count
    if type.kind == "bool" and stats.min is not None and stats.max is not None:
        stats.min, stats.max = bool(stats.min), bool(stats.max)
    return stats


def _sum(chunk: Array) -> int:
    """Return the exact sum: the halves of 64 bits are added apart, so that none overflows."""
    import numpy as np

    if chunk.dtype.itemsize < 8:
        return int(chunk.sum(dtype=np.int64))
    low = int((chunk & chunk.dtype.type(0xFFFFFFFF)).sum(dtype=np.int64))
    return (int((chunk >> chunk.dtype.type(32)).sum(dtype=np.int64)) << 32) + low


def _of_floats(storage: Storage, type: DataType) -> Stats:
    import numpy as np

    stats = Stats()
    sums: list[complex] = []
    finite = 0
    with np.errstate(all="ignore"):  # a signaling NaN, or a sum over the largest number
        for chunk in chunks(storage, type):
            wide = chunk.astype(np.complex128 if type.kind == "complex" else np.float64)
            nan, infinite = np.isnan(wide), np.isinf(wide)
            stats.count += len(wide)
            stats.nan += int(np.count_nonzero(nan))
            stats.zeros += len(wide) - int(np.count_nonzero(wide))
            _count_infinities(stats, wide[infinite & ~nan])
            if type.kind == "float":
                _widen(stats, wide[~nan])
            numbers = wide[~(nan | infinite)]
            finite += len(numbers)
            sums.append(complex(numbers.sum()))
    if finite:
        stats.mean = _mean(sums, finite, type)
    return stats


def _mean(sums: list[complex], count: int, type: DataType) -> float | complex:
    real = _total([part.real for part in sums]) / count
    if type.kind == "float":
        return real
    return complex(real, _total([part.imag for part in sums]) / count)


def _total(parts: list[float]) -> float:
    try:
        return fsum(parts)
    except (OverflowError, ValueError):  # over the largest number, or infinities of both signs
        return sum(parts)


def _count_infinities(stats: Stats, infinite: Array) -> None:
    negative = int((infinite < 0).sum()) if infinite.dtype.kind == "f" else 0
    stats.negative_inf += negative
    stats.positive_inf += len(infinite) - negative


def _widen(stats: Stats, numbers: Array) -> None:
    if not len(numbers):
        return
    low, high = numbers.min().item(), numbers.max().item()
    stats.min = low if stats.min is None else min(stats.min, low)
    stats.max = high if stats.max is None else max(stats.max, high)
