"""Models with one or two fields changed at random, made with the onnx package."""

from collections.abc import Iterator
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from onnx import ModelProto

TEXTS = ("", "x", "nope", "ai.onnx", "ai.onnx.ml")
NUMBERS = (-1, 0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 16, 17, 20, 25)


def messages(top: Message) -> Iterator[Message]:
    """Yield a message and all inside it."""
    found = [top]
    while found:
        message = found.pop()
        yield message
        for field, value in message.ListFields():
            if field.type == FieldDescriptor.TYPE_MESSAGE:
                found.extend(value if field.is_repeated else [value])


def changed(data: bytes, random: Random) -> bytes:
    """Return a model with a change to one or two fields, of messages of any name alike often."""
    model = ModelProto.FromString(data)
    for _ in range(random.choice((1, 1, 2))):
        named: dict[str, list[Message]] = {}
        for message in messages(model):
            named.setdefault(message.DESCRIPTOR.name, []).append(message)
        _change(random.choice(named[random.choice(sorted(named))]), random)
    return model.SerializeToString()


def _change(message: Message, random: Random) -> None:
    """Set a field that may be absent, or clear, empty, double, drop or alter one that is there."""
    present = message.ListFields()
    if not present or random.random() < 0.2:
        field = random.choice(message.DESCRIPTOR.fields)
        if field.is_repeated:
            _append(getattr(message, field.name), field, random)
        else:
            _put(message, field, random)
        return
    field, value = random.choice(present)
    if random.random() < 0.3:
        message.ClearField(field.name)
    elif not field.is_repeated:
        _put(message, field, random)
    elif random.random() < 0.5:
        del value[random.randrange(len(value))]
    else:
        _append(value, field, random)


def _put(message: Message, field: FieldDescriptor, random: Random) -> None:
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        message.ClearField(field.name)
        getattr(message, field.name).SetInParent()
    else:
        setattr(message, field.name, _value(field, random))


def _append(values: Any, field: FieldDescriptor, random: Random) -> None:
    """Append a copy of an element, or a new one."""
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        values.add()
        values[-1].MergeFrom(random.choice(values))
    else:
        values.append(random.choice([*values, _value(field, random)]))


def _value(field: FieldDescriptor, random: Random) -> object:
    if field.enum_type is not None:
        return random.choice([value.number for value in field.enum_type.values])
    if field.type == FieldDescriptor.TYPE_STRING:
        return random.choice(TEXTS)
    if field.type == FieldDescriptor.TYPE_BYTES:
        return random.choice(TEXTS).encode()
    number = random.choice(NUMBERS)
    return abs(number) if field.type == FieldDescriptor.TYPE_UINT64 else number
