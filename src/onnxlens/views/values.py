"""A stored value as people read it: its type, then what is in it, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from ..errors import OnnxLensError
from ..model.numbers import number_text
from ..model.tensor.tensor import Tensor
from ..model.tensors import dims_of, tensor_type
from ..model.types.text import type_text
from ..model.values.data_value import DataValue
from ..model.values.place import Place
from ..model.values.problem import Problem
from ..model.values.types import type_of
from ..model.values.walk import walk
from ..model.words import NAME_LIMIT, data_type, word
from . import block
from .elements import EVERY, ROWS, STRING, first_text, leaf_rows
from .page import Page
from .text import count, plural, safe, width

_ITEMS = 32  # values inside a container that are shown
_PROBLEMS = 8
_CHECKED = 1000  # values inside a container whose problems are looked for


def value_lines(page: Page, value: DataValue, whole: bool = False) -> Iterator[str]:
    """Yield a value with its type, the first elements, and what is wrong with it.

    ``whole`` shows every item of a list and every element of a tensor.
    """
    held = _held(value)
    lines = _leaf(page, f"{named(value)}{_type(value)}{size_text(held)}", held, "  ", whole)
    yield page.paint("answer", next(lines))
    yield from lines
    if not held.is_leaf:
        yield from _items(page, held, whole)
    yield from _problems(page, value, whole)


def named(value: DataValue) -> str:
    """Return the name of a value before a colon; nothing where it has none."""
    name = value.name
    return f"{word(name if len(name) <= NAME_LIMIT else name[:NAME_LIMIT] + '…')}: " if name else ""


def _type(value: DataValue) -> str:
    return tensor_type(value.message) if value.kind == "tensor" else full_type(value)


def full_type(value: DataValue) -> str:
    """Return the type of a value with all that is in it: ``sequence(FLOAT [4])``."""
    return type_text(type_of(value).levels)


def size_text(value: DataValue) -> str:
    """Return how many items a value holds, as words after its type; nothing for a tensor."""
    if value.kind == "sparse_tensor":
        values = value.message.message("values")
        return "".join(
            f", {plural(size, 'value')}" for size in (dims_of(values)[:1] if values else ())
        )
    if value.kind == "optional":
        return f", empty: {value.empty}" if value.empty else ""
    return "" if value.is_leaf else f", {plural(len(value.items), 'element')}"


# -- what is in it -------------------------------------------------------------------------------


def _held(value: DataValue) -> DataValue:
    """Return what optionals hold, which the type above says; an empty one is itself."""
    while value.kind == "optional" and value.items:
        (value,) = value.items
    return value


def _items(page: Page, value: DataValue, whole: bool) -> Iterator[str]:
    """Yield what is inside, each after its place."""
    inside = ((place, item) for place, item in walk(value) if _held(item) is item)
    next(inside)  # the value itself
    for place, item in islice(inside, None if whole else _ITEMS):
        kind = _type(item) if item.is_leaf else item.kind
        yield from _leaf(page, f"{place}  {kind}{size_text(item)}", item, "    ", whole)
    more = sum(1 for _ in inside)
    if more:
        yield f"… {count(more)} more: --all"


def _leaf(page: Page, text: str, value: DataValue, indent: str, whole: bool) -> Iterator[str]:
    """Yield a line about a value, and the elements of a leaf: of a small vector in the line itself
    if there is room, else below it.
    """
    line, elements = safe(text), _few(value, whole)
    fits = elements and (not page.cut or width(line + elements) <= page.width)
    yield page.fit(line + elements if fits else line)
    if value.is_leaf and not fits:
        yield from leaf_rows(page, value, indent, whole)


def _few(value: DataValue, whole: bool) -> str:
    """Return `` = 1 2`` for a small vector or a scalar, nothing for any other value."""
    if value.kind == "tensor" and len(value.tensor.dims) < 2 and value.tensor.count <= ROWS:
        with suppress(OnnxLensError):
            return first_text(value.tensor, ROWS, EVERY if whole else STRING)
    return ""


# -- beside it -----------------------------------------------------------------------------------


def _problems(page: Page, value: DataValue, whole: bool) -> Iterator[str]:
    inside = walk(value)
    checked = islice(inside, None if whole else _CHECKED)
    found = ((place, problem) for place, item in checked for problem in item.problems)
    texts = [problem_text(place, problem) for place, problem in islice(found, _PROBLEMS)]
    more = sum(1 for _ in found)
    texts += [f"and {count(more)} more"] if more else []
    entries = [("problem", safe(text)) for text in texts]
    if next(inside, None) is not None:
        entries.append(("checked", f"the first {count(_CHECKED)} values: --all"))
    yield from block.lines(page, entries, fold=True)


def problem_text(place: Place, problem: Problem) -> str:
    """Return what is wrong, after its place inside the value."""
    return f"{place}: {problem.text}" if str(place) else problem.text


def stats_lines(page: Page, tensor: Tensor) -> Iterator[str]:
    """Yield least, greatest and mean element, and how many are zero, NaN or infinite.

    Raises as ``Tensor.stats`` does.
    """
    stats = tensor.stats()
    kind = data_type(tensor.data_type or 0)
    entries = [("elements", count(stats.count))]
    for name in ("min", "max"):
        found = getattr(stats, name)
        if found is not None:
            entries.append((name, number_text(found, kind)))
    if stats.mean is not None:
        entries.append(("mean", f"{stats.mean:.6g}"))
    counts = {"zeros": stats.zeros, "NaN": stats.nan, "inf": stats.positive_inf}
    counts |= {"-inf": stats.negative_inf, "longest": stats.longest or 0}
    entries += [(name, count(number)) for name, number in counts.items() if number]
    yield from block.lines(page, entries)
