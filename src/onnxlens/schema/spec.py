"""Descriptions of messages, fields and enums: what the standard says, without any bytes."""

VARINT = 0
I64 = 1
LEN = 2
I32 = 5

# Wire type of a single value of each protobuf type that ONNX uses
# (https://protobuf.dev/programming-guides/encoding/#structure).
WIRE_TYPES = {
    "int32": VARINT,
    "int64": VARINT,
    "uint64": VARINT,
    "enum": VARINT,
    "double": I64,
    "string": LEN,
    "bytes": LEN,
    "message": LEN,
    "float": I32,
}

# A slot is a message id and a field number in 16 bits: id << SLOT_BITS | number.
SLOT_BITS = 6
MAX_FIELD_NUMBER = (1 << SLOT_BITS) - 1
MAX_MESSAGE_ID = (1 << 16 - SLOT_BITS) - 1


class EnumValue:
    """One value of an enum.

    ``number`` is the number on the wire, ``name`` its name in the .proto file, ``since`` the
    IR version (1 and up) that brought it.
    """

    __slots__ = ("name", "number", "since")

    def __init__(self, number: int, name: str, since: int) -> None:
        self.number = number
        self.name = name
        self.since = since


class EnumSpec:
    """One enum, such as ``TensorProto.DataType``; names carry no package.

    ``closed`` is true where a field is declared with the enum as its type: a standard parser then
    keeps a number without a name as an unknown field and reads the field as unset. Otherwise
    integers carry the enum by convention, and every number is read.
    ``values`` stand in the order of the .proto file.
    """

    __slots__ = ("_by_name", "_by_number", "closed", "name", "values")

    def __init__(self, name: str, closed: bool, values: tuple[EnumValue, ...]) -> None:
        self.name = name
        self.closed = closed
        self.values = values
        self._by_number = {value.number: value for value in values}
        self._by_name = {value.name: value for value in values}

    def __repr__(self) -> str:
        return f"<EnumSpec {self.name}>"

    def name_of(self, number: int) -> str | None:
        """Name of a number; None where the standard gives it none."""
        value = self._by_number.get(number)
        return value.name if value else None

    def number_of(self, name: str) -> int | None:
        """Number of a name, spelt as in the standard; None where there is no such name."""
        value = self._by_name.get(name)
        return value.number if value else None

    def since_of(self, number: int) -> int | None:
        """IR version (1 and up) that brought a number; None where the standard has no such one."""
        value = self._by_number.get(number)
        return value.since if value else None


class FieldSpec:
    """One field of a message; one instance each, so that ``is`` compares them.

    ``message`` is the name of the owning message and ``qualified`` the full name, such as
    ``TypeProto.Tensor.elem_type``; ``number`` is 1 to 63; ``label`` is ``optional`` or
    ``repeated``; ``type`` is a key of WIRE_TYPES. ``ref`` names the message of a ``message``, and
    the enum of an ``enum`` or of an integer that carries one by convention; else it is empty.
    ``packed``: the .proto declares it packed (a reader must take both forms). ``oneof`` names
    the oneof that it is a member of, or is empty.

    ``since`` is the IR version (1 to 14) that the comments of the ``Version`` enum name; where
    they are silent, the IR version of the first onnx release whose onnx-ml.proto has the field
    under this number. Sources stand in tools/schema_annotations.csv.

    ``wire_type`` is that of a single value. ``packable``: repeated and numeric, so that its
    values may also stand together in one LEN record.
    """

    __slots__ = (
        "is_message",
        "label",
        "message",
        "name",
        "number",
        "oneof",
        "packable",
        "packed",
        "qualified",
        "ref",
        "repeated",
        "since",
        "type",
        "wire_type",
    )

    def __init__(
        self,
        message: str,
        number: int,
        name: str,
        label: str,
        type: str,
        ref: str,
        packed: bool,
        oneof: str,
        since: int,
    ) -> None:
        self.message = message
        self.number = number
        self.name = name
        self.label = label
        self.type = type
        self.ref = ref
        self.packed = packed
        self.oneof = oneof
        self.since = since
        # Derived here and not in properties: a tree asks for them once per record.
        self.qualified = f"{message}.{name}"
        self.repeated = label == "repeated"
        self.is_message = type == "message"
        self.wire_type = WIRE_TYPES[type]
        self.packable = self.repeated and self.wire_type != LEN

    def __repr__(self) -> str:
        return f"<FieldSpec {self.qualified}>"

    def fits(self, wire_type: int) -> bool:
        """Whether a standard parser reads a record of this wire type as this field."""
        return wire_type == self.wire_type or (wire_type == LEN and self.packable)


class MessageSpec:
    """One message, such as ``TypeProto.Tensor``; names carry no package.

    ``id`` counts from 1 in the order of the .proto files (0 means no message); ``file`` is the
    .proto file; ``since`` as in FieldSpec. ``key_field`` is the name of the string field that
    tells entries of this message apart (``name``, ``key``, ``domain`` …), or empty.
    ``fields`` stand in order of number. ``reserved`` are inclusive ranges of numbers and
    ``reserved_names`` names that the .proto forbids to use again.
    """

    __slots__ = (
        "by_name",
        "by_number",
        "fields",
        "file",
        "id",
        "key_field",
        "name",
        "oneofs",
        "reserved",
        "reserved_names",
        "since",
    )

    def __init__(
        self,
        id: int,
        name: str,
        file: str,
        since: int,
        key_field: str,
        reserved: tuple[tuple[int, int], ...],
        reserved_names: tuple[str, ...],
        fields: tuple[FieldSpec, ...],
    ) -> None:
        self.id = id
        self.name = name
        self.file = file
        self.since = since
        self.key_field = key_field
        self.reserved = reserved
        self.reserved_names = reserved_names
        self.fields = fields
        self.by_number = {field.number: field for field in fields}
        self.by_name = {field.name: field for field in fields}
        self.oneofs = _oneofs(fields)

    def __repr__(self) -> str:
        return f"<MessageSpec {self.name}>"


def _oneofs(fields: tuple[FieldSpec, ...]) -> dict[str, tuple[FieldSpec, ...]]:
    members: dict[str, tuple[FieldSpec, ...]] = {}
    for field in fields:
        if field.oneof:
            members[field.oneof] = (*members.get(field.oneof, ()), field)
    return members
