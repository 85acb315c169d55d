"""A position in the text of a type, and what can be taken from there."""

from __future__ import annotations

import re

from ...errors import TypeSyntaxError
from ...tree.names import quote, unquote
from ..words import is_bare

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
DOTTED = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_SPACE = re.compile(r"[ \t\r\n\f\v]*(?:#[^\n]*[ \t\r\n\f\v]*)*")
_BARE = re.compile(r"[A-Za-z0-9_.\-/:]+")
_INTEGER = re.compile(r"-?[0-9]+")
_SHOWN = 20  # characters of what is found
_DIGITS = 20  # more than any int64 has


class Cursor:
    """A place in a text; white space and comments (``#`` to the end of its line) are skipped.

    What takes something moves on if it finds its thing, and stays where it is if not.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def skip(self) -> int:
        """Skip white space and comments; return the position after them."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.at

    def ended(self) -> bool:
        """Tell whether nothing but white space and comments is left."""
        return self.skip() == len(self.text)

    def peek(self, mark: str) -> bool:
        """Tell whether a mark comes next."""
        return self.text.startswith(mark, self.skip())

    def take(self, mark: str) -> bool:
        """Take a mark, if it comes next."""
        if not self.peek(mark):
            return False
        self.at += len(mark)
        return True

    def needs(self, mark: str, why: str) -> None:
        """Take a mark that must come next."""
        if not self.take(mark):
            raise self.error(f'needed "{mark}" {why}')

    def match(self, pattern: re.Pattern[str]) -> str | None:
        """Take what a pattern matches."""
        found = pattern.match(self.text, self.skip())
        if found is None:
            return None
        self.at = found.end()
        return found[0]

    def identifier(self) -> str | None:
        """Take a word of letters, digits and ``_``, which begins with no digit."""
        return self.match(IDENTIFIER)

    def bare(self) -> str | None:
        """Take a bare word of the notation of onnxlens; a ``:`` at its end is not part of it."""
        start = self.skip()
        found = (self.match(_BARE) or "").rstrip(":")
        self.at = start + (len(found) if is_bare(found) else 0)
        return found if is_bare(found) else None

    def integer(self, bits: int) -> int | None:
        """Take a signed integer of at most so many bits."""
        start = self.skip()
        found = self.match(_INTEGER)
        if found is None:
            return None
        sign, digits = ("-", found[1:]) if found[0] == "-" else ("", found)
        digits = digits.lstrip("0") or "0"
        number = int(sign + digits) if len(digits) < _DIGITS else 1 << 64
        if not -(1 << bits - 1) <= number < 1 << bits - 1:
            raise self.error(f"needed a number from -2^{bits - 1} to 2^{bits - 1}-1", start)
        return number

    def string(self) -> str | None:
        """Take a string in double quotes with the escapes of onnxlens."""
        start = self.skip()
        if not self.peek('"'):
            return None
        try:
            text, self.at = unquote(self.text, start)
        except ValueError as error:
            reason, at = error.args
            raise self.error(reason, at) from None
        return self._spelt(text, start)

    def official_word(self) -> str | None:
        r"""Take an identifier, or a string in which ``\`` only keeps the next character."""
        start = self.skip()
        if not self.take('"'):
            return self.identifier()
        out: list[str] = []
        while self.at < len(self.text):
            character = self.text[self.at]
            self.at += 1
            if character == '"':
                return self._spelt("".join(out), start)
            if character == "\\":
                character = self.text[self.at : self.at + 1]
                self.at += 1
            out.append(character)
        raise self.error("needed a quote that closes the string", start)

    def finish(self) -> None:
        """Raise if anything is left."""
        if not self.ended():
            raise self.error("needed the end")

    def error(self, needed: str, at: int | None = None) -> TypeSyntaxError:
        """Return the error of what stands at a position, by default the present one."""
        at = min(self.at if at is None else at, len(self.text))
        rest = self.text[at : at + _SHOWN + 1]
        found = f"found {shown(rest)}" if rest else "found the end"
        return TypeSyntaxError(f"position {at}: {found}; {needed}", text=self.text, position=at)

    def _spelt(self, text: str, start: int) -> str:
        """Return a string in which bytes that are UTF-8 together are the characters they spell."""
        try:
            return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            raise self.error("needed no half of a surrogate pair in the string", start) from None


def shown(text: str) -> str:
    """Return the beginning of a text in quotes, ``…`` for the rest."""
    return quote(text[:_SHOWN]) + ("…" if len(text) > _SHOWN else "")
