"""A value type as a value of Python: equal, hashable, and all that its bytes say of presence."""

from __future__ import annotations

# kinds that hold a further type, and the field that holds it
CONTAINERS = {"sequence": "elem_type", "map": "value_type", "optional": "elem_type"}
KINDS = ("tensor", "sparse_tensor", *CONTAINERS, "opaque", "untyped")


class Dim:
    """One dimension of a shape: a size, a symbol, or neither, which is an unknown size.

    ``size`` is any int64 (only 0 and up mean something) and ``symbol`` a string; at most one of
    them is set, the other is None. ``denotation`` is None where it is absent. None of the three is
    changed after the Dim is made. Source: TensorShapeProto.Dimension of onnx.proto.
    """

    __slots__ = ("denotation", "size", "symbol")

    def __init__(
        self, size: int | None = None, symbol: str | None = None, denotation: str | None = None
    ) -> None:
        self.size = size
        self.symbol = symbol
        self.denotation = denotation

    def _facts(self) -> tuple[object, ...]:
        return self.size, self.symbol, self.denotation

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dim) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def __repr__(self) -> str:
        from .text import dim_text

        return f"<Dim {dim_text(self)}>"


class Level:
    """One TypeProto without the type inside it.

    ``kind`` is one of KINDS. ``data_type`` is the number of a tensor's elements or of a map's
    keys, None where it is absent. ``dims`` is a shape, None where it is absent (any shape) and
    empty for a scalar. ``domain`` and ``name`` are those of an opaque type. ``denotation`` says
    what the value stands for. All but the kind are None where the field is absent. ``more`` counts
    dims that a sketch leaves out; in a ValueType it is 0.
    """

    __slots__ = ("data_type", "denotation", "dims", "domain", "kind", "more", "name")

    def __init__(
        self,
        kind: str,
        data_type: int | None = None,
        dims: tuple[Dim, ...] | None = None,
        domain: str | None = None,
        name: str | None = None,
        denotation: str | None = None,
    ) -> None:
        self.kind = kind
        self.data_type = data_type
        self.dims = dims
        self.domain = domain
        self.name = name
        self.denotation = denotation
        self.more = 0

    def _facts(self) -> tuple[object, ...]:
        return (self.kind, self.data_type, self.dims, self.domain, self.name, self.denotation)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Level) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())


class ValueType:
    """The type of a value: a TypeProto with all that it says, and what it leaves out.

    A type holds at most one further type, so it is a list of ``levels``, the outermost first; a
    container whose own type is absent is the last of them. ``lossless`` is False for a type read
    from bytes that ``to_bytes`` would not give back: fields out of order, overlong varints, unknown
    fields, duplicates, an overruled member of a oneof. Two types are equal if their levels are.
    """

    __slots__ = ("levels", "lossless")

    def __init__(self, levels: tuple[Level, ...], lossless: bool = True) -> None:
        self.levels = levels
        self.lossless = lossless

    @property
    def kind(self) -> str:
        """One of ``tensor sparse_tensor sequence map optional opaque untyped``."""
        return self.levels[0].kind

    @property
    def data_type(self) -> int | None:
        """Number of TensorProto.DataType of a tensor's elements or a map's keys, if present."""
        return self.levels[0].data_type

    @property
    def shape(self) -> tuple[Dim, ...] | None:
        """Dims of a tensor or sparse tensor; None for any shape, empty for a scalar."""
        return self.levels[0].dims

    @property
    def denotation(self) -> str | None:
        """What the value stands for, such as IMAGE; None where the field is absent."""
        return self.levels[0].denotation

    @property
    def domain(self) -> str | None:
        """Domain of an opaque type, if present."""
        return self.levels[0].domain

    @property
    def name(self) -> str | None:
        """Name of an opaque type, if present."""
        return self.levels[0].name

    @property
    def element(self) -> ValueType | None:
        """Type inside a sequence, map (of its values) or optional; None where it is absent."""
        return ValueType(self.levels[1:], self.lossless) if len(self.levels) > 1 else None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ValueType) and self.levels == other.levels

    def __hash__(self) -> int:
        return hash(self.levels)

    def __str__(self) -> str:
        from .text import type_text

        return type_text(self.levels)

    def __repr__(self) -> str:
        return f"<ValueType {self}>"

    def to_bytes(self) -> bytes:
        """Return the TypeProto, its fields in order of number, every varint at its shortest."""
        from .encode import type_bytes

        return type_bytes(self.levels)

    def to_official(self) -> str:
        """Return the type in the text syntax of the onnx package: ``float[1,N]``.

        Raises TypeSyntaxError with path and reason for what that syntax cannot say.
        """
        from .official import official_text

        return official_text(self)


class ValueInfo:
    """A named type: a ValueInfoProto's ``name`` and ``type``, each None where it is absent.

    ``lossless`` as in ValueType; a doc_string and metadata_props are not kept.
    """

    __slots__ = ("lossless", "name", "type")

    def __init__(self, name: str | None, type: ValueType | None, lossless: bool = True) -> None:
        self.name = name
        self.type = type
        self.lossless = lossless

    def __eq__(self, other: object) -> bool:
        facts = (self.name, self.type)
        return isinstance(other, ValueInfo) and facts == (other.name, other.type)

    def __hash__(self) -> int:
        return hash((self.name, self.type))

    def __str__(self) -> str:
        from .text import value_text

        return value_text(self.name, self.type.levels if self.type else None)

    def __repr__(self) -> str:
        return f"<ValueInfo {self}>"

    def to_bytes(self) -> bytes:
        """Return the ValueInfoProto."""
        from .encode import value_bytes

        return value_bytes(self)

    def to_official(self) -> str:
        """Return ``float[1,N] x``. Raises TypeSyntaxError as ``ValueType.to_official`` does."""
        from .official import official_text

        return official_text(self)
