"""Walks the nodes of a model, and hands the meaning of axes from each to the next."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ... import schema
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ..graph import tables
from ..graph.names import Key, inside, key_of, slot
from ..graph.scopes import Scope, Scopes
from ..operators.calls import Operators
from ..types.read import read_type
from ..words import short
from .call import Call
from .control import CONTROL
from .expected import expected, fits
from .faults import Conflict, Mismatch
from .meaning import NOTHING, Axis, Meaning
from .rules import apply

_NODE, _TYPE = schema.message("NodeProto"), schema.message("TypeProto")
_NODES = (slot("GraphProto", "node"), slot("FunctionProto", "node"))
_BUDGET = 1_000_000  # nodes that are walked, those of a function once for each kind of call
_DOMAINS = ("", "ai.onnx", "ai.onnx.ml")

Outputs = list[Meaning]
Walk = Generator["Walk", Outputs, Outputs]  # asks for the outputs of another graph, gives its own


class Names:
    """The values of one graph while it is walked, and those of the graphs around it."""

    __slots__ = ("outer", "scope", "values")

    def __init__(self, scope: Scope, outer: Names | None) -> None:
        self.scope = scope
        self.outer = outer
        self.values: dict[Key, Meaning] = {}


class Flow:
    """What every value of a model was found to mean.

    ``meanings`` has it by the row of the record that defines the value: a ValueInfoProto of an
    input, the name of a node's output. Values inside functions are walked, not kept, since each
    call may give them another meaning.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.scopes = Scopes(document)
        self.operators = Operators(document)
        self.meanings: dict[int, Meaning] = {}
        self.mismatches: list[Mismatch] = []
        self.conflicts: list[Conflict] = []
        self._left = _BUDGET
        self._said: set[int] = set()  # rows of what was found wrong, once for all calls
        self._calls: dict[object, Outputs] = {}
        self._inside: list[int] = []  # rows of the functions that are being walked
        main = self.scopes.main
        if main is not None:
            self._drive(self.graph(main, None, None))

    def _drive(self, walk: Walk) -> Outputs:
        """Run a walk and all that it asks for, on a stack of our own."""
        stack, answer = [walk], None
        while True:
            try:
                stack.append(stack[-1].send(answer) if answer is not None else next(stack[-1]))
                answer = None
            except StopIteration as done:
                stack.pop()
                given: Outputs = done.value
                if not stack:
                    return given
                answer = given

    # -- graphs ------------------------------------------------------------------------------

    def graph(self, scope: Scope, outer: Names | None, given: list[Meaning] | None) -> Walk:
        """Walk a graph or a function; ``given`` is what its caller hands over."""
        names = Names(scope, outer)
        inputs = tables.FUNCTION_INPUT if scope.is_function else tables.GRAPH_INPUT
        for number, row in enumerate(inside(self.document, scope.rows, inputs)):
            handed = given[number] if given is not None and number < len(given) else NOTHING
            key = self._name(row)
            names.values[key] = self._define(names, key, row, handed)
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
        """Return the key of the name in a row: of a message that of its name field."""
        content = self.document.content_of(row)
        if content is None:
            return key_of(self.document, row)
        records = Merged(self.document, content, (row,)).records(content.key_field)
        return key_of(self.document, records[-1].row) if records else b""

    # -- nodes -------------------------------------------------------------------------------

    def _node(self, names: Names, row: int) -> Walk:
        node = Merged(self.document, _NODE, (row,))
        inputs = [self._get(names, key_of(self.document, r.row)) for r in node.records("input")]
        call = Call(node, short(node, "op_type"), names.scope, inputs)
        signature = self.operators.signature(node)
        found: Outputs | None = None
        if signature is not None and signature.function is not None:
            found = yield from self._function(signature.function, inputs)
        elif short(node, "domain") in _DOMAINS:
            self._expect(call)
            walk = CONTROL.get(call.op)
            found = (yield from walk(self, call, names)) if walk else apply(call)
        for number, record in enumerate(node.records("output")):
            meaning = found[number] if found and number < len(found) else NOTHING
            key = key_of(self.document, record.row)
            if key:
                names.values[key] = self._define(names, key, record.row, meaning)
        return []

    def _expect(self, call: Call) -> None:
        for number, wanted in expected(call):
            meaning = call.meaning(number)
            if not fits(meaning.axes, wanted):
                record = call.names[number]
                if record.row not in self._said:
                    self._said.add(record.row)
                    self.mismatches.append(Mismatch(record, meaning, wanted))

    def _define(self, names: Names, key: Key, row: int, flows: Meaning) -> Meaning:
        """Return what a value means: what its type declares, and else what flows there."""
        declared = self._declared(names.scope, key)
        meaning = _joined(declared, flows)
        if meaning is None:
            meaning = declared
            info = self._info(names.scope, key)
            if info is not None and info.row not in self._said:
                self._said.add(info.row)
                self.conflicts.append(Conflict(info, declared, flows))
        if not self._inside and meaning.known:
            self.meanings[row] = meaning
        return meaning

    def _get(self, names: Names, key: Key) -> Meaning:
        """Return what a name means here; of an initializer that is what a value_info declares."""
        at: Names | None = names
        while at is not None:
            found = at.values.get(key)
            if found is None and key in at.scope.table.declared:
                found = at.values[key] = self._declared(at.scope, key)
            if found is not None:
                return found
            at = at.outer
        return NOTHING

    def _info(self, scope: Scope, key: Key) -> Field | None:
        rows = scope.table.declared.get(key)
        return Field(self.document, rows[0]) if rows else None

    def _declared(self, scope: Scope, key: Key) -> Meaning:
        info = self._info(scope, key)
        if info is None or info.content is None:
            return NOTHING
        type_ = Merged(self.document, info.content, (info.row,)).message("type")
        return declared(type_) if type_ is not None else NOTHING

    # -- calls -------------------------------------------------------------------------------

    def _function(self, function: Field, inputs: list[Meaning]) -> Walk:
        key = (function.row, tuple(meaning.key for meaning in inputs))
        found = self._calls.get(key)
        if found is None and function.row not in self._inside:
            self._inside.append(function.row)
            found = yield self.graph(self.scopes.at(function.row), None, inputs)
            self._inside.pop()
            self._calls[key] = found
        return found or []


def declared(type_: Merged) -> Meaning:
    """Return what a TypeProto says of its axes; of a type that is no tensor only its denotation."""
    level = read_type(type_).levels[0]
    axes = None
    if level.dims is not None:
        sizes = [dim.symbol if dim.size is None else dim.size for dim in level.dims]
        pairs = zip(level.dims, sizes, strict=True)
        axes = tuple(Axis(dim.denotation or None, size) for dim, size in pairs)
    return Meaning(axes, level.denotation or None)


def _joined(declared: Meaning, flows: Meaning) -> Meaning | None:
    """Return what a declared type and what flows there say together; None where they differ."""
    denotation = declared.denotation or flows.denotation
    if declared.axes is None or flows.axes is None:
        axes = declared.axes if flows.axes is None else flows.axes
        return Meaning(axes, denotation, flows.row, flows.before if flows.row else None)
    if len(declared.axes) != len(flows.axes):  # which of the two is wrong is not told here
        return None if declared.known and flows.known else declared
    joined = []
    for said, found in zip(declared.axes, flows.axes, strict=True):
        if said.denotation and found.denotation and said.denotation != found.denotation:
            return None
        size = found.size if said.size is None else said.size
        joined.append(Axis(said.denotation or found.denotation, size))
    return Meaning(tuple(joined), denotation, flows.row, flows.before)
