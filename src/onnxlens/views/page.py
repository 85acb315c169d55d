"""The page that lines are laid out for: its width, its colours, and whether lines are cut."""

from __future__ import annotations

from .text import cut

STYLES = {  # 16 ANSI colours: the person's theme decides what they look like
    "offset": "2", "note": "2", "message": "2", "tag": "36", "length": "35", "payload": "",
    "answer": "1", "error": "31", "warning": "33", "info": "34", "next": "32", "plain": "",
}  # fmt: skip
NARROWEST, WIDEST, USUAL = 60, 160, 80


class Page:
    """``width`` in cells; ``cut`` whether it is a terminal, whose lines may not run over;
    ``colour`` whether styles become escape sequences; ``hex_offsets`` for offsets as ``0x00AE``.
    """

    __slots__ = ("colour", "cut", "hex_offsets", "narrow", "width")

    def __init__(
        self, width: int = USUAL, cut: bool = False, colour: bool = False, hex_offsets: bool = False
    ) -> None:
        self.narrow = cut and width < NARROWEST
        self.width = width if self.narrow else min(max(width, NARROWEST), WIDEST)
        self.cut = cut
        self.colour = colour
        self.hex_offsets = hex_offsets

    def paint(self, style: str, text: str) -> str:
        """Return text in a style of STYLES; the text alone where there is no colour."""
        code = STYLES[style]
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code and text else text

    def fit(self, text: str) -> str:
        """Return a line of text, cut where it would run over a terminal."""
        return cut(text, self.width) if self.cut else text

    def offset(self, offset: int, file_size: int) -> str:
        """Return an offset, right-aligned to the width of its column."""
        if self.hex_offsets:
            digits = max(4, len(f"{file_size:X}"))
            return f"0x{offset:0{digits}X}"
        return f"{offset:>{self.offset_width(file_size)}}"

    def offset_width(self, file_size: int) -> int:
        """Return the cells of an offset's column."""
        if self.hex_offsets:
            return 2 + max(4, len(f"{file_size:X}"))
        return max(6, len(str(file_size)))

    def place(self, offset: int, file_size: int) -> str:
        """Return an offset as it stands inside a line."""
        return self.offset(offset, file_size).strip()

    def span(self, span: tuple[int, int], file_size: int) -> str:
        """Return ``172:175``."""
        return f"{self.place(span[0], file_size)}:{self.place(span[1], file_size)}"
