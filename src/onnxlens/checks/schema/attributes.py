"""Rules about the type and the value of attributes."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.words import name_of
from ..context import Context
from ..rule import Found, rule
from ..slots import VALUES
from .facts import FIELD_OF, Attribute

_WITH_TYPE = 2  # IR version that brought the type
_LISTED = 8  # value fields that are named
# types whose value a proto3 writer leaves out where it is 0 or empty
_ZEROS = {"FLOAT": "0", "INT": "0", "STRING": "an empty text"}


@rule("S030", "error")
def attribute_without_type(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute without a type, in a model of IR version 2 or above.

    Why:
    The comment on AttributeProto.type in onnx.proto says that from IR version 2 on the field MUST
    be set. The official checker refuses the model. Before, readers had to guess from the value.

    Fix:
    Write the type that goes with the value.
    """
    if _is_old(context):
        return
    for each in _whole(context):
        if not each.has_type and not each.unknown and not _is_unfit(each):
            needed = "needed one"
            if len(each.values) == 1:
                needed = f"{each.values[0]} is set, so {VALUES[each.values[0]]} is needed"
            yield Found(each.message.field, f"type is absent; {needed}")


@rule("S031", "error")
def attribute_type_mismatch(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute whose one value is not in the field that its type selects.

    Why:
    The comment on AttributeProto.type in onnx.proto says that it MUST match the value field in use.
    Readers that go by the type find nothing, or 0; the official checker refuses the model.

    Fix:
    Write the type that goes with the value, or the value that goes with the type.
    """
    for each in context.odd_attributes:
        if each.has_type and len(each.values) == 1 and FIELD_OF.get(each.kind) != each.values[0]:
            record, value = each.message.records("type")[-1], each.value(each.values[0])
            selects = f" selects {FIELD_OF[each.kind]}" if each.kind else " selects nothing"
            needed = f"{value.name} is set, which needs {VALUES[value.name]}"
            message = f"type {each.kind or 'UNDEFINED'}{selects}; {needed}"
            yield Found(record, message, (value, "the value"))


@rule("S032", "error")
def attribute_with_several_values(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute with more than one value field.

    Why:
    The comment on the value fields of AttributeProto in onnx.proto says that exactly one of them
    must be present. Readers that do not go by the type take any of them; the official checker
    refuses the model.

    Fix:
    Leave the value that the type selects, and remove the others.
    """
    for each in context.odd_attributes:
        if len(each.values) < 2:
            continue
        wanted = FIELD_OF.get(each.kind, "")
        others = [each.value(name) for name in each.values if name != wanted]
        selects = f"type {each.kind} selects {wanted}" if wanted else "no type selects one"
        shown = ", ".join(each.values[:_LISTED])
        message = f"{len(each.values)} value fields are set, {shown}; {selects}"
        related = [(each.value(wanted), "selected")] if wanted in each.values else []
        related += [(other, "set too") for other in others[1:_LISTED]]
        yield Found(others[0], message, *related)


@rule("S033", "error")
def attribute_without_value(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute without a value, whose type is UNDEFINED or needs a message: a tensor, a graph, a
    sparse tensor or a type.

    Why:
    The comment on the value fields of AttributeProto in onnx.proto says that exactly one of them
    must be present, or a reference in their place. A writer may leave out a number that is 0, but
    never a message. The official checker lets it pass, and readers fail.

    Fix:
    Write the value, or remove the attribute.
    """
    for each in _whole(context):
        if each.values or each.refers or not each.has_type or each.kind in _ZEROS:
            continue
        wanted = FIELD_OF.get(each.kind, "")
        spec = each.message.spec.by_name.get(wanted)
        if spec is None or not spec.repeated:
            needed = f"needed {wanted}" if wanted else "needed a type and its value"
            says = f"type {each.kind or 'UNDEFINED'} without a value"
            yield Found(each.message.field, f"{says}; {needed}")


@rule("S034", "info")
def zero_left_out(context: Context) -> Iterator[Found]:
    """
    Finds:
    Attributes of a number or text without a value field; all of one type are told at once.

    Why:
    Writers of the newer syntax of protobuf leave out a number that is 0 and a text that is empty,
    so the value is that, although the comment in onnx.proto asks for exactly one value field. The
    official checker lets it pass; a reader that asks whether the field is there may not find it.

    Fix:
    Nothing has to be done. The onnx package writes the value, also where it is 0.
    """
    found: dict[str, list[Attribute]] = {}
    for each in _whole(context):
        if each.kind in _ZEROS and not each.values and not each.refers:
            found.setdefault(each.kind, []).append(each)
    for kind, attributes in found.items():
        more = f"; {len(attributes) - 1:,} more like it" if len(attributes) > 1 else ""
        says = f"type {kind} without {FIELD_OF[kind]} reads as {_ZEROS[kind]}"
        yield Found(attributes[0].message.field, says + more)


@rule("S036", "error")
def reference_with_value(context: Context) -> Iterator[Found]:
    """
    Finds:
    An attribute that refers to one of the function around it and has a value too.

    Why:
    The comment on AttributeProto.ref_attr_name in onnx.proto says that such an attribute does not
    contain data. Readers take one or the other; the official checker refuses it in a function.

    Fix:
    Remove the value, or the reference.
    """
    for each in context.odd_attributes:
        if each.refers and each.values:
            value, name = each.value(each.values[0]), name_of(each.message, "ref_attr_name")
            reference = each.message.records("ref_attr_name")[-1]
            message = f"{value.name} is set beside ref_attr_name {name}; only one may be"
            yield Found(value, message, (reference, "the reference"))


def _is_old(context: Context) -> bool:
    """Whether a file is of IR version 1; then a GraphProto could be the whole file."""
    model, root = context.model, context.document.root
    if model is None:
        return root is not None and root.name == "GraphProto"
    return model.has("ir_version") and model.number("ir_version") < _WITH_TYPE


def _whole(context: Context) -> Iterator[Attribute]:
    return (each for each in context.odd_attributes if context.is_whole(each.message))


def _is_unfit(attribute: Attribute) -> bool:
    """Whether a type is there in another wire type, which is told apart."""
    number = attribute.message.spec.by_name["type"].number
    return any(record.number == number for record in attribute.message.unknown())
