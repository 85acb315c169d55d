"""What a summary says beside the types of inputs and outputs: how to feed them, what is odd."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..model import facts
from ..model.graph.symbol_kinds import kind_of_symbol
from ..model.types.remarks import NO_KIND, remarks
from ..model.types.sketch import levels
from ..model.words import word
from ..tree.merged import Merged
from .text import safe

if TYPE_CHECKING:
    from ..model.metadata.image import Feed

_NAME = 200  # characters of a symbol
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
    return texts + list(kinds(symbols))


def kinds(symbols: Iterable[str]) -> Iterator[str]:
    """Yield what is odd about the names of symbols; those of one kind share a line."""
    found: dict[str, list[str]] = {}
    for name in symbols:
        found.setdefault(kind_of_symbol(name), []).append(word(name[:_NAME]))
    for kind, names in found.items():
        more = f" and {len(names) - _PLACES:,} more" if len(names) > _PLACES else ""
        if kind:
            yield f"{', '.join(names[:_PLACES])}{more}: {kind}"


def _remarks(role: str, value: facts.Value) -> Iterator[tuple[int | None, str]]:
    type_ = value.info.message("type")
    if type_ is None:
        yield None, f"an {role} without a type: {NO_KIND.partition(': ')[2]}"
        return
    for axis, remark in remarks(levels(type_)):
        yield axis, remark if role == "input" else remark.replace("feed shape", "of shape")
    if role == "output" and type_.has("sequence_type"):
        yield from _scores(value)


def _scores(value: facts.Value) -> Iterator[tuple[None, str]]:
    """Yield where an output comes from that is the list of maps which a ZipMap makes."""
    from ..model.explaining.names import made_of_scores
    from ..model.graph.scopes import Scopes

    scopes = Scopes(value.info.document)
    texts = (made_of_scores(scopes, name) for name in value.info.records("name")[-1:])
    yield from ((None, text) for text in texts if text)


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
    from ..model.metadata.image import feed_text, image_feeds

    feeds: list[Feed] = image_feeds(model)
    texts = [(feed.role, safe(f"{word(feed.name)}: {feed_text(feed)}")) for feed in feeds]
    fed = [("feed", text) for role, text in texts if role == "input"]
    yield from fed or _unfed(graph, feeds)
    yield from (("gives", text) for role, text in texts if role == "output")


def _unfed(graph: Merged, feeds: list[Feed]) -> Iterator[tuple[str, str]]:
    """Yield what can be guessed of inputs that have the shape of an image that is given."""
    from ..model.metadata.image import feed_text

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
