"""Scopes of names: which value a name means at one place of a model, and who uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from .definition import Definition
from .names import Key, as_key, inside, last, slot
from .tables import VALUE_TYPE, Columns, Own, Table

if TYPE_CHECKING:
    from .lookup import Lookup

GRAPH, FUNCTION = schema.message("GraphProto"), schema.message("FunctionProto")
_MAIN = slot("ModelProto", "graph")
_TRAINING = slot("ModelProto", "training_info")
_ALGORITHM = slot("TrainingInfoProto", "algorithm")
_LARGE = 1 << 17  # rows of a scope whose names are not all read to look one up


class Scope:
    """One graph or function with its names (docs/IR.md of onnx, "Names Within a Graph").

    A graph in an attribute sees its own names first, then those of the graph or function around
    it. A function sees nothing outside itself. The ``algorithm`` of a TrainingInfoProto is run
    joined to the main graph (comment of the message in onnx.proto), so it sees that; its
    ``initialization`` sees nothing else. ``rows`` are the records that a standard parser merges
    into the graph, usually one.
    """

    __slots__ = ("_bound", "_lookup", "_own", "_scopes", "_table", "_top", "rows")

    def __init__(self, scopes: Scopes, rows: tuple[int, ...]) -> None:
        self._scopes = scopes
        self.rows = rows
        self._own: Own | None = None
        self._table: Table | None = None
        self._lookup: Lookup | None = None
        self._top: Scope | None = None
        self._bound: dict[int, dict[Key, list[int]]] | None = None

    def __repr__(self) -> str:
        return f"<Scope {self.field.path or 'root'}>"

    @property
    def field(self) -> Field:
        """The GraphProto or FunctionProto record, the last of them."""
        return Field(self._scopes.document, self.rows[-1])

    @property
    def is_function(self) -> bool:
        """Whether it is a FunctionProto."""
        return self.field.content is FUNCTION

    @property
    def is_main(self) -> bool:
        """Whether it is the model's graph, or a graph that is the whole file."""
        index = self._scopes.document.index
        return not self.is_function and (self.rows[0] == 0 or index.slot[self.rows[0]] == _MAIN)

    @property
    def own(self) -> Own:
        """Its own rows."""
        if self._own is None:
            self._own = Own(self._scopes.document, self.rows, self._scopes.columns)
        return self._own

    @property
    def table(self) -> Table:
        """Its own names; read in one pass when first asked."""
        if self._table is None:
            self._table = Table(self._scopes.document, self.rows, self._scopes.columns)
        return self._table

    @property
    def names(self) -> Table | Lookup:
        """Its own names to ask single ones of; not read in one pass where there are many."""
        if self._table is None and self._lookup is None and self._is_large():
            from .lookup import Lookup

            self._lookup = Lookup(self._scopes.document, self.own)
        return self._lookup if self._table is None and self._lookup else self.table

    def _is_large(self) -> bool:
        nexts = self._scopes.document.index.next
        return sum(nexts[row] - row for row in self.rows) > _LARGE

    @property
    def outer(self) -> Scope | None:
        """The scope whose names it sees too; a function stands in none, so it has none."""
        if self._scopes.document.index.slot[self.rows[0]] == _ALGORITHM:
            return self._scopes.main
        return self._scopes.scope_of(self.field)

    @property
    def top(self) -> Scope:
        """The outermost scope that it sees; itself where there is no other."""
        passed, scope = [], self
        while scope._top is None:
            outer = scope.outer
            if outer is None:
                scope._top = scope
            else:
                passed.append(scope)
                scope = outer
        for each in passed:
            each._top = scope._top
        return scope._top

    @property
    def inner(self) -> list[Scope]:
        """The scopes that see its names directly, in file order."""
        found = self._scopes.algorithms() if self.is_main else []
        scopes = [self._scopes.at(row) for row in self.own.inner] + found
        return list(dict.fromkeys(scopes))

    def contains(self, row: int) -> bool:
        """Whether a row lies inside it."""
        nexts = self._scopes.document.index.next
        return any(own < row < nexts[own] for own in self.rows)

    def define(self, name: str | Key) -> Definition | None:
        """Return what a name means here: in this scope, else in the nearest one around it."""
        key, scope = as_key(name), self
        while True:
            rows = scope.names.defined.get(key)
            if rows:
                fields = [Field(scope._scopes.document, row) for row in rows]
                return Definition(scope, fields[0], fields[1:])
            outer = scope.outer
            if outer is None:
                return None
            scope = outer

    def type_of(self, name: str | Key) -> Field | None:
        """Return the TypeProto that declares a name here or around it; None where none does.

        A type that an outer scope declares for another value of the same name does not count.
        """
        key = as_key(name)
        scope: Scope | None = self
        while scope is not None:
            rows = scope.names.declared.get(key)
            if rows:
                document = scope._scopes.document
                return Field(document, last(document, (rows[0],), VALUE_TYPE))
            scope = None if key in scope.names.defined else scope.outer
        return None

    def uses(self, name: str | Key) -> list[Field]:
        """Return the records in this scope that mean what ``name`` means here, in file order.

        They are node inputs, also in subgraphs that do not define the name themselves, and outputs
        of the graph (ValueInfoProto) or function (a string).
        """
        key, document = as_key(name), self._scopes.document
        found = self.define(key)
        owner = found.scope if found else self.top
        if isinstance(self.names, Table) or self.top.inner:
            rows = self.top.bound().get(owner.rows[0], {}).get(key, [])
        else:  # nothing else sees its names
            rows = self.names.used.get(key)
        if owner is not self:
            rows = [row for row in rows if self.contains(row)]
        return [Field(document, row) for row in rows]

    def bound(self) -> dict[int, dict[Key, list[int]]]:
        """Return all uses in this scope and those that see it, by the scope that defines the name.

        The outer keys are first rows of scopes. What nothing defines is this scope's own.
        """
        if self._bound is None:
            self._bound = _bind(self)
        return self._bound


def _bind(top: Scope) -> dict[int, dict[Key, list[int]]]:
    """Bind every use to its scope in one walk: on the way in a scope's names hide outer ones."""
    bound: dict[int, dict[Key, list[int]]] = {}
    visible: dict[Key, list[int]] = {}  # by name the scopes that define it, the innermost last
    ahead: list[tuple[Scope, bool]] = [(top, True)]
    while ahead:
        scope, entering = ahead.pop()
        own = scope.rows[0]
        if not entering:
            for key in scope.table.defined:
                visible[key].pop()
            continue
        for key in scope.table.defined:
            visible.setdefault(key, []).append(own)
        for key, rows in scope.table.used.items():
            owner = (visible.get(key) or top.rows)[-1]
            bound.setdefault(owner, {}).setdefault(key, []).extend(rows)
        ahead.append((scope, False))
        ahead.extend((inner, True) for inner in scope.inner)
    for names in bound.values():
        for rows in names.values():
            rows.sort()
    return bound


class Scopes:
    """The scopes of a document, each made when it is first asked for, and then kept."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.columns = Columns(document)
        self._kept: dict[int, Scope] = {}

    @property
    def main(self) -> Scope | None:
        """The scope of the model's graph, or of the graph that is the whole file; None without."""
        row = last(self.document, (0,), _MAIN)
        return self.at(row) if row or self.document.root is GRAPH else None

    def at(self, row: int) -> Scope:
        """Return the scope of a row that holds a GraphProto or FunctionProto."""
        if row in self._kept:
            return self._kept[row]
        rows = self._merged(row)
        return self._kept.setdefault(rows[0], Scope(self, rows))

    def scope_of(self, field: Field) -> Scope | None:
        """Return the innermost scope that a field stands in; a graph does not stand in itself."""
        document, row = self.document, field.row
        while row:
            row = document.index.parent[row]
            if document.content_of(row) in (GRAPH, FUNCTION):
                return self.at(row)
        return None

    def algorithms(self) -> list[Scope]:
        """Return the scopes of the training steps, which see the main graph."""
        trainings = inside(self.document, (0,), _TRAINING)
        return [self.at(row) for row in inside(self.document, trainings, _ALGORITHM)]

    def _merged(self, row: int) -> tuple[int, ...]:
        """Return the records that make one message with a row: those of its singular field."""
        spec = self.document.spec_of(row)
        if spec is None or spec.repeated:
            return (row,)
        parent = self.document.index.parent[row]
        return tuple(self.document.places.records(parent, spec.number).rows)
