"""Rules about value_info, which declares types by name."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.graph.scopes import Scope
from ...model.graph.tables import DECLARED_ONLY
from ...model.types.read import read_type
from ...model.types.sketch import type_text
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .words import SHOWN, listed, named, quoted

_VALUE = schema.message("ValueInfoProto")


@rule("N012", "error")
def value_declared_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    Two entries of value_info for one name: an error where their types differ, else worth knowing.

    Why:
    The comments on value_info in onnx.proto say that the names in it must be distinct. Readers
    keep the first entry or the last, so of two types any may count.

    Fix:
    Take out the entry whose type is wrong. All of value_info is optional.
    """
    document = context.document
    for scope, _ in context.names.scopes:
        for rows in scope.table.declared.values():
            if len(rows) > 1:
                entries = [row for row in rows if document.index.slot[row] in DECLARED_ONLY]
                for row in entries[1:]:
                    yield _twice(document, row, entries[0])


def _twice(document: Document, row: int, first: int) -> Found:
    types = [Merged(document, _VALUE, (each,)).message("type") for each in (row, first)]
    here, there = (read_type(each) if each else None for each in types)
    name = f"{quoted(named(document, row))} is declared by {Field(document, first).step} too"
    other = (Field(document, first), "the first entry")
    if here == there:
        return Found(Field(document, row), f"{name}, with the same type", other, severity="info")
    words = [type_text(each) if each else "no type" for each in types]
    text = f"{name}, as {words[1]} there and {words[0]} here; needed one entry"
    return Found(Field(document, row), text, other)


@rule("N013", "info")
def declaration_of_nothing(context: Context) -> Iterator[Found]:
    """
    Finds:
    Entries of value_info for names that nothing in sight defines; one finding for each graph or
    function.

    Why:
    Such entries are left behind where a tool takes nodes out; nobody reads them. For a function the
    comment on FunctionProto.value_info says that the names must be those of values of the function,
    so there it is a warning.

    Fix:
    Take the entries out.
    """
    for scope, _ in context.names.scopes:
        rows = _undefined(scope)
        if rows and not context.names.is_torn(scope):
            entries = [named(context.document, row) for row in rows[: SHOWN + 1]]
            names = listed(map(quoted, entries), len(rows))
            what = (
                "entry of value_info declares"
                if len(rows) == 1
                else "entries of value_info declare"
            )
            text = f"{len(rows):,} {what} what nothing defines: {names}"
            others = [(entry, "nothing defines it either") for entry in entries[1:]]
            severity = "warning" if scope.is_function else "info"
            yield Found(entries[0], text, *others, severity=severity)


def _undefined(scope: Scope) -> list[int]:
    """Return the rows of value_info that declare no value in sight, one for each name."""
    table, slots = scope.table, scope.field.document.index.slot
    unknown = [key for key in table.declared if key not in table.defined and key not in table.used]
    found = (table.declared[key][0] for key in unknown if scope.define(key) is None)
    return [row for row in found if slots[row] in DECLARED_ONLY]
