"""Rules about the kind of a type, and what sequences, maps, optionals and opaque types must say."""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...model.graph.names import slot
from ...model.types.remarks import KEY_TYPES, NO_KIND
from ...model.types.value_type import CONTAINERS
from ...model.words import OWN_NAMES, data_type
from ...tree.field import Field
from ...tree.merged import Merged
from ..context import Context
from ..rule import Found, rule
from .places import VALUE, absent, counts, is_interface, lacking, merged, named, owner

_TYPE = "TypeProto"
_KINDS = tuple(spec.name for spec in schema.message(_TYPE).oneofs["value"])
# what the comments on OptionalProto and MapProto, and IR.md and ONNXTypes.md, allow inside
_HOLDS = {
    "optional": ("tensor", "sequence", "map", "sparse_tensor"),
    "map": ("tensor", "sparse_tensor", "sequence", "map"),
}


@rule("T005", "warning")
def type_without_kind(context: Context) -> Iterator[Found]:
    """
    Finds:
    A type of which none of the kinds is set. At an input or output of the main graph it is an
    error; it is worth knowing where the type might be left out: at other inputs and outputs and in
    value_info.

    Why:
    Such a type says nothing. IR.md, under Graphs, says that the main graph MUST define the types of
    its inputs and outputs, and the checker of the onnx package refuses one without a kind there.
    Elsewhere it passes, and some readers crash on it.

    Fix:
    Set tensor_type or another kind. Where no type is needed, leave the whole field out.
    """
    for row in lacking(context, _TYPE, *_KINDS):
        type_, value = merged(context, row), owner(Field(context.document, row))
        if type_ is None or value is None or not counts(context, row):
            continue
        if not absent(context, type_, *_KINDS):
            continue
        severity, inside = "", "" if value.is_root else "the type inside "
        if context.document.index.parent[row] == value.row and value.content is VALUE:
            inside = ""
            if not value.is_root:
                severity = "error" if is_interface(context, value) else "info"
        yield Found(type_.field, f"{inside}{named(value)} has {NO_KIND}", severity=severity)


@rule("T007", "error")
def container_without_element(context: Context) -> Iterator[Found]:
    """
    Finds:
    A sequence or optional without elem_type, or a map without value_type.

    Why:
    The comments on TypeProto.Sequence.elem_type, TypeProto.Optional.elem_type and
    TypeProto.Map.value_type in onnx.proto say that the field MUST be there. What the value holds is
    not known without it.

    Fix:
    Write the type of what is inside.
    """
    for kind, field in CONTAINERS.items():
        for content in _of_kind(context, kind):
            value = _owner(context, content) if absent(context, content, field) else None
            if value is not None:
                text = f"{kind} type of {named(value)} has no {field}; needed the type inside"
                yield Found(content.field, text)


@rule("T008", "error")
def map_key_type(context: Context) -> Iterator[Found]:
    """
    Finds:
    A map type whose key_type is absent or no integer of 8 to 64 bits and not STRING.

    Why:
    The comments on TypeProto.Map.key_type in onnx.proto say that it MUST be there and MUST refer to
    one of these. The checker of the onnx package looks only whether it is there.

    Fix:
    Write INT64 (7) or STRING (8), which the operators of ai.onnx.ml use, or another of the allowed.
    """
    for content in _of_kind(context, "map"):
        number, stated = content.number("key_type"), content.has("key_type")
        wrong = number not in KEY_TYPES if stated else absent(context, content, "key_type")
        value = _owner(context, content) if wrong else None
        if value is None:
            continue
        needed = f"the map of {named(value)}; needed an integer of 8 to 64 bits or STRING"
        if not stated:
            yield Found(content.field, f"no key_type in {needed}")
            continue
        record = content.records("key_type")[-1]
        name = f"{data_type(number)} ({number})" if number in OWN_NAMES.values() else number
        yield Found(record, f"key_type is {name} in {needed}", span=record.payload)


@rule("T009", "error")
def opaque_without_name(context: Context) -> Iterator[Found]:
    """
    Finds:
    An input or output of the main graph of an opaque type whose name is absent or empty.

    Why:
    The checker of the onnx package refuses it, since without a name two opaque types cannot be told
    apart. The comment on TypeProto.Opaque.name calls it optional, so elsewhere this is no fault.

    Fix:
    Write the name that the runtime registers the type under.
    """
    for opaque in _of_kind(context, "opaque"):
        value = _owner(context, opaque)
        if value is None or not is_interface(context, value) or not _is_direct(opaque, value):
            continue
        if absent(context, opaque, "name") or (opaque.has("name") and not opaque.text("name")):
            yield Found(opaque.field, f"opaque type of {named(value)} has no name; needed one")


@rule("T010", "warning")
def type_nested_oddly(context: Context) -> Iterator[Found]:
    """
    Finds:
    An optional that holds an optional or opaque value, or a map whose values are such.

    Why:
    The comment on TypeProto.Optional and IR.md speak of optionals of tensors, sequences and maps,
    ONNXTypes.md of sparse tensors too, and MapProto lists tensors, sparse tensors, sequences and
    maps as values. No operator makes or takes anything else.

    Fix:
    Take out the level that is too much.
    """
    for kind, allowed in _HOLDS.items():
        for content in _of_kind(context, kind):
            inner = content.message(CONTAINERS[kind])
            spec = inner.which("value") if inner is not None else None
            held = spec.name.removesuffix("_type") if spec is not None else ""
            odd = bool(held) and held not in allowed
            value = _owner(context, content) if odd else None
            if inner is not None and value is not None:
                needed = ", ".join(allowed).replace("_", " ")
                an = "an" if kind[0] in "aeiou" else "a"
                text = f"{named(value)} has {an} {kind} of {held} values; needed one of {needed}"
                yield Found(inner.field, text)


def _of_kind(context: Context, kind: str) -> Iterator[Merged]:
    """Yield the content of all types of a kind; such as a oneof overrules is among them."""
    for row in context.scopes.columns.rows(slot(_TYPE, f"{kind}_type")):
        content = merged(context, row)
        if content is not None:
            yield content


def _owner(context: Context, content: Merged) -> Field | None:
    """Return what has a type; None where the kind that this is the content of does not count."""
    return owner(content.field) if counts(context, content.rows[-1]) else None


def _is_direct(content: Merged, value: Field) -> bool:
    """Tell whether a kind is that of the value, not of a type inside it."""
    parents = value.document.index.parent
    return bool(parents[parents[content.rows[-1]]] == value.row)
