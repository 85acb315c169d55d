"""Whether the payload of one field holds what its type says."""

from ... import schema
from ...schema import FieldSpec
from ...wire.kinds import I32, I64
from ...wire.scalars import read_varint
from ..foreign.rewritten import is_utf8
from .reader import Reader
from .survey import Place
from . import weights

_LOOK = 128  # bytes read of a string, 64 of a packed run

_CONTROLS = bytes(range(0x20)) + b"\x7f"
_BLANKS = b"\t\n\r"
_PROSE = ("doc_string", "value")  # fields whose text may well have several lines
_WIDTHS = {I32: 4, I64: 8}
_SIGN = 1 << 63


def text(reader: Reader, field: FieldSpec, place: Place) -> float:
    """Return how well bytes are the text of a string field."""
    data = reader.at(place[0], min(_LOOK, place[1] - place[0]))
    if not is_utf8(data) or data.translate(None, _BLANKS).translate(None, _CONTROLS) != data.translate(None, _BLANKS):
        return weights.BINARY_STRING
    if field.name not in _PROSE and data.translate(None, _BLANKS) != data:
        return weights.LINES_IN_NAME
    return 1.0


def number(field: FieldSpec, value: int) -> float:
    """Return how likely a varint is as the value of a field."""
    if field.ref:
        return _enumerated(field, value)
    if value >= _SIGN:
        value = (1 << 64) - value
    return 1.0 if value < weights.LIKELY_BELOW else weights.HUGE_NUMBER


def _enumerated(field: FieldSpec, value: int) -> float:
    if schema.enum(field.ref).name_of(value) is None:
        return weights.ENUM_OUT_OF_RANGE
    return 1.0 if value else weights.ENUM_ZERO


def run(reader: Reader, field: FieldSpec, place: Place) -> float:
    """Return how well bytes are the packed values of a field."""
    start, end, cut = place
    usual = weights.PACKED_RUN if field.packed else weights.UNUSUAL_RUN
    width = _WIDTHS.get(field.wire_type)
    if width:
        return usual if cut or (end - start) % width == 0 else weights.BROKEN_RUN
    data = reader.at(start, min(_LOOK, end - start))
    if not cut and len(data) == end - start and data and data[-1] > 0x7F:
        return weights.BROKEN_RUN
    if len(data) > 2 and not data.translate(None, _CONTROLS) != data and data.isascii():
        return weights.RUN_THAT_IS_TEXT
    return usual * _varints(field, data)


def _varints(field: FieldSpec, data: bytes) -> float:
    at, worst = 0, 1.0
    while at < len(data):
        value, size = read_varint(data, at)
        if size <= 0:
            return worst if size == 0 else weights.BROKEN_RUN
        worst = min(worst, number(field, value))
        at += size
    return worst
