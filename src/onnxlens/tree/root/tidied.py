"""Protobuf of other schemas whose records stand out of order or among unknown ones."""

from collections.abc import Iterator

from ...wire.kinds import LEN, VARINT
from ...wire.scalars import encode_tag, encode_varint
from ..foreign.kind import Foreign
from ..foreign.messages import foreign_message
from ..foreign.window import Window
from .reader import HEAD, Reader
from .survey import Level

_HIGHEST = 7  # number at the top level of the messages that are told by their shape there


def identify_tidied(reader: Reader, level: Level) -> Foreign | None:
    """Return the schema of another project that a level fits once it is put in order.

    ``identify`` looks for the shape in which such files are written; a parser takes any order.
    """
    if level.lost or not level.groups:
        return None
    data = b"".join(_records(reader, level))
    return foreign_message(Window(lambda start, size: data[start : start + size], len(data)))


def _records(reader: Reader, level: Level) -> Iterator[bytes]:
    """Yield the records by number, without those that no such message has; of a varint, the last.

    The payloads are read up to ``HEAD`` bytes in all; the last may end before its length says.
    """
    room = HEAD
    for tag in sorted(level.groups):
        number, wire_type, group = tag >> 3, tag & 7, level.groups[tag]
        if number > _HIGHEST:
            return
        if wire_type == VARINT and group.values:
            yield encode_tag(number, VARINT) + encode_varint(group.values[-1])
        for start, end, _ in group.places:
            if room > 0:
                payload = reader.at(start, min(end - start, room))
                room -= len(payload)
                yield encode_tag(number, LEN) + encode_varint(end - start) + payload
