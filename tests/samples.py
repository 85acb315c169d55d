"""Bytes to scan: records by hand, and mutations of small messages that are whole."""

import random
from collections.abc import Iterator

from onnxlens.wire.kinds import EGROUP, I32, I64, SGROUP, VARINT
from onnxlens.wire.scalars import encode_record, encode_tag, encode_varint

ABOVE = b"\x08\x0a\x3a"  # of a ModelProto: ir_version 10, the tag of graph
BELOW = b"\x28\x07"  # of a ModelProto: model_version 7
VALUE_INFO = bytes.fromhex("0A 01 78 12 0F 0A 0D 08 01 12 09 0A 02 08 01 0A 03 12 01 4E")


def group(number: int, content: bytes) -> bytes:
    """Return a group of a field number around some records."""
    return encode_tag(number, SGROUP) + content + encode_tag(number, EGROUP)


def every_wire_type() -> bytes:
    """Return one record of each wire type under numbers that ModelProto does not have."""
    return (
        encode_tag(40, VARINT) + encode_varint(-1)
        + encode_tag(41, I64) + bytes(8)
        + encode_record(42, b"abc")
        + encode_tag(43, I32) + bytes(4)
        + group(44, encode_tag(1, VARINT) + b"\x07" + group(1000, b""))
    )  # fmt: skip


def longest_header() -> bytes:
    """Return a tag of 5 bytes before a varint that never ends: no header may take more bytes."""
    return VALUE_INFO[:3] + encode_tag(4, VARINT, 5) + b"\x80" * 12 + b"\0"


def overlong(tiny: bytes) -> bytes:
    """Return the model with its graph under a tag of 5 bytes and a length of 10."""
    graph = tiny[24:201]
    header = encode_tag(7, 2, 5) + encode_varint(len(graph), 10)
    return tiny[:21] + header + graph + tiny[201:]


def mutated(seeds: list[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Yield ``count`` inputs: the seeds cut, spliced, with bytes changed, and noise."""
    chance = random.Random(seed)
    for _ in range(count):
        yield _mutate(chance, bytearray(chance.choice(seeds)), seeds)


def _mutate(chance: random.Random, data: bytearray, seeds: list[bytes]) -> bytes:
    for _ in range(chance.choice((0, 1, 1, 1, 2, 4))):
        chance.choice(_MUTATIONS)(chance, data, seeds)
    return bytes(data)


def _place(chance: random.Random, data: bytearray) -> int:
    return chance.randrange(len(data) + 1)


def _set_byte(chance: random.Random, data: bytearray, seeds: list[bytes]) -> None:
    if data:
        data[chance.randrange(len(data))] = chance.choice(
            (chance.randrange(256), 0, 0x7F, 0x80, 255)
        )


def _insert_edge(chance: random.Random, data: bytearray, seeds: list[bytes]) -> None:
    at = _place(chance, data)
    data[at:at] = chance.choice(_EDGES)


def _cut(chance: random.Random, data: bytearray, seeds: list[bytes]) -> None:
    del data[_place(chance, data) :]


def _drop(chance: random.Random, data: bytearray, seeds: list[bytes]) -> None:
    at = _place(chance, data)
    del data[at : at + chance.randrange(1, 9)]


def _splice(chance: random.Random, data: bytearray, seeds: list[bytes]) -> None:
    other = chance.choice(seeds)
    at, begin = _place(chance, data), chance.randrange(len(other) + 1)
    data[at:at] = other[begin : begin + chance.randrange(1, 40)]


def _noise(chance: random.Random, data: bytearray, seeds: list[bytes]) -> None:
    at = _place(chance, data)
    data[at:at] = chance.randbytes(chance.randrange(1, 12))


_MUTATIONS = (_set_byte, _set_byte, _insert_edge, _insert_edge, _cut, _drop, _splice, _noise)

_EDGES = tuple(
    bytes.fromhex(text)
    for text in (
        "80", "8080808000", "808080808000", "8A80808000", "8880808000", "FFFFFFFF0F", "FFFFFFFF1F",
        "80808080808080808000", "80808080808080808080", "8080808080808080808000",
        "FFFFFFFFFFFFFFFFFF01", "FFFFFFFFFFFFFFFFFF7F", "FFFFFFFF07", "00", "02", "06", "07",
        "0B", "0C", "3B", "3C", "3B0B0C3C", "3D", "39", "3A00", "0A00", "8004", "FA03", "8204",
        "3A80808080808080808000", "3AFFFFFFFFFFFFFFFF7F", "3A8080808010", "0AFFFFFFFFFFFFFFFFFF01",
    )
)  # fmt: skip
