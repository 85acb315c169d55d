"""The type that a value has by itself, and whether it has a type that was declared."""

from __future__ import annotations

from ...tree.names import quote
from ..types.text import shape_text
from ..types.value_type import CONTAINERS, Dim, Level, ValueType
from ..words import NAME_LIMIT, data_type
from .data_value import DataValue
from .kinds import BY_NUMBER
from .place import Place
from .walk import inside

Symbols = dict[str, int]
_DIMS = 8  # that are written out


def type_of(value: DataValue) -> ValueType:
    """Return the type of a value: ``sequence(FLOAT [4])``.

    Where the elements of a level differ it says what they share: a dim that differs is unknown, a
    rank that differs gives no shape, data types that differ are absent (``?``), and kinds that
    differ end the type (``sequence()``). Without elements the type inside is that of ``elem_type``.
    """
    levels: list[Level] = []
    values, stated = [value], {value.kind}
    while values or stated:
        kinds = {value.kind for value in values} or stated
        if len(kinds) > 1:
            break
        (kind,) = kinds
        levels.append(_level(kind, values))
        stated = {found for value in values for found in _stated(value)}
        values = [item for value in values for item in value.items]
    return ValueType(tuple(levels))


def _stated(value: DataValue) -> list[str]:
    """Return the kind of items that a value without any states."""
    kind = None if value.items else BY_NUMBER.get(value.elem_type or 0)
    return [kind.name] if kind else []


def _level(kind: str, values: list[DataValue]) -> Level:
    if kind == "map":
        return Level(kind, _same([value.key_type for value in values]))
    if kind in CONTAINERS:
        return Level(kind)
    shapes = [leaf_dims(value) for value in values]
    return Level(kind, _same([leaf_data_type(value) for value in values]), _common(shapes))


def leaf_data_type(value: DataValue) -> int | None:
    """Return the data type of a tensor or sparse tensor; None where it is absent."""
    message = value.message
    tensor = message if value.kind == "tensor" else message.message("values")
    if tensor is None or not tensor.has("data_type"):
        return None
    return tensor.number("data_type")


def leaf_dims(value: DataValue) -> tuple[int, ...]:
    """Return the dims of a tensor or sparse tensor."""
    message = value.message
    return tuple(int(size) for size in message.numbers("dims", message.elements("dims")))


def _same(numbers: list[int | None]) -> int | None:
    """Return the number that all are; None where they differ or there is none."""
    return numbers[0] if len(set(numbers)) == 1 else None


def _common(shapes: list[tuple[int, ...]]) -> tuple[Dim, ...] | None:
    if len({len(shape) for shape in shapes}) != 1:
        return None
    axes = zip(*shapes, strict=True)
    return tuple(Dim(sizes[0] if len(set(sizes)) == 1 else None) for sizes in axes)


# -- beside a declared type ------------------------------------------------------------------------


def fits(value: DataValue, type: ValueType, symbols: Symbols | None = None) -> list[str]:
    """Return where a value disagrees with a type, each with its place; empty if it fits.

    ``symbols`` are the sizes that symbols have; those met for the first time are added, so one
    dict for all inputs and outputs finds a symbol of two sizes. Denotations, and sizes below 0,
    which are none, ask for nothing. An untyped or absent type fits every value.
    """
    faults: list[str] = []
    bound = {} if symbols is None else symbols
    stack = [(Place(), value)]
    while stack:
        place, value = stack.pop()
        if place.depth >= len(type.levels):
            continue
        level = type.levels[place.depth]
        found = list(_faults(value, level, bound))
        faults += [f"{place}: {text}" if str(place) else text for text in found]
        if value.kind == level.kind:
            stack += reversed(list(inside(place, value)))
    return faults


def _faults(value: DataValue, level: Level, symbols: Symbols) -> list[str]:
    if level.kind == "untyped":
        return []
    if value.kind != level.kind:
        return [f"is {_article(value.kind)}, needed {_article(level.kind)}"]
    if value.kind == "map":
        return data_type_fault(value.key_type, level.data_type, "key_type")
    if value.kind in CONTAINERS:
        return []
    found = data_type_fault(leaf_data_type(value), level.data_type)
    return found + shape_faults(leaf_dims(value), level, symbols)


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind.replace('_', ' ')}"


def data_type_fault(found: int | None, needed: int | None, what: str = "data type") -> list[str]:
    """Return what is wrong with a data type, or nothing; None is an absent one."""
    if needed is None or found == needed:
        return []
    return [
        f"{what} is {'absent' if found is None else data_type(found)}, needed {data_type(needed)}"
    ]


def shape_faults(dims: tuple[int, ...], level: Level, symbols: Symbols) -> list[str]:
    """Return where dims disagree with the shape of a level, and bind the symbols of that shape."""
    if level.dims is None:
        return []
    if len(dims) != len(level.dims):
        needed = shape_text(level.dims[:_DIMS], max(0, len(level.dims) - _DIMS))
        return [f"rank is {len(dims)}, {_shape(dims)}; needed {len(level.dims)}, {needed}"]
    axes = enumerate(zip(dims, level.dims, strict=True))
    return [text for axis, (size, dim) in axes for text in _size(axis, size, dim, symbols)]


def _size(axis: int, size: int, dim: Dim, symbols: Symbols) -> list[str]:
    if dim.size is not None:
        return [f"dim {axis} is {size}, needed {dim.size}"] if size != dim.size >= 0 else []
    if not dim.symbol:
        return []
    before = symbols.setdefault(dim.symbol, size)
    if before == size:
        return []
    return [f"dim {axis} is {size}, but {_symbol(dim.symbol)} is {before} already"]


def _symbol(symbol: str) -> str:
    return quote(symbol if len(symbol) <= NAME_LIMIT else symbol[:NAME_LIMIT] + "…")


def _shape(dims: tuple[int, ...]) -> str:
    return shape_text([Dim(size) for size in dims[:_DIMS]], max(0, len(dims) - _DIMS))
