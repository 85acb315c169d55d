"""Formats told by fixed bytes at a fixed place."""

from .kind import Foreign
from .window import Window

# Offset, bytes, kind. No ONNX message can hold these bytes there: the first byte is no tag, or
# what follows is no record. Sources: the format's own document where one is named, otherwise
# file(1)'s magic database (https://github.com/file/file/tree/master/magic/Magdir).
_MAGIC: tuple[tuple[int, bytes, str], ...] = (
    # Models and their parts
    (0, b"\x89HDF\r\n\x1a\n", "hdf5"),  # HDF5 file format specification, II.A
    (0, b"\x93NUMPY", "numpy"),  # numpy.lib.format
    (0, b"lmgg", "ggml"),  # "ggml", "ggmf", "ggjt" as little-endian u32: llama.cpp before GGUF
    (0, b"fmgg", "ggml"),
    (0, b"tjgg", "ggml"),
    (0, b"\x01HEF", "hailo"),
    (0, b"RKNN\0\0\0\0", "rknn"),
    # Packed files; zip, gzip and tar have modules of their own
    (0, b"\xfd7zXZ\0", "xz"),  # https://tukaani.org/xz/xz-file-format.txt, 2.1.1.1
    (0, b"\x28\xb5\x2f\xfd", "zstd"),  # RFC 8878, 3.1.1
    (0, b"\x04\x22\x4d\x18", "lz4"),  # lz4_Frame_format.md
    (0, b"7z\xbc\xaf\x27\x1c", "7z"),
    (0, b"Rar!\x1a\x07", "rar"),
    # Sealed
    (0, b"Salted__", "openssl"),  # openssl enc writes it in front of the salt
    # Pictures and documents
    (0, b"\x89PNG\r\n\x1a\n", "png"),  # PNG specification, 5.2
    (0, b"\xff\xd8\xff", "jpeg"),
    (0, b"GIF8", "gif"),
    (0, b"%PDF-", "pdf"),
    # Programs
    (0, b"\x7fELF", "elf"),
    (0, b"\xfe\xed\xfa\xce", "mach-o"),  # <mach-o/loader.h>, both widths and byte orders
    (0, b"\xfe\xed\xfa\xcf", "mach-o"),
    (0, b"\xce\xfa\xed\xfe", "mach-o"),
    (0, b"\xcf\xfa\xed\xfe", "mach-o"),
    # What macOS puts beside a file on foreign disks, as ._model.onnx (RFC 1740)
    (0, b"\x00\x05\x16\x07\x00\x02\x00\x00", "appledouble"),
)

_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")  # the digits of pi, or of its square root: no block


def by_magic(window: Window) -> Foreign | None:
    """Return the format whose fixed bytes the file has."""
    head = window.head
    for offset, magic, kind in _MAGIC:
        if head.startswith(magic, offset):
            return Foreign(kind)
    return _bzip2(head) or _universal(head) or _windows_program(head)


def _bzip2(head: bytes) -> Foreign | None:
    # "BZh" alone is also a LEN record of field 8 with a length of 90.
    if head[:3] == b"BZh" and head[4:10] in _BZIP2_BLOCKS:
        return Foreign("bzip2")
    return None


def _universal(head: bytes) -> Foreign | None:
    """Tell a Mach-O file of several architectures, whose number follows; Java classes begin with
    the same four bytes and a version, 45 and up."""
    if head[:4] == b"\xca\xfe\xba\xbe" and 0 < int.from_bytes(head[4:8], "big") < 45:
        return Foreign("mach-o")
    return None


def _windows_program(head: bytes) -> Foreign | None:
    """Tell a PE file: "MZ", and "PE" where the u32 at 0x3C says (PE format, MS-DOS stub)."""
    if head[:2] != b"MZ" or len(head) < 0x40:
        return None
    offset = int.from_bytes(head[0x3C:0x40], "little")
    return Foreign("pe") if head.startswith(b"PE\0\0", offset) else None
