"""The scanner in plain Python: the reference, and the fallback where nothing is compiled."""

from array import array

from . import damage as reason
from .index import Index
from .kinds import LONGEST_HEAD
from .status import DONE, FULL, NEED_BYTES

_U64 = (1 << 64) - 1
# most bytes, most bits, reason when they go on, reason when they are cut off
_TAG = (5, 32, reason.TAG_LONG, reason.TAG_CUT)
_LENGTH = (10, 80, reason.LENGTH_LONG, reason.LENGTH_CUT)


class Scanner:
    """Fills the columns of one file from windows of its bytes.

    ``size`` is the file's size, ``root`` the message id of the root, ``child`` a table from slot
    to the message id of what the payload holds (0: not descended into), ``budget`` the number of
    rows at which the scan stops. ``position`` is where the next record begins.
    """

    def __init__(self, size: int, root: int, child: memoryview, budget: int) -> None:
        self.size, self.root, self.child, self.budget = size, root, child.tolist(), budget
        self.position = 0
        self._columns = tuple(array(k, [v]) for k, v in zip("qIIHB", (0, 1, 0, 0, 2), strict=True))
        self._damage = (array("I"), array("B"))
        # an open message or group: end, row, message id of what it holds, group number or 0
        self._stack: list[tuple[int, int, int, int]] = [(size, 0, root, 0)]

    def feed(self, window: bytes | memoryview, base: int) -> int:
        """Read records from ``window``, the file's bytes from ``base`` (at most ``position``) on.

        Returns DONE; NEED_BYTES where the record at ``position`` does not surely end its header
        in the window; FULL where the budget is reached.
        """
        data = window if isinstance(window, bytes) else bytes(window)
        starts, nexts, parents, slots, heads = self._columns
        add_start, add_next, add_parent = starts.append, nexts.append, parents.append
        add_slot, add_head = slots.append, heads.append
        damage_row, damage_reason = self._damage[0].append, self._damage[1].append
        child, stack, size, budget = self.child, self._stack, self.size, self.budget
        position, rows = self.position, len(heads)
        window_end = base + len(data)
        # beyond this offset a header might not fit the window, unless the file ends with it
        safe = window_end - LONGEST_HEAD if window_end < size else size
        end, row, message, group = stack[-1]
        status = DONE
        while True:
            while position >= end:
                if group:
                    damage_row(row)
                    damage_reason(reason.GROUP_OPEN)
                nexts[row] = rows
                stack.pop()
                if not stack:
                    break
                end, row, message, group = stack[-1]
            if not stack:
                break
            if position > safe:
                status = NEED_BYTES
                break
            if rows >= budget:
                status = FULL
                break
            at = position - base
            stop = end - base
            bad = 0
            tag = data[at]
            at += 1
            if tag >= 0x80:
                tag, at, bad = _varint(data, at - 1, stop, _TAG)
            number = tag >> 3
            wire_type = tag & 7
            header = at + base - position
            opened = -1
            if bad:
                pass
            elif number == 0:
                bad = reason.FIELD_ZERO
            elif wire_type == 2:
                if at >= stop:
                    bad = reason.LENGTH_CUT
                else:
                    length = data[at]
                    at += 1
                    if length >= 0x80:
                        length, at, bad = _varint(data, at - 1, stop, _LENGTH)
                    if not bad:
                        header = at + base - position
                        if length > stop - at:
                            length = stop - at
                            damage_row(rows)
                            damage_reason(reason.CLIPPED)
                        after = at + base + length
                        if number < 64 and length:
                            inner = child[message << 6 | number]
                            if inner:
                                opened = inner
            elif wire_type == 0:
                last = at
                while last < stop and last - at < 10 and data[last] >= 0x80:
                    last += 1
                if last - at >= 10:
                    bad = reason.VALUE_LONG
                elif last >= stop:
                    bad = reason.VALUE_CUT
                after = last + 1 + base
            elif wire_type == 5 or wire_type == 1:
                after = at + base + (4 if wire_type == 5 else 8)
                if after > end:
                    bad = reason.VALUE_CUT
            elif wire_type == 3:
                after = at + base
                opened = 0
            elif wire_type == 4:
                after = at + base
                if group != number:
                    bad = reason.END_GROUP
            else:
                bad = reason.WIRE_TYPE
            add_start(position)
            add_next(rows + 1)
            add_parent(row)
            if bad:
                add_slot(message << 6)
                add_head(7)
                damage_row(rows)
                damage_reason(bad)
                rows += 1
                position = end
                # the groups that are cut off with it have no fault of their own
                level = len(stack) - 1
                while stack[level][3]:
                    stack[level] = (*stack[level][:3], 0)
                    level -= 1
                group = 0
                continue
            add_slot(message << 6 | number if number < 64 else message << 6)
            add_head(header << 3 | wire_type)
            rows += 1
            if opened > 0:
                position += header
                end, row, message, group = after, rows - 1, opened, 0
                stack.append((end, row, message, group))
            elif opened == 0:
                position = after
                row, message, group = rows - 1, 0, number
                stack.append((end, row, message, group))
            elif wire_type == 4:
                position = after
                nexts[row] = rows
                stack.pop()
                end, row, message, group = stack[-1]
            else:
                position = after
        self.position = position
        return status

    def frames(self) -> list[tuple[int, int, int]]:
        """End, row and message id of each message or group that is open, the outermost first."""
        return [frame[:3] for frame in self._stack]

    def add_rest(self, start: int, parent: int, message: int) -> None:
        """Add a not-indexed row; the driver ends it by where the next row starts."""
        row = (start, len(self._columns[4]) + 1, parent, message << 6, 6)
        for column, value in zip(self._columns, row, strict=True):
            column.append(value)

    def close(self, row: int) -> None:
        """End a row's subtree after the last row so far."""
        self._columns[1][row] = len(self._columns[4])

    def index(self) -> Index:
        """Return the columns, which the scanner must not change any more."""
        self._columns[0].append(self.size)
        starts, nexts, parents, slots, heads = (memoryview(c) for c in self._columns)
        rows, reasons = (memoryview(c) for c in self._damage)
        return Index(self.root, (starts, nexts, parents, slots, heads), (rows, reasons))


def _varint(
    data: bytes, at: int, stop: int, limits: tuple[int, int, int, int]
) -> tuple[int, int, int]:
    """Return a varint of several bytes, the position after it, and a reason for damage or 0."""
    most, bits, too_long, cut = limits
    value = 0
    for count in range(most):
        if at >= stop:
            return 0, at, cut
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << (7 * count)
        if byte < 0x80:
            return value & _U64, at, too_long if value >> bits else 0
    return 0, at, too_long
