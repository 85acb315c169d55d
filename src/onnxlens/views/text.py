"""Words and numbers as every face of onnxlens shows them."""

from __future__ import annotations

from ..tree.names import escape_character

_JSON_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
_UNITS = ("KiB", "MiB", "GiB", "TiB", "PiB")
STRING_LIMIT = 1000  # characters of one string that are shown where nothing else cuts it


def quote(text: str, limit: int = STRING_LIMIT) -> str:
    """Return a string in double quotes, control and bidi characters escaped as in JSON.

    Only the first ``limit`` characters are shown, then ``…``. A string that is not UTF-8
    (surrogates) is shown as ``b"\\xFF…"``.
    """
    shown = text[:limit]
    mark = "…" if len(text) > limit else ""
    if shown.isascii() and shown.isprintable() and '"' not in shown and "\\" not in shown:
        return f'"{shown}{mark}"'
    prefix = "b" if any("\udc80" <= c <= "\udcff" for c in shown) else ""
    return f'{prefix}"{"".join(map(_escape, shown))}{mark}"'


def _escape(character: str) -> str:
    if character in _JSON_ESCAPES:
        return _JSON_ESCAPES[character]
    escaped = escape_character(character)
    if escaped.startswith("\\u{"):  # JSON's own form: UTF-16 units of four digits
        units = character.encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))
    return escaped


def safe(text: str, limit: int = STRING_LIMIT) -> str:
    """Return text that may stand on a line without quotes: escaped, cut to ``limit``."""
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text
    shown = "".join(c if c in '"\\' else _escape(c) for c in text[:limit])
    return shown + ("…" if len(text) > limit else "")


def hexadecimal(data: bytes | memoryview) -> str:
    """Return bytes as ``0A 01``."""
    return bytes(data).hex(" ").upper()


def count(number: int) -> str:
    """Return a number with ``,`` between thousands."""
    return f"{number:,}"


def size(number: int) -> str:
    """Return ``134 bytes`` or ``240,078 bytes (234 KiB)``; the unit from 10 KiB on."""
    word = "byte" if number == 1 else "bytes"
    return f"{number:,} {word}{unit(number)}"


def unit(number: int) -> str:
    """Return `` (234 KiB)`` for sizes from 10 KiB on, else nothing."""
    if number < 10 << 10:
        return ""
    value, power = float(number), -1
    while value >= 1024 and power < len(_UNITS) - 1:
        value /= 1024
        power += 1
    shown = f"{value:.0f}" if value >= 10 else f"{value:.1f}"
    return f" ({shown} {_UNITS[power]})"


def percent(part: int, whole: int) -> str:
    """Return a share with one decimal; never 0.0 of something, 100 only of everything."""
    if part == whole:
        return "100 %"
    share = part * 1000 // whole
    if share == 0:
        return "<0.1 %"
    tenths = min(999, (part * 2000 + whole) // (2 * whole))
    return f"{tenths / 10:.1f} %"


def plural(number: int, word: str) -> str:
    """Return ``1 node`` or ``2 nodes``."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def width(text: str) -> int:
    """Return how many cells a text takes in a terminal; wide characters take two."""
    if text.isascii():
        return len(text)
    import unicodedata

    cells = 0
    for character in text:
        if unicodedata.combining(character):
            continue
        cells += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return cells


def cut(text: str, cells: int, keep: str = "start") -> str:
    """Return a text of at most ``cells`` cells, one ``…`` where something was left out.

    ``keep`` is ``start`` for values, names and hex, ``end`` for paths and qualified fields.
    """
    if width(text) <= cells:
        return text
    if cells < 1:
        return ""
    if text.isascii():
        return "…" + text[len(text) - cells + 1 :] if keep == "end" else text[: cells - 1] + "…"
    kept, used = [], 1
    for character in reversed(text) if keep == "end" else text:
        used += width(character)
        if used > cells:
            break
        kept.append(character)
    return "…" + "".join(kept[::-1]) if keep == "end" else "".join(kept) + "…"


def pad(text: str, cells: int) -> str:
    """Return a text filled with spaces on the right to ``cells`` cells."""
    return text + " " * (cells - width(text))


def wrap(text: str, cells: int) -> list[str]:
    """Return the lines of a text wrapped at words; a longer word stands alone."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(lines[-1]) + 1 + width(word) <= cells:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines or [""]
