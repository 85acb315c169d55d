"""Rules about types that shape inference comes to otherwise; silent where it was not run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile

from ...model.graph.names import Key, inside
from ...model.graph.scopes import Scope
from ...model.graph.tables import NODE_OUTPUT, VALUE_TYPE
from ...model.types.read import levels_of
from ...model.types.sketch import type_text
from ...model.words import short
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..context import Context
from ..rule import Found, rule
from .declared import difference
from .places import VALUE, named

_LEVELS = 100  # nested types that are compared; standard parsers refuse deeper ones
_DIMS = 1000  # of a shape that are compared
_SAME_BYTES = 4096  # of two types that are remembered


@rule("T060", "warning")
def declared_type_stale(context: Context) -> Iterator[Found]:
    """
    Finds:
    An output or an entry of value_info with another kind, data type, number of axes or size than
    shape inference of the onnx package comes to from the inputs, initializers and operators alone.
    Needs --infer. A symbol or an open size beside a number is no conflict.

    Why:
    The declared type is not what the node gives: it was left over when the model was changed, or
    its input is declared wrongly. Runtimes warn of it at every run or refuse the model, and plan
    memory by it. The checker of the onnx package refuses it with full_check.

    Fix:
    Take the entry out of value_info, or write the inferred type. If the inferred one is wrong, look
    at the declared inputs of the graph.
    """
    if context.inferred is None:
        return
    for scope, inferred in context.inferred.pairs(context.scopes):
        for name, declared, found in _unlike(scope, inferred):
            one, other = _type_in(declared), _type_in(found)
            text = f"{named(declared)} declares {type_text(one)}, inferred is {type_text(other)}"
            yield Found(one.field, text, *_maker(scope, name))


@rule("T061", "info")
def types_not_inferred(context: Context) -> Iterator[Found]:
    """
    Finds:
    A model for which --infer was given, and shape inference of the onnx package failed: it raised
    an error, took too much time or memory, or ended the process that it ran in.

    Why:
    Declared types were not compared with inferred ones. Other programs that infer shapes with the
    onnx package, as many converters and runtimes do, fail in the same way; an ended process is the
    end of theirs.

    Fix:
    Correct what other rules find first, negative dims above all. If nothing is found, report the
    failure to the onnx package.
    """
    if context.inferred is not None and context.inferred.problem:
        yield Found(context.document.file, context.inferred.problem)


def _unlike(scope: Scope, inferred: Scope) -> Iterator[tuple[Key, Field, Field]]:
    """Yield names of what nodes give, with declared and inferred values of unlike types."""
    document, other = scope.field.document, inferred.field.document
    slots, table = document.index.slot, scope.table
    quiet: set[tuple[bytes, bytes]] = set()  # pairs of types that are known to agree
    for name, rows in table.declared.items():
        makers, found = table.defined.get(name), inferred.table.declared.get(name)
        if not makers or not found or slots[makers[0]] != NODE_OUTPUT:
            continue
        value = Field(other, found[0])
        for row in rows:
            declared = Field(document, row)
            types = _bytes(declared), _bytes(value)
            if types[0] == types[1] or types in quiet:
                continue
            if _conflict(declared, value):
                yield name, declared, value
            elif sum(map(len, types)) <= _SAME_BYTES:
                quiet.add(types)


def _conflict(one: Field, other: Field) -> bool:
    """Tell whether no value can have both types."""
    levels, others = (
        list(islice(levels_of(_type_in(value), short, _DIMS), _LEVELS)) for value in (one, other)
    )
    # inference writes a tensor of UNDEFINED where it knows nothing, not even that it is a tensor
    known = takewhile(lambda level: level.kind != "tensor" or level.data_type, others)
    found = difference(levels, known)
    return found is not None and found[3]


def _bytes(value: Field) -> bytes:
    """Return the records that make the type of a value."""
    document = value.document
    rows = inside(document, (value.row,), VALUE_TYPE)
    return b"".join(document.read(document.index.payload(r), document.index.end(r)) for r in rows)


def _type_in(value: Field) -> Merged:
    type_ = Merged(value.document, VALUE, (value.row,)).message("type")
    assert type_ is not None  # tables list no other value as declared
    return type_


def _maker(scope: Scope, name: Key) -> Iterator[tuple[Field, str]]:
    """Yield the node that gives a value, and which operator it calls."""
    found = scope.define(name)
    node = found.node if found else None
    if node is not None and node.content is not None:
        op = short(Merged(node.document, node.content, (node.row,)), "op_type")
        yield node, f"made here by {quote(op)}"
