"""The elements of one stored tensor as numbers for a chart, and the first of them as text."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from ...errors import OnnxLensError
from ...model.numbers import number_text
from ...model.tensor.bits import Element
from ...model.tensor.histogram import BINS, histogram_of
from ...model.tensor.preview import first_elements
from ...model.tensor.stats import Stats
from ...model.tensor.tensor import Tensor
from ...model.words import data_type
from ...tree.document import Document
from ...tree.merged import Merged
from ..elements import STRING, why_not
from ..text import quote, safe

if TYPE_CHECKING:
    from ...model.external.files import DataFiles

_AXES = 64  # dims that are told
_VALUES = 10_000  # elements that are told
_EXACT = (1 << 53) - 1  # the greatest count that a number of JavaScript holds
Json = dict[str, Any]


def histogram(document: Document, row: int, bins: int = 64) -> Json:
    """Return how the elements of the tensor in a row are spread.

    ``low`` and ``high`` are the ends of the bins, the least and the greatest finite element, while
    ``min`` and ``max`` may be infinite. Raises IndexError for a row that is not there, ValueError
    with words for a row without a tensor, bins that are not 1 to 512, elements without an order,
    and data that is not to be had.
    """
    if not 1 <= bins <= BINS:
        raise ValueError(f"needed 1 to {BINS} bins, not {bins}")
    tensor = _tensor(document, row)
    try:
        found = histogram_of(tensor, bins)
    except OnnxLensError as error:
        raise ValueError(safe(why_not(tensor, error))) from error
    return {
        **_numbers(found.stats, _kind(tensor)),
        "low": _plain(found.low),
        "high": _plain(found.high),
        "bins": found.counts,
    }


def first_values(document: Document, row: int, limit: int = 64) -> Json:
    """Return type and shape of the tensor in a row, and its first elements as text.

    ``more`` is how many are left out, ``problem`` what is wrong with it, or why no element can be
    had. Raises IndexError for a row that is not there, ValueError for one without a tensor and a
    limit that is not 0 to 10,000.
    """
    if not 0 <= limit <= _VALUES:
        raise ValueError(f"needed a limit of 0 to {_VALUES:,}, not {limit}")
    tensor = _tensor(document, row)
    elements, problem = _first(tensor, limit)
    kind = _kind(tensor)
    return {
        "type": safe(tensor.type),
        "shape": [size if abs(size) <= _EXACT else str(size) for size in tensor.dims[:_AXES]],
        "count": min(tensor.count, _EXACT),
        "values": [_text(element, kind) for element in elements],
        "more": min(tensor.count - len(elements), _EXACT),
        "problem": safe(problem) if problem else None,
    }


def _tensor(document: Document, row: int) -> Tensor:
    if not 0 <= row < len(document.index):
        raise IndexError(f"row {row} is not there; there are {len(document.index):,}")
    content = document.content_of(row)
    if content is None or content.name != "TensorProto":
        held = content.name if content else "no message"
        raise ValueError(f"row {row} holds {held}; needed a TensorProto")
    return Tensor(Merged(document, content, (row,)), _files(document))


def _files(document: Document) -> DataFiles:
    """Return the data files beside a document; of one that is open to users, its own."""
    from ...model.external.files import DataFiles

    found = getattr(document, "files", None)
    return found if isinstance(found, DataFiles) else DataFiles(document.source.folder)


def _kind(tensor: Tensor) -> str:
    return data_type(tensor.data_type or 0)


def _numbers(stats: Stats, kind: str) -> Json:
    ends = {"min": stats.min, "max": stats.max}
    return {
        "count": stats.count,
        "nan": stats.nan,
        "positiveInf": stats.positive_inf,
        "negativeInf": stats.negative_inf,
        "zeros": stats.zeros,
        **{name: None if end is None else number_text(end, kind) for name, end in ends.items()},
        "mean": None if stats.mean is None else f"{stats.mean:.6g}",
    }


def _plain(end: int | float | None) -> int | float | None:
    """Return an end of the bins as a number, which true and false are not."""
    return int(end) if isinstance(end, bool) else end


def _first(tensor: Tensor, limit: int) -> tuple[list[Element], str]:
    """Return the first elements, and what is wrong: the reason where there are none."""
    try:
        return _head(tensor, limit), next(iter(tensor.problems), "")
    except OnnxLensError as error:
        return [], why_not(tensor, error)


def _head(tensor: Tensor, limit: int) -> list[Element]:
    """Return the first elements, of a string little more than is shown of it."""
    limit = min(limit, tensor.count)
    if tensor.storage.place != "string_data":
        return tensor.head(limit)
    found = first_elements(tensor.message, limit, tensor.files, text=4 * (STRING + 1))
    return list(islice(found or (), limit))


def _text(element: Element, kind: str) -> str:
    return quote(element, STRING) if isinstance(element, str) else number_text(element, kind)
