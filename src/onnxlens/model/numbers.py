"""Numbers as text: the shortest that reads back in their own type."""

import struct


def number_text(value: int | float, kind: str = "") -> str:
    """Return a number; one of type ``float`` in the shortest form that 32 bits read back.

    ``NaN``, ``inf``, ``-inf`` and ``-0`` are spelt so.
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    return (_shortest(value) if kind == "float" else repr(value)).removesuffix(".0")


def _shortest(value: float) -> str:
    for digits in range(6, 9):
        text = f"{value:.{digits}g}"
        try:
            if struct.unpack("<f", struct.pack("<f", float(text)))[0] == value:
                return repr(float(text))
        except OverflowError:  # rounded up over the largest float
            continue
    return repr(value)
