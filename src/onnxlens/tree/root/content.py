"""Whether a payload holds what the type of its field says, from 0 to 1."""

from ... import schema
from ...schema import FieldSpec
from ...wire.kinds import I32, I64
from ...wire.scalars import read_varint
from ..foreign.rewritten import is_utf8
from . import weights
from .reader import Reader
from .survey import Place

_LOOK = 128  # bytes read of a string or a packed run

_WIDTHS = {I32: 4, I64: 8}
_BLANKS = b"\t\n\r"
_CONTROLS = bytes(set(range(0x20)) - set(_BLANKS)) + b"\x7f"
_PROSE = ("doc_string", "value")  # fields whose text may well have several lines
_SIGN = 1 << 63


def text(reader: Reader, field: FieldSpec, place: Place) -> float:
    """Return how well the first bytes of a payload are the text of a string field."""
    data = reader.at(place[0], min(_LOOK, place[1] - place[0]))
    if data.isascii() and data.decode().isprintable():
        return 1.0
    if not is_utf8(data) or len(data.translate(None, _CONTROLS)) < len(data):
        return weights.BINARY_STRING
    words = data.translate(None, _BLANKS)
    if len(words) == len(data) or field.name in _PROSE:
        return 1.0
    return weights.LINES_IN_NAME if words else weights.BINARY_STRING


def number(field: FieldSpec, value: int) -> float:
    """Return how likely a varint, 0 to 2**64 - 1, is as a value of a field."""
    if field.ref:
        return _enumerated(field, value)
    size = (1 << 64) - value if value >= _SIGN else value
    return 1.0 if size < weights.LIKELY_BELOW else weights.HUGE_NUMBER


def _enumerated(field: FieldSpec, value: int) -> float:
    if schema.enum(field.ref).name_of(value) is None:
        return weights.ENUM_OUT_OF_RANGE
    return 1.0 if value else weights.ENUM_ZERO


def run(reader: Reader, field: FieldSpec, place: Place) -> float:
    """Return how well a payload is the packed values of a field; nearly any bytes can be."""
    start, end, cut = place
    usual = weights.PACKED_RUN if field.packed else weights.UNUSUAL_RUN
    width = _WIDTHS.get(field.wire_type)
    if width:
        return usual if cut or (end - start) % width == 0 else weights.BROKEN_RUN
    data = reader.at(start, min(_LOOK, end - start))
    if len(data) > 2 and data.isascii() and data.decode().isprintable():
        return weights.RUN_THAT_IS_TEXT
    return usual * _varints(field, data, cut or len(data) < end - start)


def _varints(field: FieldSpec, data: bytes, cut: bool) -> float:
    """Return how likely the least likely value is; a last one that is ``cut`` is no fault."""
    at, least = 0, 1.0
    while at < len(data):
        value, size = read_varint(data, at)
        if size <= 0:
            return least if size == 0 and cut else weights.BROKEN_RUN
        least = min(least, number(field, value))
        at += size
    return least
