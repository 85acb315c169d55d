"""What external_data says of one tensor: the file, the place in it, and what is wrong with both.

Source: onnx/docs/ExternalData.md; what readers do was tried with the loader of onnx 1.23.2.
"""

from __future__ import annotations

from ... import schema
from ...schema.standard import EXTERNAL, standard, standard_names
from ...tree.merged import Merged
from ...tree.names import quote
from ..words import short

_EXTERNAL = schema.enum("TensorProto.DataLocation").number_of("EXTERNAL")
_VALUE = 1 << 16  # characters read of a value
_LISTED = 10  # keys without a meaning that are named
_DIGITS = 100  # of a number that is worked out; 2^64 has 20
_SIGNED, _WRAP = 1 << 63, 1 << 64  # where signed and unsigned 64-bit positions end


class External:
    """Where the data of a tensor lies: ``location``, "" if absent, as the file spells it.

    ``offset`` (0 if absent) and ``length`` (None: to the end of the file, or absent) are bytes, at
    least 0 and of any size. ``placed`` is False where one of them is no number, so that nobody
    can tell where the data is; it is then 0 or None. ``problems`` are short sentences.
    """

    __slots__ = ("checksum", "length", "location", "offset", "placed", "problems")

    def __init__(self) -> None:
        self.location = ""
        self.offset = 0
        self.length: int | None = None
        self.checksum: str | None = None
        self.placed = True
        self.problems: list[str] = []


def external(tensor: Merged) -> External | None:
    """Return what a TensorProto says of its data in another file; None where it is not EXTERNAL."""
    if tensor.number("data_location") != _EXTERNAL:
        return None
    found = External()
    values, unknown = _entries(tensor, found.problems)
    if "location" not in values:
        found.problems.append("external_data has no location")
    found.location = values.get("location", "")
    found.checksum = values.get("checksum")
    offset, length = _number("offset", values, found), _number("length", values, found)
    found.offset, found.length = offset or 0, length
    _ends(found)
    _say_unknown(unknown, found.problems)
    return found


def _entries(tensor: Merged, problems: list[str]) -> tuple[dict[str, str], list[str]]:
    """Return the last value of each key that ONNX defines, and the other keys."""
    values: dict[str, str] = {}
    times: dict[str, int] = {}
    unknown: list[str] = []
    for entry in tensor.each("external_data"):
        key = short(entry, "key")
        if standard(EXTERNAL, key) is None or not key:
            unknown.append(key)
            continue
        values[key] = short(entry, "value", _VALUE)
        times[key] = times.get(key, 0) + 1
    for key, count in times.items():
        if count > 1:
            problems.append(
                f"{key} is given {count:,} times; the loader of onnx takes the last, "
                "its checker tests all"
            )
    return values, unknown


def _number(key: str, values: dict[str, str], found: External) -> int | None:
    """Return the number of a key; None where it is absent or cannot be read."""
    text = values.get(key)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()):
        cut = text if len(text) <= 40 else f"{text[:40]}…"
        found.problems.append(f"{key} {quote(cut)} is not a non-negative decimal")
        found.placed = False
        return None
    digits = text.lstrip("0") or "0"
    if len(digits) > _DIGITS:
        found.problems.append(f"{key} has {len(digits):,} digits; 2^63 has 19")
        found.placed = False
        return None
    if int(digits) >= _SIGNED:
        found.problems.append(f"{key} {digits} is beyond 2^63 - 1")
    return int(digits)


def _ends(found: External) -> None:
    """Say where a reader that adds in 64 bits would be led astray."""
    end = found.offset + (found.length or 0)
    if end >= _WRAP and max(found.offset, found.length or 0) < _WRAP:
        found.problems.append(
            f"offset {found.offset} + length {found.length} is {end}, "
            f"which wraps to {end - _WRAP} in 64 bits"
        )


def _say_unknown(keys: list[str], problems: list[str]) -> None:
    for key in keys[:_LISTED]:
        problems.append(f"key {quote(key)} is none of {', '.join(standard_names(EXTERNAL))}")
    if len(keys) > _LISTED:
        problems.append(f"{len(keys) - _LISTED:,} more keys that ONNX does not define")
