"""All values inside a value, one after another, however deep they are."""

from __future__ import annotations

from collections.abc import Iterator

from .data_value import DataValue
from .place import Place
from .problem import Problem


def walk(value: DataValue) -> Iterator[tuple[Place, DataValue]]:
    """Yield the value and all inside it, each before what is inside it, in file order.

    Values of a map that have no key are at their index.
    """
    stack = [(Place(), value)]
    while stack:
        place, value = stack.pop()
        yield place, value
        stack += reversed(list(inside(place, value)))


def inside(place: Place, value: DataValue) -> Iterator[tuple[Place, DataValue]]:
    """Yield the items of a value with their places."""
    keys: list[int | str] = value.keys
    for at, item in enumerate(value.items):
        key = None if value.kind == "optional" else keys[at] if at < len(keys) else at
        yield place.inside(key), item


def all_problems(value: DataValue) -> Iterator[tuple[Place, Problem]]:
    """Yield what is wrong with a value and with each value inside it."""
    for place, found in walk(value):
        for problem in found.problems:
            yield place, problem
