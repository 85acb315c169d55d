"""How well the records of a message fit one of the schema's."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from ... import schema
from ...schema import FieldSpec, MessageSpec
from ...wire.kinds import LEN, VARINT
from . import content, weights
from .survey import Group, Level, Place, Survey

_SAMPLES = (6, 3, 3)  # records of one tag that are looked at: of the top level, and of each below
_DEEPEST = len(_SAMPLES) - 1

_Quality = Callable[[FieldSpec, int, Group], float]
_Item = TypeVar("_Item")

# Of what a message is expected to have: the weight, the tags of which any will do, and the
# highest number among them.
_Expectation = tuple[int, frozenset[int], int]


def score(survey: Survey, message: MessageSpec, level: Level, depth: int = 0) -> float:
    """Return how well a level fits a message, from 0 to 1.

    The level is ``depth`` levels below the top; messages in it are looked into down to level 2.
    """
    return _score(message, level, partial(_quality, survey, depth))


def bound(message: MessageSpec, level: Level) -> float:
    """Return the most that ``score`` can be; no payload is looked at for it."""
    return _score(message, level, lambda field, wire_type, group: 1.0)


def _score(message: MessageSpec, level: Level, quality: _Quality) -> float:
    tally = _Tally()
    for tag, group in level.groups.items():
        tally.add(message.by_number.get(tag >> 3), tag & 7, group, quality)
    return tally.share(level) * _presence(message, level, tally.last)


class _Tally:
    """The weight of the records of a level that fit a message, and of those that do not.

    The weight of a group is the number of bits of its size: a large payload says more than a
    small one, yet must not drown all others.
    """

    __slots__ = ("_misfit", "_oneofs", "_order", "_proof", "_unknown", "_weight", "fitting", "last")

    def __init__(self) -> None:
        self.fitting = 0.0
        self.last = 0  # the highest number of a fitting field
        self._weight = 0.0
        self._misfit = 0.0
        self._unknown = 0
        self._order = 1.0
        self._proof = weights.UNPROVEN
        self._oneofs: list[str] = []

    def add(self, field: FieldSpec | None, wire_type: int, group: Group, quality: _Quality) -> None:
        """Count the records of one tag, whose number has this field or none."""
        weight = group.size.bit_length()
        if field is None:
            self._unknown += group.size
        elif not field.fits(wire_type):
            self._misfit += max(weight, weights.LEAST_WRONG)
        else:
            if _any_bytes_fit(field, wire_type):
                weight = min(weight, weights.MOST_UNPROVEN)
            else:
                self._proof = 1.0
            self._weight += weight
            self.fitting += weight * quality(field, wire_type, group)
            self._note(field)

    def _note(self, field: FieldSpec) -> None:
        if field.number < self.last:
            self._order = weights.DISORDER
        self.last = max(self.last, field.number)
        if field.oneof:
            self._oneofs.append(field.oneof)

    def share(self, level: Level) -> float:
        """Return the share of the weight that fits."""
        cost = weights.UNKNOWN * self._unknown.bit_length() + weights.LOST * level.lost.bit_length()
        whole = self._weight + self._misfit + cost
        if not whole:  # nothing is there, or not even one record of it was seen
            return weights.UNSEEN
        conflict = len(set(self._oneofs)) < len(self._oneofs)
        factor = self._order * (weights.ONEOF_CONFLICT if conflict else 1)
        return self.fitting / whole * factor * self._proof


def _any_bytes_fit(field: FieldSpec, wire_type: int) -> bool:
    """Return whether a payload proves nothing: bytes, floats, and values that are packed."""
    if wire_type == LEN:
        return not field.is_message and field.type != "string"
    return wire_type != VARINT


# -- payloads ----------------------------------------------------------------------------------


def _quality(survey: Survey, depth: int, field: FieldSpec, wire_type: int, group: Group) -> float:
    """Return how well the payloads of a tag fit a field, on average over a few."""
    if wire_type == VARINT:
        found = [content.number(field, value) for value in _sample(group.values, depth)]
    elif wire_type == LEN:
        places = _sample(group.places, depth)
        found = [_payload(survey, depth, field, place) for place in places]
    else:
        found = []
    twice = weights.TWICE if group.count > 1 and not field.repeated else 1
    return twice * sum(found) / len(found) if found else twice


def _sample(items: list[_Item], depth: int) -> Sequence[_Item]:
    """Return the first few and the last."""
    most = _SAMPLES[depth]
    return items if len(items) <= most else [*items[: most - 1], items[-1]]


def _payload(survey: Survey, depth: int, field: FieldSpec, place: Place) -> float:
    if place[0] == place[1] and (field.is_message or field.type == "string"):
        return weights.UNSEEN
    if field.is_message:
        return _inner(survey, depth, field, place)
    if field.type == "string":
        return content.text(survey.reader, field, place)
    if field.type == "bytes":
        return weights.BYTES_FIELD
    return content.run(survey.reader, field, place)


def _inner(survey: Survey, depth: int, field: FieldSpec, place: Place) -> float:
    if depth == _DEEPEST:
        return weights.UNSEEN
    return score(survey, schema.message(field.ref), survey.inside(place), depth + 1)


# -- fields that are expected ------------------------------------------------------------------


def _presence(message: MessageSpec, level: Level, last: int) -> float:
    """Return what is left of a score for the expected fields that are missing.

    Writers put fields in the order of their numbers: where the end was not seen, those above the
    ``last`` number may still follow.
    """
    missed = whole = 0.0
    for weight, tags, highest in _expectations(message):
        whole += weight
        if tags.isdisjoint(level.groups):
            may_follow = level.open and highest > last
            missed += weight * (weights.MAY_FOLLOW if may_follow else 1)
    return 1 - weights.EXPECTED_SHARE * missed / whole


_known: dict[str, tuple[_Expectation, ...]] = {}


def _expectations(message: MessageSpec) -> tuple[_Expectation, ...]:
    found = _known.get(message.name)
    if found is None:
        rows = weights.EXPECTED[message.name]
        found = tuple(_expectation(message, weight, names) for weight, names in rows)
        _known[message.name] = found
    return found


def _expectation(message: MessageSpec, weight: int, names: tuple[str, ...]) -> _Expectation:
    fields = [message.by_name[name] for name in names]
    tags = [field.number << 3 | field.wire_type for field in fields]
    packed = [field.number << 3 | LEN for field in fields if field.packable]
    return weight, frozenset(tags + packed), max(field.number for field in fields)
