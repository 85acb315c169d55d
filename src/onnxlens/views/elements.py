"""The elements of stored tensors as text: the first ones in a line, or row by row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from ..errors import OnnxLensError
from ..model.numbers import number_text
from ..model.tensor.bits import Element
from ..model.tensor.preview import first_elements
from ..model.tensor.tensor import Tensor
from ..model.values.data_value import DataValue
from ..model.values.pairs import first_pairs
from ..model.words import data_type
from .page import Page
from .text import count, plural, quote, safe, width

ROWS = 8  # rows of a tensor, or pairs of a sparse one, that are shown
_AXES = 64  # more are no tensor, and rows have no labels
_READ = 4096  # elements of a tensor that are read to show rows of it
_CHUNK = 1 << 16  # elements that are made text at a time where all are shown
_ACROSS = 1024  # elements of a row on one line, where lines may be long
STRING = 80  # characters of a string in a row
EVERY = 1 << 62  # characters of a string where all are shown
SHORT = 20  # characters of a string in a line about many things


# -- in a line -----------------------------------------------------------------------------------


def first_text(tensor: Tensor, shown: int = ROWS, text: int = SHORT) -> str:
    """Return `` = 1 2 3 …``, or nothing for a tensor without elements.

    ``text`` is how many characters of a string are shown. Raises DataError or SourceError where
    there should be some and none can be had.
    """
    texts = _texts(tensor, _head(tensor, min(shown + 1, tensor.count), text), text)
    more = " …" if len(texts) > shown else ""
    return f" = {' '.join(texts[:shown])}{more}" if texts else ""


def why_not(tensor: Tensor, error: OnnxLensError) -> str:
    """Return why there are no elements: the one of its problems that says it, else the error."""
    return next((text for text in tensor.problems if str(error) in text), str(error))


# -- row by row ----------------------------------------------------------------------------------


def leaf_rows(page: Page, value: DataValue, indent: str, whole: bool) -> Iterator[str]:
    """Yield the elements of a tensor or sparse tensor; 8 rows or pairs of it unless ``whole``.

    Only what is shown is read. What cannot be read is said, unless it is one of the value's
    problems.
    """
    try:
        if value.kind == "tensor":
            yield from _tensor_rows(page, value.tensor, indent, whole)
        else:
            yield from _sparse_rows(page, value, indent, whole)
    except OnnxLensError as error:
        if not any(str(error) in problem.text for problem in value.problems):
            yield page.fit(safe(f"{indent}{error}"))


def _tensor_rows(page: Page, tensor: Tensor, indent: str, whole: bool) -> Iterator[str]:
    across = tensor.dims[-1] if tensor.dims else 1
    there = _there(tensor)
    if not there:
        tensor.head(1)  # raises where there should be some
    elif whole:
        yield from _all_rows(page, tensor, indent, across)
    else:
        yield from _first_rows(page, tensor, indent, across, there)


def _there(tensor: Tensor) -> int:
    """Return how many of the declared elements the bytes hold."""
    storage = tensor.storage
    if storage.type is None or not storage.place:
        return 0
    if storage.is_block:
        return min(tensor.count, storage.present * 8 // (storage.type.bits or 8))
    return min(tensor.count, storage.present // storage.type.entries * storage.type.elements)


def _first_rows(page: Page, tensor: Tensor, indent: str, across: int, there: int) -> Iterator[str]:
    texts = _texts(tensor, _head(tensor, min(there, ROWS * across, _READ), STRING), STRING)
    starts = range(0, len(texts), across)
    labels = [_index(tensor.dims[:-1], number) for number in range(len(starts))]
    begin = max(map(len, labels), default=0)
    left = -(-there // across) - len(starts)
    more = "" if left or len(starts) > 1 else ": --all"
    for label, start in zip(labels, starts, strict=True):
        row, every = texts[start : start + across], min(across, there - start)
        yield _row(page, indent + label.ljust(begin), row, every, f"… {count(every)} in all{more}")
    if left > 0:
        yield f"{indent}… {plural(left, 'more row')}: --all"


def _row(page: Page, label: str, texts: list[str], across: int, end: str) -> str:
    """Return one row; where it would run over it is cut, and ``end`` says how long it is."""
    room, shown, used = page.width - width(label), 0, 0
    for text in texts:
        used += width(text) + (2 if shown else 0)
        if used > room - (len(end) + 2 if shown + 1 < across else 0) and shown:
            break
        shown += 1
    parts = [*texts[:shown], end] if shown < across else texts
    return page.fit(f"{label}{'  '.join(parts)}".rstrip())


def _all_rows(page: Page, tensor: Tensor, indent: str, across: int) -> Iterator[str]:
    """Yield every element; a row goes on below itself where a terminal ends."""
    begin = len(indent + _label(size - 1 for size in tensor.dims[:-1]))
    line, used = "", 0
    for number, text in enumerate(_all_texts(tensor)):
        begins = number % across == 0
        full = width(line) + 2 + width(text) > page.width if page.cut else used == _ACROSS
        if begins or full:
            if number:
                yield page.fit(line)
            label = _index(tensor.dims[:-1], number // across) if begins else ""
            line, used = f"{indent}{label}".ljust(begin) + text, 0
        else:
            line += f"  {text}"
        used += 1
    yield page.fit(line)


def _all_texts(tensor: Tensor) -> Iterator[str]:
    """Yield the text of each element, as far as they are there."""
    for elements in chunks(tensor):
        yield from _texts(tensor, elements, EVERY)


def chunks(tensor: Tensor) -> Iterator[list[Element]]:
    """Yield all elements, a list of many at a time; fewer where the data ends early.

    Raises DataError or SourceError before the first one.
    """
    storage = tensor.storage
    if tensor.problems or storage.type is None or storage.type.kind == "string":
        found = tensor.head(_there(tensor) or 1)
        yield from (found[at : at + _CHUNK] for at in range(0, len(found), _CHUNK))
        return
    flat = tensor.numpy().reshape(-1)
    yield from (flat[at : at + _CHUNK].tolist() for at in range(0, flat.size, _CHUNK))


def _index(dims: tuple[int, ...], number: int) -> str:
    """Return the label of a row by its number."""
    places: list[int] = []
    for size in reversed(dims[: _AXES + 1]):
        number, place = divmod(number, size)
        places.append(place)
    return _label(places[::-1])


def _label(places: Iterable[int]) -> str:
    """Return ``[1, 0]  `` for the place of a row; nothing for a vector or scalar."""
    texts = [str(place) for place in places]
    return f"[{', '.join(texts)}]  " if 0 < len(texts) <= _AXES else ""


# -- sparse tensors ------------------------------------------------------------------------------


def _sparse_rows(page: Page, value: DataValue, indent: str, whole: bool) -> Iterator[str]:
    """Yield ``[0, 3] = 1.5`` for each value; where places cannot be told, both lists."""
    sparse = value.sparse
    stored = sparse.values.count if sparse.values else 0
    pairs = first_pairs(sparse, stored if whole else ROWS)
    if pairs is None:
        yield from _two_lists(page, value, indent, whole)
        return
    for place, element in pairs:
        (text,) = _texts(sparse.values, [element], STRING)
        yield page.fit(f"{indent}[{', '.join(map(str, place))}] = {text}")
    left = 0 if whole else min(stored, _there(sparse.values)) - len(pairs)
    if left > 0:
        yield f"{indent}… {plural(left, 'more value')}: --all"


def _two_lists(page: Page, value: DataValue, indent: str, whole: bool) -> Iterator[str]:
    for name in ("values", "indices"):
        tensor = getattr(value.sparse, name)
        if isinstance(tensor, Tensor):
            yield page.fit(safe(f"{indent}{name}  {tensor.type}"))
            yield from _tensor_rows(page, tensor, f"{indent}  ", whole)


# -- text ----------------------------------------------------------------------------------------


def _head(tensor: Tensor, limit: int, text: int) -> list[Element]:
    """Return the first elements, of a string little more than is shown of it."""
    if tensor.storage.place == "string_data":
        found = first_elements(tensor.message, limit, tensor.files, text=4 * (text + 1))
        return list(islice(found or (), tensor.count))
    return tensor.head(limit)


def _texts(tensor: Tensor, elements: list[Element], limit: int) -> list[str]:
    kind = data_type(tensor.data_type or 0)
    return [quote(e, limit) if isinstance(e, str) else number_text(e, kind) for e in elements]
