"""How well the records of a level fit one message."""

from collections.abc import Sequence

from ... import schema
from ...schema import FieldSpec, MessageSpec
from ...wire.kinds import LEN, VARINT
from . import content, weights
from .survey import Group, Level, Survey

MOST_DESCENTS = 2  # levels below the top
_SAMPLES = (6, 3, 3)  # records of one tag that are looked at, by level


def score(survey: Survey, message: MessageSpec, level: Level, depth: int = 0) -> float:
    fitting, all_weight = 0.0, 0.0
    unknown = 0
    seen_oneof: set[str] = set()
    numbers = []
    oneof = 1.0
    for tag, group in level.groups.items():
        field = message.by_number.get(tag >> 3)
        if field is None:
            unknown += group.size
            continue
        weight = group.size.bit_length()
        if not field.fits(tag & 7):
            all_weight += weights.WRONG_WIRE * max(weight, weights.LEAST_WRONG)
            continue
        numbers.append(field.number)
        if tag & 7 == LEN and not field.is_message and field.type != "string":
            weight = min(weight, weights.MOST_UNPROVEN)
        quality = _quality(survey, field, tag & 7, group, depth)
        if (not field.repeated and group.count > 1):
            quality *= weights.TWICE
        if field.oneof:
            if field.oneof in seen_oneof: oneof=weights.ONEOF_CONFLICT
            seen_oneof.add(field.oneof)
        fitting += weight * quality
        all_weight += weight
    all_weight += weights.UNKNOWN * unknown.bit_length() + weights.LOST * level.lost.bit_length()
    if not all_weight:
        return weights.UNSEEN if not level.lost else 0.0
    share = fitting / all_weight * oneof
    if numbers != sorted(numbers):
        share *= weights.DISORDER
    return share * _presence(message, level, depth)


def _presence(message: MessageSpec, level: Level, depth: int) -> float:
    missed = total = 0.0
    last = max((tag >> 3 for tag in level.groups if tag>>3 in message.by_number), default=0)
    for weight, names in weights.EXPECTED[message.name]:
        total += weight
        fields = [message.by_name[name] for name in names]
        if not any(field.number << 3 | field.wire_type in level.groups or (field.packable and field.number << 3 | LEN in level.groups) for field in fields):
            missed += weight * (weights.MAY_FOLLOW if level.open and fields[-1].number > last else 1)
    share = weights.EXPECTED_SHARE if depth == 0 else weights.EXPECTED_SHARE_INNER
    return 1 - share * missed / total


def _quality(survey: Survey, field: FieldSpec, wire_type: int, group: Group, depth: int) -> float:
    most = _SAMPLES[depth]
    if wire_type == VARINT:
        values = _samples(group.values, most)
        return sum(content.number(field, v) for v in values) / len(values) if values else 1.0
    if wire_type != LEN:
        return 1.0
    places = _samples(group.places, most)
    return sum(_payload(survey, field, p, depth) for p in places) / len(places)


def _samples(things, most):
    return things if len(things) <= most else [*things[: most - 1], things[-1]]


def _payload(survey, field, place, depth):
    if field.is_message:
        if depth == MOST_DESCENTS:
            return weights.UNSEEN
        inner = survey.inside(place)
        if inner is None: return weights.UNSEEN
        return score(survey, schema.message(field.ref), inner, depth + 1)
    if field.type == "string":
        return content.text(survey.reader, field, place)
    if field.type == "bytes":
        return weights.BYTES_FIELD
    return content.run(survey.reader, field, place)
