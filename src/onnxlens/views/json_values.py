"""Stored values as JSON, written piece by piece so that depth and size do not matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..errors import OnnxLensError
from ..model.tensor.bits import Element
from ..model.types.text import type_text
from ..model.values.data_value import DataValue
from ..model.values.types import type_of
from .json import FORMAT, Json, dump, plain, text
from .values import full_type

_CHUNK = 4096  # elements that are written at a time
_LINE = 1 << 16  # characters of a line, but for the last


def value_json(value: DataValue, also: Iterable[str] = ()) -> Iterator[str]:
    """Yield the lines of one JSON document about a value; its keys stand in docs/json.md.

    ``also`` are other messages that its bytes fit as well. Elements that cannot be had are null.
    """
    yield from _lines(_value(value, also))


def list_json(values: Iterable[DataValue]) -> Iterator[str]:
    """Yield the lines of one JSON document about many values, each with its path."""
    yield from _lines(_list(values))


def _lines(pieces: Iterator[str]) -> Iterator[str]:
    """Join pieces, each of whole words of JSON, to lines of 64 Ki characters and more."""
    held: list[str] = []
    size = 0
    for piece in pieces:
        held.append(piece)
        size += len(piece)
        if size >= _LINE:
            yield "".join(held).rstrip()
            held, size = [], 0
    if held:
        yield "".join(held)


def _value(value: DataValue, also: Iterable[str]) -> Iterator[str]:
    head: Json = {"format": FORMAT, "root": value.message.spec.name}
    head["also_fits"] = list(also)
    yield dump(head)[:-1] + ", "
    yield from _members(value, top=True)
    yield "}"


def _list(values: Iterable[DataValue]) -> Iterator[str]:
    yield dump({"format": FORMAT})[:-1] + ', "values": ['
    before = ""
    for value in values:
        yield f'{before}{{"path": {dump(value.field.path)}, '
        yield from _members(value, top=True)
        yield "}"
        before = ", "
    yield "]}"


def _members(value: DataValue, top: bool) -> Iterator[str]:
    """Yield the keys of a value without the braces around them; not recursive."""
    if top:
        yield f'"name": {dump(text(value.name))}, '
        if not value.is_leaf:  # a type names all levels, so inside only leaves have it
            yield f'"type": {dump(text(full_type(value)))}, '
    # what is left to write, the next on top: texts as they are, values as objects
    todo: list[str | DataValue] = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            yield part
            continue
        yield f'"kind": {dump(part.kind)}, '
        problems = [text(problem.text) for problem in part.problems]
        if problems:
            yield f'"problems": {dump(problems)}, '
        if part.is_leaf:
            yield from _leaf(part)
        else:
            todo += reversed(list(_container(part)))


def _container(value: DataValue) -> Iterator[str | DataValue]:
    """Yield the pieces of a container: its own keys, and between braces the values inside."""
    if value.kind == "map":
        yield f'"keys": {dump([_key(key) for key in value.keys])}, '
    if value.kind == "optional" and not value.items:
        yield '"value": null'
        return
    yield '"value": ' + ("" if value.kind == "optional" else "[")
    for number, item in enumerate(value.items):
        yield ", {" if number else "{"
        yield item
        yield "}"
    yield "" if value.kind == "optional" else "]"


def _key(key: int | str) -> object:
    return plain(key) if isinstance(key, int) else text(key)


def _leaf(value: DataValue) -> Iterator[str]:
    """Yield type, dims and elements of a tensor or sparse tensor."""
    levels = type_of(value).levels
    dims = [plain(dim.size) for dim in levels[0].dims or ()]
    yield f'"type": {dump(text(type_text(levels)))}, "dims": {dump(dims)}, '
    sparse = value.kind == "sparse_tensor"
    try:
        arrays = value.sparse.coo()[::-1] if sparse else (value.tensor.numpy(),)
    except OnnxLensError as error:
        nulls = '"indices": null, "value": null' if sparse else '"value": null'
        yield f'{nulls}, "reason": {dump(text(str(error)))}'
        return
    if sparse:
        yield '"indices": '
        yield from _elements(arrays[0])
        yield ", "
    yield '"value": '
    yield from _elements(arrays[-1])


def _elements(array: Any) -> Iterator[str]:
    """Yield all elements in one flat list, in row-major order."""
    flat = array.reshape(-1)
    yield "["
    for start in range(0, flat.size, _CHUNK):
        chunk = [_element(element) for element in flat[start : start + _CHUNK].tolist()]
        yield (", " if start else "") + dump(chunk)[1:-1]
    yield "]"


def _element(element: Element) -> object:
    if isinstance(element, complex):
        return [plain(element.real), plain(element.imag)]
    return text(element) if isinstance(element, str) else plain(element)
