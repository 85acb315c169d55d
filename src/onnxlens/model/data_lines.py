"""SequenceProto, MapProto and OptionalProto as one line, with the first values."""

from __future__ import annotations

from .. import schema
from ..tree.merged import Merged
from ..tree.names import quote
from .numbers import number_text
from .tensors import first_elements, tensor_type
from .words import data_type, name_of

_SHOWN = 8  # elements of a tensor in the line
# kind of value (SequenceProto.DataType and OptionalProto.DataType) -> stem of its field's name
_STEMS = {
    "TENSOR": "tensor_value", "SPARSE_TENSOR": "sparse_tensor_value",
    "SEQUENCE": "sequence_value", "MAP": "map_value", "OPTIONAL": "optional_value",
}  # fmt: skip


def data_line(value: Merged) -> str:
    """Return such a value as ``x: sequence(FLOAT [4]), 1 element = 1 2 3 4``."""
    name = f"{name_of(value)}: " if value.has("name") else ""
    return name + _MAKERS[value.spec.name](value)


def _sequence(sequence: Merged) -> str:
    field, count = _filled(sequence, "s")
    elements = f"{count:,} element{'' if count == 1 else 's'}"
    values = _values(_first(sequence, field)) if count == 1 else ""
    return f"sequence({_inside(sequence, field)}), {elements}{values}"


def _optional(optional: Merged) -> str:
    field, count = _filled(optional, "")
    if not count:
        return f"optional({_inside(optional, field)}), empty"
    return f"optional({_inside(optional, field)}){_values(_first(optional, field))}"


def _map(map_: Merged) -> str:
    keys = map_.elements("keys") + map_.count("string_keys")
    values = map_.message("values")
    inside = _sequence(values) if values else "no values"
    count = f"{keys:,} key{'' if keys == 1 else 's'}"
    return f"map from {data_type(map_.number('key_type'))}, {count}: {inside}"


def _filled(value: Merged, plural: str) -> tuple[str, int]:
    """Return the field that holds the values, and how many it holds."""
    for stem in _STEMS.values():
        if value.count(stem + plural):
            return stem + plural, value.count(stem + plural)
    return "", 0


def _first(value: Merged, field: str) -> Merged | None:
    if not value.spec.by_name[field].repeated:
        return value.message(field)
    return next(value.each(field), None)


def _inside(value: Merged, field: str) -> str:
    """Return the type of what is inside: of a tensor whole, of other kinds the word."""
    first = _first(value, field) if field else None
    if first is not None and first.spec.name == "TensorProto":
        return tensor_type(first)
    kinds = {f"{stem}{s}": kind for kind, stem in _STEMS.items() for s in ("", "s")}
    stated = schema.enum(value.spec.by_name["elem_type"].ref).name_of(value.number("elem_type"))
    kind = kinds.get(field) or stated or str(value.number("elem_type"))
    return "" if kind == "UNDEFINED" else kind.lower()


def _values(value: Merged | None) -> str:
    if value is None or value.spec.name != "TensorProto":
        return ""
    return values_text(value)


def values_text(tensor: Merged) -> str:
    """Return `` = 1 2 3 4`` for the first elements of a TensorProto, or nothing."""
    elements = first_elements(tensor, _SHOWN + 1)
    if not elements:
        return ""
    kind = data_type(tensor.number("data_type"))
    shown = [quote(e) if isinstance(e, str) else number_text(e, kind) for e in elements[:_SHOWN]]
    return f" = {' '.join(shown)}{' …' if len(elements) > _SHOWN else ''}"


_MAKERS = {"SequenceProto": _sequence, "MapProto": _map, "OptionalProto": _optional}
