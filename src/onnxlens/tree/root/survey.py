"""The records of a message without a schema, gathered by tag."""

from ...wire.kinds import EGROUP, I32, I64, LEN, LONGEST_HEAD, MAX_TAG, SGROUP, VARINT
from ...wire.scalars import read_varint
from .reader import Reader

MOST_RECORDS = 1000  # of the top level
MOST_INNER = 64  # of a message inside
MOST_IN_ALL = 20_000  # with those inside, and inside groups: nothing hostile takes long

_SIZES = {VARINT: 0, I64: 8, LEN: 0, SGROUP: 0, EGROUP: 0, I32: 4}  # of a payload, if it is fixed

# Instead of the end of a record.
_BROKEN = -1  # it cannot be decoded
_UNREAD = -2  # the limit on reading is reached

# Start and end of a LEN payload, and whether the file ends before the payload does.
Place = tuple[int, int, bool]
# Tag (0 where it is not known), value of a VARINT, start of the payload, end: over the end of the
# message where the record is cut off, or one of the above.
_Record = tuple[int, int, int, int]


class Group:
    """The records of one tag: their ``count``, ``size`` in bytes, and the ``values`` of VARINT or
    the ``places`` of LEN ones."""

    __slots__ = ("count", "places", "size", "values")

    def __init__(self) -> None:
        self.count = 0
        self.size = 0
        self.values: list[int] = []
        self.places: list[Place] = []


class Level:
    """The records of one message.

    ``groups`` by tag, in order of first appearance; ``size`` in bytes; ``lost`` counts the bytes
    at the end that cannot be decoded; ``open``, true where fields may follow that were not seen.
    """

    __slots__ = ("groups", "lost", "open", "size")

    def __init__(self, size: int) -> None:
        self.groups: dict[int, Group] = {}
        self.size = size
        self.lost = 0
        self.open = False

    def add(self, tag: int, value: int, start: int, place: Place) -> None:
        """Note a record that starts at ``start``; ``value`` is that of a VARINT."""
        group = self.groups.get(tag)
        if group is None:
            group = self.groups[tag] = Group()
        group.count += 1
        group.size += place[1] - start
        if tag & 7 == LEN:
            group.places.append(place)
        elif tag & 7 == VARINT and not place[2]:
            group.values.append(value)


class Survey:
    """The messages of a file, each looked at once and only when asked for."""

    __slots__ = ("_left", "_levels", "reader")

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self._levels: dict[Place, Level] = {}
        self._left = MOST_IN_ALL

    def top(self) -> Level:
        """Return the level of the whole file."""
        return self._scan((0, self.reader.size, True), MOST_RECORDS)

    def inside(self, place: Place) -> Level:
        """Return the level of the message in a payload."""
        level = self._levels.get(place)
        if level is None:
            level = self._levels[place] = self._scan(place, MOST_INNER)
            level.open = level.open or place[2]
        return level

    def _scan(self, place: Place, most: int) -> Level:
        """Return the level of at most ``most`` records in a place."""
        start, end, cut = place
        level = Level(end - start)
        for _ in range(most):
            if start == end:
                return level
            tag, value, payload, after = self._record(start, end)
            if not start < after <= end:
                _stop(level, tag, start, (payload, end, cut), after)
                return level
            level.add(tag, value, start, (payload, after, False))
            start = after
        level.open = start < end
        return level

    def _record(self, start: int, end: int) -> _Record:
        """Return the record at ``start``, a group as a whole."""
        record = self._flat(start, end)
        if record[0] & 7 == SGROUP:
            return *record[:3], self._group_end(record, end)
        if record[0] & 7 == EGROUP:
            return 0, 0, end, _BROKEN
        return record

    def _group_end(self, record: _Record, end: int) -> int:
        """Return where the group ends that a record starts, as the end of a record."""
        numbers: list[int] = []
        while True:
            tag, _, _, after = record
            if tag & 7 == SGROUP:
                numbers.append(tag >> 3)
            elif tag & 7 == EGROUP and numbers.pop() != tag >> 3:
                return _BROKEN
            if not numbers or not 0 < after <= end:
                return after
            record = self._flat(after, end)

    def _flat(self, start: int, end: int) -> _Record:
        """Return the record at ``start``; of a group, only its start."""
        if self._left == 0:
            return 0, 0, end, _UNREAD
        self._left -= 1
        data, at = self.reader.around(start, LONGEST_HEAD)
        tag, value, size = _head(data, at)
        payload = start + size
        if size == 0 and len(data) - at < min(end - start, LONGEST_HEAD):
            return 0, 0, end, _UNREAD
        if size <= 0 or payload > end:
            return 0, 0, end, _BROKEN if size < 0 else end + 1
        return tag, value, payload, payload + _SIZES[tag & 7] + (value if tag & 7 == LEN else 0)


def _stop(level: Level, tag: int, start: int, place: Place, after: int) -> None:
    """Note the record at which a level ends early: a length that the file's end clips is none
    of its faults, one that its own container clips is."""
    _, end, cut = place
    level.open = True
    if after == _BROKEN or (after > end and not cut):
        level.lost = end - start
    elif after > end and tag:
        level.add(tag, 0, start, place)


def _head(data: bytes, at: int) -> tuple[int, int, int]:
    """Return tag, value or length, and the size of both: 0 where the data ends in them, below 0
    where they cannot be decoded."""
    tag, size = read_varint(data, at)
    if size <= 0:
        return 0, 0, size
    if size > MAX_TAG or not 8 <= tag < 1 << 32 or tag & 7 not in _SIZES:
        return 0, 0, _BROKEN
    if tag & 7 not in (VARINT, LEN):
        return tag, 0, size
    value, more = read_varint(data, at + size)
    return (tag, value, size + more) if more > 0 else (0, 0, more)
