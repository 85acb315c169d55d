"""Sentences about a data file: what does not fit between it and the tensors that need it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from ...span import Span
from ...tree.names import quote
from ..tensors import tensor_type
from .coverage import Coverage, Overlap
from .needed import NeededFile, Use
from .sizes import stated_size

LISTED = 8  # sentences of one kind
_SHOWN = 200  # characters of a location
_T = TypeVar("_T")


def remarks(file: NeededFile, covered: Coverage) -> list[str]:
    """Return what is worth saying of a data file, without a full stop; empty where all fits."""
    problems = ((use, said) for use in file.uses for said in use.tensor.external.problems)
    return [
        *_state(file),
        *_first(problems, lambda pair: f"{pair[0].tensor.called}: {pair[1]}"),
        *_first(covered.outside, lambda use: _outside(use, covered.size)),
        *_first(_mismatches(file, covered), _mismatch),
        *_first(covered.overlaps, _overlap),
        *_first(covered.notable_gaps, _gap),
        *_unreferenced(covered),
    ]


def where(location: str) -> str:
    """Return a location in quotes, cut."""
    return quote(location if len(location) <= _SHOWN else f"{location[:_SHOWN]}…")


def _first(things: Iterable[_T], say: Callable[[_T], str]) -> Iterator[str]:
    """Yield up to 8 sentences, and how many more there are: a sentence costs more than a thing."""
    rest = iter(things)
    yield from map(say, islice(rest, LISTED))
    more = sum(1 for _ in rest)
    if more:
        yield f"and {more:,} more like that"


def _state(file: NeededFile) -> Iterator[str]:
    if file.file.content:
        yield f"{where(file.location)} is {file.file.content}"
    if file.file.reason:
        yield f"{where(file.location)}: {file.file.reason}"


def _outside(use: Use, size: int | None) -> str:
    wanted = f"begins at byte {use.start}" if use.end is None else f"needs {use.start}:{use.end}"
    return f"{use.tensor.called} {wanted}; the file has {size or 0:,} bytes"


def _mismatches(file: NeededFile, covered: Coverage) -> Iterator[tuple[Use, int, int]]:
    """Yield the tensors that take more or less of the file than dims and data type need."""
    for use in file.uses:
        length = _length(use, covered.size)
        stated = stated_size(use.tensor.tensor) if length is not None else None
        if length is not None and stated is not None and stated != length:
            yield use, length, stated


def _mismatch(found: tuple[Use, int, int]) -> str:
    use, length, stated = found
    given = "length is" if use.tensor.external.length is not None else "no length, so"
    kind = tensor_type(use.tensor.tensor)
    return f"{use.tensor.called}: {given} {length:,} bytes; {kind} needs {stated:,}"


def _length(use: Use, size: int | None) -> int | None:
    """Return how many bytes a reader takes: without a length, all up to the end of the file."""
    found = use.tensor.external
    if found.length is not None or size is None or not found.placed:
        return found.length if found.placed else None
    return max(0, size - found.offset)


def _overlap(each: Overlap) -> str:
    pair = f"{each.first.tensor.called} and {each.second.tensor.called}"
    return f"{pair} overlap in {each.span}, {each.span.size:,} bytes"


def _gap(gap: Span) -> str:
    return f"no tensor refers to {gap}, a gap of {gap.size:,} bytes"


def _unreferenced(covered: Coverage) -> Iterator[str]:
    """Say what is left at the end, and what no tensor refers to in all; padding alone is none."""
    tail = covered.tail or Span(0, 0)
    if tail.size:
        yield f"no tensor refers to the last {tail.size:,} bytes, from {tail.start} on"
    if covered.size and covered.orphaned and (covered.notable_gaps or tail.size):
        share = _percent(covered.orphaned, covered.size)
        yield f"in all {covered.orphaned:,} of {covered.size:,} bytes are not referred to ({share})"


def _percent(part: int, whole: int) -> str:
    """Return a share of something present with one decimal; 100 % only of all there is."""
    if part == whole:
        return "100 %"
    share = min(100 * part / whole, 99.9)
    return f"{share:.1f} %" if share >= 0.1 else "<0.1 %"
