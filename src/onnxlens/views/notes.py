"""What a summary says beside the types of inputs and outputs: how to feed them, what is odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model import facts
from ..model.graph.symbol_kinds import kind_of_symbol
from ..model.types.remarks import NO_KIND, remarks
from ..model.types.sketch import levels
from ..model.words import word
from ..tree.merged import Merged
from .text import safe

_PLACES = 4  # values that one note names


def notes(values: list[tuple[str, facts.Value]], symbols: Iterable[str]) -> list[str]:
    """Return what is worth saying of the types of values and of their symbols.

    Values of which the same is to be said share a line.
    """
    places: dict[str, dict[str, list[int]]] = {}  # by remark and value the axes
    for role, value in values:
        for axis, remark in _remarks(role, value):
            axes = places.setdefault(remark, {}).setdefault(word(value.name), [])
            axes += [] if axis is None else [axis]
    texts = [f"{_where(where)}: {remark}" for remark, where in places.items()]
    kinds = ((name, kind_of_symbol(name)) for name in symbols)
    return texts + [f"{word(name)}: {kind}" for name, kind in kinds if kind]


def _remarks(role: str, value: facts.Value) -> Iterator[tuple[int | None, str]]:
    type_ = value.info.message("type")
    if type_ is None:
        yield None, f"an {role} without a type; {NO_KIND.partition('; ')[2]}"
        return
    yield from remarks(levels(type_))


def _where(values: dict[str, list[int]]) -> str:
    named = [f"{name}{_axes(axes)}" for name, axes in list(values.items())[:_PLACES]]
    more = f" and {len(values) - _PLACES:,} more" if len(values) > _PLACES else ""
    return ", ".join(named) + more


def _axes(axes: list[int]) -> str:
    if not axes:
        return ""
    return f" {'axis' if len(axes) == 1 else 'axes'} {' '.join(map(str, axes[:8]))}"


def images(model: Merged, graph: Merged) -> Iterator[tuple[str, str]]:
    """Yield how images are laid out, where a type is denoted IMAGE or metadata has Image keys."""
    if not facts.speaks_of_images(model):
        return
    from ..model.metadata.image import Feed, feed_text, image_feeds

    feeds: list[Feed] = image_feeds(model)
    for feed in feeds:
        key = "feed" if feed.role == "input" else "gives"
        yield key, safe(f"{word(feed.name)}: {feed_text(feed)}")
    if any(feed.role == "input" for feed in feeds):
        return
    yield "feed", "no input is denoted IMAGE, so nothing says how to feed images"
    like: dict[str, list[str]] = {}  # by how an image is laid out, the inputs of its shape
    for value in facts.inputs(graph):
        same = [feed for feed in feeds if _shape(feed.info) == _shape(value.info) != []]
        if same and not value.default:
            text = f"a guess, the shape is that of {word(same[0].name)}: {feed_text(same[0])}"
            like.setdefault(text, []).append(word(value.name))
    for text, names in like.items():
        more = f" and {len(names) - _PLACES:,} more" if len(names) > _PLACES else ""
        yield "feed", safe(f"{', '.join(names[:_PLACES])}{more}: {text}")


def _shape(info: Merged) -> list[tuple[int | None, str | None]]:
    """Return the sizes and symbols of a value's outermost type; empty for any shape or a scalar."""
    type_ = info.message("type")
    level = next(levels(type_)) if type_ else None
    return [(dim.size, dim.symbol) for dim in (level.dims or () if level else ())]
