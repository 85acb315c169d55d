"""Which bytes of a data file tensors refer to, and which they do not."""

from __future__ import annotations

from ...span import Span
from .needed import NeededFile, Use

NOTABLE = 1 << 16  # bytes; a smaller gap is padding, of which onnx allows 64 KiB


class Overlap:
    """Two tensors that share some bytes of a file and not all: those of ``span``."""

    __slots__ = ("first", "second", "span")

    def __init__(self, first: Use, second: Use, span: Span) -> None:
        self.first = first
        self.second = second
        self.span = span


class Coverage:
    """Spans of one data file, in order; all numbers are exact, also beyond 64 bits.

    ``spans`` are referred to, merged where they touch; ``gaps`` lie before and between them.
    ``overlaps`` has at most one entry a tensor; ``shared`` counts tensors whose span is also that
    of an earlier one, which is allowed. ``outside`` are the tensors that end after the file.
    ``unplaced`` are those whose place nobody can tell. ``size`` is None where there is no file;
    then ``outside`` is empty, and ``referenced``, ``orphaned`` and ``tail`` are None.
    """

    __slots__ = ("gaps", "orphaned", "outside", "overlaps", "referenced", "shared", "size",
                 "spans", "tail", "unplaced")  # fmt: skip

    def __init__(self, size: int | None) -> None:
        self.size = size
        self.spans: list[Span] = []
        self.gaps: list[Span] = []
        self.overlaps: list[Overlap] = []
        self.outside: list[Use] = []
        self.unplaced: list[Use] = []
        self.shared = 0
        self.referenced: int | None = None
        self.orphaned: int | None = None
        self.tail: Span | None = None

    @property
    def notable_gaps(self) -> list[Span]:
        """The gaps that are larger than padding: over 64 KiB."""
        return [gap for gap in self.gaps if gap.size > NOTABLE]


def coverage(file: NeededFile) -> Coverage:
    """Return how the tensors of a file cover it; sorts them once, so 100,000 are no matter."""
    found = Coverage(file.file.size)
    placed: dict[Span, Use] = {}
    for use in file.uses:
        span = _span(use, found.size)
        if span is None:
            found.unplaced.append(use)
            continue
        if found.size is not None and max(span) > found.size:
            found.outside.append(use)
        if span in placed:
            found.shared += 1
        elif span.size > 0:
            placed[span] = use
    _sweep(placed, found)
    if found.size is not None:
        _weigh(found, found.size)
    return found


def _span(use: Use, size: int | None) -> Span | None:
    """Return the bytes of a tensor; without a known end, those up to the end of the file."""
    if not use.tensor.external.placed:
        return None
    end = use.end if use.end is not None else size
    return None if end is None else Span(use.start, max(use.start, end))


def _sweep(placed: dict[Span, Use], found: Coverage) -> None:
    """Go through the spans by their start, and remember which reaches furthest."""
    start = reach = 0
    furthest: Use | None = None
    for span, use in sorted(placed.items(), key=lambda item: item[0]):
        if furthest is not None and span.start < reach:
            common = Span(span.start, min(span.end, reach))
            found.overlaps.append(Overlap(furthest, use, common))
        elif span.start > reach:
            if furthest is not None:
                found.spans.append(Span(start, reach))
            found.gaps.append(Span(reach, span.start))
            start = span.start
        if span.end > reach:
            reach, furthest = span.end, use
    if furthest is not None:
        found.spans.append(Span(start, reach))


def _weigh(found: Coverage, size: int) -> None:
    """Count the bytes that are there and referred to, and those that are not."""
    inside = sum(min(span.end, size) - min(span.start, size) for span in found.spans)
    reach = found.spans[-1].end if found.spans else 0
    found.referenced, found.orphaned = inside, size - inside
    found.tail = Span(min(reach, size), size)
