"""How a shape would read that was stored with the most significant byte first.

Source: onnx/tensorflow-onnx#1902, onnx/onnx#4253.
"""

from __future__ import annotations

from .storage import RAW, Storage

_SHAPE = 16  # elements of a vector that may be a shape
_SMALL, _LARGE = 1 << 16, 1 << 24  # sizes of an axis; integers that are none


def byte_order(storage: Storage) -> str:
    """Return how integers in ``raw_data`` read either way, where only the wrong one gives sizes of
    axes; empty for all others.
    """
    type = storage.type
    if type is None or type.kind not in ("signed", "unsigned") or type.bits < 32:
        return ""
    whole = storage.place == RAW and storage.present == storage.needed
    if not whole or len(storage.dims) > 1 or not 0 < storage.count <= _SHAPE:
        return ""
    size = type.bits // 8
    data = storage.tensor.records(RAW)[-1].raw()
    parts = [data[at : at + size] for at in range(0, len(data) - size + 1, size)]
    stored = [int.from_bytes(part, "little") for part in parts]
    swapped = [int.from_bytes(part, "big") for part in parts]
    least = 1 << type.bits - 1  # of a signed type, which stands for "from the first one on"
    if max(stored, default=0) < _LARGE or least in stored or max(swapped) >= _SMALL:
        return ""
    return (
        f"as little-endian, which raw_data has to be, {_list(stored)}; "
        f"as big-endian it would be {_list(swapped)}"
    )


def _list(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
