"""Weights and compiled engines: GGUF, safetensors, pickle, TensorRT."""

from .kind import TEXT_LIMIT, Foreign
from .window import Window

_LARGEST_HEADER = 100_000_000  # bytes of a safetensors header; its library refuses more

_TORCH_LEGACY = bytes.fromhex("80028a0a6cfc9c46f9206aa850192e")  # torch.serialization.MAGIC_NUMBER

# Opcodes that a pickle may well begin with, after PROTO (Lib/pickletools.py): FRAME, EMPTY_DICT,
# EMPTY_LIST, EMPTY_TUPLE, EMPTY_SET, GLOBAL, MARK, strings, bytes, integers, floats, None, bools.
_FIRST_OPCODES = b"\x95}])\x8fc(XU\x8c\x8dCB\x8e\x96TVKMJIL\x8a\x8bGFN\x88\x89"

_ENGINES = (b"ftrt", b"ptrt")


def gguf(window: Window) -> Foreign | None:
    """Tell GGUF: "GGUF", u32 version, u64 tensors, u64 keys (ggml/docs/gguf.md).

    Since version 3 a file may be big-endian throughout; a version above 65,535 shows it.
    Version 1 has counts of 32 bits.
    """
    head = window.head
    if head[:4] != b"GGUF":
        return None
    big = _number(head[4:8], False) > 0xFFFF
    version = _number(head[4:8], big)
    width = 4 if version == 1 else 8
    if len(head) < 8 + width:
        return Foreign("gguf")
    return Foreign("gguf", {"version": version, "tensors": _number(head[8 : 8 + width], big)})


def _number(data: bytes, big: bool) -> int:
    return int.from_bytes(data, "big" if big else "little")


def safetensors(window: Window) -> Foreign | None:
    """Tell safetensors: u64 size of a JSON header that maps names to objects
    (https://huggingface.co/docs/safetensors, "Format").

    ``tensors`` is counted only where the whole header was read.
    """
    head = window.head
    size = int.from_bytes(head[:8], "little")
    if head[8:9] != b"{" or not 2 <= size <= min(window.size - 8, _LARGEST_HEADER):
        return None
    if not _maps_to_objects(head[8 : 8 + size]):
        return None
    foreign = Foreign("safetensors", {"header": size})
    if 8 + size <= len(head):
        foreign.facts["tensors"] = head[8 : 8 + size].count(b'"data_offsets"')
    return foreign


def _maps_to_objects(header: bytes) -> bool:
    import re

    start = rb'\{\s*(\}|"[^"\\]{0,1000}"\s*:\s*\{)'
    return re.match(start, header) is not None


def pickle_file(window: Window) -> Foreign | None:
    """Tell a whole pickle of protocol 2 to 5: a plausible opcode in front, STOP at the end.

    torch.save before 1.6 wrote several, the first of which holds a number known beforehand.
    """
    if window.head.startswith(_TORCH_LEGACY):
        return Foreign("torch-pickle")
    if not _begins_as_pickle(window.head) or window.tail(1) != b"." or window.tiles():
        return None
    return Foreign("pickle", {"protocol": window.head[1]})


def pickle_start(window: Window) -> Foreign | None:
    """Tell the beginning of a pickle, which something may follow or whose end is missing."""
    if not _begins_as_pickle(window.head):
        return None
    return Foreign("pickle", {"protocol": window.head[1]})


def _begins_as_pickle(head: bytes) -> bool:
    return len(head) > 2 and head[0] == 0x80 and 2 <= head[1] <= 5 and head[2] in _FIRST_OPCODES


def tensorrt(window: Window) -> Foreign | None:
    """Tell a TensorRT engine: "ftrt" (before TensorRT 8.5 "ptrt") and a small u32 version.

    Not documented; as in Netron's source/tensorrt.js. Ultralytics writes the u32 size of a JSON
    text and that text in front.
    """
    head = window.head
    start = 0
    if head[3:5] == b"\0{":
        start = 4 + int.from_bytes(head[:4], "little")
    engine = window.at(start, 24)
    if len(engine) < 24 or engine[:4] not in _ENGINES or engine[6:8] != b"\0\0":
        return None
    foreign = Foreign("tensorrt", {"version": int.from_bytes(engine[4:8], "little")})
    if start:
        foreign.facts["metadata"] = head[4:start].decode("utf-8", "replace")[:TEXT_LIMIT]
    return foreign
