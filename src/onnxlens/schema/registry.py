"""Finds a message or an enum of the standard by its name or number."""

from onnxlens.errors import SchemaError

from .rows import ENUMS, MESSAGES, EnumRow, MessageRow
from .spec import SLOT_BITS, EnumSpec, EnumValue, FieldSpec, MessageSpec


def message(name: str) -> MessageSpec:
    """The message of a name without package, such as ``TypeProto.Tensor``.

    Raises SchemaError, which carries the nearest name.
    """
    try:
        return _messages[name]
    except KeyError:
        raise unknown_name("message", name, tuple(_messages)) from None


def message_by_id(id: int) -> MessageSpec:
    """The message of an id, 1 to ``len(messages())``. Raises SchemaError for any other."""
    if not 0 < id <= len(_by_id):
        raise SchemaError(f"{id}: no message of that id", name=str(id), nearest=None)
    return _by_id[id - 1]


def messages() -> tuple[MessageSpec, ...]:
    """All messages in order of id; the first has id 1."""
    return _by_id


def enum(name: str) -> EnumSpec:
    """The enum of a name without package, such as ``TensorProto.DataType``.

    Raises SchemaError, which carries the nearest name.
    """
    try:
        return _enums[name]
    except KeyError:
        raise unknown_name("enum", name, tuple(_enums)) from None


def enums() -> tuple[EnumSpec, ...]:
    """All enums in the order of the .proto files."""
    return tuple(_enums.values())


def child_table() -> bytes:
    """What a scanner needs to know of the schema: which records hold which message.

    An array of unsigned 16-bit integers in the byte order of the machine, 64 for each message id
    from 0 on. Entry ``message id << 6 | field number`` is the id of the message that the field
    holds, or 0 where the field is not a message or not known.
    """
    return _child_table


def unknown_name(kind: str, name: str, known: tuple[str, ...]) -> SchemaError:
    """The error for a name of this kind (``message``, ``enum``, …) that is not among the known."""
    closest = _nearest(name, known)
    advice = f"; nearest is {closest}" if closest else ""
    return SchemaError(f"{name}: no {kind} of that name{advice}", name=name, nearest=closest)


def _nearest(name: str, known: tuple[str, ...]) -> str | None:
    import difflib  # 3 ms, and only a misspelt name needs it

    spellings = {spelling.lower(): spelling for spelling in known}
    close = difflib.get_close_matches(name.lower(), spellings, n=1, cutoff=0.5)
    return spellings[close[0]] if close else None


def _message_spec(id: int, row: MessageRow) -> MessageSpec:
    name, file, since, key_field, reserved, reserved_names, fields = row
    specs = tuple(FieldSpec(name, *field) for field in fields)
    return MessageSpec(id, name, file, since, key_field, reserved, reserved_names, specs)


def _enum_spec(row: EnumRow) -> EnumSpec:
    name, closed, values = row
    return EnumSpec(name, closed, tuple(EnumValue(*value) for value in values))


def _build_child_table() -> bytes:
    table = memoryview(bytearray(2 * (len(_by_id) + 1 << SLOT_BITS))).cast("H")
    for parent in _by_id:
        for field in parent.fields:
            if field.is_message:
                table[parent.id << SLOT_BITS | field.number] = _messages[field.ref].id
    return table.tobytes()


# Built on import: it costs 0.2 ms and needs no lock where several threads use a Document.
_by_id = tuple(_message_spec(id, row) for id, row in enumerate(MESSAGES, 1))
_messages = {spec.name: spec for spec in _by_id}
_enums = {row[0]: _enum_spec(row) for row in ENUMS}
_child_table = _build_child_table()
