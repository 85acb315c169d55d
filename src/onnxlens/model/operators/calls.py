"""Finds which operator, or which function of the model, each node of a document calls."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from ... import schema
from ...schema import operators as standard
from ...schema.operators import OPTIONAL, Parameter, canonical
from ...tree.document import Document
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.recent import Recent
from .signatures import EARLY, FUNCTION, IMPORT, NEWEST, Given, Side, Signature, words

Identity = tuple[str, str, str]  # domain ("" for ai.onnx), name, overload
Imports = tuple[dict[str, int], str]  # opset version by domain, and what says so

_NOUNS = {"NodeProto.input": "input", "NodeProto.output": "output"}
_NAME_BYTES = 1 << 16  # of a name that is compared
_ANY_VERSION = 1 << 63
_FIRST_IR_WITH_IMPORTS = 3
_OUTSIDE = 0  # where a node is in no function: the row of the root


class _Names:
    """The names on one side of a node: their rows, and which is the last that is not empty."""

    __slots__ = ("_document", "_last", "_rows", "side")

    def __init__(self, node: Merged, side: Side) -> None:
        self._document = node.document
        self._rows = [record.row for record in node.records(side.noun)]
        self.side = side
        self._last = len(self._rows) - 1
        while self._last >= 0 and not _has_name(self._field(self._last)):
            self._last -= 1

    def of(self, row: int) -> Given:
        """Return what stands in a row that is among them."""
        return self._given(bisect_left(self._rows, row))

    def each(self) -> Iterator[Given]:
        """Yield what stands for each record, then for each parameter that has none."""
        count = len(self._rows)
        for index in range(count):
            yield self._given(index)
        for index in range(count, len(self.side.parameters)):
            yield Given(None, index, self.side, self.side.missing(index))

    def _given(self, index: int) -> Given:
        field = self._field(index)
        return Given(field, index, self.side, self.side.state(index, _has_name(field), self._last))

    def _field(self, index: int) -> Field:
        return Field(self._document, self._rows[index])


class _Call:
    """What was found out about one node; its names are looked at when they are asked for."""

    __slots__ = ("_names", "_node", "signature")

    def __init__(self, node: Merged, signature: Signature | None) -> None:
        self._node = node
        self._names: dict[str, _Names] = {}
        self.signature = signature

    def names(self, noun: str) -> _Names | None:
        """Return one side, ``input`` or ``output``; None where the signature is not known."""
        found = self._names.get(noun)
        if found is None and self.signature is not None:
            side = self.signature.inputs if noun == "input" else self.signature.outputs
            found = self._names[noun] = _Names(self._node, side)
        return found


class Operators:
    """The operators that the nodes of a document call.

    Make one for a document and keep it: the functions and the imports are read once, when they
    are first needed. Threads may share it.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._calls: Recent[_Call] = Recent()
        self._known: tuple[list[int], dict[Identity, int]] | None = None
        self._imports: dict[int, Imports] = {}
        self._sides: dict[int, tuple[Side, Side]] = {}

    def signature(self, node: Merged) -> Signature | None:
        """Return what a NodeProto calls; None where neither model nor standard has it.

        Functions of the model come first. Names of more than 64 KiB are not looked for.
        """
        return self._call(node).signature

    def imported(self, node: Merged) -> int | None:
        """Return the opset version of a node's domain that holds where the node stands, if any."""
        rows, _ = self._functions()
        imports, _ = self._imports_in(_around(self._document, rows, node.rows[-1]))
        return imports.get(canonical(_name(node, "domain") or ""))

    def inputs(self, node: Merged) -> Iterator[Given]:
        """Yield what stands for each name in ``input``, then for each parameter without one.

        Nothing for an unknown operator. A function may have a million parameters, so take only as
        many as you show.
        """
        return self._each(node, "input")

    def outputs(self, node: Merged) -> Iterator[Given]:
        """Yield the same for ``output``."""
        return self._each(node, "output")

    def words(self, field: Field) -> str:
        """Return what a record of ``NodeProto.input`` or ``output`` is to the operator.

        A part of a sentence, such as ``input X of Conv``. Empty for any other field, and where
        the operator is not known.
        """
        noun = _NOUNS.get(field.spec.qualified) if field.spec else None
        if noun is None:
            return ""
        parent = self._document.index.parent[field.row]
        call = self._call(Merged(self._document, schema.message("NodeProto"), (parent,)))
        names = call.names(noun)
        if call.signature is None or names is None:
            return ""
        return words(call.signature, names.side, names.of(field.row))

    def _each(self, node: Merged, noun: str) -> Iterator[Given]:
        names = self._call(node).names(noun)
        if names is not None:
            yield from names.each()

    def _call(self, node: Merged) -> _Call:
        row = node.rows[-1]  # the only one: nothing merges nodes
        call = self._calls.get(row)
        if call is None:
            call = _Call(node, self._resolve(node))
            self._calls.keep(row, call)
        return call

    def _resolve(self, node: Merged) -> Signature | None:
        identity = _identity(node, "op_type")
        if identity is None:
            return None
        rows, functions = self._functions()
        called = functions.get(identity)
        if called is not None:
            field = Field(self._document, called)
            return Signature(identity, *self._sides_of(called), FUNCTION, function=field)
        imports, origin = self._imports_in(_around(self._document, rows, node.rows[-1]))
        return _of_standard(identity, imports.get(identity[0]), origin)

    def _functions(self) -> tuple[list[int], dict[Identity, int]]:
        """Return the rows of all functions, and the first one of each identity."""
        if self._known is None:
            rows: list[int] = []
            named: dict[Identity, int] = {}
            for function in _functions_of(self._document):
                rows.append(function.rows[-1])
                identity = _identity(function, "name")
                if identity is not None:
                    named.setdefault(identity, function.rows[-1])
            self._known = rows, named
        return self._known

    def _imports_in(self, function: int) -> Imports:
        found = self._imports.get(function)
        if found is None:
            found = self._imports[function] = _imports(self._message(function))
        return found

    def _sides_of(self, function: int) -> tuple[Side, Side]:
        found = self._sides.get(function)
        if found is None:
            message = self._message(function)
            found = self._sides[function] = _side(message, "input"), _side(message, "output")
        return found

    def _message(self, function: int) -> Merged:
        spec = schema.message("FunctionProto")
        outside = function == _OUTSIDE
        return self._document.merged() if outside else Merged(self._document, spec, (function,))


def _has_name(field: Field) -> bool:
    return field.payload.size > 0 or field.damage is not None  # cut off is not empty


def _functions_of(document: Document) -> Iterator[Merged]:
    if document.root is not None and "functions" in document.root.by_name:
        yield from document.merged().each("functions")


def _around(document: Document, functions: list[int], row: int) -> int:
    """Return the row of the function that a row is in.

    Functions stand only in the root, so none but the last one that begins before it can hold it.
    """
    at = bisect_right(functions, row) - 1
    return functions[at] if at >= 0 and row < document.index.next[functions[at]] else _OUTSIDE


def _imports(message: Merged) -> Imports:
    """Return what a message imports; of a domain twice the last holds, as in onnx's checker."""
    if "opset_import" not in message.spec.by_name:
        return {}, IMPORT
    found: dict[str, int] = {}
    for entry in message.each("opset_import"):
        domain = _name(entry, "domain")
        if domain is not None:
            found[canonical(domain)] = entry.number("version")
    if found or message.spec.name != "ModelProto" or not message.has("ir_version"):
        return found, IMPORT
    early = message.number("ir_version") < _FIRST_IR_WITH_IMPORTS
    return ({"": 1}, EARLY) if early else (found, IMPORT)


def _of_standard(identity: Identity, version: int | None, origin: str) -> Signature | None:
    domain, name, _ = identity
    spec = standard.operator(domain, name, _ANY_VERSION if version is None else version)
    if spec is None:
        return None
    inputs = Side("input", spec.inputs, spec.min_input)
    outputs = Side("output", spec.outputs, spec.min_output)
    origin = NEWEST if version is None else origin
    return Signature((domain, name, ""), inputs, outputs, origin, spec, version)


def _side(function: Merged, noun: str) -> Side:
    """Return the inputs or outputs of a function, of which a caller may leave out any."""
    names = (str(record.preview(_NAME_BYTES)) for record in function.records(noun))
    return Side(noun, tuple(Parameter(name, OPTIONAL, True, "") for name in names), 0)


def _identity(message: Merged, name_field: str) -> Identity | None:
    """Return what a node calls or a function is called by; None without a name."""
    domain, name = _name(message, "domain"), _name(message, name_field)
    overload = _name(message, "overload")
    if domain is None or not name or overload is None:
        return None
    return canonical(domain), name, overload


def _name(message: Merged, field: str) -> str | None:
    """Return a string that is compared whole; None where it is too long for that."""
    records = message.records(field)
    if not records:
        return ""
    return str(records[-1].value) if records[-1].payload.size <= _NAME_BYTES else None
