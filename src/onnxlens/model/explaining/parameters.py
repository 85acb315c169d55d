"""What attributes are to the operator of their node, and which inputs it lacks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ... import schema
from ...tree.field import Field
from ...tree.merged import Merged
from ...tree.names import quote
from ..operators.calls import Operators
from ..operators.signatures import REQUIRED
from ..words import short, word
from .form import message_in

_LISTED = 100  # inputs and outputs that are looked at
_TYPES = "AttributeProto.AttributeType"


def explain_attribute(operators: Operators, field: Field) -> Iterator[str]:
    """Yield what the operator says of an attribute of a node: its type, and whether it must be."""
    node = field.parent
    if node is None or node.content is None or node.content.name != "NodeProto":
        return
    signature = operators.signature(Merged(node.document, node.content, (node.row,)))
    if signature is None or signature.spec is None:
        return
    name = short(message_in(field), "name")
    title = f"{signature.title}-{signature.spec.since_version}"
    for attribute in signature.spec.attributes:
        if attribute.name == name:
            kind = schema.enum(_TYPES).name_of(attribute.type) or str(attribute.type)
            needed = "required" if attribute.required else "optional"
            yield f"attribute {word(name)} of {title}: {kind}, {needed}"
            return
    yield f"{title} has no attribute {word(name)}"


def explain_node(operators: Operators, field: Field) -> Iterator[str]:
    """Yield the inputs and outputs that a node lacks although its operator needs them."""
    node = message_in(field)
    signature = operators.signature(node)
    for noun, given in (("input", operators.inputs(node)), ("output", operators.outputs(node))):
        for each in islice(given, _LISTED):
            if signature and each.field is None and each.state == REQUIRED and each.parameter:
                name = each.parameter.name
                shown = quote(name) if name == noun else word(name)
                yield f"{noun} {shown} of {signature.title} is missing"
