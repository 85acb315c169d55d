"""Which attributes a node has, against those of what it calls."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.operators.signatures import Signature
from ...schema.operators import operator, operator_versions
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .calls import Argument, Call
from .words import Nearest, opset, quoted, title

_TYPES = schema.enum("AttributeProto.AttributeType")
_ATTRIBUTE = schema.message("AttributeProto")
_ANY_TYPE = 0
_NAME_BYTES = 1 << 16  # of a name that is compared
_UNCHECKED = ("LayerNormalization",)  # operators that the checker allows any attribute

Parameters = dict[str, tuple[int, bool]]  # type and whether it must be given, by name


@rule("O020", "error")
def unknown_attribute(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute that the operator does not have in the imported opset version. Of a function it is
    a warning, and so it is where the imported version is newer than all that are known here.

    Why:
    An operator takes the attributes that its documentation lists, and the checker refuses any other
    (names that begin with two underscores are left to the writer). Of a function the standard says
    nothing; the value goes nowhere.

    Fix:
    Correct the name, or drop the attribute. One that became an input has to be given as an input.
    """
    near = Nearest()
    for call, known in _judged(context):
        for argument in call.arguments:
            name = argument.name
            if name and name not in known and not name.startswith("__"):
                message = f"{_title(call)} has no attribute {quoted(name)}"
                message += _elsewhere(call, name) or near.of(name, known)
                severity = _severity(call) or ("warning" if call.name in _UNCHECKED else "")
                for field in call.at(argument.place):
                    yield _at_name(field, message, severity)


@rule("O021", "error")
def missing_attribute(context: Context) -> Iterator[Found]:
    """
    Finds:
    A node without an attribute that its operator requires. Of a function it is info.

    Why:
    The documentation of the operator marks the attribute as required, and the checker refuses a
    node without it. A function names its attributes without default likewise (onnx.proto,
    FunctionProto.attribute); nodes inside that refer to it then lack theirs.

    Fix:
    Write the attribute.
    """
    for call, known in _judged(context):
        names = {argument.name for argument in call.arguments}
        for name, (kind, required) in known.items():
            if required and name not in names:
                of = f", {_TYPES.name_of(kind)}" if kind else ""
                message = f"{_title(call)} needs attribute {quoted(name)}{of}; it is missing"
                is_function = call.signature is not None and call.signature.function is not None
                for node in call.nodes:
                    severity = "info" if is_function else _severity(call)
                    yield Found(node, message, severity=severity)


@rule("O022", "error")
def attribute_of_another_type(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute whose type is not the one that the operator gives it. Without a type its value
    field tells it. For an attribute that a function declares with a default it is a warning.

    Why:
    The documentation of the operator states the type of each attribute, and readers take the value
    from the field of that type. The checker refuses any other.

    Fix:
    Write the value in the field of that type, and the type with it.
    """
    for call, known in _judged(context):
        for argument in call.arguments:
            wanted, _ = known.get(argument.name, (_ANY_TYPE, False))
            kind = argument.type or argument.implied
            # where the one value that is there is right, only the stated type is wrong: no O fault
            if wanted and kind and kind != wanted and argument.implied != wanted:
                found = f"{quoted(argument.name)} of {_title(call)} is {_TYPES.name_of(kind)}"
                message = f"{found}; needed {_TYPES.name_of(wanted)}"
                for field in call.at(argument.place):
                    yield _at_type(field, argument, message, _severity(call))


@rule("O023", "error")
def repeated_attribute(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute that a node has twice.

    Why:
    Names of attributes are unique in a node (IR.md, Attributes). The checker refuses a second one,
    and readers take the first or the last.

    Fix:
    Keep the one that is meant.
    """
    for call in context.calls.shapes:
        first: dict[str, Argument] = {}
        for argument in call.arguments:
            before = first.setdefault(argument.name, argument)
            if before is argument or not argument.name:
                continue
            message = f"the node has an attribute {quoted(argument.name)} already; needed one"
            for row in call.rows:
                field = Field(context.document, row + argument.place)
                earlier = Field(context.document, row + before.place)
                yield Found(_name(field), message, (earlier, "the first of that name"))


def _judged(context: Context) -> Iterator[tuple[Call, Parameters]]:
    known: dict[object, Parameters] = {}
    for call in context.calls.judged:
        assert call.signature is not None
        of = call.signature.spec or call.signature.function
        if of not in known:
            known[of] = _parameters(call.signature)
        yield call, known[of]


def _parameters(signature: Signature) -> Parameters:
    if signature.spec is not None:
        return {each.name: (each.type, each.required) for each in signature.spec.attributes}
    assert signature.function is not None
    field = signature.function
    function = Merged(field.document, schema.message("FunctionProto"), (field.row,))
    names = (str(record.preview(_NAME_BYTES)) for record in function.records("attribute"))
    found = dict.fromkeys(names, (_ANY_TYPE, True))
    for default in function.each("attribute_proto"):
        found[default.text("name")] = default.number("type"), False
    return found


def _severity(call: Call) -> str:
    is_function = call.signature is not None and call.signature.function is not None
    return "warning" if is_function else call.severity


def _title(call: Call) -> str:
    """Return what is called, with the opset version that brought this signature of it."""
    since = call.signature.since_version if call.signature else None
    return title(call) if since is None else f"{title(call)} ({opset(call, since)})"


def _elsewhere(call: Call, name: str) -> str:
    """Say in which version the operator has an attribute that this one has not."""
    signature = call.signature
    if signature is None or signature.spec is None:
        return ""
    here = signature.spec.since_version
    having = [
        since for since in operator_versions(call.domain, call.name)
        if (spec := operator(call.domain, call.name, since))
        and any(each.name == name for each in spec.attributes)
    ]  # fmt: skip
    if not having:
        return ""
    if having[0] > here:
        return f"; it came with {opset(call, having[0])}"
    before = max(since for since in having if since < here)
    gone = next(v for v in operator_versions(call.domain, call.name) if v > before)
    is_input = any(each.name == name for each in signature.spec.inputs)
    return f"; opset {gone} {'made it an input' if is_input else 'dropped it'}"


def _at_name(attribute: Field, message: str, severity: str) -> Found:
    return Found(_name(attribute), message, severity=severity)


def _name(attribute: Field) -> Field:
    """Return the record of an attribute's name."""
    return Merged(attribute.document, _ATTRIBUTE, (attribute.row,)).records("name")[-1]


def _at_type(attribute: Field, argument: Argument, message: str, severity: str) -> Found:
    """Return a finding at the type, or at the value where that alone says the type."""
    records = Merged(attribute.document, _ATTRIBUTE, (attribute.row,)).records("type")
    if argument.type and records:
        return Found(records[-1], message, severity=severity)
    place = next(iter(argument.values.values())) - argument.place
    return Found(Field(attribute.document, attribute.row + place), message, severity=severity)
