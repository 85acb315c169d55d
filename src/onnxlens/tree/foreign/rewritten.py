"""Files whose bytes were replaced on the way: by a text mode, or by an aborted download."""

from .kind import TEXT_LIMIT, Facts, Foreign
from .records import tiles
from .window import Window

_ENOUGH = 8  # line feeds, or replaced bytes; a few may be so by chance

_ZEROS = 16  # bytes; fewer may well be a value


def rewritten(window: Window) -> Foreign | None:
    """Tell binary bytes that went through a text mode: ``crlf`` or ``utf8-replaced``.

    Each changes the size, so lengths no longer fit: a file whose top level still fills it exactly
    is not called so, whatever its strings hold, unless all else says that this is by chance.
    """
    if window.text is not None:
        return None
    return _line_ends(window) or _replaced(window)


def _line_ends(window: Window) -> Foreign | None:
    """Tell that every byte 0A follows 0D, which no binary file does by itself.

    Facts: ``pairs`` and ``line_feeds``, counts over what was read; ``whole``, 1 where that is
    the whole file; otherwise ``window``, its size in bytes.
    """
    head = window.head
    feeds, pairs = head.count(b"\n"), head.count(b"\r\n")
    if feeds < _ENOUGH or pairs != feeds:
        return None
    if window.tiles() and not (window.whole and _reads_better_without(head, pairs)):
        return None
    return Foreign("crlf", {"pairs": pairs, "line_feeds": feeds, **_extent(window)})


def _reads_better_without(data: bytes, pairs: int) -> bool:
    """Return whether a small file that reads as protobuf rather is one with 0D put before 0A.

    It has to fill its size without them too, and half of the pairs have to stand where no line
    of a text ends: beside a control character, such as the length that follows a tag 0A.
    """
    undone = data.replace(b"\r\n", b"\n")
    if not tiles(lambda offset, size: undone[offset : offset + size], len(undone)):
        return False
    import re

    return 2 * len(re.findall(rb"\r\n(?=[\x00-\x08\x0e-\x1f])", data)) >= pairs


def _replaced(window: Window) -> Foreign | None:
    """Tell that the bytes are UTF-8 with U+FFFD (EF BF BD) in many places: what a decoder puts
    for bytes that are none.

    Facts: ``replaced``, a count over what was read; ``whole`` and ``window`` as above.
    """
    count = window.head.count(b"\xef\xbf\xbd")
    if count < _ENOUGH or not is_utf8(window.head) or window.tiles():
        return None
    return Foreign("utf8-replaced", {"replaced": count, **_extent(window)})


def _extent(window: Window) -> Facts:
    return {"whole": 1} if window.whole else {"whole": 0, "window": len(window.head)}


def is_utf8(data: bytes) -> bool:
    """Return whether bytes are UTF-8; a character that their end cuts is no fault."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(data) - 3 and "unexpected end" in error.reason
    return True


def utf16(window: Window) -> Foreign | None:
    """Tell UTF-16 by its byte order mark and the zeros of Latin letters: PowerShell's ``>``
    writes what a program prints so, text or not."""
    head = window.head[:512]
    if head[:2] not in (b"\xff\xfe", b"\xfe\xff") or len(head) < 8:
        return None
    high = head[3::2] if head[0] == 0xFF else head[2::2]
    if high.count(0) * 2 < len(high):
        return None
    text = head[2:].decode("utf-16-le" if head[0] == 0xFF else "utf-16-be", "replace")
    line = next((line.strip() for line in text.split("\n") if line.strip()), "")
    return Foreign("utf-16", {"line": line[:TEXT_LIMIT]} if line else None)


def zeros(window: Window) -> Foreign | None:
    """Tell a file that is 00 throughout, as far as both its ends show: a download that stopped
    after the space for it was made."""
    if window.size < _ZEROS or window.head.strip(b"\0") or window.tail(4096).strip(b"\0"):
        return None
    return Foreign("zeros", _extent(window)) if window.head else None
