"""Builds the bytes of messages inside messages, however deep they are."""

from __future__ import annotations

from ... import schema
from ...wire.kinds import LEN, VARINT
from ...wire.scalars import encode_tag, encode_varint


class Message:
    """A message in the making: its fields in the order in which they are added.

    The names of fields are those of the schema. Nothing is copied before ``to_bytes``.
    """

    __slots__ = ("_parts", "_spec")

    def __init__(self, name: str) -> None:
        self._spec = schema.message(name)
        self._parts: list[bytes | Message] = []

    def number(self, name: str, value: int) -> None:
        """Add a varint field, -2**63 to 2**64 - 1."""
        self._parts.append(encode_tag(self._number(name), VARINT) + encode_varint(value))

    def data(self, name: str, value: bytes) -> None:
        """Add a field of bytes, or of a string as UTF-8."""
        self._parts += [self._head(name, len(value)), value]

    def message(self, name: str) -> Message:
        """Add a message and return it, to be filled before ``to_bytes``."""
        content = Message(self._spec.by_name[name].ref)
        self._parts += [encode_tag(self._number(name), LEN), content]
        return content

    def to_bytes(self) -> bytes:
        """Return the message. The cost grows with its size, not with its depth."""
        return b"".join(self._flat(self._sizes()))

    def _sizes(self) -> dict[int, int]:
        """Return the size of each message inside, the inner ones measured first."""
        order: list[Message] = [self]
        for message in order:  # grows while it is read
            order += [part for part in message._parts if isinstance(part, Message)]
        sizes: dict[int, int] = {}
        for message in reversed(order):
            sizes[id(message)] = sum(_measure(part, sizes) for part in message._parts)
        return sizes

    def _flat(self, sizes: dict[int, int]) -> list[bytes]:
        out: list[bytes] = []
        stack: list[bytes | Message] = list(reversed(self._parts))
        while stack:
            part = stack.pop()
            if isinstance(part, bytes):
                out.append(part)
            else:
                out.append(encode_varint(sizes[id(part)]))
                stack += reversed(part._parts)
        return out

    def _head(self, name: str, size: int) -> bytes:
        return encode_tag(self._number(name), LEN) + encode_varint(size)

    def _number(self, name: str) -> int:
        return self._spec.by_name[name].number


def _measure(part: bytes | Message, sizes: dict[int, int]) -> int:
    """Return the bytes of a part; before a message stands its length."""
    if isinstance(part, bytes):
        return len(part)
    size = sizes[id(part)]
    return size + len(encode_varint(size))
