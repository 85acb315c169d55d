"""Rules about names of functions, of their attributes, and about calls that go around."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from ... import schema
from ...model.graph.names import Key, key_of, keys_of, slot
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .cycles import groups, shortest
from .words import SHOWN, quoted

_FUNCTION = schema.message("FunctionProto")
_NODE = schema.message("NodeProto")
_OP_TYPE = slot("NodeProto", "op_type")
_FUNCTIONS = slot("ModelProto", "functions")
_DEFAULT_DOMAIN = b"ai.onnx"
_Identity = tuple[Key, Key, Key]  # domain, empty for that of the standard; name; overload


def _functions(context: Context) -> list[Merged]:
    """Return the functions of the model that have a name."""
    rows = context.scopes.columns.rows(_FUNCTIONS)
    found = (Merged(context.document, _FUNCTION, (row,)) for row in rows)
    return [function for function in found if function.text("name")]


def _identity(message: Merged, name: str) -> _Identity:
    domain = _key(message, "domain")
    return (
        b"" if domain == _DEFAULT_DOMAIN else domain,
        _key(message, name),
        _key(message, "overload"),
    )


def _key(message: Merged, name: str) -> Key:
    records = message.records(name)
    return key_of(message.document, records[-1].row) if records else b""


def _name(function: Merged) -> Field:
    return function.records("name")[-1]


@rule("N015", "error")
def function_recursive(context: Context) -> Iterator[Found]:
    """
    Finds:
    A function that calls itself, directly, through other functions, or from a subgraph; one finding
    for each set of functions that call each other.

    Why:
    The comment on ModelProto.functions says that recursive reference is not allowed. Functions are
    put in place of their calls, which here has no end: readers without a guard run out of stack.

    Fix:
    Use the operator Loop for what is to be repeated.
    """
    functions = _functions(context)
    calls = _calls(context, functions)
    after = [sorted(each) for each in calls]
    for group in groups(after):
        caller = group[0]
        callee = next(each for each in after[caller] if each in set(group))
        way = shortest(after, callee, caller, group)
        shown = [quoted(_name(functions[each])) for each in way[:SHOWN]]
        more = [f"{len(way) - SHOWN:,} more"] if len(way) > SHOWN else []
        text = f"{shown[0]} calls itself: {' -> '.join([*shown, *more, shown[0]])}"
        steps = zip(way, [*way[1:], way[0]], strict=True)
        places = [Field(context.document, calls[a][b]) for a, b in steps]
        related = [(place, "a call on the way") for place in places[1:SHOWN]]
        yield Found(places[0], text + "; needed calls that end", *related)


def _calls(context: Context, functions: list[Merged]) -> list[dict[int, int]]:
    """Return for each function those that it calls, with the op_type of the first call."""
    document = context.document
    calls: list[dict[int, int]] = [{} for _ in functions]
    numbers: dict[_Identity, int] = {}
    for number, function in enumerate(functions):
        numbers.setdefault(_identity(function, "name"), number)
    names = {name for _, name, _ in numbers}
    starts = [function.rows[0] for function in functions]
    rows = (
        [row for row in context.scopes.columns.rows(_OP_TYPE) if row > starts[0]] if names else []
    )
    for key, row in zip(keys_of(document, rows), rows, strict=True):
        caller = bisect_right(starts, row) - 1
        if key in names and row < document.index.next[starts[caller]]:
            node = Merged(document, _NODE, (document.index.parent[row],))
            callee = numbers.get(_identity(node, "op_type"))
            if callee is not None:
                calls[caller].setdefault(callee, row)
    return calls


@rule("N016", "error")
def function_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    Two functions with the same domain, name and overload; the domains "" and "ai.onnx" are one.

    Why:
    The comment on ModelProto.functions says that the three together must be unique, and so does
    IR.md under Functions. Which of the two a call means is open.

    Fix:
    Take one out, or give it another name or, from IR version 10 on, an overload.
    """
    first: dict[_Identity, Merged] = {}
    for function in _functions(context):
        other = first.setdefault(_identity(function, "name"), function)
        if other is not function:
            text = f"{quoted(_name(function))} is {other.field.step} too, in domain and overload"
            yield Found(
                _name(function), text + "; needed one function", (_name(other), "the first")
            )


@rule("N017", "error", on="FunctionProto")
def function_attribute_twice(function: Merged, context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute that a function lists twice, in attribute, in attribute_proto or in both.

    Why:
    IR.md, under Functions, says that the names in the two lists must be distinct, and the comment
    on FunctionProto.attribute_proto that an attribute stands in one of them. The checker of the
    onnx package refuses a name that is twice in attribute.

    Fix:
    Leave one out: attribute for one without a default value, attribute_proto for one with it.
    """
    first: dict[Key, Field] = {}
    protos = (proto.records("name") for proto in function.each("attribute_proto"))
    names = [*function.records("attribute"), *(each[-1] for each in protos if each)]
    for name in names:
        key = key_of(context.document, name.row)
        other = first.setdefault(key, name)
        if key and other != name:
            text = (
                f"{quoted(name)} is an attribute of the function already; needed one of each name"
            )
            yield Found(name, text, (other, "the first"))
