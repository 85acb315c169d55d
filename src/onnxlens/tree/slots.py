"""Where bytes meet the schema: from a slot of the index to the specs of field and content."""

from .. import schema
from ..schema import FieldSpec, MessageSpec
from ..wire.index import FIELD_BITS

MESSAGES: tuple[MessageSpec | None, ...] = (None, *schema.messages())  # by message id


def _specs() -> list[FieldSpec | None]:
    specs: list[FieldSpec | None] = [None] * (len(MESSAGES) << FIELD_BITS)
    for message in MESSAGES[1:]:
        assert message is not None
        for field in message.fields:
            specs[message.id << FIELD_BITS | field.number] = field
    return specs


SPECS = _specs()  # by slot: the field of that number, None where the schema has none
CHILD = memoryview(schema.child_table()).cast("H")  # by slot: the message id of the payload, or 0
