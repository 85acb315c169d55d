"""Archives, told with what their first entries say of the contents."""

from .kind import TEXT_LIMIT, Facts, Foreign
from .window import Window

# The first suffix that an entry's name has decides. torch.save writes NAME/data.pkl, Keras 3
# model.weights.h5, numpy.savez arr_0.npy.
_ZIP_CONTENTS = (
    ("/data.pkl", "torch-zip"),
    ("model.weights.h5", "keras-zip"),
    (".onnx", "onnx-zip"),
    (".npy", "npz"),
)

_DIRECTORY = 8192  # bytes read of a zip's central directory
_TAIL = 4096  # bytes at the end in which its end record is sought
_MOST_NAMES = 256
_SHOWN = 3  # entries named in the facts

_BLOCK = 512  # bytes of a tar header


def zip_file(window: Window) -> Foreign | None:
    """Tell a zip by its first record (APPNOTE.TXT 4.3.7, 4.3.16), its contents by the names."""
    if window.head[:4] not in (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"):
        return None
    names, count = _directory(window)
    names = names or _first_local_name(window.head)
    facts: Facts = {f"entry_{i + 1}": _decoded(name) for i, name in enumerate(names[:_SHOWN])}
    if count:
        facts["entries"] = count
    for suffix, kind in _ZIP_CONTENTS:
        inside = [name for name in names if name.endswith(suffix.encode())]
        if inside:
            return Foreign(kind, facts | {"inside": _decoded(inside[0])})
    return Foreign("zip", facts)


def _directory(window: Window) -> tuple[list[bytes], int]:
    """Return entry names of the central directory, and how many entries there are."""
    tail = window.tail(_TAIL)
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or end + 22 > len(tail):
        return [], 0
    count = int.from_bytes(tail[end + 10 : end + 12], "little")
    size = int.from_bytes(tail[end + 12 : end + 16], "little")
    offset = int.from_bytes(tail[end + 16 : end + 20], "little")
    names = _names(window.at(offset, min(size, _DIRECTORY)))
    return names, count if count != 0xFFFF else 0  # FFFF: a zip64 record has the number


def _names(directory: bytes) -> list[bytes]:
    names: list[bytes] = []
    offset = 0
    while directory.startswith(b"PK\x01\x02", offset) and len(names) < _MOST_NAMES:
        name, extra, comment = (
            int.from_bytes(directory[offset + at : offset + at + 2], "little")
            for at in (28, 30, 32)
        )
        names.append(directory[offset + 46 : offset + 46 + name])
        offset += 46 + name + extra + comment
    return names


def _first_local_name(head: bytes) -> list[bytes]:
    """Return the first entry's name from its local header: a zip cut off has no directory."""
    if len(head) < 30 or head[2:4] != b"\x03\x04":
        return []
    return [head[30 : 30 + int.from_bytes(head[26:28], "little")]]


def gzip_file(window: Window) -> Foreign | None:
    """Tell gzip (RFC 1952, 2.3), with the name it states, and a tar inside it."""
    head = window.head
    if head[:3] != b"\x1f\x8b\x08":
        return None
    entry = _tar_entry(_unpacked(head[:8192]))
    if entry is not None:
        return Foreign("tar-gzip", {"entry_1": _decoded(entry)})
    name = _gzip_name(head)
    return Foreign("gzip", {"entry_1": _decoded(name)} if name else None)


def _gzip_name(head: bytes) -> bytes:
    flags = head[3] if len(head) > 3 else 0
    if not flags & 8:
        return b""
    start = 10
    if flags & 4:
        start += 2 + int.from_bytes(head[10:12], "little")
    return head[start : start + 1024].partition(b"\0")[0]


def _unpacked(packed: bytes) -> bytes:
    import zlib

    try:
        return zlib.decompressobj(31).decompress(packed, _BLOCK)  # never more than one block
    except zlib.error:
        return b""


def tar_file(window: Window) -> Foreign | None:
    """Tell a tar by "ustar" at 257 and its checksum (POSIX pax, ustar interchange format)."""
    entry = _tar_entry(window.head[:_BLOCK])
    return None if entry is None else Foreign("tar", {"entry_1": _decoded(entry)})


def _tar_entry(block: bytes) -> bytes | None:
    """Return the name of the entry whose header ``block`` is, None where it is none."""
    if len(block) < _BLOCK or block[257:262] != b"ustar":
        return None
    digits = block[148:156].strip(b" \0")
    # The sum takes its own eight bytes as spaces.
    needed = sum(block[:148]) + sum(b" " * 8) + sum(block[156:])
    if digits.lstrip(b"0") != b"%o" % needed:
        return None
    return block[:100].partition(b"\0")[0]


def _decoded(name: bytes) -> str:
    return name[: 4 * TEXT_LIMIT].decode("utf-8", "replace")[:TEXT_LIMIT]
