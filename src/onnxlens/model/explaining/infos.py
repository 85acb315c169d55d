"""What is missing or doubled in the declaration of a value.

Sources: comments of GraphProto and ValueInfoProto in onnx.proto; the checker of onnx 1.23.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...tree.field import Field
from ...tree.merged import Merged
from ..types.sketch import type_text
from .form import Explains, message_in
from .repeats import Place

_KINDS = "tensor, sequence, map, optional, sparse tensor or opaque"
_NOTHING = "this entry of value_info says nothing and may be dropped"
_LISTS = ("input", "output", "value_info")  # of a graph, whose names are of one namespace
_NAME_BYTES = 1 << 16  # longer names are compared by their first 64 KiB, so they are left out
_COMPARED = 100  # further declarations of a name whose types are compared


def _info(field: Field, place: Place) -> Iterator[str]:
    info = message_in(field)
    if not info.has("name") or not info.records("name")[-1].payload.size:
        yield f"no name: {_nameless(field)}"
    yield from _type(field, info)
    yield from _declared_again(field, info, place)


def _nameless(field: Field) -> str:
    if field.name == "value_info":
        return _NOTHING
    return (
        f"{_article(field)} needs one that nodes can refer to"
        if field.name
        else "it names no value"
    )


def _article(field: Field) -> str:
    return f"an {field.name} of the {'main ' if _is_main(field) else ''}graph"


def _is_main(field: Field) -> bool:
    """Whether a field stands directly in the graph of the model, or in a graph that is the file."""
    graph = field.parent
    if graph is None or graph.content is None or graph.content.name != "GraphProto":
        return False
    return graph.is_root or (graph.spec is not None and graph.spec.message == "ModelProto")


# -- the type ----------------------------------------------------------------------------------


def _type(field: Field, info: Merged) -> Iterator[str]:
    """Tell of a type that is absent, has no kind or no data type, where that counts.

    Inputs and outputs of subgraphs need none.
    """
    missing = _missing(info)
    if field.name == "value_info":
        if missing:
            yield f"{missing}: {_NOTHING}"
    elif missing and field.name and _is_main(field):
        needed = "a data type" if missing.startswith("elem_type") else f"one: {_KINDS}"
        yield f"{missing}: {_article(field)} needs {needed}"


def _missing(info: Merged) -> str:
    """Return what a type lacks; empty where it has a kind and, of a tensor, a data type."""
    type_ = info.message("type")
    if type_ is None:
        return "no type"
    kind = type_.which("value")
    if kind is None:
        return "a type of no kind"
    content = type_.message(kind.name)
    if content is None or "elem_type" not in content.spec.by_name:
        return ""
    elem_type = content.spec.by_name["elem_type"]
    if elem_type.is_message or content.number("elem_type"):
        return ""
    return "elem_type UNDEFINED" if content.has("elem_type") else "elem_type absent"


# -- the same name in another place ------------------------------------------------------------


def _declared_again(field: Field, info: Merged, place: Place) -> Iterator[str]:
    """Tell of the same name twice in one list, and of another type for it in another list."""
    key = field.document.places.key(field.row)
    if not key or field.parent is None or not field.name or len(key) >= _NAME_BYTES:
        return
    own = _type_text(info)
    for name in _LISTS:
        rows = [row for row in _named(field, name, key) if row != field.row]
        if not rows:
            continue
        other, differs = _other(field, rows, own)
        if name == field.name:
            first, second = sorted((field, other), key=lambda each: each.start)
            types = f"{_at(first, place)} and {_at(second, place)}"
            yield f"declared {_times(len(rows) + 1)} in {name}: {types}; names in it are distinct"
        elif differs:
            yield f"declared as {own} here, but as {_at(other, place)} in {name}"


def _named(field: Field, name: str, key: str) -> list[int]:
    """Return the rows of a list beside a field whose entries have that name.

    Inputs and outputs of a function are strings, which have no entries.
    """
    assert field.parent is not None and field.parent.content is not None
    spec = field.parent.content.by_name[name]
    places = field.document.places
    return places.records(field.parent.row, spec.number).named(places.key).get(key, [])


def _other(field: Field, rows: list[int], own: str) -> tuple[Field, bool]:
    """Return the first declaration with another type, or else the first, and whether it differs."""
    fields = [Field(field.document, row) for row in rows[:_COMPARED]]
    differing = (each for each in fields if _type_text(message_in(each)) != own)
    found = next(differing, None)
    return found or fields[0], found is not None


def _type_text(info: Merged) -> str:
    type_ = info.message("type")
    return type_text(type_) if type_ else "no type"


def _at(field: Field, place: Place) -> str:
    return f"{_type_text(message_in(field))} (offset {place(field.start)})"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count:,} times"


EXPLAINS: Explains = {"ValueInfoProto": _info}
