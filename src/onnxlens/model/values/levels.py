"""The type in which Python objects are to be written, from what is declared and what they are."""

from __future__ import annotations

from typing import Any

from ..types.value_type import Level, ValueType
from ..words import data_type
from .data_value import DataValue
from .kinds import KINDS
from .objects import check_map, inside, is_list, key_type_of, kind_of, leaf_type
from .place import Place, refusal
from .sparse import SparseTensor

_Things = list[tuple[Place, Any]]


def levels_for(thing: Any, like: ValueType | None) -> list[Level]:
    """Return the levels in which an object is written, with their data types.

    What ``like`` leaves open is told from all objects of a level, which have to agree. The last
    level may be a container of which nothing tells what is inside. Raises DataError with the
    place of the first object that does not fit.
    """
    declared = list(like.levels) if like is not None else []
    levels: list[Level] = []
    things: _Things = [(Place(), thing)]
    while things or len(levels) < len(declared):
        given = declared[len(levels)] if len(levels) < len(declared) else None
        if given is not None and given.kind == "untyped":
            given = None
        if given is not None and given.kind not in KINDS:
            raise refusal(Place(), f"{given.kind} values have no message that stores them")
        if not things and given is None:
            break
        level = _level(things, given)
        levels.append(level)
        things = [item for place, thing in things for item in inside(thing, level.kind, place)]
    return levels


def _level(things: _Things, given: Level | None) -> Level:
    kind = given.kind if given is not None else kind_of(things[0][1])
    for place, thing in things:
        if not _takes(kind, thing, given is not None):
            what = "needed" if given is not None else "while the first one is"
            raise refusal(place, f"is {_of(thing)}, {what} a value of kind {kind}")
        if kind == "map":
            check_map(thing, place)
    level = Level(kind, dims=given.dims if given is not None else None)
    level.data_type = given.data_type if given is not None else None
    if level.data_type is None:
        level.data_type = _data_type(kind, things)
    return level


def _takes(kind: str, thing: Any, declared: bool) -> bool:
    """Tell whether an object can be written as a kind: a list as tensor only if that is declared,
    anything as the value of an optional.
    """
    own = kind_of(thing)
    if kind == "tensor" and declared and is_list(thing):
        return True
    return own == kind or kind == "optional"


def _of(thing: Any) -> str:
    own = isinstance(thing, (DataValue, SparseTensor))
    return (
        f"a {kind_of(thing)}" if own else "None" if thing is None else f"a {type(thing).__name__}"
    )


def _data_type(kind: str, things: _Things) -> int | None:
    """Return the data type that all have, of elements or of keys; None for other kinds."""
    if kind in ("tensor", "sparse_tensor"):
        found = [(place, leaf_type(thing, place)) for place, thing in things]
    elif kind == "map":
        found = [(place, key_type_of(thing, place)) for place, thing in things if _filled(thing)]
    else:
        return None
    for place, number in found:
        if number != found[0][1]:
            text = f"is {data_type(number)}, while the first one is {data_type(found[0][1])}"
            raise refusal(place, f"{text}; needed one data type")
    return found[0][1] if found else None


def _filled(thing: Any) -> bool:
    return isinstance(thing, DataValue) or bool(thing)
