"""Rules about the bindings of training: which initializer is set to which output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ... import schema
from ...model.graph.names import Key, key_of, slot
from ...model.graph.scopes import Scope
from ...model.graph.tables import GRAPH_OUTPUT
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .values import INITIALIZERS
from .words import quoted

_TRAINING = schema.message("TrainingInfoProto")
_INFO = slot("ModelProto", "training_info")
# binding -> the graphs whose outputs it may name
_GRAPHS = {"initialization_binding": ("initialization",), "update_binding": ("algorithm", "")}
_WORDS = {
    "initialization_binding": "initialization",
    "update_binding": "algorithm or of the main graph",
}


def _infos(context: Context) -> list[Merged]:
    """Return the training steps; none where bytes could not be read, so names may be missing."""
    readable = context.document.index.complete() and not context.document.damage
    rows = context.scopes.columns.rows(_INFO) if readable else ()
    return [Merged(context.document, _TRAINING, (row,)) for row in rows]


def _scope(context: Context, info: Merged, name: str) -> Scope | None:
    """Return the scope of a graph of a training step; for an empty name that of the main graph."""
    if not name:
        return context.scopes.main
    records = info.records(name)
    return context.scopes.at(records[-1].row) if records else None


def _strings(info: Merged, binding: str, member: str) -> Iterator[tuple[Field, Key]]:
    """Yield the keys or the values of a binding; of an entry without one the entry itself."""
    for entry in info.each(binding):
        records = entry.records(member)
        field = records[-1] if records else entry.field
        yield field, key_of(info.document, field.row) if records else b""


def _is(scope: Scope | None, key: Key, slots: Iterable[int]) -> bool:
    """Whether a name is one of an initializer, or of an output, of a scope."""
    if scope is None:
        return False
    kinds, table = scope.field.document.index.slot, scope.table
    rows = [*table.defined.get(key, ()), *table.used.get(key, ())]
    return any(kinds[row] in slots for row in rows)


@rule("N018", "error")
def binding_of_no_initializer(context: Context) -> Iterator[Found]:
    """
    Finds:
    A key of initialization_binding or update_binding that is no initializer of the main graph or of
    the algorithm of the same training step.

    Why:
    IR.md, Training Related Information, says that each key MUST be the name of such an initializer;
    the comments on the fields say so too. The binding would set nothing.

    Fix:
    Name the initializer that holds the variable.
    """
    for info in _infos(context):
        scopes = [_scope(context, info, name) for name in ("", "algorithm")]
        for binding in _GRAPHS:
            for field, key in _strings(info, binding, "key"):
                if not any(_is(scope, key, INITIALIZERS) for scope in scopes):
                    text = f"{_quoted(field)} is no initializer of the main graph or of algorithm"
                    yield Found(field, text + "; needed the name of one")


@rule("N019", "error")
def binding_to_no_output(context: Context) -> Iterator[Found]:
    """
    Finds:
    A value of initialization_binding that is no output of initialization, or one of update_binding
    that is no output of algorithm or of the main graph.

    Why:
    IR.md, Training Related Information, says that each value MUST be the name of an output of the
    graph that is run; the comment on update_binding lets it be one of the main graph too.

    Fix:
    Name the output that holds the new value of the variable.
    """
    for info in _infos(context):
        for binding, graphs in _GRAPHS.items():
            scopes = [_scope(context, info, name) for name in graphs]
            for field, key in _strings(info, binding, "value"):
                if not any(_is(scope, key, (GRAPH_OUTPUT,)) for scope in scopes):
                    text = f"{_quoted(field)} is no output of {_WORDS[binding]}"
                    yield Found(field, text + "; needed the name of one")


@rule("N020", "error")
def variable_bound_twice(context: Context) -> Iterator[Found]:
    """
    Finds:
    A key that stands twice in one initialization_binding, or twice in the update_bindings of all
    training steps together.

    Why:
    IR.md, Training Related Information, says that keys MUST be unique, and the comment on
    update_binding that they are so over all steps: each variable is set once at most.

    Fix:
    Leave one of the entries out, or use two variables.
    """
    updated: dict[Key, Field] = {}
    for info in _infos(context):
        for binding in _GRAPHS:
            first = updated if binding == "update_binding" else {}
            for field, key in _strings(info, binding, "key"):
                other = first.setdefault(key, field)
                if key and other != field:
                    text = f"{quoted(field)} is bound already; needed one binding for each variable"
                    yield Found(field, text, (other, "the first"))


def _quoted(field: Field) -> str:
    return quoted(field) if field.content is None else '""'
