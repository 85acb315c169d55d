"""Sentences about one value that its field's note cannot know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, islice

from .. import schema
from ..tree.field import Field
from ..tree.merged import Merged
from ..tree.names import quote
from .facts import Axis, Value, symbols
from .words import short

_SEARCHED = 10_000  # values of a graph whose axes are looked at
_NAME_BYTES = 1 << 16  # of a symbol, which is compared whole or not at all
_LISTS = {"input": "input", "output": "output", "value_info": "value"}  # field of a graph -> role


def explain(field: Field, place: Callable[[int], str] = str) -> str:
    """Return what a value means here, without a full stop at its end; empty where nothing is known.

    ``place`` writes an offset. At most the first 10,000 inputs, outputs and value_info of the main
    graph are looked through.
    """
    spec = field.spec
    if spec is None or field.is_run:
        return ""
    if spec.qualified == "TensorShapeProto.Dimension.dim_param":
        return _symbol(field, place)
    return _enum_value(field) if spec.ref and not spec.is_message else ""


def _enum_value(field: Field) -> str:
    spec, value = field.spec, field.value
    assert spec is not None and isinstance(value, int)
    name = schema.enum(spec.ref).name_of(value)
    return schema.enum_note(spec.ref, name).short.removesuffix(".") if name else ""


def _symbol(field: Field, place: Callable[[int], str]) -> str:
    uses = list(islice(_other_axes(field), _SEARCHED))
    if not uses:
        return "any size"
    first = uses[0]
    where = f"axis {first.axis} of {first.role} {quote(first.value)}"
    more = f" and {len(uses) - 1:,} more" if len(uses) > 1 else ""
    has = "has" if len(uses) == 1 else "have"
    return f"any size; {where} (offset {place(first.field.start)}){more} {has} the same"


def _other_axes(field: Field) -> Iterator[Axis]:
    """Yield the other axes of the main graph that have the symbol of a dim_param."""
    if field.payload.size > _NAME_BYTES:
        return
    for use in _axes(_main_graph(field), field.raw()):
        if use.field != field:
            yield use


def _main_graph(field: Field) -> Merged | None:
    """Return the graph in which the symbol counts; a function has symbols of its own."""
    document = field.document
    if document.root is None or document.root.name not in ("ModelProto", "GraphProto"):
        return None
    if document.root.name == "GraphProto":
        return document.merged()
    return document.merged().message("graph") if field.lineage[0].name == "graph" else None


def _axes(graph: Merged | None, symbol: bytes) -> Iterator[Axis]:
    """Yield the axes with a symbol; they are compared by all of their bytes."""
    if graph is None:
        return
    values = chain.from_iterable(_values(graph, name, role) for name, role in _LISTS.items())
    for role, value in islice(values, _SEARCHED):
        for uses in symbols([(role, value)]).values():
            for use in uses:
                if use.field.payload.size == len(symbol) and use.field.raw() == symbol:
                    yield use


def _values(graph: Merged, name: str, role: str) -> Iterator[tuple[str, Value]]:
    for info in graph.each(name):
        yield role, Value(info, short(info, "name"), False)
