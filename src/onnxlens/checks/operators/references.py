"""Attributes inside functions that stand for those of the function."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .words import listed, quoted, text_of

_FUNCTION = schema.message("FunctionProto")
_NAME_BYTES = 1 << 16  # of a name that is compared


@rule("O025", "error")
def reference_outside_function(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute with ref_attr_name in a node that is in no function.

    Why:
    The field ref_attr_name is for nodes of functions only, and is invalid in the main graph
    (onnx.proto, AttributeProto.ref_attr_name). There is nothing that it could stand for.

    Fix:
    Write the value itself.
    """
    if context.model is None:
        return
    for call in context.calls.shapes:
        for argument in call.arguments:
            if argument.reference and not call.function:
                for field in call.at(argument.reference):
                    message = f"refers to {text_of(field)} of a function; the node is in none"
                    yield Found(field, f"{quoted(argument.name)} {message}")


@rule("O026", "warning")
def reference_to_no_attribute(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute with a ref_attr_name that names no attribute of the function around.

    Why:
    The name is that of an attribute of the function (onnx.proto, AttributeProto.ref_attr_name). No
    caller can give one that the function does not declare, so the node never has its attribute.

    Fix:
    Correct the name, or declare the attribute in the function.
    """
    declared: dict[int, frozenset[str]] = {}
    for call in context.calls.shapes:
        if not call.function or not any(each.reference for each in call.arguments):
            continue
        if call.function not in declared:
            declared[call.function] = _declared(context, call.function)
        known = declared[call.function]
        for argument in call.arguments:
            for field in call.at(argument.reference) if argument.reference else ():
                name = str(field.preview(_NAME_BYTES))
                if name not in known:
                    message = f"the function has no attribute {quoted(name)}"
                    yield Found(field, f"{message}; {_has(known)}")


def _declared(context: Context, function: int) -> frozenset[str]:
    message = Merged(context.document, _FUNCTION, (function,))
    names = [*message.records("attribute")]
    for default in message.each("attribute_proto"):
        names += default.records("name")[-1:]
    return frozenset(str(name.preview(_NAME_BYTES)) for name in names)


def _has(known: frozenset[str]) -> str:
    return f"it has {listed(map(quoted, sorted(known)))}" if known else "it has none"
