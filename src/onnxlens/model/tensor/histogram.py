"""How the finite elements of a stored tensor are spread: counts in bins of equal width."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import ceil, inf, isfinite, nextafter
from sys import float_info
from typing import TYPE_CHECKING, Any

from ...errors import DataError
from ...schema.data_types import DataType
from .arrays import chunks
from .stats import Stats
from .storage import Storage
from .tensor import Tensor

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

BINS = 512  # at most
_AT_ONCE = 1 << 15  # elements: what is computed of them stays in the cache
_ORDERED = ("signed", "unsigned", "float", "bool")


class Histogram:
    """Counts of the elements from ``low`` to ``high``, the least and the greatest finite one.

    Bin ``i`` of ``n`` holds what is ``low + (high - low) * i / n`` or more and less than where the
    next one begins, exactly; the last one holds ``high`` too. Integers and bool are numbers of
    width 1: their bins share ``high - low + 1`` of them, and are no more than those. Equal elements
    make one bin; without a finite element there is none, and ``low`` and ``high`` are None.
    ``stats`` counts NaN and infinities.
    """

    __slots__ = ("counts", "high", "low", "stats")

    def __init__(
        self, stats: Stats, low: int | float | None, high: int | float | None, counts: list[int]
    ) -> None:
        self.stats = stats
        self.low = low
        self.high = high
        self.counts = counts

    def __repr__(self) -> str:
        return f"<Histogram {self.low} to {self.high} {self.counts}>"


def histogram_of(tensor: Tensor, bins: int = 64) -> Histogram:
    """Return the histogram of a tensor, read in chunks: twice, thrice where infinities are in it.

    Raises ValueError for bins that are not 1 to 512, DataError for elements without an order, and
    as ``Tensor.stats`` does where they cannot be had.
    """
    if not 1 <= bins <= BINS:
        raise ValueError(f"needed 1 to {BINS} bins, not {bins}")
    storage, type = tensor.storage, tensor.storage.type
    if type is not None and type.kind not in _ORDERED:
        raise DataError(f"{type.name} elements have no order", path=tensor.field.path)
    stats = tensor.stats()
    assert type is not None  # else there are no stats
    low, high = stats.min, stats.max
    if stats.positive_inf or stats.negative_inf:
        low, high = _finite_range(storage, type)
    if low is None or high is None:
        return Histogram(stats, None, None, [])
    return Histogram(stats, low, high, _counts(storage, type, _Bins(low, high, bins)))


def _finite_range(storage: Storage, type: DataType) -> tuple[float | None, float | None]:
    """Return the least and the greatest finite element of floats."""
    every = (numbers for numbers in _finite(storage, type) if len(numbers))
    ends = [(float(numbers.min()), float(numbers.max())) for numbers in every]
    if not ends:
        return None, None
    return min(low for low, _ in ends), max(high for _, high in ends)


def _counts(storage: Storage, type: DataType, bins: _Bins) -> list[int]:
    import numpy as np

    found = np.zeros(bins.count, "i8")
    for numbers in _finite(storage, type):
        for at in range(0, len(numbers), _AT_ONCE):
            places = bins.places(numbers[at : at + _AT_ONCE])
            found += np.bincount(places, minlength=bins.count)
    counts: list[int] = found.tolist()
    return counts


def _finite(storage: Storage, type: DataType) -> Iterator[Array]:
    """Yield the finite elements, in a type of numpy that has the exact value of each."""
    import numpy as np

    for chunk in chunks(storage, type):
        if type.kind == "float":
            with np.errstate(all="ignore"):  # a signaling NaN
                wide = chunk.astype(np.float64)
            yield wide[np.isfinite(wide)]
        else:
            yield chunk.astype(np.uint64 if type.name == "UINT64" else np.int64)


class _Bins:
    """The bins between two numbers; where each begins is computed exactly, whatever the range."""

    def __init__(self, low: int | float, high: int | float, bins: int) -> None:
        self._is_whole = isinstance(low, int)
        self._low = int(low) if self._is_whole else low
        width = Fraction(high) - Fraction(low) + self._is_whole
        self.count = min(bins, int(width)) if self._is_whole else bins if width else 1
        begins = [Fraction(low) + width * at / self.count for at in range(1, self.count)]
        # of each bin but the first, the least number in it
        self._edges = [ceil(each) if self._is_whole else _above(each) for each in begins]
        self._part = 0.5 if width > Fraction(float_info.max) else 1.0  # so that no range overflows
        self._scale = self.count / float(width * Fraction(self._part)) if width else inf

    def places(self, numbers: Array) -> Array:
        """Return the bin of each of some numbers, which are none below or above all bins."""
        import numpy as np

        edges = np.array(self._edges, numbers.dtype)
        if not len(edges) or not isfinite(self._scale):
            return np.searchsorted(edges, numbers, "right")
        # the product gives the bin or one beside it; to search for each takes four times as long
        found = (self._above_low(numbers) * self._scale).astype("i8")
        last = self.count - 1
        np.clip(found, 0, last, out=found)
        found -= (found > 0) & (numbers < np.append(edges[:1], edges)[found])
        found += (found < last) & (numbers >= np.append(edges, edges[:1])[found])
        bins: Array = found
        return bins

    def _above_low(self, numbers: Array) -> Array:
        """Return how far numbers are from the lowest, as float64."""
        import numpy as np

        if self._is_whole:  # the difference of 64 bits is right without a sign
            low = np.uint64(self._low % (1 << 64))
            return (numbers.astype("u8") - low).astype("f8")
        return numbers * self._part - self._low * self._part


def _above(edge: Fraction) -> float:
    """Return the least float64 that is not below a number."""
    near = float(edge)
    return near if near >= edge else nextafter(near, inf)
