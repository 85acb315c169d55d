"""The initializers of a graph, a line each: name, type and first elements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from ..errors import OnnxLensError
from ..model.external.files import DataFiles
from ..model.tensor.tensor import Tensor
from ..model.values.data_value import DataValue
from ..tree.merged import Merged
from .elements import first_text, why_not
from .page import Page
from .text import count, plural, safe, wrap
from .values import full_type, named, size_text

_LISTED = 50


def stored_values(graph: Merged, files: DataFiles) -> Iterator[DataValue]:
    """Yield the initializers of a graph, then its sparse initializers, in file order."""
    every = chain(graph.each("initializer"), graph.each("sparse_initializer"))
    return (DataValue(message, files) for message in every)


def initializer_lines(
    page: Page, graph: Merged | None, files: DataFiles, whole: bool
) -> Iterator[str]:
    """Yield a line for each initializer, and why there are no elements; 50 unless ``whole``."""
    names = ("initializer", "sparse_initializer")
    tensors, sparse = (graph.count(name) if graph else 0 for name in names)
    values = stored_values(graph, files) if graph else iter(())
    for value in islice(values, None if whole else _LISTED):
        yield from _lines(page, value)
    more = tensors + sparse - _LISTED
    if more > 0 and not whole:
        yield f"… {count(more)} more: --all"
    also = f", {plural(sparse, 'sparse initializer')}" if sparse else ""
    yield plural(tensors, "initializer") + also


def _lines(page: Page, value: DataValue) -> Iterator[str]:
    if value.kind == "tensor":
        tensor = value.tensor
        elements, said = _elements(tensor)
        line = f"{safe(f'{named(value)}{tensor.type}')}{elements}"
    else:
        line = safe(f"{named(value)}{full_type(value)}{size_text(value)}")
        said = next((problem.text for problem in value.problems), "")
    yield page.fit(line)
    for part in wrap(safe(said), page.width - 2) if page.cut and said else [safe(said)]:
        yield from [f"  {part}"] if part else []


def _elements(tensor: Tensor) -> tuple[str, str]:
    """Return the first elements, and what is wrong: the reason where there are none."""
    try:
        return first_text(tensor), next(iter(tensor.problems), "")
    except OnnxLensError as error:
        return "", why_not(tensor, error)
