"""Walks the nodes of a model, and hands the meaning of axes from each to the next."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..graph import tables
from ..graph.names import Key, inside, key_of, last, slot
from ..graph.scopes import Scope, Scopes
from ..operators.calls import Operators
from ..types.read import levels_of
from ..words import short
from .call import Call, SteeredError
from .constants import stored
from .control import CONTROL
from .expected import expected, fits
from .faults import Beginnings, Conflict, Mismatch
from .meaning import MOST, NOTHING, Axis, Meaning, joined
from .parts import Parts
from .rules import apply

_NODE, _INFO = schema.message("NodeProto"), schema.message("ValueInfoProto")
_NODES = (slot("GraphProto", "node"), slot("FunctionProto", "node"))
_DENOTATIONS = (slot("TypeProto", "denotation"), slot("TensorShapeProto.Dimension", "denotation"))
_STEPS = 100_000  # that calls of functions and looking in outer graphs may take beyond the nodes
_DOMAINS = ("", "ai.onnx", "ai.onnx.ml")

Outputs = list[Meaning]
Called = tuple[Field | None, int | None]  # a function, or the version that brought an operator
Walk = Generator["Walk", Outputs, Outputs]  # asks for the outputs of another graph, gives its own


class Names:
    """The values of one graph while it is walked, and those of the graphs around it.

    ``function`` is the row of the function that it is or stands in, 0 outside of functions.
    """

    __slots__ = ("function", "outer", "scope", "values")

    def __init__(self, scope: Scope, outer: Names | None) -> None:
        self.scope = scope
        self.outer = outer
        around = outer.function if outer is not None else 0
        self.function: int = scope.rows[0] if scope.is_function else around
        self.values: dict[Key, Meaning] = {}


class Flow:
    """What every value of a model was found to mean.

    ``meanings`` has it by the row of the record that defines the value: a ValueInfoProto of an
    input, the name of a node's output. Values inside functions are walked, not kept, since each
    call may give them another meaning. Where nothing in the file has a denotation nothing is
    walked. ``complete`` is False where functions call each other too often to follow them all.
    """

    def __init__(
        self, document: Document, scopes: Scopes | None = None, operators: Operators | None = None
    ) -> None:
        self.document = document
        self.scopes = scopes or Scopes(document)
        self.operators = operators or Operators(document)
        self.meanings: dict[int, Meaning] = {}
        self.mismatches: list[Mismatch] = []
        self.conflicts: list[Conflict] = []
        self._beginnings = Beginnings()
        self._said: set[int] = set()  # rows of what was found wrong, once for all calls
        self._calls: dict[object, Outputs] = {}
        self._signatures: dict[object, Called] = {}
        self._inside: set[int] = set()  # rows of the functions that are being walked
        self._left = _STEPS
        rows_with, main = document.index.rows_with, self.scopes.main
        if main is not None and any(any(rows_with(each)) for each in _DENOTATIONS):
            self._left += sum(1 for each in _NODES for _ in rows_with(each))
            _drive(self.graph(main, None, []))

    @property
    def complete(self) -> bool:
        """Whether all was walked."""
        return self._left > 0

    # -- graphs ------------------------------------------------------------------------------

    def graph(self, scope: Scope, outer: Names | None, given: list[Meaning]) -> Walk:
        """Walk a graph or a function; ``given`` is what its caller hands over."""
        names = Names(scope, outer)
        inputs = tables.FUNCTION_INPUT if scope.is_function else tables.GRAPH_INPUT
        for number, row in enumerate(inside(self.document, scope.rows, inputs)):
            key = self._name(row)
            handed = given[number] if number < len(given) else self._initial(scope, key)
            names.values[key] = self._define(names, key, row, handed or NOTHING)
        for row in self._nodes(scope):
            if self._left <= 0:
                break
            self._left -= 1
            yield from self._node(names, row)
        return list(self._outputs(names))

    def _nodes(self, scope: Scope) -> Iterator[int]:
        for wanted in _NODES:
            yield from inside(self.document, scope.rows, wanted)

    def _outputs(self, names: Names) -> Iterator[Meaning]:
        scope = names.scope
        outputs = tables.FUNCTION_OUTPUT if scope.is_function else tables.GRAPH_OUTPUT
        for row in inside(self.document, scope.rows, outputs):
            yield self._get(names, self._name(row))

    def _name(self, row: int) -> Key:
        """Return the key of the name in a row: of a ValueInfoProto that of its name field."""
        if self.document.content_of(row) is None:
            return key_of(self.document, row)
        found = last(self.document, (row,), tables.VALUE_NAME)
        return key_of(self.document, found) if found else b""

    # -- nodes -------------------------------------------------------------------------------

    def _node(self, names: Names, row: int) -> Walk:
        parts = Parts(self.document, row)
        inputs = [self._get(names, key) for _, key in parts.inputs]
        found = yield from self._called(names, parts, inputs)
        for number, (output, key) in enumerate(parts.outputs):
            if key:
                meaning = found[number] if number < len(found) else NOTHING
                names.values[key] = self._define(names, key, output, meaning)
        return []

    def _called(self, names: Names, parts: Parts, inputs: Outputs) -> Walk:
        """Return what a node gives."""
        node = Merged(self.document, _NODE, (parts.row,))
        function, since = self._signature(names, parts, node)
        if function is not None:
            return (yield from self._function(function, inputs))
        if parts.domain not in _DOMAINS:
            return []
        call = Call(node, parts, inputs, since)
        self._expect(call)
        walk = CONTROL.get(call.op)
        if walk is None:
            return apply(call)
        try:
            return (yield from walk(self, call, names))
        except SteeredError:
            return []

    def _signature(self, names: Names, parts: Parts, node: Merged) -> Called:
        """Return what a node calls; nodes of one function or graph that say the same call it."""
        key = (names.function, parts.identity)
        found = self._signatures.get(key)
        if found is None:
            signature = self.operators.signature(node)
            found = (signature.function, signature.since_version) if signature else (None, None)
            self._signatures[key] = found
        return found

    def _expect(self, call: Call) -> None:
        for number, wanted in expected(call):
            meaning, (row, _) = call.meaning(number), call.names[number]
            if row not in self._said and not fits(meaning.axes, wanted):
                self._said.add(row)
                since = self._beginnings.of(meaning, wanted)
                place = Field(self.document, since) if since else None
                record = Field(self.document, row)
                self.mismatches.append(Mismatch(record, meaning, wanted, place))

    def _function(self, function: Field, inputs: Outputs) -> Walk:
        key = (function.row, tuple(meaning.key for meaning in inputs))
        found = self._calls.get(key)
        if found is None and function.row not in self._inside:
            self._inside.add(function.row)
            found = yield self.graph(self.scopes.at(function.row), None, inputs)
            self._inside.remove(function.row)
            self._calls[key] = found
        return found or []

    # -- values ------------------------------------------------------------------------------

    def _define(self, names: Names, key: Key, row: int, flows: Meaning) -> Meaning:
        """Return what a value means: what its type declares, and else what flows there."""
        declared = self._declared(names.scope, key)
        if declared is None:
            meaning: Meaning | None = flows
        else:
            meaning = joined(declared, flows)
        if meaning is None:
            assert declared is not None
            meaning = declared
            if declared.row not in self._said:
                self._said.add(declared.row)
                info = Field(self.document, declared.row)
                self.conflicts.append(Conflict(info, declared, flows))
        if not self._inside and meaning.known:
            self.meanings[row] = meaning
        return meaning

    def _get(self, names: Names, key: Key) -> Meaning:
        """Return what a name means here; of an initializer what is stored and declared."""
        at: Names | None = names if key else None
        while at is not None and self._left > 0:
            found = at.values.get(key) or self._unmade(at.scope, key)
            if found is not None:
                names.values[key] = found
                return found
            at = at.outer
            self._left -= at is not None
        return NOTHING

    def _unmade(self, scope: Scope, key: Key) -> Meaning | None:
        """Return the meaning of a name that neither an input nor a node before has given."""
        initial, declared = self._initial(scope, key), self._declared(scope, key)
        if initial is None or declared is None:
            return initial or declared
        return joined(declared, initial) or declared

    def _initial(self, scope: Scope, key: Key) -> Meaning | None:
        slots = self.document.index.slot
        for row in scope.table.defined.get(key, ()):
            if slots[row] == tables.INITIALIZER:
                return stored(self.document, row)
        return None

    def _declared(self, scope: Scope, key: Key) -> Meaning | None:
        """Return what a ValueInfoProto declares of a name in a scope; None where none does."""
        rows = scope.table.declared.get(key)
        if not rows:
            return None
        type_ = Merged(self.document, _INFO, (rows[0],)).message("type")
        return None if type_ is None else declared(type_, rows[0])


def declared(type_: Merged, row: int = 0) -> Meaning:
    """Return what a TypeProto says of its axes; of a type that is no tensor only its denotation."""
    level = next(levels_of(type_, short, MOST))
    axes = None
    if level.dims is not None and not level.more:
        sizes = [dim.symbol if dim.size is None else dim.size for dim in level.dims]
        pairs = zip(level.dims, sizes, strict=True)
        axes = tuple(Axis(dim.denotation or None, size) for dim, size in pairs)
    return Meaning(axes, level.denotation or None, row)


def _drive(walk: Walk) -> None:
    """Run a walk and all that it asks for, on a stack of our own."""
    stack: list[Walk] = [walk]
    answer: Outputs | None = None
    while stack:
        try:
            stack.append(next(stack[-1]) if answer is None else stack[-1].send(answer))
            answer = None
        except StopIteration as done:
            stack.pop()
            answer = done.value
