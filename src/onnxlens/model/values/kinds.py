"""The five kinds of values, with the messages and fields that hold them."""

from __future__ import annotations

from ... import schema

_ENUM = schema.enum("SequenceProto.DataType")  # OptionalProto.DataType has the same numbers
UNDEFINED = _ENUM.number_of("UNDEFINED")


class Kind:
    """One kind of value.

    ``name`` is that of ValueType.kind, ``number`` its value of SequenceProto.DataType,
    ``message`` what stores it, ``one`` its field in OptionalProto, ``many`` in SequenceProto;
    both fields have the number ``field``.
    """

    __slots__ = ("field", "many", "message", "name", "number", "one")

    def __init__(self, name: str) -> None:
        number = _ENUM.number_of(name.upper())
        assert number is not None, name
        self.name = name
        self.number = number
        self.one = f"{name}_value"
        self.many = f"{name}_values"
        spec = schema.message("OptionalProto").by_name[self.one]
        self.message = spec.ref
        self.field = spec.number

    def __repr__(self) -> str:
        return f"<Kind {self.name}>"


KINDS = {name: Kind(name) for name in ("tensor", "sparse_tensor", "sequence", "map", "optional")}
BY_MESSAGE = {kind.message: kind for kind in KINDS.values()}
BY_NUMBER = {kind.number: kind for kind in KINDS.values()}


def elem_type_text(number: int | None) -> str:
    """Return ``elem_type 3 (SEQUENCE)``, ``elem_type 99`` or ``no elem_type``."""
    if number is None:
        return "no elem_type"
    name = _ENUM.name_of(number)
    return f"elem_type {number} ({name})" if name else f"elem_type {number}"
