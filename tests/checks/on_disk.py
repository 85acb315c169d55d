"""Cases of rules about data files, which need a folder: a model and what is beside it."""

from typing import NamedTuple

from cases.data import ext, held, outside
from cases.security import constant

LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 98093937\n"
SHA1 = "05fe405753166f125559e7c9ac558654f107c7e9"  # of 8 bytes 0
FIRST = "graph.initializer[0].external_data"
W, OFFSET, LENGTH = ("location", "w.bin"), ("offset", "4"), ("length", "8")


class Bad(NamedTuple):
    """A model with a fault beside it: ``code`` must find it at the field of ``path``.

    ``files`` are names with bytes; a str is a symbolic link to it, None a hard link to a file
    outside. ``severity`` is that of the finding.
    """

    code: str
    data: bytes
    files: dict[str, bytes | str | None]
    path: str
    says: str
    severity: str = "error"
    related: tuple[str, ...] = ()


class Good(NamedTuple):
    """A model and files on which ``code`` must be silent."""

    code: str
    data: bytes
    files: dict[str, bytes | str | None]


SHARED = held(outside(W, LENGTH), outside(W, LENGTH, name="v"))
FINE = Good("", ext(W, LENGTH, ("checksum", SHA1.upper())), {"w.bin": bytes(8)})

BAD = [
    # A10
    Bad("D040", ext(("location", "nofile.bin")), {}, f"{FIRST}[0].value",
        '"nofile.bin": no such file; needed for w, 8 bytes'),
    Bad("D040", SHARED, {"W.BIN": bytes(8)}, f"{FIRST}[0].value",
        'there is "W.BIN"; needed for 2 tensors, 8 bytes, the first of them w',
        related=("graph.initializer[1].external_data[0].value",)),
    Bad("D040", constant(outside(("location", "no"))), {},
        "graph.node[0].attribute[0].t.external_data[0].value", '"no": no such file'),
    # A11
    Bad("D041", ext(W, LENGTH), {"w.bin": LFS}, f"{FIRST}[0].value",
        '"w.bin" is Git LFS pointer'),
    Bad("D041", ext(W, LENGTH), {"w.bin": ext(W)}, f"{FIRST}[0].value", "is an ONNX model"),
    Bad("D042", ext(W, OFFSET, LENGTH), {"w.bin": bytes(8)}, f"{FIRST}[1].value",
        'w needs bytes 4 to 12; "w.bin" has 8'),
    Bad("D042", ext(W), {"w.bin": bytes(7)}, f"{FIRST}[0].value", 'bytes 0 to 8; "w.bin" has 7'),
    Bad("D042", ext(W, ("offset", str(1 << 40))), {"w.bin": bytes(8)}, f"{FIRST}[1].value",
        'to 1,099,511,627,784; "w.bin" has 8'),  # H-15
    Bad("D043", ext(W), {"w.bin": bytes(12)}, f"{FIRST}[0].value",
        'no length, so 12 bytes to the end of "w.bin"; FLOAT [2] needs 8', "warning"),
    Bad("D044", ext(W, LENGTH), {"w.bin": bytes(32)}, f"{FIRST}[0].value",
        'the last 24 of 32 bytes of "w.bin", 75.0 %', "info"),
    # A13
    Bad("D035", ext(W, ("offset", "524288"), LENGTH), {"w.bin": bytes(1 << 20)},
        f"{FIRST}[1].value", "524,288 bytes, 50.0 % of the file", "warning"),
    # A16
    Bad("D045", ext(W, LENGTH, ("checksum", "deadbeef")), {"w.bin": bytes(8)}, f"{FIRST}[2].value",
        f'checksum "deadbeef"; the SHA-1 of "w.bin" is {SHA1}'),
    Bad("D046", SHARED, {"w.bin": bytes(8)}, f"{FIRST}[0].value", 'no checksum for "w', "info"),
    # CVE-2026-34447, CVE-2026-34446, CVE-2026-27489
    Bad("X003", ext(W), {"w.bin": "/etc/hostname"}, f"{FIRST}[0].value",
        '"w.bin" is a symbolic link to "/etc/hostname"; needed a regular file'),
    Bad("X003", ext(W), {"w.bin": None}, f"{FIRST}[0].value", "has 2 hard links"),
    Bad("X003", ext(("location", "d/w.bin")), {"d": "/etc"}, f"{FIRST}[0].value",
        'its folder "d" is a symbolic link'),
]  # fmt: skip

GOOD = [
    *(FINE._replace(code=code) for code in {case.code for case in BAD}),
    Good("D042", ext(W, ("length", "800"), dims=[200]), {"w.bin": LFS}),  # D041 tells
    Good("D042", ext(W, ("offset", str((1 << 64) - 8)), ("length", "16")), {"w.bin": bytes(8)}),
    Good("D035", ext(W, ("offset", str(1 << 40))), {"w.bin": bytes(8)}),  # D042 tells
    Good("D043", ext(W), {"w.bin": bytes(8)}),
    Good("D040", ext(("location", "../no")), {}),  # X001 tells
    Good("X003", ext(("location", "../no")), {}),
]
