"""What an attribute's value is where `type` and the value fields do not plainly say it.

Sources: comments of AttributeProto in onnx.proto; the checker of onnx 1.23.2, which from IR version
2 on wants a type, refuses a second value field, and lets none at all pass.
"""

from __future__ import annotations

from collections.abc import Iterator

from ... import schema
from ...tree.field import Field
from ...tree.merged import Merged
from ..words import name_of, short
from .form import Explains, message_in
from .repeats import Place
from .text import first_bad

_TYPES = schema.enum("AttributeProto.AttributeType")
_FIELD_OF = {  # type -> the field that it selects
    "FLOAT": "f", "INT": "i", "STRING": "s", "TENSOR": "t", "GRAPH": "g",
    "SPARSE_TENSOR": "sparse_tensor", "TYPE_PROTO": "tp",
    "FLOATS": "floats", "INTS": "ints", "STRINGS": "strings", "TENSORS": "tensors",
    "GRAPHS": "graphs", "SPARSE_TENSORS": "sparse_tensors", "TYPE_PROTOS": "type_protos",
}  # fmt: skip
_TYPE_OF = {field: kind for kind, field in _FIELD_OF.items()}
# what a type without its field reads as, and why writers leave the field out
_ZEROS = {
    "FLOAT": ("0", "proto3 writers leave zeros out"),
    "INT": ("0", "proto3 writers leave zeros out"),
    "STRING": ("an empty string", "proto3 writers leave empty ones out"),
}
_SHOWN = 8  # value fields that are named


def _attribute(field: Field, place: Place) -> Iterator[str]:
    attribute = message_in(field)
    number = attribute.number("type") if attribute.has("type") else 0
    kind = _TYPES.name_of(number) if number else None
    found = [name for name in _TYPE_OF if _is_set(attribute, name)]
    if short(attribute, "ref_attr_name"):
        yield from _reference(field, attribute, found, place)
    elif kind is None:
        yield _untyped(attribute, found, place)
    elif not found:
        yield _without_value(kind)
    elif found != [_FIELD_OF[kind]]:
        yield from _doubtful(attribute, kind, found, place)


def _is_set(attribute: Merged, name: str) -> bool:
    """Whether a field has a value; a packed run without elements has none."""
    if attribute.spec.by_name[name].packable:
        return bool(attribute.numbers(name, 1))
    return bool(attribute.count(name))


def _without_value(kind: str) -> str:
    default = _default(kind)
    if not default:
        return f"no value field: type {kind} needs {_FIELD_OF[kind]}"
    why = f" ({_ZEROS[kind][1]})" if kind in _ZEROS else ""
    return f"no value field: type {kind} then reads as {default}{why}"


def _default(kind: str) -> str:
    """Return what a type without its field reads as; empty for a message, which has to be there."""
    if kind in _ZEROS:
        return _ZEROS[kind][0]
    field = schema.message("AttributeProto").by_name[_FIELD_OF[kind]]
    return "an empty list" if field.repeated else ""


def _untyped(attribute: Merged, found: list[str], place: Place) -> str:
    """Say what an attribute is that has no type, or one that says nothing."""
    without, why = _no_type(attribute)
    if not found:
        return f"{without} and no value field is set, so it says nothing"
    if len(found) > 1:
        return f"{without}, and {_listed(attribute, found, place)} are set: nothing selects one"
    return f"{without}; {found[0]} is set, so {_TYPE_OF[found[0]]}{why}"


def _no_type(attribute: Merged) -> tuple[str, str]:
    """Return in which way the type is missing, and what that is a sign of."""
    if attribute.has("type"):
        return "type UNDEFINED", ""
    own = attribute.spec.by_name["type"]
    unknown = [record for record in attribute.unknown() if record.spec is own]
    if unknown:
        return f"type {unknown[-1].value!r} is not of the standard and reads as absent", ""
    return "type absent", " (files of IR version 1 have no type)"


def _doubtful(attribute: Merged, kind: str, found: list[str], place: Place) -> Iterator[str]:
    """Tell of a value that is not where the type says, or not only there."""
    wanted = _FIELD_OF[kind]
    if len(found) > 1:
        yield f"{_listed(attribute, found, place)} are set; only one may be"
    if wanted in found:
        yield f"type {kind} selects {wanted}"
        return
    but = "" if len(found) > 1 else f" ({_listed(attribute, found, place)} is)"
    gives = f"by the type it reads as {_default(kind) or 'nothing'}"
    yield f"type {kind} selects {wanted}, which is not set{but}: {gives}"


def _listed(attribute: Merged, found: list[str], place: Place) -> str:
    """Return ``f (offset 12) and i (offset 17)``."""
    shown = [_at(attribute, name, place) for name in found[:_SHOWN]]
    if len(found) > _SHOWN:
        shown.append(f"{len(found) - _SHOWN} more")
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _at(attribute: Merged, name: str, place: Place) -> str:
    """Return a field with the offset of its first record; the last of a singular one counts."""
    records = attribute.records(name)
    record = records[0] if attribute.spec.by_name[name].repeated else records[-1]
    return f"{name} (offset {place(record.start)})"


# -- references to the attributes of a function ------------------------------------------------


def _reference(field: Field, attribute: Merged, found: list[str], place: Place) -> Iterator[str]:
    name = name_of(attribute, "ref_attr_name")
    inside = _in_function(field)
    if inside is False:
        yield f"ref_attr_name {name} stands outside of any function, where it refers to nothing"
    else:
        yield f"takes the value of the function's attribute {name}"
    if found:
        values = _listed(attribute, found, place)
        yield f"ref_attr_name and {values} are set; with ref_attr_name there may be no value"


def _in_function(field: Field) -> bool | None:
    """Whether a field stands in a function; None where the file does not show what is around it."""
    root = field.document.root
    at = field.parent
    while at is not None:
        if at.content is not None and at.content.name == "FunctionProto":
            return True
        at = at.parent
    return False if root is not None and root.name == "ModelProto" else None


# -- texts that are bytes ----------------------------------------------------------------------


def _bytes(field: Field, place: Place) -> Iterator[str]:
    bad = first_bad(field)
    if bad is not None:
        at, byte = bad
        yield f"not UTF-8 from byte {at} ({byte:02X}) on; the standard asks for UTF-8"


EXPLAINS: Explains = {
    "AttributeProto": _attribute,
    "AttributeProto.s": _bytes,
    "AttributeProto.strings": _bytes,
}
