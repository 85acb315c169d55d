"""Words of a path: names of fields, and strings as onnxlens writes and reads them."""

BARE_STEP = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNESCAPES = {"\\": "\\", '"': '"', "n": "\n", "r": "\r", "t": "\t"}
_HEXADECIMAL = set("0123456789abcdefABCDEF")
# categories that may drive a terminal or hide: control, format (bidi, zero width), surrogate,
# private use, unassigned, line and paragraph separator
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def escape_character(character: str) -> str:
    r"""Return a character as it may be shown: itself, ``\n``, ``\xNN`` or ``\u{…}``.

    A byte that was not UTF-8 stands in a string as a surrogate (surrogateescape) and becomes
    ``\xNN``.
    """
    known = _ESCAPES.get(character)
    if known:
        return known
    if " " <= character <= "~":
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02X}"
    import unicodedata

    if unicodedata.category(character) in _HIDDEN:
        return f"\\u{{{code:X}}}"
    return character


def quote(text: str) -> str:
    """Return ``text`` in double quotes with everything escaped that is not to be shown as it is."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(map(escape_character, text)) + '"'


def unquote(text: str, at: int) -> tuple[str, int]:
    """Return the string whose opening quote is ``text[at]`` and the position after its end.

    Raises ValueError of the reason and the position where it does not read.
    """
    out: list[str] = []
    at += 1
    while at < len(text):
        character = text[at]
        if character == '"':
            return "".join(out), at + 1
        if character != "\\":
            out.append(character)
            at += 1
            continue
        meant, at = _escape(text, at + 1)
        out.append(meant)
    raise ValueError("the string has no closing quote", at)


def _escape(text: str, at: int) -> tuple[str, int]:
    kind = text[at : at + 1]
    if kind in _UNESCAPES:
        return _UNESCAPES[kind], at + 1
    if kind == "x":
        byte = _hexadecimal(text[at + 1 : at + 3].ljust(2, "?"), at)
        return (chr(byte + 0xDC00) if byte >= 0x80 else chr(byte)), at + 3
    close = text.find("}", at)
    if text[at : at + 2] == "u{" and close > 0:
        code = _hexadecimal(text[at + 2 : close], at)
        if code < 0x110000 and not 0xD800 <= code < 0xE000:  # half of a surrogate pair is none
            return chr(code), close + 1
        raise ValueError("no character has that number", at - 1)
    raise ValueError("no escape of that kind", at - 1)


def _hexadecimal(digits: str, at: int) -> int:
    if not 0 < len(digits) <= 8 or set(digits) - _HEXADECIMAL:
        raise ValueError("needed hexadecimal digits", at)
    return int(digits, 16)
