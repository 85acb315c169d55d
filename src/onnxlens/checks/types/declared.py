"""Rules about values whose type is declared in several places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from ...model.graph.names import slot
from ...model.graph.tables import INITIALIZER, VALUE_TYPE
from ...model.tensors import tensor_type
from ...model.types.read import levels_of
from ...model.types.sketch import type_text
from ...model.types.text import dim_text
from ...model.types.value_type import Dim, Level
from ...model.words import data_type, short
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule

_LEVELS = 100  # nested types that are compared; standard parsers refuse deeper ones
_DIMS = 1000  # of a shape that are compared
_SAME_BYTES = 4096  # of two types that are remembered
_OF_TYPE = (VALUE_TYPE, slot("TensorProto", "dims"), slot("TensorProto", "data_type"))


@rule("T030", "error")
def value_of_two_types(context: Context) -> Iterator[Found]:
    """
    Finds:
    A value that is declared as input, output or value_info, in more than one of these lists, with
    types that no value can have at once: other kinds, data types, numbers of axes or sizes. A
    symbol in one place and a size in the other is a warning.

    Why:
    IR.md, under Graphs, has value_info for values that are no inputs or outputs, and the type of a
    value is one. Tools that changed the one place and forgot the other leave such entries, often
    when a batch is made dynamic. A symbol is the same size all over the model, so beside a fixed
    size it is no longer open.

    Fix:
    Correct the type that is out of date, or take the entry out of value_info.
    """
    slots, alike = context.document.index.slot, _Alike(context)
    for scope, _ in context.names.scopes:
        for rows in scope.table.declared.values():
            if len(rows) > 1:
                lists = {slots[row]: row for row in reversed(rows)}
                for row in lists.values():
                    if row != rows[0] and slots[row] != slots[rows[0]]:
                        yield from alike.unless(rows[0], row, _two)


def _two(context: Context, first: int, second: int) -> Iterator[Found]:
    one, other = (_value(context, row) for row in (first, second))
    types = one.message("type"), other.message("type")
    if types[0] is None or types[1] is None:
        return
    found = difference(_levels(types[0]), _levels(types[1]))
    if found is not None:
        what, there, here, certain = found
        lists = f"{here} in {other.field.name}, {there} in {one.field.name}"
        text = f"{what} of {_name(other)} is {lists}; needed one"
        severity = "" if certain else "warning"
        related = types[0].field, type_text(types[0])
        yield Found(types[1].field, text, related, severity=severity)


@rule("T031", "error")
def initializer_of_another_type(context: Context) -> Iterator[Found]:
    """
    Finds:
    An initializer whose data type or dims are not those that an input, output or value_info of the
    same name declares.

    Why:
    IR.md, under Graphs, has an initializer of the name of an input be its default, and one of any
    other name a constant: the value itself, of which only one type is true. Shape inference of the
    onnx package refuses the model.

    Fix:
    Declare the data type and dims of the initializer; symbols and open sizes may stay.
    """
    slots, alike = context.document.index.slot, _Alike(context)
    if not context.scopes.columns.rows(INITIALIZER):
        return
    for scope, _ in context.names.scopes:
        defined = scope.table.defined
        for name, rows in scope.table.declared.items():
            stored = [row for row in defined.get(name, ()) if slots[row] == INITIALIZER]
            if stored:
                yield from alike.unless(stored[0], rows[0], _stored)


def _stored(context: Context, stored: int, declared: int) -> Iterator[Found]:
    tensor, value = _value(context, stored), _value(context, declared)
    type_ = value.message("type")
    found = difference([_level(tensor)], _levels(type_)) if type_ is not None else None
    if type_ is not None and found is not None and found[3]:
        what, there, here, _ = found
        lists = f"{here} in {value.field.name}, {there} in its initializer"
        text = f"{what} of {_name(value)} is {lists}; needed one"
        yield Found(type_.field, text, (tensor.field, tensor_type(tensor)))


class _Alike:
    """Leaves out pairs of values whose types are those of a pair on which a rule kept silent."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._quiet: set[tuple[bytes, bytes]] = set()

    def unless(
        self, first: int, second: int, look: Callable[[Context, int, int], Iterator[Found]]
    ) -> Iterator[Found]:
        """Yield what ``look`` finds in two rows, unless it is known that it finds nothing."""
        like = self._type(first), self._type(second)
        if like in self._quiet:
            return
        found = list(look(self._context, first, second))
        if not found and sum(map(len, like)) <= _SAME_BYTES:
            self._quiet.add(like)
        yield from found

    def _type(self, row: int) -> bytes:
        """Return the records that make the type of a ValueInfoProto or a TensorProto."""
        document, index = self._context.document, self._context.document.index
        rows = (each for each in index.children(row) if index.slot[each] in _OF_TYPE)
        return b"".join(document.read(index.start[each], index.end(each)) for each in rows)


def difference(one: Iterable[Level], other: Iterable[Level]) -> tuple[str, str, str, bool] | None:
    """Return what two types disagree in, as each has it, and whether no value can have both.

    A symbol beside a size may have that size; what one of them leaves open is no difference. What
    is certain comes first.
    """
    uncertain = None
    for first, second in zip(one, other, strict=False):
        if "untyped" in (first.kind, second.kind):
            break
        if first.kind != second.kind:
            return "kind", first.kind.replace("_", " "), second.kind.replace("_", " "), True
        if first.data_type and second.data_type and first.data_type != second.data_type:
            what = "key type" if first.kind == "map" else "data type"
            return what, data_type(first.data_type), data_type(second.data_type), True
        if (first.domain or "", first.name) != (second.domain or "", second.name):
            return "opaque type", _opaque(first), _opaque(second), True
        if first.dims is not None and second.dims is not None:
            for found in _axes(first, second):
                if found[3]:
                    return found
                uncertain = uncertain or found
    return uncertain


def _axes(one: Level, other: Level) -> Iterator[tuple[str, str, str, bool]]:
    first, second = one.dims or (), other.dims or ()
    ranks = len(first) + one.more, len(second) + other.more
    if ranks[0] != ranks[1]:
        yield "number of axes", f"{ranks[0]:,}", f"{ranks[1]:,}", True
        return
    for axis, dims in enumerate(zip(first, second, strict=True)):
        sizes = [dim.size for dim in dims]
        if None not in sizes:
            differs = sizes[0] != sizes[1] and all(size >= 0 for size in sizes if size is not None)
        else:
            differs = any(sizes) and all(dim.symbol or dim.size for dim in dims)
        if differs:
            yield f"axis {axis}", _dim(dims[0]), _dim(dims[1]), None not in sizes


def _dim(dim: Dim) -> str:
    return dim_text(Dim(dim.size, dim.symbol))


def _opaque(level: Level) -> str:
    return quote(f"{level.domain or ''}.{level.name or ''}")


def _levels(type_: Merged) -> Sequence[Level]:
    return list(islice(levels_of(type_, short, _DIMS), _LEVELS))


def _level(tensor: Merged) -> Level:
    """Return the type of a TensorProto."""
    dims = tuple(Dim(int(size)) for size in tensor.numbers("dims", _DIMS))
    level = Level("tensor", tensor.number("data_type"), dims)
    level.more = tensor.elements("dims") - len(dims)
    return level


def _value(context: Context, row: int) -> Merged:
    return context.merged(Field(context.document, row))


def _name(value: Merged) -> str:
    return quote(short(value, "name"))
