"""FlatBuffers files: ORT's own format, TFLite and others.

Layout: https://flatbuffers.dev/internals/ (a u32 offset of the root table, then perhaps four
letters that identify the schema; a table begins with the i32 distance back to its vtable).
"""

from .kind import Foreign
from .window import Window

_IDENTIFIERS = {
    b"ORTM": "ort",  # onnxruntime/core/flatbuffers/schema/ort.fbs
    b"ODTC": "ort-checkpoint",  # .../ort_training_checkpoint.fbs
    b"TFL3": "tflite",  # tensorflow/lite/schema/schema.fbs
    b"ET12": "executorch",  # executorch/schema/program.fbs
    b"PTMF": "torch-flatbuffer",  # torch/csrc/jit/serialization/mobile_bytecode.fbs
}

_LONGEST_VERSION = 64  # bytes


def flatbuffer(window: Window) -> Foreign | None:
    """Tell a FlatBuffers file by its identifier, or an early ORT file by its structure.

    The root table lies in the first 256 bytes, which writers see to, and at a multiple of 4. So
    byte 0 as a tag is a varint's or an end of group's, and the next tag is 0: no message can
    begin like that, whatever its strings hold at offset 4.
    """
    head = window.head
    if len(head) < 8 or head[0] % 4 or head[1:4] != b"\0\0\0":
        return None
    version = _ort_version(window)
    kind = _IDENTIFIERS.get(head[4:8])
    if kind is None:
        return Foreign("ort", {"version": version}) if version else None
    return Foreign(kind, {"version": version} if kind == "ort" and version else None)


def _ort_version(window: Window) -> str:
    """Return the root table's field 0 where it is a version, as in ort.fbs' InferenceSession.

    Until onnxruntime 1.5 that is the version of the package ("1.4.0"), since then that of the
    format ("5"); ``""`` where the structure is another one.
    """
    root = window.head[0]
    fields = _fields(window, root)
    if not fields or not fields[0] or fields[0] + 4 > window.size - root:
        return ""
    place = root + fields[0]
    text = place + _u32(window, place)
    size = _u32(window, text)
    if not 0 < size <= _LONGEST_VERSION:
        return ""
    raw = window.at(text + 4, size + 1)
    parts = raw[:-1].split(b".")
    if len(raw) != size + 1 or raw[-1] != 0 or not all(part.isdigit() for part in parts):
        return ""
    return raw[:-1].decode("ascii")


def _fields(window: Window, table: int) -> list[int]:
    """Return a table's field offsets (0: absent) from its vtable; none where it is no vtable."""
    back = int.from_bytes(window.at(table, 4), "little", signed=True)
    vtable = window.at(table - back, 64)
    size = int.from_bytes(vtable[:2], "little")
    span = int.from_bytes(vtable[2:4], "little")
    if not 6 <= size <= len(vtable) or size % 2 or not 8 <= span <= 1024:
        return []
    offsets = [int.from_bytes(vtable[at : at + 2], "little") for at in range(4, size, 2)]
    return offsets if all(offset == 0 or 4 <= offset < span for offset in offsets) else []


def _u32(window: Window, offset: int) -> int:
    return int.from_bytes(window.at(offset, 4), "little")
